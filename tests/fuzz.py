"""Mutated saves and random lines: ``python tests/fuzz.py [--saves 200000] [--lines 50000] [--seed 0]``.

Saves are cases, the frozen save and random games, mutated by their structure (keys, types, nicks, steps moved, doubled
and dropped) or byte by byte. Each is parsed, played, read by the contract, undone, redone and written again, and put
through ``games check``, in one language or the other. Lines go through every reader of the desk. An exception is
printed with what caused it; so is whatever takes too long.
"""

import argparse
import copy
import math
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, Final
from unicodedata import category

import tomli_w
from documents import as_script, play, table
from effort import LONG
from random_games import random_game, unlawful

from mafia_cli import screen, texts
from mafia_cli.cli.games import found_in
from mafia_cli.host.amending import already_told
from mafia_cli.rules.facts import facts
from mafia_cli.script import contract, edit
from mafia_cli.script.errors import Fault, RefusedError
from mafia_cli.script.tables import dump
from mafia_cli.script.told import told_last, unsent
from mafia_cli.script.toml import dumps, parse
from mafia_cli.settings import fault_text
from mafia_cli.words.catalogue import LANGUAGES, Words

HERE: Final = Path(__file__).parent
SECONDS: Final = 5.0
"""Of the processor's time, what one save or line may take."""

PIECES: Final = [
    "", " ", "0", "-1", "true", "x" * 50, "x" * 25_000, "\x00", "\x1b[31m", "[red]", "{}", "{0.__class__}", "%s", "%n",
    "'", '"', '"""', "\\", "\\u0000", "#", "]", "[[", "=", "\r\n", "\u202e", "\u200b", "Z\u0334\u0335\u0336\u0337",
    "\ud7ff", "\ufeff", "Аня", "аня", "АНЯ", "AНЯ", "mafia", "votes", "open", "amend", "99", "1e5", "٣", "²", "½",
]  # fmt: skip
VALUES: Final[list[Any]] = [
    None, True, False, 0, 1, -1, 3, 99, 2**31, 2**63, -(2**63), 10**400, 1.5, float("inf"), float("nan"), [], {}, [[]],
    [[[]]], ["x"], [["a", "b"]], [["a", True]], [[1, 2]], {"x": 1}, {"": ""}, [None], {"a": {"b": {}}}, [True, "", 0],
]  # fmt: skip
KEYS: Final = [
    "kind", "moves", "votes", "revote", "acquit", "mayor", "decision", "target", "to", "rule", "reason", "dead",
    "alive", "jailed", "seduced", "answers", "open", "after", "step", "seat", "role", "set", "drop", "entries",
    "winner",
    "joined", "nick", "chat", "aliases", "players", "steps", "told", "undone", "setup", "rulings", "seed", "format",
    "what", "#",
    "minutes", "tracks", "says", "about", "at", "text", "note", "back", "spoke", "lang", "theme", "limit", "created",
]  # fmt: skip
KINDS: Final = [
    "night", "day", "kabum", "revive", "exclude", "heir", "rename", "replace", "violation", "override", "end", "amend",
    "alias", "note", "away", "forgive",
]  # fmt: skip

NOT_JUDGED: Final = ("entries", "told[", "undone[")


def unsafe(text: str) -> set[str]:
    """Return what a terminal could obey; a joiner between emoji is none of it."""
    return {char for char in text if category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") and char != "\u200d"}


# --- saves ------------------------------------------------------------------------------------------------


@cache
def seeds() -> list[dict[str, Any]]:
    """The documents that mutation begins with."""
    files = [*sorted((HERE / "cases").glob("*.toml")), *sorted((HERE / "frozen").glob("*.toml"))]
    docs = [parse(path.read_bytes()) for path in files]
    for number in range(120 if LONG else 40):
        rng = random.Random(f"fuzz {number}")
        game = random_game(rng)
        docs += [game, unlawful(rng, game)[0]]
        if number % 4 == 0:
            docs[-2] = {**game, "told": told(game)}
        for _ in range(number % 4):
            done = edit.undo(as_script(docs[-2]))
            docs[-2] = table(done[0]) if done else docs[-2]
    return docs


def told(doc: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the entries of a game in which all that follows has left the desk."""
    played = play(doc)
    chat = texts.chat_texts(as_script(doc), played, texts.voice_of(as_script(doc), Words("en"), None))
    said = [{"to": 0, "about": one.about, "says": one.says} for one in chat]
    return said + [{"to": one.to, "about": one.about, "says": one.says} for one in unsent(played, as_script(doc))]


def nodes(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container with each of its keys or positions."""
    pairs = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    for key, item in pairs:
        yield value, key
        if isinstance(item, (dict, list)):
            yield from nodes(item)


def mutated(rng: random.Random, doc: dict[str, Any]) -> dict[str, Any]:
    """Return a document with a few changes of its structure."""
    changed = copy.deepcopy(doc)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
        places = list(nodes(changed))
        if not places:
            break
        holder, key = rng.choice(places)
        _change(rng, changed, holder, key)
    return changed


def _change(rng: random.Random, doc: dict[str, Any], holder: Any, key: Any) -> None:
    match rng.randrange(9):
        case 0:
            holder[key] = copy.deepcopy(rng.choice(VALUES))
        case 1:
            holder[key] = rng.choice(PIECES)
        case 2:
            del holder[key]
        case 3 if isinstance(holder, dict):
            holder[rng.choice(KEYS + PIECES)] = holder[key] if rng.random() < 0.5 else rng.choice(VALUES + PIECES)
        case 4 if isinstance(holder, list):
            holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(rng.choice(holder)))
        case 5 if isinstance(holder, list):
            rng.shuffle(holder)
        case 6 if isinstance(doc.get("steps"), list):
            step: dict[str, Any] = {"kind": rng.choice(KINDS)}
            for name in rng.sample(KEYS, rng.randrange(4)):
                step[name] = copy.deepcopy(rng.choice([*VALUES, *PIECES, 1, 2, "Аня", ["Аня"]]))
            doc["steps"].insert(rng.randrange(len(doc["steps"]) + 1), step)
        case 7 if isinstance(holder[key], str):
            text = holder[key]
            at = rng.randrange(len(text) + 1)
            slipped = text[:at] + rng.choice(PIECES) + text[at + rng.randrange(2) :]
            holder[key] = slipped if rng.random() < 0.7 else text.swapcase()
        case _:
            other_holder, other = rng.choice(list(nodes(doc)))
            if not isinstance(other_holder[other], (dict, list)):
                holder[key] = other_holder[other]


def mutated_bytes(rng: random.Random, data: bytes) -> bytes:
    """Return bytes with a few changes."""
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 4, 16])):
        at = rng.randrange(len(changed) + 1)
        match rng.randrange(5):
            case 0:
                changed[at : at + 1] = bytes([rng.randrange(256)])
            case 1:
                del changed[at : at + rng.randrange(1, 40)]
            case 2:
                changed[at:at] = rng.choice(PIECES).encode("utf-8", "surrogatepass")
            case 3:
                end = rng.randrange(len(changed) + 1)
                changed[at:at] = changed[end : end + rng.randrange(80)]
            case _:
                changed[at:at] = rng.choice(
                    [b"[" * 300, b"{a=" * 200, b"9" * 5000, b'"""', b"\n[[steps]]\n", b"a.b.c=1\n"]
                )
    return bytes(changed)


def use(data: bytes, words: Words) -> str:
    """Do with a save what commands do; return how far it came."""
    doc, faults = _parsed(data)
    if doc is None:
        assert fault_text(words, faults)
        return "unreadable"
    played = play(doc)
    contract.entries(played)
    contract.alive(played)
    contract.winner(played)
    if played.faults:
        assert all(fault.place is not None for fault in played.faults)
        assert "\x1b" not in fault_text(words, played.faults)
        return "at fault"
    for record in played.records:
        facts(record.game.cast, record.trace)
    unsent(played, as_script(doc))
    told_last(as_script(doc))
    again = parse(dumps(doc).encode())
    assert play(again).records == played.records or _has_nan(doc)
    for turn in (edit.undo, edit.redo):
        done = turn(as_script(doc))
        if done is not None:
            after = play(done[0])
            dump(done[0])
            if not after.faults:
                assert not unsafe(
                    texts.decision_text(words, done[1], after.names)
                    + already_told(words, as_script(doc), HERE, played, after).replace("\n", "")
                )
    return "played"


def checked(data: bytes, words: Words, end: str) -> None:
    """Put a save that came so far (see ``use``) through the checker, and what it says through what prints it."""
    found = [*found_in(words, HERE / "none" / "fuzz.toml", data)]
    faulty = any(fault for fault, _ in found)
    if end == "played":
        assert all(not fault or any(key in line for key in NOT_JUDGED) for fault, line in found)
    assert faulty or end != "unreadable"
    lines = screen.wrap_lines([line for _, line in found])
    assert all(screen.text_width(line) <= screen.columns() for line in lines)
    assert not unsafe("".join(lines))
    if end == "at fault" and not faulty:  # only a game in set-up is sound so
        doc = parse(data)
        assert not doc.get("steps")
        assert {fault.problem.code for fault in play(doc).faults} <= {"roles_not_dealt", "still_set_up"}


def _parsed(data: bytes) -> tuple[dict[str, Any] | None, list[Fault]]:
    try:
        return parse(data), []
    except RefusedError as error:
        return None, error.faults


def _has_nan(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_nan, value.values()))
    return any(map(_has_nan, value)) if isinstance(value, list) else bool(value != value)


def written(doc: dict[str, Any]) -> bytes:
    """Return a mutated document as a file; what no file can hold is written as near as may be."""
    return tomli_w.dumps(_plain(doc)).encode("utf-8", "replace")


def _plain(value: Any) -> Any:
    """Return a document without what TOML has no word for."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items() if item is not None}
    return [_plain(item) for item in value if item is not None] if isinstance(value, list) else value


def fuzz_saves(
    count: int, seed: int, failed: Callable[[str, bytes], None], seconds: float = math.inf
) -> dict[str, int]:
    """Use so many mutated saves; return how many came how far."""
    came: dict[str, int] = {}
    languages = [Words(lang) for lang in LANGUAGES]
    docs = seeds()
    plain = [dumps(doc).encode() for doc in docs]
    for number in range(count):
        rng = random.Random(f"save {seed} {number}")
        at = rng.randrange(len(docs))
        data = mutated_bytes(rng, plain[at]) if number % 4 == 3 else written(mutated(rng, docs[at]))
        before = time.process_time()
        try:
            words = languages[number % len(languages)]
            end = use(data, words)
            checked(data, words, end)
        except Exception as error:
            end = "failed"
            failed(f"save {seed} {number}: {type(error).__name__}: {error}", data)
        came[end] = came.get(end, 0) + 1
        if time.process_time() - before > seconds:
            failed(f"save {seed} {number}: {time.process_time() - before:.1f} s", data)
    return came


# --- lines ------------------------------------------------------------------------------------------------


def random_line(rng: random.Random, nicks: list[str]) -> str:
    """Return something that a host might type, or a cat on the keys."""
    words = [*nicks, *PIECES, *KINDS, "док", "маф", "пас", "голосую", "за", "->", "+", "-", ":", "1", "12", "-кабум",
             "ldt", "лечу", "=", ",", "не", "@", "\t", "\n", "мафия", "вор", "жур", "9" * 5000, "№", "1" * 7,
             "посадить", "\ud83d\ude00"]  # fmt: skip
    if rng.random() < 0.3:
        return "".join(chr(rng.choice([rng.randrange(32, 127), rng.randrange(0x400, 0x460), rng.randrange(0x11000)]))
                       for _ in range(rng.randrange(60)))  # fmt: skip
    line = rng.choice([" ", "", "  "]).join(rng.choice(words) for _ in range(rng.randrange(1, 9)))
    return line * (500 if rng.random() < 0.002 else 1)


def fuzz_lines(count: int, seed: int, failed: Callable[[str, bytes], None], seconds: float = math.inf) -> int:
    """Read so many random lines by every reader of the desk and of a new game; return how many.

    What a reader refuses must be something to say in either language.
    """
    from mafia_cli.actions import blacklist
    from mafia_cli.host import clock, music, setup, signing, why
    from mafia_cli.people import roster_of
    from mafia_cli.reading import acquittal, kabum, moves, nicks, signups, speakers, votes

    languages = [Words(lang) for lang in LANGUAGES]
    docs = [doc for doc in seeds() if not play(doc).faults]
    games = [(roster_of(as_script(doc), play(doc)), doc["players"]) for doc in docs[:60]]
    readers: list[Callable[[Any, str], object]] = [
        *(moves.read_moves, votes.read_votes, acquittal.read_acquittal, nicks.find),
        speakers.read_speakers,
    ]
    of_setup: list[Callable[[str], object]] = [
        *(
            kabum.read_kabum,
            signups.read_signup,
            music.read_tracks,
            partial(signing.signed, [], []),
            clock.minutes_of,
            clock.phase_of,
        ),
        *(blacklist.day_of, lambda text: why.read_why(text, exact=False), lambda text: setup.composition(text, 9)),
    ]
    for number in range(count):
        rng = random.Random(f"line {seed} {number}")
        roster, players = rng.choice(games)
        text = random_line(rng, [player["nick"] for player in players])
        calls: list[Callable[[str], object]] = [
            *(partial(read, roster) for read in readers),
            *of_setup,
            partial(setup.seat_in, players),
        ]
        for read in calls:
            before = time.process_time()
            try:
                read(text)
            except RefusedError as error:
                said = fault_text(languages[number % len(languages)], error.faults)
                if not said or unsafe(said.replace("\n", "")):
                    failed(f"line {seed} {number}: says {said!r}", text.encode("utf-8", "replace"))
            except Exception as error:
                failed(f"line {seed} {number}: {type(error).__name__}: {error}", text.encode("utf-8", "replace"))
            if time.process_time() - before > seconds:
                failed(f"line {seed} {number}: {time.process_time() - before:.1f} s", text.encode("utf-8", "replace"))
    return count


def main() -> int:
    """Fuzz as the command line says; print the figures; the exit status is 1 when anything failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--saves", type=int, default=200_000)
    parser.add_argument("--lines", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    failures: list[str] = []

    def failed(what: str, data: bytes) -> None:
        failures.append(what)
        if len(failures) <= 40:
            print(what, data[:300], sep="\n    ", flush=True)

    came = fuzz_saves(asked.saves, asked.seed, failed, SECONDS)
    read = fuzz_lines(asked.lines, asked.seed, failed, SECONDS)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{asked.saves} saves ({came}), {read} lines: {len(failures)} failures, at most {most} MB")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
