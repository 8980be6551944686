"""The shapes of the format (FORMAT.md): which keys stand where, of what type, and what is wrong in a file's tables.

A checker takes a value and yields what is wrong with it, each problem with its key inside the value; list
positions count from 1 as the file's do. Nothing here knows the game: names and rules are judged by replay.py.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from difflib import get_close_matches
from itertools import chain, islice
from typing import Any, Final, TypeAlias

from mafia_cli.rules.errors import Problem
from mafia_cli.rules.roles import MOVERS, Role
from mafia_cli.rules.rulings import RULINGS
from mafia_cli.rules.steps import STEPS, Value
from mafia_cli.script.errors import Fault, place

Raw: TypeAlias = dict[str, Any]
"""A table as the parser gives it."""

Checker: TypeAlias = Callable[[Any], Iterator[Problem]]

ROLE_IDS: Final = frozenset(role.value for role in Role)
NEWEST_FORMAT: Final = 1
NAMED: Final = "named"
MAX_PLAYERS: Final = 100
MAX_STEPS: Final = 20_000
MAX_TEXT: Final = 20_000
"""Characters of any text in a file."""
MAX_NICK: Final = 200
"""Characters of a nick."""
MAX_FAULTS: Final = 200
"""Faults told of one step or header; a file with more is not mended one by one."""


def meant(name: str, known: object) -> str:
    """Return the known word that a mistyped one most likely meant, capitals aside, "" if none is near."""
    words = [str(word) for word in known] if isinstance(known, (list, tuple, set, frozenset, dict)) else []
    folded = {word[:100].casefold(): word for word in reversed(words)}
    return next((folded[word] for word in get_close_matches(name[:100].casefold(), list(folded), 1, 0.6)), "")


def _wrong(expected: str, *key: str) -> Problem:
    return Problem("wrong_type", "", {"expected": expected}, key)


def _inside(problems: Iterator[Problem], *key: str) -> Iterator[Problem]:
    for problem in problems:
        yield Problem(problem.code, problem.rule, problem.params, (*key, *problem.key))


def string(value: Any) -> Iterator[Problem]:
    """A string."""
    if not isinstance(value, str):
        yield _wrong("string")
    else:
        yield from _too_long(value, MAX_TEXT)


def _too_long(value: str, limit: int) -> Iterator[Problem]:
    if len(value) > limit:
        yield Problem("too_long", "", {"count": len(value), "limit": limit})


_LISTING: Final = ROLE_IDS - {"mayor"} | {"step", "spoke"}
"""Entries of as many words as there are."""


def nick(value: Any) -> Iterator[Problem]:
    """A nick: a string with something in it, not endless."""
    yield from filled(value)
    if isinstance(value, str):
        yield from _too_long(value, MAX_NICK)


def new_nick(value: Any) -> Iterator[Problem]:
    """The nick that a player takes: a string, not endless; that it is not blank is judged with the step."""
    if not isinstance(value, str):
        yield _wrong("string")
    else:
        yield from _too_long(value, MAX_NICK)


def filled(value: Any) -> Iterator[Problem]:
    """A string with something in it."""
    if not isinstance(value, str) or not value.strip():
        yield _wrong("nonempty string")


def integer(value: Any) -> Iterator[Problem]:
    """A whole number of at most 64 bits."""
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 1 << 63:
        yield _wrong("integer")


def boolean(value: Any) -> Iterator[Problem]:
    """``true`` or ``false``."""
    if not isinstance(value, bool):
        yield _wrong("boolean")


def moment(value: Any) -> Iterator[Problem]:
    """A point in time, as TOML's own or as text."""
    if not isinstance(value, (str, date)):
        yield _wrong("date")


def strings(value: Any) -> Iterator[Problem]:
    """A list of strings."""
    if not isinstance(value, list):
        yield _wrong("list of nicks")
        return
    for position, item in enumerate(value, 1):
        yield from _at(string(item), position)


def _at(problems: Iterator[Problem], position: int) -> Iterator[Problem]:
    """Put a list position before the key: ``votes`` and ``[3]`` are joined by ``place``."""
    yield from _inside(problems, f"[{position}]")


def anything(value: Any) -> Iterator[Problem]:
    """Any value at all."""
    return iter(())


def table(value: Any) -> Iterator[Problem]:
    """Any table."""
    if not isinstance(value, dict):
        yield _wrong("table")


def entry(value: Any) -> Iterator[Problem]:
    """One thing entered into a night or a day (FORMAT.md)."""
    if not _is_entry(value):
        yield _wrong("entry")


def _is_entry(value: Any) -> bool:
    match value:
        case ["stage", "votes" | "revote" | "acquit"] | ["mayor" | "decision", str()]:
            return True
        case (
            ["votes" | "revote", str()]
            | ["votes" | "revote", str(), str()]
            | ["votes" | "revote", str(), str(), "slip"]
        ):
            return True
        case ["acquit", str()] | ["acquit", str(), bool()] | ["acquit", str(), bool(), "slip"]:
            return True
        case ["refused", "votes" | "revote", str(), str(), str()] | ["refused", "acquit", str(), bool(), str()]:
            return True
        case [str(key), *rest] if key in _LISTING:
            return all(isinstance(item, str) for item in rest)
    return False


def entries(value: Any) -> Iterator[Problem]:
    """Everything entered into a step, in order: for undo alone, so what stands in the list is not judged."""
    if not isinstance(value, list):
        yield _wrong("list")


def ballots(value: Any) -> Iterator[Problem]:
    """Pairs of voter and candidate ("" = passes)."""
    yield from _pairs(value, str, "pair of nicks")


def acquittal(value: Any) -> Iterator[Problem]:
    """Pairs of a voter and true (acquit) or false (convict)."""
    yield from _pairs(value, bool, "pair of a nick and true/false")


def phase(value: Any) -> Iterator[Problem]:
    """The kind of a step that is filled in: ``night`` or ``day``."""
    if value not in ("night", "day"):
        yield Problem("unknown_kind", "", {"kind": str(value), "meant": ""})


def tables(value: Any) -> Iterator[Problem]:
    """A list of tables, at least one."""
    if not isinstance(value, list) or not value or not all(isinstance(item, dict) for item in value):
        yield _wrong("list")


def _pairs(value: Any, second: type, expected: str) -> Iterator[Problem]:
    if not isinstance(value, list):
        yield _wrong("list")
        return
    for position, pair in enumerate(value, 1):
        good = isinstance(pair, list) and len(pair) == 2
        if not (good and isinstance(pair[0], str) and isinstance(pair[1], second)):
            yield _wrong(expected, f"[{position}]")


def moves(value: Any) -> Iterator[Problem]:
    """A table of night role -> nick ("" = skips); the journalist names a list of two."""
    if not isinstance(value, dict):
        yield _wrong("table")
        return
    for name, target in value.items():
        if name not in ROLE_IDS:
            yield Problem("unknown_role", "", {"role": name, "meant": meant(name, MOVERS)}, (name,))
        elif name == Role.JOURNALIST and target != "":
            two = isinstance(target, list) and len(target) == 2
            if not (two and all(isinstance(nick, str) and nick for nick in target)):
                yield _wrong("two nicks", name)
        elif not isinstance(target, str):
            yield _wrong("one nick", name)


_ANSWERS: Final = {"commissar": ("+", "-", "none"), "journalist": ("same", "different", "none")}


def answers(value: Any) -> Iterator[Problem]:
    """A table of commissar and journalist -> the answer told instead."""
    if not isinstance(value, dict):
        yield _wrong("table")
        return
    for name, told in value.items():
        if name in ROLE_IDS and name not in _ANSWERS:
            yield Problem("no_answers", "", {"role": name}, (name,))
        elif name not in _ANSWERS:
            yield Problem("unknown_role", "", {"role": name, "meant": meant(name, _ANSWERS)}, (name,))
        elif told not in _ANSWERS[name]:
            yield Problem("bad_answer", "", {"role": name, "answer": str(told)}, (name,))


def after(value: Any) -> Iterator[Problem]:
    """The word "vote"."""
    if value != "vote":
        yield Problem("bad_after")


def rulings(value: Any) -> Iterator[Problem]:
    """A table of ruling id -> choice."""
    if not isinstance(value, dict):
        yield _wrong("table")
        return
    for name, choice in value.items():
        if name not in RULINGS:
            yield Problem("unknown_ruling", "", {"ruling": name, "meant": meant(name, RULINGS)}, (name,))
        elif choice not in RULINGS[name].choices:
            choices = RULINGS[name].choices
            params = {"ruling": name, "choice": str(choice), "choices": choices}
            yield Problem("unknown_choice", RULINGS[name].rule, params, (name,))


def host_named(value: Any) -> Iterator[Problem]:
    """The mayor is the host's word, not the lot (2.8): ``named`` and nothing else."""
    if value != NAMED:
        yield _wrong("named")


def reserves(value: Any) -> Iterator[Problem]:
    """Tables of a nick and perhaps a chat name: who would sit down in another's place, in order."""
    if not isinstance(value, list):
        yield _wrong("list")
        return
    for position, item in enumerate(value, 1):
        yield from _at(table_problems(item, {"nick": nick, "chat": string}, ("nick",)), position)


def minutes(value: Any) -> Iterator[Problem]:
    """A table of phase -> minutes."""
    if not isinstance(value, dict):
        yield _wrong("table")
        return
    for name, amount in value.items():
        if isinstance(amount, bool) or not isinstance(amount, (int, float)) or not 0 <= amount <= 1440:
            yield _wrong("minutes", name)


_OF: Final[Mapping[Value, Checker]] = {
    **dict.fromkeys((Value.SEAT, Value.HOLDER, Value.CHOICE, Value.TEXT), string),
    Value.SEATS: strings,
    Value.MOVES: moves,
    Value.BALLOTS: ballots,
    Value.VERDICTS: acquittal,
    Value.ANSWERS: answers,
    Value.AFTER: after,
    Value.NICK: new_nick,
    Value.NAME: filled,
    Value.FLAG: boolean,
    Value.NUMBER: integer,
    Value.CHANGES: table,
    Value.ENTRIES: entries,
    Value.MOMENT: moment,
}
_KEYS: Final[Mapping[str, Mapping[str, Checker]]] = {
    kind: {"kind": string, **{key: _OF[value] for key, value in info.keys.items()}} for kind, info in STEPS.items()
}
"""For each kind of step: its keys with their checkers."""

PLAYER: Final[Mapping[str, Checker]] = {
    "nick": nick,
    "role": string,
    "chat": string,
    "aliases": strings,
    "away": boolean,
}
TOLD: Final[Mapping[str, Checker]] = {
    "to": integer,
    "about": string,
    "says": table,
    "at": moment,
    "text": string,
}
SAYS: Final[Mapping[str, Checker]] = {
    "died": strings,
    "seduced": strings,
    "seduced_now": strings,
    "revived": strings,
    "excluded": strings,
    "by": table,
    "roles": table,
    "votes": table,
    "second": table,
    "suspect": string,
    "jailed": string,
    "role": string,
    "from": string,
    "to": string,
    "winner": string,
    "saves": boolean,
}
"""What an entry of ``told`` says, as far as it is read again; whatever else stands there is compared only."""
UNDONE: Final[Mapping[str, Checker]] = {
    "what": string,
    "kind": phase,
    "entry": entry,
    "step": table,
    "steps": tables,
    "key": string,
    "value": anything,
    "within": phase,
    "forget": strings,
    "comments": table,
}
UNDONE_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "entry": ("entry", "kind"),
    "close": ("kind",),
    "open": ("kind",),
    "step": ("step",),
    "steps": ("steps",),
    "answer": ("key", "value"),
}
"""For each thing that undo takes back: what must be kept for redo."""
HEADER: Final[Mapping[str, Checker]] = {
    "format": integer,
    "seed": integer,
    "lots": integer,
    "wording": integer,
    "rulings": rulings,
    "name": string,
    "host": string,
    "created": moment,
    "lang": string,
    "theme": string,
    "pack": string,
    "limit": string,
    "mayor": host_named,
    "minutes": minutes,
    "tracks": ballots,
    "reserves": reserves,
    "setup": table,
    "example": boolean,
    "players": anything,
    "steps": anything,
    "told": anything,
    "undone": anything,
}


def table_problems(value: Any, keys: Mapping[str, Checker], required: tuple[str, ...] = ()) -> Iterator[Problem]:
    """Yield what is wrong with a table: unknown keys with the likely meant one, missing keys, wrong types."""
    if not isinstance(value, dict):
        yield _wrong("table")
        return
    for key, item in value.items():
        if key not in keys:
            yield Problem("unknown_key", "", {"key": key, "meant": meant(key, dict(keys))}, (key,))
        else:
            for problem in keys[key](item):
                yield Problem(problem.code, problem.rule, problem.params, (key, *problem.key))
    for key in required:
        if key not in value:
            yield Problem("missing_key", "", {"key": key})


def says_problems(says: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is of another type than is told in what an entry of ``told`` says."""
    for key, value in says.items():
        if key in SAYS:
            yield from _inside(SAYS[key](value), key)


def step_problems(raw: Any) -> Iterator[Problem]:
    """Yield what is wrong with the shape of one step."""
    kind = raw.get("kind") if isinstance(raw, dict) else None
    if not isinstance(raw, dict):
        yield _wrong("table")
    elif not isinstance(kind, str):
        yield Problem("missing_key", "", {"key": "kind"}) if kind is None else _wrong("string", "kind")
    elif kind not in STEPS:
        yield Problem("unknown_kind", "", {"kind": kind, "meant": meant(kind, dict(STEPS))}, ("kind",))
    else:
        yield from islice(table_problems(raw, _KEYS[kind], STEPS[kind].needs), MAX_FAULTS)


def set_problems(raws: list[Any], amend: Raw) -> list[Problem]:
    """Return what is wrong with the keys that an amend sets, where it names an earlier step of a known kind."""
    aim = raws[amend["step"] - 1] if 1 <= amend.get("step", 0) <= len(raws) else None
    kind = str(aim.get("kind")) if isinstance(aim, dict) else ""
    known = {key: one for key, one in _KEYS.get(kind, {}).items() if key not in ("kind", "open")}
    found = islice(table_problems(amend.get("set", {}), known), MAX_FAULTS)
    return [*_inside(found, "set")]


def redo_problems(taken: Any) -> list[Problem]:
    """Return why an entry of ``undone`` cannot be done again: not of the shape that undo writes."""
    what = taken.get("what") if isinstance(taken, dict) else None
    if not isinstance(what, str) or what not in UNDONE_KEYS:
        params = {"kind": str(what), "meant": meant(str(what), dict(UNDONE_KEYS))}
        return [Problem("unknown_kind", "", params, ("what",))]
    found = list(table_problems(taken, UNDONE, ("what", *UNDONE_KEYS[what])))
    if found or what not in ("step", "steps"):
        return found
    listed = [taken["step"]] if what == "step" else taken["steps"]
    keys = [("step",)] if what == "step" else [("steps", f"[{at}]") for at in range(1, len(listed) + 1)]
    return [
        Problem(one.code, one.rule, one.params, (*key, *one.key))
        for key, raw in zip(keys, listed, strict=True)
        for one in step_problems({name: value for name, value in raw.items() if name != "comments"})
    ]


# --- outside the steps ------------------------------------------------------------------------------------


_LISTS: Final = ("players", "steps", "told", "undone")


def header_faults(doc: Raw) -> list[Fault]:
    """Return everything wrong with a document outside its steps, the roles of the deal apart."""
    number = doc.get("format", NEWEST_FORMAT)
    if isinstance(number, int) and number > NEWEST_FORMAT:
        return [Fault("format", Problem("newer_format", "", {"format": number, "known": NEWEST_FORMAT}))]
    faults = [_fault(problem) for problem in islice(table_problems(doc, HEADER), MAX_FAULTS)]
    if number != NEWEST_FORMAT and not faults:
        faults.append(Fault("format", Problem("bad_format", "", {"format": number})))
    for key in _LISTS:
        if not isinstance(doc.get(key, []), list):
            faults.append(Fault(key, Problem("wrong_type", "", {"expected": "list"})))
    if not faults:
        faults += _many(doc, "players", MAX_PLAYERS) + _many(doc, "steps", MAX_STEPS)
    listed = chain(_player_faults(doc.get("players", [])), _told_faults(doc.get("told", [])), _no_tables(doc, "undone"))
    return faults or [*islice(listed, MAX_FAULTS)]


def _many(doc: Raw, key: str, limit: int) -> list[Fault]:
    count = len(doc.get(key, []))
    return [Fault(key, Problem("too_many", "", {"what": key, "count": count, "limit": limit}))] * (count > limit)


def _fault(problem: Problem, *before: str | int) -> Fault:
    return Fault(place(*before, *problem.key), problem)


def _player_faults(players: list[Any]) -> Iterator[Fault]:
    taken: dict[str, int] = {}
    for seat, player in enumerate(players, 1):
        found = list(table_problems(player, PLAYER, ("nick",)))
        yield from (_fault(problem, "players", seat) for problem in found)
        nick = player.get("nick") if isinstance(player, dict) else None
        if not isinstance(nick, str):
            continue
        if nick in taken:
            yield Fault(place("players", seat, "nick"), Problem("nick_taken", "", {"nick": nick, "seat": taken[nick]}))
        taken.setdefault(nick, seat)
        role = player.get("role")
        if isinstance(role, str) and role not in ROLE_IDS:
            params = {"role": role, "meant": meant(role, list(Role))}
            yield Fault(place("players", seat, "role"), Problem("unknown_role", "", params))


def _told_faults(told: list[Any]) -> Iterator[Fault]:
    for position, one in enumerate(told, 1):
        found = table_problems(one, TOLD, ("to", "about", "says"))
        yield from (_fault(problem, "told", position) for problem in found)


def _no_tables(doc: Raw, key: str) -> Iterator[Fault]:
    for position, item in enumerate(doc.get(key, []), 1):
        if not isinstance(item, dict):
            yield Fault(place(key, position), Problem("wrong_type", "", {"expected": "table"}))


def step_faults(doc: Raw) -> list[Fault]:
    """Return the faults of the shapes of all steps."""
    steps = doc.get("steps")
    listed = enumerate(steps if isinstance(steps, list) else (), 1)
    return [_fault(problem, "steps", position) for position, raw in listed for problem in step_problems(raw)]


def passed_over(doc: Raw) -> list[Fault]:
    """Return what a game is played without: what of ``entries``, ``told`` and ``undone`` cannot be read."""
    return [*islice(_passed_over(doc), MAX_FAULTS)]


def _passed_over(doc: Raw) -> Iterator[Fault]:
    for position, step in enumerate(_tables(doc, "steps"), 1):
        listed = step.get("entries")
        for at, one in enumerate(listed if isinstance(listed, list) else (), 1):
            for problem in entry(one):
                yield Fault(place("steps", position, "entries", at, *problem.key), problem)
    for position, told in enumerate(_tables(doc, "told"), 1):
        says = told.get("says")
        for problem in says_problems(says) if isinstance(says, dict) else ():
            yield Fault(place("told", position, "says", *problem.key), problem)
    for position, undone in enumerate(_tables(doc, "undone"), 1):
        for problem in redo_problems(undone) if undone else ():
            yield Fault(place("undone", position, *problem.key), problem)


def _tables(doc: Raw, key: str) -> list[Raw]:
    """Return the blocks of a document, an empty one for what is no table."""
    blocks = doc.get(key)
    return [block if isinstance(block, dict) else {} for block in blocks] if isinstance(blocks, list) else []
