"""What belongs to another moment than the one that is open: a kabum, a revival, a host's count."""

from collections.abc import Sequence

from mafia_cli.reading.clauses import clauses, doubt_of, slot
from mafia_cli.reading.lines import Reading, Why, asked
from mafia_cli.reading.people import One, Person, Roster
from mafia_cli.reading.vocabulary import Class
from mafia_cli.reading.words import Kind, Token, seats_in


def is_count(found: Sequence[Token], *, inline: bool) -> bool:
    """Whether tokens are a host's count: a name and who voted for it, or how many."""
    marks = [token.key for token in found if token.kind is Kind.MARK]
    if "<" in marks and any(token.key == "<" and _follows(found, at) for at, token in enumerate(found)):
        return True
    if "←" in marks:
        return True
    named = [at for at, token in enumerate(found) if token.kind is Kind.NAME]
    if not named and not inline:
        return False
    for at, token in enumerate(found[:-2]):
        number = found[at + 2] if found[at + 1].key in {"-", ":"} else found[at + 1]
        unit = next((one for one in found[at + 2 : at + 4] if one.is_a(Class.VOICE, Class.VOTED, Class.VOTE3)), None)
        if token.kind is Kind.NAME and number.kind is Kind.NUMBER and unit is not None:
            return True
    for at, token in enumerate(found[:-1]):
        behind = found[at + 1]
        if behind.key != "(" or not token.names:
            continue
        inside = _inside(found, at + 2)
        if inside and all(one.names or one.key in "," for one in inside):
            return token.kind is Kind.NUMBER or all(one.names or one.key == "," for one in inside)
    return False


def _follows(found: Sequence[Token], at: int) -> bool:
    return at > 0 and found[at - 1].names and at + 1 < len(found) and found[at + 1].key == "-"


def _inside(found: Sequence[Token], at: int) -> list[Token]:
    inside: list[Token] = []
    for token in found[at:]:
        if token.key == ")":
            return inside
        inside.append(token)
    return []


def has_kabum(found: Sequence[Token]) -> bool:
    """Whether the kamikaze's word is among tokens."""
    return any(token.is_a(Class.KABUM) for token in found)


def other_moment(roster: Roster, text: str, found: Sequence[Token], person: Person | None) -> Reading | None:
    """Read the kamikaze's and the healer's words: asked about whoever sends them, ``voter`` is the sender.

    A joke, a question or no target around the word is only asked about without a candidate.
    """
    kabum = next((at for at, token in enumerate(found) if has_kabum([token])), None)
    revive = next((at for at, token in enumerate(found) if token.is_a(Class.REVIVE)), None)
    at = kabum if kabum is not None else revive
    if at is None:
        return None
    why = Why.KABUM if kabum is not None else Why.REVIVE
    voter = person.seat if person else 0
    doubtful = any(doubt_of(clause) is not None for clause in clauses(found))
    rest = [token for token in found[at + 1 :] if token.kind is not Kind.MARK or token.key in "#@"]
    rest = [token for token in rest if not token.is_a(Class.FILLER, Class.DET, Class.TO)]
    if doubtful or not rest:
        return (
            asked(Why.UNCLEAR if why is Why.REVIVE else why, voter=voter) if not doubtful else _talk(why, found, voter)
        )
    meant = slot(roster, text, rest, person)
    named = {meant.found.person.seat} if isinstance(meant.found, One) else seats_in(found)
    return asked(why, named, voter=voter)


def _talk(why: Why, found: Sequence[Token], voter: int) -> Reading:
    """Ask, without a candidate, about the word in a joke, a condition or a question."""
    return asked(Why.UNCLEAR, voter=voter) if why is Why.REVIVE or seats_in(found) else asked(why, voter=voter)
