"""Mutation testing of ``mafia_cli/rules/``: ``python tests/mutants.py [--jobs 2] [--games 1500] [FILE...]``.

Each mutant is one small change of one file: a comparison turned, an operand dropped, a constant moved, a statement
gone. It is imported in a process of its own and judged, the cheapest first, by the transcript of the facts, by the
cases, by the naive resolver on random nights and games, and by ``tests/rules``. Printed are the mutants killed in each
file and every survivor with its line.
"""

import argparse
import ast
import copy
import importlib.machinery
import importlib.util
import json
import os
import random
import resource
import signal
import sys
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

import pytest
import test_facts
from random_games import random_game, random_night, unlawful
from second_opinion import resolve

import mafia_cli
from mafia_cli.rules.chance import draw

HERE = Path(__file__).parent
RULES = Path(mafia_cli.__file__).parent / "rules"
SECONDS = 20
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.Mult: ast.Add,
    ast.Mod: ast.FloorDiv, ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


class Mutant(NamedTuple):
    """One change: the module, the line, what was done, and the changed tree."""

    path: Path
    line: int
    what: str
    tree: ast.Module


# --- making them ------------------------------------------------------------------------------------------


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for at, node in enumerate(_changeable(tree)):
        for which, what in enumerate(_changes(node)):
            changed = copy.deepcopy(tree)
            twin = next(twin for position, twin in enumerate(_changeable(changed)) if position == at)
            _changes(twin, which)
            yield Mutant(path, getattr(node, "lineno", 0), what, ast.fix_missing_locations(changed))


def _changeable(tree: ast.AST) -> Iterator[ast.AST]:
    """Walk without annotations, docstrings and the definitions of types."""
    for name, field in ast.iter_fields(tree):
        if name in ("annotation", "returns"):
            continue
        for item in field if isinstance(field, list) else [field]:
            if not isinstance(item, ast.AST):
                continue
            text = isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant)
            alias = isinstance(item, ast.AnnAssign) and ast.unparse(item.annotation) == "TypeAlias"
            if not (text or alias or isinstance(item, (ast.Import, ast.ImportFrom, ast.Assert))):
                yield item
                yield from _changeable(item)


def _changes(node: ast.AST, do: int | None = None) -> list[str]:
    """Name the changes of a node; carry out the one numbered ``do``."""
    found: list[tuple[str, Any]] = []
    match node:
        case ast.Compare(ops=ops):
            for at, sign in enumerate(ops):
                other = SWAPS[type(sign)]
                found.append((f"{type(sign).__name__} -> {other.__name__}", ("ops", at, other())))
                if isinstance(sign, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
                    found.append((f"{type(sign).__name__} -> Eq", ("ops", at, ast.Eq())))
        case ast.BoolOp(values=values):
            other = ast.Or if isinstance(node.op, ast.And) else ast.And
            found.append((f"{type(node.op).__name__} -> {other.__name__}", ("op", None, other())))
            for at in range(len(values)):
                found.append((f"without {ast.unparse(values[at])}", ("values", at, None)))
        case ast.BinOp() | ast.AugAssign() if type(node.op) in SWAPS:
            found.append((f"{type(node.op).__name__} swapped", ("op", None, SWAPS[type(node.op)]())))
        case ast.UnaryOp(op=ast.Not()):
            found.append(("not gone", ("op", None, ast.UAdd())))
        case ast.Constant(value=bool(truth)):
            found.append((f"not {truth}", ("value", None, not truth)))
        case ast.Constant(value=int(number)):
            found.append((f"{number} -> {number + 1}", ("value", None, number + 1)))
        case ast.Constant(value=str(text)):
            found.append((f"{text!r} -> {text + '!'!r}", ("value", None, text + "!")))
        case ast.Return(value=ast.expr() as value):
            found.append((f"return {ast.unparse(value)} -> None", ("value", None, ast.Constant(None))))
    if isinstance(node, (ast.If, ast.IfExp, ast.While)) or (isinstance(node, ast.comprehension) and node.ifs):
        test = node.ifs[0] if isinstance(node, ast.comprehension) else node.test
        for truth in (True, False):
            where = ("ifs", 0) if isinstance(node, ast.comprehension) else ("test", None)
            found.append((f"{ast.unparse(test)} always {truth}", (*where, ast.Constant(truth))))
    for name in ("body", "orelse"):
        block = getattr(node, name, None)
        for at, item in enumerate(block if isinstance(block, list) else []):
            call = isinstance(item, ast.Expr) and not isinstance(item.value, ast.Constant)
            if call or isinstance(item, (ast.AugAssign, ast.Continue, ast.Break, ast.Raise)):
                found.append((f"without line {item.lineno}: {ast.unparse(item)}", (name, at, ast.Pass())))
    if do is not None:
        field, position, new = found[do][1]
        if position is None:
            setattr(node, field, new)
        elif new is None:
            getattr(node, field).pop(position)
        else:
            getattr(node, field)[position] = new
    return [what for what, _ in found]


# --- killing them -----------------------------------------------------------------------------------------


class Expected(NamedTuple):
    """What the unchanged rules and the naive resolver say."""

    scripts: list[tuple[dict[str, Any], dict[str, Any]]]
    cases: list[tuple[dict[str, Any], dict[str, Any]]]


def expected(games: int) -> Expected:
    """Judge random nights and games by the naive resolver; read the cases."""
    docs = []
    for number in range(games):
        rng = random.Random(f"mutant {number}")
        game = random_game(rng)
        docs += [game, *([unlawful(rng, game)[0]] if number % 3 == 0 else [])]
        docs += [random_night(rng)] if number % 2 else []
    scripts = [(doc, resolve(doc, partial(draw, doc.get("seed", 0)))) for doc in docs]
    cases = []
    for path in sorted((HERE / "cases").glob("*.toml")):
        # Without the comments that a save's reader keeps: those are of a class that each mutant imports anew.
        cases.append(
            (
                tomllib.loads(path.read_text(encoding="utf-8")),
                json.loads(path.with_suffix(".json").read_text(encoding="utf-8")),
            )
        )
    return Expected(scripts, cases)


class _Changed:
    """Imports one module from a changed tree."""

    def __init__(self, name: str, code: CodeType, path: Path) -> None:
        self.name, self.code, self.path = name, code, path

    def find_spec(self, name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        loader: Any = self
        return importlib.util.spec_from_loader(name, loader, origin=str(self.path)) if name == self.name else None

    def create_module(self, spec: object) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


def survives(mutant: Mutant, wanted: Expected) -> bool:
    """Tell, in this process, whether nothing notices the mutant."""
    name = f"mafia_cli.rules.{mutant.path.stem}"
    for loaded in [one for one in sys.modules if one.startswith(("mafia_cli", "test_facts", "written"))]:
        del sys.modules[loaded]
    changed: Any = _Changed(name, compile(mutant.tree, str(mutant.path), "exec"), mutant.path)
    sys.meta_path.insert(0, changed)
    facts = importlib.import_module("test_facts")
    if facts.whole() != facts.TRANSCRIPT.read_text(encoding="utf-8"):
        return False
    contract = importlib.import_module("mafia_cli.script.contract")
    replay, tables = (importlib.import_module(f"mafia_cli.script.{one}") for one in ("replay", "tables"))
    for doc, judged in [*wanted.cases, *wanted.scripts]:
        played = replay.play(tables.read(doc))
        error, place = judged["error"] or "", played.faults[0].place if played.faults else ""
        if bool(error) != bool(place) or not (error.startswith(place) or place.startswith(error)):
            return False
        if contract.entries(played) != judged["steps"]:
            return False
        if "alive" in judged and (contract.alive(played), contract.winner(played)) != (
            judged["alive"],
            judged["winner"],
        ):
            return False
    return pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-p", "no:randomly", str(HERE / "rules")]) == 0


def lives(mutant: Mutant, wanted: Expected) -> bool:
    """Tell whether a mutant survives, in a process of its own with bounds on time and memory."""
    child = os.fork()
    if child == 0:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
        signal.alarm(SECONDS * 8)
        status = 1
        try:
            status = 0 if survives(mutant, wanted) else 1
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    return status == 0


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the mutants of the files named, all by default; print the figures and the survivors."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", help="names in mafia_cli/rules, such as night.py; all by default")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--games", type=int, default=1500)
    asked = parser.parse_args(arguments)
    wanted = expected(asked.games)
    assert test_facts.whole() == test_facts.TRANSCRIPT.read_text(encoding="utf-8")
    same = ast.parse((RULES / "night.py").read_text(encoding="utf-8"))
    assert lives(Mutant(RULES / "night.py", 0, "nothing", same), wanted), "the unchanged rules are found wrong"
    paths = [RULES / name for name in asked.files] or sorted(RULES.glob("[a-z]*.py"))
    made = killed = 0
    for path in paths:
        all_of_it = list(mutants(path))
        with ThreadPoolExecutor(asked.jobs) as pool:
            alive = list(pool.map(lambda one: lives(one, wanted), all_of_it))
        survivors = [one for one, lived in zip(all_of_it, alive, strict=True) if lived]
        made, killed = made + len(all_of_it), killed + len(all_of_it) - len(survivors)
        print(f"{path.name}: {len(all_of_it)} mutants, {len(all_of_it) - len(survivors)} killed", flush=True)
        for one in survivors:
            print(f"    {path.name}:{one.line}: {one.what}", flush=True)
    print(f"all: {made} mutants, {killed} killed, {killed / max(1, made):.1%}")


if __name__ == "__main__":
    main()
