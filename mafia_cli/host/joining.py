"""Who plays: the list of players as it grows line by line, and the nick check (1.4)."""

import re
from typing import Any, Final

from mafia_cli.host.renaming import read_renames
from mafia_cli.host.setup import seat_in
from mafia_cli.host.setup_state import Setup, Taken, one_line, renamed
from mafia_cli.host.signing import signed, told
from mafia_cli.people import fault, roster_faults
from mafia_cli.reading.normal import skeleton
from mafia_cli.rules.roles import SMALLEST_GAME
from mafia_cli.screen import columns, is_plain, text_width
from mafia_cli.script.check import Raw
from mafia_cli.script.errors import RefusedError
from mafia_cli.words.clean import safe, short

_REMOVES: Final = re.compile(r"-\s*([0-9][0-9\s,]*)")
_RENAMES: Final = re.compile(r"\s*(?:№|#)?\s*([0-9]{1,3})\s*=\s*(\S.*?)\s*")
_ROOM: Final = 38
_OFFERED: Final = 12
_IN_ONE_COLUMN: Final = 8


# --- showing a list -------------------------------------------------------------------------------------------


def name_of(entry: Raw) -> str:
    """Return a player as the lists show one: the nick, the chat name behind it."""
    nick = short(entry["nick"], _ROOM)
    return f"{nick} ({short(entry['chat'], 20)})" if entry.get("chat") else nick


def numbered(entries: list[Raw], marks: dict[int, str] | None = None) -> list[str]:
    """Return the players with their numbers, a long list in columns (in plain mode in one); ``marks`` follow some."""
    rows = [f"{n:>3} {name_of(entry)}{(marks or {}).get(n, '')}" for n, entry in enumerate(entries, 1)]
    widest = max((text_width(row) for row in rows), default=1) + 2
    across = max(1, min(3, (columns() - 1) // widest)) if len(rows) > _IN_ONE_COLUMN and not is_plain() else 1
    down = -(-len(rows) // across)
    lines = []
    for line in range(down):
        cells = rows[line::down]
        lines.append("".join(cell + " " * (widest - text_width(cell)) for cell in cells[:-1]) + cells[-1])
    return lines


# --- the list of players --------------------------------------------------------------------------------------


def is_roster(value: Any) -> bool:
    """Whether a stored answer is a list of players."""
    return isinstance(value, list) and all(
        isinstance(entry, dict)
        and entry.keys() <= {"nick", "chat", "aliases"}
        and isinstance(entry.get("nick"), str)
        and isinstance(entry.get("chat", ""), str)
        and isinstance(entry.get("aliases", []), list)
        for entry in value
    )


def show(setup: Setup, value: Any) -> list[str]:
    """Return the list of players as it stands, or who played before."""
    return numbered(value) if value else before(setup)


def take(setup: Setup, text: str, value: Any) -> Taken:
    """Take a line or a paste: new players, ``+`` more, ``-3`` one less, ``3 = Нова`` another nick, Enter ends."""
    said = text.strip()
    if not said:
        if len(value) < SMALLEST_GAME:
            raise RefusedError([fault("too_few_players", count=len(value), least=SMALLEST_GAME)])
        return Taken(value, say=_listed(setup, value))
    if setup.saves and said.casefold() in setup.words.text("table", "people.last").split():
        return _with_last(setup, value)
    if "\n" not in said:
        changed = _removed(said, value) or _renamed(said, value)
        if changed is not None:
            return Taken(changed, done=False, say=numbered(changed))
    if said.startswith("+") and "\n" not in said:
        said = said[1:].strip()
    after = signed(value, setup.reserves, said)
    players, setup.reserves = after.players, after.reserves
    added = len(players) - len(value)
    lone = added == 1 and len(players) > 1
    say = [_row(players)] if lone else numbered(players) if players != value else []
    also = told(setup.words, after)
    if after.faults:
        say += setup.refusal(RefusedError(after.faults))
        if added > 0:
            say.append(setup.words.plural(added, "wizard", "players.added"))
    say += also
    if not (say or players != value):
        say.append(setup.say("not_understood", text=short(said, 30), help=setup.say("help.players")))
    if _hides(said):
        say.append(setup.say("players.hidden"))
    return Taken(players, done=False, say=say)


def _listed(setup: Setup, players: list[Raw]) -> list[str]:
    """Return a warning for everybody who is like a name on the blacklist; the host decides (1.5)."""
    if setup.saves is None:
        return []
    from mafia_cli.actions.blacklist import warnings

    return [f"! {said}" for said in warnings(setup.words, setup.saves, players, setup.day())]


def _with_last(setup: Setup, players: list[Raw]) -> Taken:
    """Add the people of the last game who are not there yet, under their chat names."""
    from mafia_cli.host.lastpeople import from_game

    assert setup.saves is not None
    known = {skeleton(entry["nick"]) for entry in players} | {skeleton(entry.get("chat", "")) for entry in players}
    new = [entry for entry in from_game(setup.saves, None) if skeleton(entry["nick"]) not in known]
    after = [*players, *new]
    return Taken(after, done=False, say=numbered(after))


def before(setup: Setup) -> list[str]:
    """Return the line that offers the people of the last games; nothing where there are none."""
    if setup.saves is None:
        return []
    from mafia_cli.host.lastpeople import known

    names = [short(entry["nick"], 16) for entry in known(setup.saves)]
    if not names:
        return []
    shown = ", ".join(names[:_OFFERED]) + (" …" if len(names) > _OFFERED else "")
    return [setup.words.text("table", "people.hint", names=shown)]


def _row(players: list[Raw]) -> str:
    return f"{len(players):>3} {name_of(players[-1])}"


def _hides(text: str) -> bool:
    """Whether a paste had characters nobody sees, which the reader left out of the nicks."""
    return any(safe(line) != line for line in text.replace("\t", " ").replace("\xa0", " ").splitlines())


def _removed(said: str, players: list[Raw]) -> list[Raw] | None:
    numbers = _REMOVES.fullmatch(said)
    if numbers:
        gone = {int(number) for number in re.findall("[0-9]{1,6}", numbers[1])}
        wrong = [number for number in gone if not 0 < number <= len(players)]
        if wrong:
            raise RefusedError([fault("unknown_nick", nick=str(wrong[0]), meant=[])])
        return [entry for seat, entry in enumerate(players, 1) if seat not in gone]
    nick = said[1:].strip()
    if said.startswith("-") and any(entry["nick"] == nick for entry in players):
        return [entry for entry in players if entry["nick"] != nick]
    return None


def _renamed(said: str, players: list[Raw]) -> list[Raw] | None:
    match = _RENAMES.fullmatch(said)
    if not match or not 0 < int(match[1]) <= len(players):
        return None
    at, nick = int(match[1]) - 1, one_line(match[2]).strip('«»"')
    others = players[:at] + players[at + 1 :]
    faults = roster_faults([*(entry["nick"] for entry in others), nick])
    if faults:
        raise RefusedError(faults)
    return [*players[:at], {**players[at], "nick": nick}, *players[at + 1 :]]


# --- the nick check -------------------------------------------------------------------------------------------


def is_nicks(value: Any) -> bool:
    """Whether a stored answer is one of the nick check."""
    if not isinstance(value, dict) or value.keys() != {"out", "new"}:
        return False
    pairs = [*value["new"]] if isinstance(value["new"], list) else [None]
    texts = [*value["out"]] if isinstance(value["out"], list) else [None]
    for pair in pairs:
        texts += pair if isinstance(pair, list) and len(pair) == 2 else [None]
    return all(isinstance(text, str) for text in texts)


def nicks_start(setup: Setup, old: Any) -> Any:
    """Return an earlier check as far as its players are still there."""
    known = {entry["nick"] for entry in setup.players()}
    old = old or {"out": [], "new": []}
    return {
        "out": [nick for nick in old["out"] if nick in known],
        "new": [pair for pair in old["new"] if pair[0] in known],
    }


def nicks_show(setup: Setup, value: Any) -> list[str]:
    """Return the players as the check stands: new nicks, who is left out."""
    new, players = dict(value["new"]), setup.players()
    shown = renamed(players, {"new": value["new"]})
    marks = {n: setup.say("nicks.out") for n, entry in enumerate(players, 1) if entry["nick"] in value["out"]}
    lines = numbered(shown, marks)
    if value["out"]:
        kept = len(players) - len(value["out"])
        lines.append(setup.words.plural(kept, "wizard", "nicks.kept", out=len(value["out"])))
    return lines if new or value["out"] else [*lines, setup.say("nicks.how")]


def nicks_take(setup: Setup, text: str, value: Any) -> Taken:
    """Take numbers of those who have not changed (again: they have), or ``3 = Капоне``; Enter ends."""
    if not text.strip():
        return _checked(setup, value)
    if "\n" in text.strip():
        return _nicks_pasted(setup, text, value)
    players, out, new = setup.players(), list(value["out"]), dict(value["new"])
    say: list[str] = []
    for piece in _pieces(text):
        try:
            name, equals, nick = piece.partition("=")
            old = players[seat_in(players, name) - 1]["nick"]
            if equals:
                _new_nick(players, out, new, old, nick)
            elif old in out:
                out.remove(old)
            else:
                out.append(old)
        except RefusedError as error:
            say += setup.refusal(error)
    after = {"out": out, "new": [[old, nick] for old, nick in new.items()]}
    return Taken(after, done=False, say=[*nicks_show(setup, after), *say])


def _nicks_pasted(setup: Setup, text: str, value: Any) -> Taken:
    """Take a paste of new nicks; with a new one for everybody the check is over."""
    players, out, new = setup.players(), list(value["out"]), dict(value["new"])
    read = read_renames(players, text)
    say = [line for error in read.refused for line in setup.refusal(error)]
    for seat, nick in read.new.items():
        try:
            _new_nick(players, out, new, players[seat - 1]["nick"], nick)
        except RefusedError as error:
            say += setup.refusal(error)
    out += [old for seat in sorted(read.same) if (old := players[seat - 1]["nick"]) not in out and old not in new]
    if read.left:
        say.append(setup.say("renames.left", names=", ".join(short(nick, 24) for nick in read.left)))
    after = {"out": out, "new": [[old, nick] for old, nick in new.items()]}
    shown = [*nicks_show(setup, after), *say]
    if say or len(new) < len(players):
        return Taken(after, done=False, say=shown)
    _checked(setup, after)
    return Taken(after, say=shown)


def _pieces(text: str) -> list[str]:
    pieces: list[str] = []
    for line in re.split(r"[\n,;]", text):
        pieces += line.split() if re.fullmatch(r"[\s0-9]+", line) else [line]
    return [piece.strip() for piece in pieces if piece.strip()]


def _new_nick(players: list[Raw], out: list[str], new: dict[str, str], old: str, nick: str) -> None:
    """Note a player's theme nick; one that is empty or the old one takes it back."""
    nick = one_line(nick)
    rest = {known: one for known, one in new.items() if known != old}
    others = [one["nick"] for one in renamed(players, {"out": [*out, old], "new": list(rest.items())})]
    if nick and nick != old:
        faults = roster_faults([*others, nick])
        if faults:
            raise RefusedError(faults)
    new.clear()
    new.update(rest)
    if nick and nick != old:
        new[old] = nick
    if old in out:
        out.remove(old)


def _checked(setup: Setup, value: Any) -> Taken:
    entries = renamed(setup.players(), value)
    faults = roster_faults([entry["nick"] for entry in entries])
    if len(entries) < SMALLEST_GAME:
        faults.append(fault("too_few_players", count=len(entries), least=SMALLEST_GAME))
    if faults:
        raise RefusedError(faults)
    said = [setup.say("nicks.seats"), *numbered(entries)] if value["out"] else []
    return Taken(value, say=said)
