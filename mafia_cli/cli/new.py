"""``mafia new`` by flags: players, composition, rulings, the deal."""

import secrets
from datetime import date
from typing import Annotated

import typer

from mafia_cli import session as desk
from mafia_cli.cli.app import Report, Settings, fault_text, settings_of
from mafia_cli.cli.common import bad_option, read_lines
from mafia_cli.rules.deal import dealt, suggested
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.roles import SMALLEST_GAME, Role, composition_problems
from mafia_cli.rules.rulings import RULINGS
from mafia_cli.saves import shapes
from mafia_cli.saves.script import Fault, Raw, RefusedError
from mafia_cli.saves.text import SaveError
from mafia_cli.words.clean import safe
from mafia_cli.words.cutting import PROFILES
from mafia_cli.words.names import people


def new(
    ctx: typer.Context,
    name: Annotated[str | None, typer.Argument(metavar="NAME")] = None,
    players: Annotated[str | None, typer.Option(metavar="FILE")] = None,
    theme: Annotated[str | None, typer.Option(metavar="TEXT")] = None,
    roles: Annotated[str | None, typer.Option(metavar="ROLE=N,...")] = None,
    deal: Annotated[str | None, typer.Option(metavar="FILE")] = None,
    mayor: Annotated[str | None, typer.Option(metavar="NICK")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N")] = None,
    ruling: Annotated[list[str] | None, typer.Option(metavar="ID=CHOICE")] = None,
    host: Annotated[str | None, typer.Option(metavar="NAME")] = None,
    chat: Annotated[str | None, typer.Option(metavar="PROFILE")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> Report:
    """Start a game: the list of players, the composition, the deal."""
    settings = settings_of(ctx)
    if players is None:
        raise SaveError("no_terminal", flags="--players FILE --yes")
    entries = roster(read_lines(players))
    counts = composition(roles, len(entries))
    doc: Raw = {"format": shapes.NEWEST_FORMAT, "name": name or date.today().isoformat(), "created": desk.now()}
    doc["lang"] = settings.lang
    optional = {"host": host, "theme": theme, "limit": _profile(chat)}
    doc |= {key: value for key, value in optional.items() if value is not None}
    doc["seed"] = seed if seed is not None else secrets.randbelow(1 << 31)
    doc["rulings"] = rulings(ruling or [])
    held = _dealt_by_hand(entries, read_lines(deal)) if deal is not None else None
    if held is None:
        _check_composition(counts, len(entries))
        held = dealt(counts, doc["seed"], _mayor(entries, mayor))
    else:
        counts = {role: held.count(role) for role in Role if role in held}
        _check_composition(counts, len(entries))
    doc["players"] = [{**entry, "role": role.value} for entry, role in zip(entries, held, strict=True)]
    return _started(settings, doc, counts, yes=yes)


def roster(text: str) -> list[Raw]:
    """Return the players of a pasted list; raises ``RefusedError`` with every nick that may not be."""
    from mafia_cli.reading.rosters import read_roster

    entries: list[Raw] = []
    for person in read_roster(text):
        entry: Raw = {"nick": person.nick}
        if person.chat:
            entry["chat"] = person.chat
        if person.aliases:
            entry["aliases"] = list(person.aliases)
        entries.append(entry)
    faults = roster_faults([entry["nick"] for entry in entries])
    if len(entries) < SMALLEST_GAME:
        faults.append(_fault("too_few_players", count=len(entries), least=SMALLEST_GAME))
    if faults:
        raise RefusedError(faults)
    return entries


def roster_faults(nicks: list[str]) -> list[Fault]:
    """Return what is wrong with a list of nicks: empty, invisible characters, doubles, look-alikes (1.4)."""
    from mafia_cli.reading.normal import look_alikes

    faults = []
    for nick in nicks:
        if not safe(nick).strip():
            faults.append(_fault("empty_nick"))
        elif safe(nick) != nick:
            faults.append(_fault("control_characters", nick=nick))
    for first, second in look_alikes(nicks):
        if nicks[first] == nicks[second]:
            faults.append(_fault("nick_taken", nick=nicks[second], seat=first + 1))
        else:
            faults.append(_fault("look_alike", nick=nicks[second], other=nicks[first]))
    if len(nicks) > shapes.MAX_PLAYERS:
        faults.append(_fault("too_many", what="players", count=len(nicks), limit=shapes.MAX_PLAYERS))
    return faults


def _fault(code: str, **params: object) -> Fault:
    return Fault("", Problem(code, "", params))


def composition(text: str | None, players: int) -> dict[Role, int]:
    """Return how many hold each role: as ``--roles`` says, the rest plain citizens; else the suggested one."""
    if text is None:
        return suggested(players)
    from mafia_cli.reading.roles import ComposeError, read_composition

    try:
        counts = read_composition(text, {})
    except ComposeError as error:
        raise RefusedError([_fault("unknown_role", role=error.word, meant=error.meant)]) from None
    if Role.CITIZEN not in counts:
        counts[Role.CITIZEN] = max(0, players - sum(counts.values()))
    return {role: counts[role] for role in Role if counts.get(role)}


def _check_composition(counts: dict[Role, int], players: int) -> None:
    faults = [_fault(f"composition_{code}", role=role) for code, role in composition_problems(counts)]
    total = sum(counts.values())
    if total != players:
        faults.append(_fault("composition_sum", roles=total, players=players))
    if faults:
        raise RefusedError(faults)


def rulings(texts: list[str]) -> dict[str, str]:
    """Return the rulings chosen by ``--ruling id=choice``; raises ``RefusedError`` for what is not known."""
    chosen = {}
    for text in texts:
        name, equals, choice = text.partition("=")
        if not equals:
            raise bad_option("--ruling", text, "tie=nobody")
        chosen[name.strip()] = choice.strip()
    problems = list(shapes.rulings(chosen))
    if problems:
        raise RefusedError([Fault("", problem) for problem in problems])
    return {name: choice for name, choice in chosen.items() if choice != RULINGS[name].default}


def _profile(name: str | None) -> str | None:
    if name is not None and name not in PROFILES:
        raise bad_option("--chat", name, ", ".join(PROFILES))
    return name


def _seat(entries: list[Raw], text: str) -> int:
    """Return the seat that a nick, a chat name or a number means among players not dealt yet."""
    wanted = text.strip()
    for key in ("nick", "chat"):
        for seat, entry in enumerate(entries, 1):
            if entry.get(key) == wanted:
                return seat
    if wanted.isdecimal() and 0 < int(wanted[:6]) <= len(entries):
        return int(wanted)
    nicks = [entry["nick"] for entry in entries]
    near = shapes.meant(wanted, nicks)
    raise RefusedError([_fault("unknown_nick", nick=wanted, meant=[near] if near else [])])


def _mayor(entries: list[Raw], nick: str | None) -> int:
    return _seat(entries, nick) if nick is not None else 0


def _dealt_by_hand(entries: list[Raw], text: str) -> list[Role]:
    """Read ``nick = role`` lines; whoever is not named is a plain citizen (1.5)."""
    from mafia_cli.reading.roles import role_of

    held: dict[int, Role] = {}
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        nick, equals, word = line.rpartition("=")
        if not equals:
            raise RefusedError([_fault("bad_deal_line", line=line.strip())])
        role = role_of(word.strip())
        if role is None:
            near = shapes.meant(word.strip(), list(Role))
            raise RefusedError([_fault("unknown_role", role=word.strip(), meant=near)])
        seat = _seat(entries, nick)
        if seat in held:
            raise RefusedError([_fault("nick_taken", nick=entries[seat - 1]["nick"], seat=seat)])
        held[seat] = role
    return [held.get(seat, Role.CITIZEN) for seat in range(1, len(entries) + 1)]


def _started(settings: Settings, doc: Raw, counts: dict[Role, int], *, yes: bool) -> Report:
    words = settings.words
    lines = [words.plural(len(doc["players"]), "cli", "new.summary", name=safe(doc["name"]))]
    lines.append(", ".join(f"{words.role(role)} {n}" if n > 1 else words.role(role) for role, n in counts.items()))
    warnings = [_fault("lone_mafioso")] if not counts.get(Role.MAFIA) else []
    note = fault_text(words, warnings)
    if not yes:
        nicks = people(entry["nick"] for entry in doc["players"])
        lines += [f"{seat:>3} {nicks.name(seat)}" for seat in range(1, len(doc["players"]) + 1)]
        asks = fault_text(words, [*warnings, _fault("confirm_new"), _fault("needs_yes")])
        return Report("\n".join(lines), asks, 1)
    with desk.created(settings.folder, doc["name"], doc) as session:
        nicks = people(entry["nick"] for entry in session.doc["players"])
        lines += [
            f"{seat:>3} {nicks.name(seat)} - {words.role(Role(entry['role']))}"
            for seat, entry in enumerate(session.doc["players"], 1)
        ]
        lines += ["", words.text("cli", "new.saved", path=safe(str(session.path))), words.text("cli", "new.next")]
    return Report("\n".join(lines), note)
