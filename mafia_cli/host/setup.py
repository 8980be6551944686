"""Setting a game up, by flags or by questions: the roster, the composition, rulings, a deal made by hand."""

from collections.abc import Mapping

from mafia_cli.people import fault, roster_faults
from mafia_cli.reading.rosters import Entry
from mafia_cli.rules.deal import suggested
from mafia_cli.rules.roles import SMALLEST_GAME, Role, composition_problems
from mafia_cli.rules.rulings import RULINGS
from mafia_cli.script import check
from mafia_cli.script.check import Raw
from mafia_cli.script.errors import Fault, RefusedError, SaveError
from mafia_cli.script.model import Header, Player, Script
from mafia_cli.words.catalogue import Words
from mafia_cli.words.cutting import PROFILES


def raw_entry(person: Entry) -> Raw:
    """Return a person of a sign-up as a save has one."""
    entry: Raw = {"nick": person.nick}
    if person.chat:
        entry["chat"] = person.chat
    if person.aliases:
        entry["aliases"] = list(person.aliases)
    return entry


def checked(entries: list[Raw]) -> list[Raw]:
    """Return these players if they can play; raises ``RefusedError`` with every nick that may not be."""
    faults = roster_faults([entry["nick"] for entry in entries])
    if len(entries) < SMALLEST_GAME:
        faults.append(fault("too_few_players", count=len(entries), least=SMALLEST_GAME))
    if faults:
        raise RefusedError(faults)
    return entries


def suggestion(players: int) -> dict[Role, int]:
    """Return the composition to offer so many players: the most even one known, by simulated games."""
    from mafia_cli.balance.suggest import recommended

    found = recommended(players)
    return found[0].counts if found else suggested(players)


def chances_text(words: Words, counts: Mapping[Role, int]) -> str:
    """Return what to expect of a lawful composition, in a line; a new one is played out for about a second."""
    from mafia_cli.balance.suggest import expected

    chances = expected(counts)
    shares = {side: round(100 * getattr(chances, side)) for side in ("town", "mafia", "maniac")}
    key = "roles.chances_maniac" if counts.get(Role.MANIAC) else "roles.chances"
    return words.text("wizard", key, **shares)


def composition(text: str | None, players: int) -> dict[Role, int]:
    """Return how many hold each role: as ``--roles`` says, the rest plain citizens; else the suggested one."""
    if text is None:
        return suggestion(players)
    from mafia_cli.reading.roles import CompositionError, read_composition

    try:
        counts = read_composition(text, {})
    except CompositionError as error:
        raise RefusedError([fault("unknown_role", role=error.word, meant=error.likely or "")]) from None
    if Role.CITIZEN not in counts:
        counts[Role.CITIZEN] = max(0, players - sum(counts.values()))
    return {role: counts[role] for role in Role if counts.get(role)}


def check_composition(counts: dict[Role, int], players: int) -> None:
    faults = [fault(f"composition_{code}", role=role) for code, role in composition_problems(counts)]
    total = sum(counts.values())
    if total != players:
        faults.append(fault("composition_sum", roles=total, players=players))
    if faults:
        raise RefusedError(faults)


def rulings(texts: list[str]) -> dict[str, str]:
    """Return the rulings chosen by ``--ruling id=choice``; raises ``RefusedError`` for what is not known."""
    chosen = {}
    for text in texts:
        name, equals, choice = text.partition("=")
        if not equals:
            raise SaveError("bad_option", option="--ruling", value=text, right="tie=nobody")
        chosen[name.strip()] = choice.strip()
    problems = list(check.rulings(chosen))
    if problems:
        raise RefusedError([Fault("", problem) for problem in problems])
    return {name: choice for name, choice in chosen.items() if choice != RULINGS[name].default}


def profile(name: str | None) -> str | None:
    if name is not None and name not in PROFILES:
        raise SaveError("bad_option", option="--chat", value=name, right=", ".join(PROFILES))
    return name


def seat_in(entries: list[Raw], text: str) -> int:
    """Return the seat that a nick, a chat name or a number means among players not dealt yet."""
    wanted = text.strip()
    for key in ("nick", "chat"):
        for seat, entry in enumerate(entries, 1):
            if entry.get(key) == wanted:
                return seat
    if wanted.isdecimal() and len(wanted) < 7 and 0 < int(wanted) <= len(entries):
        return int(wanted)
    return _likely_seat(entries, wanted)


def _likely_seat(entries: list[Raw], wanted: str) -> int:
    """Return the seat that the reader is sure of (other case, ending, keyboard layout, a typo)."""
    from mafia_cli.reading.nicks import find
    from mafia_cli.reading.people import Ask, One, Person, Roster

    persons = [
        Person(seat, entry["nick"], entry.get("chat", ""), tuple(entry.get("aliases", ())))
        for seat, entry in enumerate(entries, 1)
    ]
    match find(Roster(persons), wanted):
        case One(person):
            return person.seat
        case Ask("ambiguous", several):
            raise RefusedError([fault("ambiguous_nick", nick=wanted, candidates=[one.nick for one in several])])
        case Ask(_, near):
            raise RefusedError([fault("unknown_nick", nick=wanted, meant=[one.nick for one in near])])
    close = check.meant(wanted, [entry["nick"] for entry in entries])
    raise RefusedError([fault("unknown_nick", nick=wanted, meant=[close] if close else [])])


def mayor_seat(entries: list[Raw], nick: str | None) -> int:
    return seat_in(entries, nick) if nick is not None else 0


def composition_text(words: Words, counts: Mapping[Role, int]) -> str:
    """Return a composition as a line: every role with how many hold it where there are several."""
    return ", ".join(f"{words.role(role)} {n}" if n > 1 else words.role(role) for role, n in counts.items() if n)


def dealt_game(header: Raw, entries: list[Raw], held: list[Role]) -> Script:
    """Return a dealt game; what the header leaves empty (``host``, ``theme`` ...) is left out."""
    players = [player_of(entry, role) for entry, role in zip(entries, held, strict=True)]
    return Script(
        Header(check.NEWEST_FORMAT, **{key: value for key, value in header.items() if value != {}}), tuple(players)
    )


def player_of(entry: Raw, role: Role) -> Player:
    """Return one of those who signed up, dealt."""
    aliases = tuple(entry["aliases"]) if "aliases" in entry else None
    return Player(entry["nick"], role.value, entry.get("chat"), aliases, entry.get("away"))
