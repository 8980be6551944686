"""A game's tables read once into a ``Script`` and made of it again: nicks become seats here, and nicks again.

A block that is as it was read is written back byte for byte (blocks.py), the comments of any other stand above it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from mafia_cli.rules.errors import Problem
from mafia_cli.rules.model import NOBODY, NightStep, NoteStep, OverrideStep
from mafia_cli.rules.roles import Role
from mafia_cli.rules.steps import BALLOTS, NAMING, STEPS, Value
from mafia_cli.script import check
from mafia_cli.script.blocks import comments_in, is_comment, split
from mafia_cli.script.check import Raw
from mafia_cli.script.errors import Fault, RefusedError, faults_at
from mafia_cli.script.model import (
    AmendStep,
    Entry,
    Header,
    Misshapen,
    Names,
    Player,
    Row,
    Script,
    Source,
    Told,
    Undone,
    names_of,
)
from mafia_cli.script.replay import all_faults, names_by_step
from mafia_cli.script.toml import BLOCKS, decode, joined, lines_of, parse

_PLAYER: Final = ("nick", "chat", "aliases", "role", "away")
_PACKED: Final = "comments"
"""The key of the comments among what was undone, where none can stand: lists of lines."""
_TABLES: Final = ("rulings", "minutes", "setup")


# --- reading ----------------------------------------------------------------------------------------------


def load(data: bytes) -> Script:
    """Return the game in these bytes, to be judged and written again; raises ``SaveError`` as ``parse`` does."""
    return read(parse(data), decode(data))


def load_to_count(data: bytes) -> Script:
    """Return the game in these bytes for what is counted of it alone: it cannot be written again."""
    doc = parse(data)
    return read({key: value for key, value in doc.items() if key not in ("told", "undone", "setup")})


def inspect(data: bytes) -> tuple[Script, list[Fault]]:
    """Return the game in these bytes and all that is wrong with it; raises ``SaveError`` as ``parse`` does."""
    doc = parse(data)
    script = read(doc, decode(data))
    return script, all_faults(script, [*(check.step_faults(doc) if script.faults else ()), *check.passed_over(doc)])


def read(doc: Raw, text: str = "") -> Script:
    """Return the game in a document, with the blocks of the text it was parsed from where it is given."""
    faults = tuple(check.header_faults(doc))
    if faults:
        return Script(_header(doc, ()), faults=faults)
    blocks, tail = split(text) if text else ([], "")
    sources = {key: [block.text for block in blocks if block.name == key] for key in ("", *_TABLES, *BLOCKS)}
    for key in BLOCKS:
        if len(sources[key]) != len(doc.get(key, ())):  # written in one line: it belongs to what it stands in
            sources[key] = []
    heading = {key: "\n".join(sources[key]) for key in ("", *_TABLES)}
    players = tuple(map(_player, doc.get("players", ()), _endless(sources["players"])))
    steps, then = _steps(doc.get("steps", []), names_of(player.nick for player in players), sources["steps"])
    told = tuple(map(_told, doc.get("told", ()), _endless(sources["told"])))
    origin: dict[str, tuple[object, str]] = {key: (doc[key], heading[key]) for key in doc if key in _TABLES}
    origin[""] = (
        {key: doc[key] for key in doc if key not in (*_TABLES, *(b for b in BLOCKS if sources[b]))},
        heading[""],
    )
    if any(len(sources[key]) > 1 for key in _TABLES):
        origin = {}
    return Script(
        _header(doc, comments_in("".join(heading.values())) if "#" in text else ()),
        players,
        steps,
        told,
        _undone(doc.get("undone", []), then, sources["undone"]),
        doc.get("setup"),
        tail=tail,
        origin=origin,
    )


def _endless(texts: list[str]) -> Iterator[str]:
    yield from texts
    while True:
        yield ""


def _of_block(text: str, nicks: tuple[str, ...] = ()) -> Raw:
    return {"source": Source(text, nicks), "comments": comments_in(text)} if text else {}


def _header(doc: Raw, comments: tuple[str, ...]) -> Header:
    """Return what can be read of a header."""
    known = {key: doc[key] for key in Header.__dataclass_fields__ if key in doc and key in check.HEADER}
    sound = {key: value for key, value in known.items() if next(check.HEADER[key](value), None) is None}
    if "tracks" in sound:
        sound["tracks"] = tuple((title, by) for title, by in sound["tracks"])
    if "reserves" in sound:
        sound["reserves"] = tuple(sound["reserves"])
    return Header(**sound, comments=comments)


def _player(raw: Raw, text: str) -> Player:
    aliases = {"aliases": tuple(raw["aliases"])} if "aliases" in raw else {}
    return Player(**{**raw, **aliases}, **_of_block(text))


def _told(raw: Raw, text: str) -> Told:
    return Told(**raw, **_of_block(text))


def _steps(raws: list[Any], names: Names, texts: list[str]) -> tuple[tuple[Row, ...], list[Names]]:
    """Return the steps, each with its players by the names of its time, and the names before each and after all."""
    folded, dropped = _folded(raws)
    rows: list[Row] = []
    then: list[Names] = []
    for at, (raw, text) in enumerate(zip(raws, _endless(texts), strict=False)):
        then.append(names)
        meant = folded.get(at, raw)
        problems = [*check.step_problems(raw)]
        if not problems and raw["kind"] == "amend" and ("step" in raw) and "seat" not in raw:
            problems = check.set_problems(raws[:at], raw)
        if problems:
            fitting = at in folded and not [*check.step_problems(meant)]
            mended = _row(meant, names, ()) if fitting else None
            kind = raw.get("kind") if isinstance(raw, dict) else ""
            opened = isinstance(raw, dict) and raw.get("open") is True
            step = Misshapen(str(kind), tuple(problems), raw, mended)
            row = Row(step, open=opened, **_of_block(text, names.nicks))
        else:
            row = _row(raw, names, then, **_of_block(text, names.nicks))
        rows.append(row)
        if at not in dropped and isinstance(meant, dict) and str(meant.get("kind")) in NAMING:
            names = _renamed(names, meant.get("target"), meant.get("to"))
    return tuple(rows), [*then, names]


def _renamed(names: Names, target: object, to: object) -> Names:
    if isinstance(target, str) and isinstance(to, str) and target in names.seats and to not in names.seats:
        return names.renamed(names.seats[target], to)
    return names


def _folded(raws: list[Any]) -> tuple[dict[int, Raw], set[int]]:
    """Return the steps that amends change, as they leave them, and those they drop, by their place in the list."""
    folded: dict[int, Raw] = {}
    dropped: dict[int, bool] = {}
    for at, raw in enumerate(raws):
        if not isinstance(raw, dict) or raw.get("kind") != "amend" or [*check.step_problems(raw)]:
            continue
        aim = raw.get("step", 0) - 1
        if not 0 <= aim < at or "seat" in raw or not isinstance(raws[aim], dict) or check.set_problems(raws[:at], raw):
            continue
        if raws[aim].get("kind") != "amend":
            folded[aim] = {**folded.get(aim, raws[aim]), **raw.get("set", {})}
            dropped[aim] = raw.get("drop", dropped.get(aim, False))
    return folded, {at for at, gone in dropped.items() if gone}


def _row(raw: Raw, names: Names, then: Sequence[Names], **block: Any) -> Row:
    """Return a well-shaped step; ``then``: the names before each step so far."""
    kind = raw["kind"]
    info, own, step = STEPS[kind], dict[str, Any](), dict[str, Any]()
    fields = AmendStep._fields if kind == "amend" else info.cls._fields  # type: ignore[attr-defined]
    for key, item in raw.items():
        if key == "kind":
            continue
        if key == "set":
            step["changes"] = _changes(item, then, raw)
        elif key in fields:
            step[key] = _value(info.keys[key], item, names)
        else:
            own[key] = _value(info.keys[key], item, names)
    if kind == "note" and not raw.get("target"):
        step.pop("target", None)
    if own.get("entries", ()) is None:
        del own["entries"]
    made = (
        AmendStep(**step)
        if kind == "amend"
        else NoteStep(kind, **step)
        if info.cls is NoteStep
        else NightStep(step.get("moves", {}))
        if kind == "night"
        else info.cls(**step)
    )
    return Row(made, **own, **block)


def changes(row: Row, key: str, value: Any) -> dict[str, Any]:
    """Return a key of a step as an amend sets it, from a value in which nobody is named; raises ``RefusedError``."""
    found = check.set_problems([{"kind": row.kind}], {"step": 1, "set": {key: value}})
    if found:
        raise RefusedError(faults_at(found, ()))
    return {key: _value(_SET[key], value, names_of(()))}


def _changes(raw: Raw, then: Sequence[Names], amend: Raw) -> Mapping[str, Any]:
    """Return the keys that an amend sets, in seats by the names of the amended step's time."""
    at = amend.get("step", 0) - 1
    names = then[at] if 0 <= at < len(then) else names_of(())
    return {key: _value(_SET.get(key, Value.TEXT), item, names) for key, item in raw.items()}


def _value(what: Value, item: Any, names: Names) -> Any:
    """Return what a key holds, nicks as seats."""
    match what:
        case Value.SEAT:
            return names.seat(item)
        case Value.HOLDER | Value.CHOICE:
            return names.seat(item) if item else NOBODY
        case Value.SEATS:
            return tuple(map(names.seat, item))
        case Value.BALLOTS:
            return tuple((names.seat(voter), names.seat(choice) if choice else NOBODY) for voter, choice in item)
        case Value.VERDICTS:
            return tuple((names.seat(voter), acquits) for voter, acquits in item)
        case Value.MOVES:
            return {
                Role(role): tuple(map(names.seat, nicks if isinstance(nicks, list) else [nicks] * (nicks != "")))
                for role, nicks in item.items()
            }
        case Value.ANSWERS:
            return {Role(role): told for role, told in item.items()}
        case Value.AFTER:
            return True
        case Value.ENTRIES:
            if any(next(check.entry(one), None) for one in item):
                return None  # written by another hand
            return tuple(_entry(one, names) for one in item)
    return item


def _entry(raw: list[Any], names: Names) -> Entry:
    match raw:
        case ["stage" | "step", *_]:
            return tuple(raw)
        case ["refused", key, voter, choice, rule]:
            return "refused", key, names.seat(voter), _choice(choice, names), rule
        case [("votes" | "revote" | "acquit") as key, voter, *rest]:
            return key, names.seat(voter), *(_choice(one, names) for one in rest[:1]), *rest[1:]
        case [word, *nicks]:
            return word, *(_choice(nick, names) for nick in nicks)
    return ()


def _choice(item: Any, names: Names) -> Any:
    return item if isinstance(item, bool) else names.seat(item) if item else NOBODY


def _undone(raws: list[Any], then: list[Names], texts: list[str]) -> tuple[Undone, ...]:
    """Return what was taken back; the last stands first to be done again, so its names are those of now."""
    found, names = [], then[-1]
    for raw, text in zip(raws[::-1], texts[::-1] or [""] * len(raws), strict=True):
        block = _of_block(text, names.nicks)
        if check.redo_problems(raw):
            found.append(Undone("", table=raw, **block))
            continue
        made = {key: value for key, value in raw.items() if key in ("what", "kind", "within", "key", "value")}
        if "entry" in raw:
            made["entry"] = _entry(raw["entry"], names)
        rows = []
        for step in [raw["step"]] if "step" in raw else raw.get("steps", ()):
            plain = {key: value for key, value in step.items() if key != _PACKED}
            rows.append(_row(plain, names, then, comments=_unpacked(step)))
            if step["kind"] in NAMING:
                names = _renamed(names, step["target"], step["to"])
        packed = _unpacked(raw)
        found.append(Undone(**made, rows=tuple(rows), forget=tuple(raw.get("forget", ())), packed=packed, **block))
    return tuple(found[::-1])


def _unpacked(raw: Raw) -> tuple[str, ...]:
    """Return the comments that were packed with something undone; what is no comment is left out."""
    packed = raw.get(_PACKED)
    listed = packed.values() if isinstance(packed, dict) else ()
    return tuple(line for lines in listed if isinstance(lines, list) for line in lines if is_comment(line))


# --- writing ----------------------------------------------------------------------------------------------


def dump(script: Script) -> str:
    """Return the text of a game; what stands in it comes back from ``load`` the same.

    Raises ``SaveError`` (``lone_surrogate``) for text that no file can hold.
    """
    return joined([*_heading(script), *_players(script), *_written_steps(script), *_later(script)]) + script.tail


def shape_problems(row: Row, names: Names) -> list[Problem]:
    """Return what keeps a step from being written: endless texts and the like."""
    return [*check.step_problems(raw_of(row, names, [names] * check.MAX_STEPS))]


def heading_faults(script: Script) -> list[Fault]:
    """Return what keeps the header and the players of a game from being written."""
    return check.header_faults({**_said(script), "players": [_raw_player(player) for player in script.players]})


def _said(script: Script) -> Raw:
    """Return the header as a table."""
    said: Raw = {key: getattr(script.header, key) for key in Header.__dataclass_fields__ if key != "comments"}
    if script.setup is not None:  # the set-up has the seed before the theme
        head = ("format", "name", "created", "lang", "seed", "lots", "wording")
        said = {**{key: said[key] for key in head}, **said, "setup": script.setup}
    return {key: _listed(value) for key, value in said.items() if value is not None}


def _heading(script: Script) -> Iterator[tuple[str, bool]]:
    """Yield the pairs at the top and the tables, in the order in which they were read; what is another now comes last.

    Each with its text and whether it is the one that was read.
    """
    said = _said(script)
    before, text = script.origin.get("", ({}, ""))
    assert isinstance(before, dict)
    plain = {key: value for key, value in said.items() if key not in _TABLES}
    if text and plain == before:
        yield text, True
    else:
        lines = _above(comments_in(text)) + lines_of(_in_order(plain, before))
        yield from [(lines, False)] if lines else []
    was = {key: value for key, (value, _) in script.origin.items() if key}
    tables = _in_order({key: said[key] for key in _TABLES if said.get(key) or (key in was and key in said)}, was)
    for key, value in tables.items():
        _, text = script.origin.get(key, ({}, ""))
        same = bool(text) and value == was.get(key)
        yield (text, True) if same else (f"{_above(comments_in(text))}[{key}]\n{lines_of(value)}", False)
    gone = _above(tuple(line for key in was if key not in tables for line in comments_in(script.origin[key][1])))
    yield from [(gone, False)] if gone else []


def _in_order(table: Raw, before: Mapping[str, object]) -> Raw:
    kept = {key: table[key] for key in before if key in table and table[key] == before[key]}
    return {**kept, **{key: value for key, value in table.items() if key not in kept}}


def _listed(value: Any) -> Any:
    """Return a value without tuples, as a file holds it."""
    if isinstance(value, Mapping):
        return {str(key): _listed(item) for key, item in value.items()}
    return [_listed(item) for item in value] if isinstance(value, (list, tuple)) else value


def _above(comments: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in comments)


def _players(script: Script) -> Iterator[tuple[str, bool]]:
    for player in script.players:
        source = player.source
        yield (source.text, True) if source else (_block("players", _raw_player(player), player.comments), False)


def _raw_player(player: Player) -> Raw:
    said = {key: _listed(getattr(player, key)) for key in _PLAYER}
    return {key: value for key, value in said.items() if value is not None}


def _block(name: str, table: Raw, comments: Iterable[str]) -> str:
    return f"{_above(comments)}[[{name}]]\n{lines_of(table)}"


def _written_steps(script: Script) -> Iterator[tuple[str, bool]]:
    then = names_by_step(script)
    for row, names in zip(script.steps, then, strict=False):
        source = row.source
        if source and (source.nicks is names.nicks or source.nicks == names.nicks or isinstance(row.step, Misshapen)):
            yield source.text, True
        else:
            yield _block("steps", raw_of(row, names, then), row.comments), False


def _later(script: Script) -> Iterator[tuple[str, bool]]:
    for told in script.told:
        keys = {key: _listed(getattr(told, key)) for key in ("to", "about", "says", "text", "at")}
        yield (told.source.text, True) if told.source else (_block("told", keys, told.comments), False)
    then = names_by_step(script)
    names, texts = then[-1], []
    for one in script.undone[::-1]:
        nicks = names.nicks
        raw, names = _raw_undone(one, names, then)
        same = one.source is not None and (one.source.nicks == nicks or not one.what)
        texts.append((one.source.text, True) if same and one.source else (_block("undone", raw, one.comments), False))
    yield from texts[::-1]


def _raw_undone(one: Undone, names: Names, then: Sequence[Names]) -> tuple[Raw, Names]:
    """Return what was undone as a table under these names, and the names once it is done again."""
    if isinstance(one.table, dict):
        return one.table, names
    raw: Raw = {"what": one.what}
    if one.what == "entry":
        raw["entry"] = _raw_entry(one.entry, names)
    raw |= {"kind": one.kind} if one.kind else {}
    rows = []
    for row in one.rows:
        packed = {_PACKED: {"": [*row.comments]}} if row.comments else {}
        rows.append({**raw_of(row, names, then), **packed})
        if row.kind in NAMING and row.to is not None and row.target in names.seats.values():
            names = names.renamed(row.target, row.to) if row.to not in names.seats else names
    raw |= {"step": rows[0]} if one.what == "step" else {"steps": rows} if rows else {}
    raw |= {"key": one.key, "value": one.value} if one.what == "answer" else {}
    raw |= {"within": one.within} if one.within else {}
    raw |= {"forget": [*one.forget]} if one.forget else {}
    return raw | ({_PACKED: {"": [*one.packed]}} if one.packed else {}), names


def raw_of(row: Row, names: Names, then: Sequence[Names]) -> Raw:
    """Return a step as a table, under these names; ``then``: the names before each step of the game."""
    step = row.step
    if isinstance(step, Misshapen):
        assert isinstance(step.table, dict)
        return step.table
    raw: Raw = {"kind": row.kind}
    keys = STEPS[row.kind].keys
    for key in (*(key for key in keys if key not in _LAST), *(key for key in _LAST if key in keys)):
        held = "changes" if key == "set" else key
        value = getattr(step if held in step._fields else row, held)
        if key == "set" and value is not None and isinstance(step, AmendStep):
            at = (step.step or 0) - 1
            raw[key] = _raw_changes(value, then[at] if 0 <= at < len(then) else names)
        elif not _absent(row, key, value):
            raw[key] = _raw_value(keys[key], value, names)
    return {key: raw[key] for key in _day_order(raw, row.entries)} if row.kind == "day" and row.entries else raw


_LAST: Final = ("entries", "after", "at", "by", "joined")


def _absent(row: Row, key: str, value: Any) -> bool:
    """Tell whether a key is not written: it says nothing."""
    if value is None or (key == "target" and row.kind == "note" and value == NOBODY):
        return True
    plain = key in ("open", "joined", "after", "spoke", "rule", "answers")
    lists = isinstance(row.step, OverrideStep) and key in ("dead", "jailed", "alive", "cured", "poisoned")
    return (plain or lists) and not value


def _day_order(raw: Raw, entries: tuple[Entry, ...]) -> list[str]:
    """Return the keys of a day in the order in which something was first entered under them."""
    order = ["votes"]
    for entry in entries:
        key = entry[1] if entry[0] == "stage" else entry[0]
        if entry == ("stage", "votes"):
            order = [one for one in order if one != "revote"]
        elif key in raw and key not in order:
            order.append(key)
    made = [key for key in raw if key in (*BALLOTS, "mayor", "decision", "spoke")]
    order = [key for key in order if key in made] + [key for key in made if key not in order]
    first = [key for key in raw if key in ("kind", "open")]
    return [*first, *order, *(key for key in raw if key not in (*first, *made))]


def _raw_changes(changes: Mapping[str, Any], names: Names) -> Raw:
    return {key: _raw_value(_SET[key], value, names) for key, value in changes.items()}


_SET: Final[Mapping[str, Value]] = {key: value for info in STEPS.values() for key, value in info.keys.items()} | {
    "mayor": Value.HOLDER
}
"""What the keys hold that an amend may set: a name means one thing in every kind of step, near enough."""


def _raw_value(what: Value, value: Any, names: Names) -> Any:
    nick = names.nick
    match what:
        case Value.SEAT | Value.HOLDER | Value.CHOICE:
            return nick(value)
        case Value.SEATS:
            return [nick(seat) for seat in value]
        case Value.BALLOTS:
            return [[nick(voter), nick(choice)] for voter, choice in value]
        case Value.VERDICTS:
            return [[nick(voter), acquits] for voter, acquits in value]
        case Value.MOVES:
            return {
                str(role): [*map(nick, seats)] if len(seats) > 1 else nick(seats[0]) if seats else ""
                for role, seats in value.items()
            }
        case Value.ANSWERS:
            return {str(role): told for role, told in value.items()}
        case Value.AFTER:
            return "vote"
        case Value.ENTRIES:
            return [_raw_entry(entry, names) for entry in value]
    return value


def _raw_entry(entry: Entry, names: Names) -> list[Any]:
    def named(item: Any) -> Any:
        return names.nick(item) if isinstance(item, int) and not isinstance(item, bool) else item

    return [named(item) for item in entry]
