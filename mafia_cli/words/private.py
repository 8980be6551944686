"""Private messages to one player: the role, answers, an heir's title, reminders and corrections."""

from collections.abc import Iterable, Sequence
from typing import Final

from mafia_cli.rules.model import Cast
from mafia_cli.rules.roles import MAFIOSI, ROLES, Role
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import safe
from mafia_cli.words.names import People

_KEYS: Final = {"+": "plus", "-": "minus", "same": "same", "different": "different"}


def void(words: Words, kind: str, number: str) -> str:
    """Return the message that an earlier one does not hold: an answer of a night, a title, a replacement (4.8)."""
    return words.text("private", f"void.{kind}", n=number)


def replaced_pm(words: Words, people: People, cast: Cast, seat: int, old: str, title: bool = False) -> str:
    """Return the message to who takes a seat over from ``old`` (a nick); it always tells the role, a citizen's too.

    ``people`` has the new nick; ``title``: the seat holds the mayor's title though its role is another.
    """
    lines = [words.text("private", "other.replaced", old=safe(old), seat=seat), role_pm(words, people, cast, seat)]
    if title and cast.roles[seat] is not Role.MAYOR:
        lines.append(words.text("private", "role.title"))
    return "\n".join(lines)


def role_pm(words: Words, people: People, cast: Cast, seat: int) -> str:
    """Return the message that tells a player's role (1.5), a mafioso's mates too (2.2).

    A plain citizen's is for who was told another role before.
    """
    role = cast.roles[seat]
    rulings = cast.rulings
    head = words.text(
        "private", "role.head", role=words.role(role), side=words.text("roles", f"side.{ROLES[role].side}")
    )
    paces = {Role.MANIAC: rulings.maniac_nights, Role.POISONER: rulings.poisoner_pace}
    about = words.text(
        "private",
        f"about.{role}",
        pace=words.text("private", f"pace.{role}_{paces[role]}") if role in paces else "",
        asked=words.text("private", f"pace.mayor_{rulings.mayor_decides}"),
        mafia=words.text("private", f"pace.journalist_{rulings.journalist_mafia}"),
    )
    lines = [head, about.rstrip()]
    if role in MAFIOSI:
        lines.append(_team(words, people, cast))
    move = "don" if role in MAFIOSI and seat == _sender(cast) else {1: "one", 2: "two"}.get(ROLES[role].targets)
    if move and (role is not Role.MAFIA or move == "don"):
        lines.append(words.text("private", f"role.move_{move}"))
    lines.append(words.text("private", "role.tail"))
    return "\n".join(lines)


def _sender(cast: Cast) -> int:
    return cast.don or min(cast.mafiosi, default=0)


def _team(words: Words, people: People, cast: Cast) -> str:
    if len(cast.mafiosi) == 1:
        return words.text("private", "role.team_alone")
    nicks = []
    for seat in sorted(cast.mafiosi, key=lambda seat: (seat != cast.don, seat)):
        nick = people.name(seat)
        nicks.append(words.text("private", "role.team_don", nick=nick) if seat == cast.don else nick)
    return words.text("private", "role.team", nicks=words.comma(nicks))


def answer(words: Words, night: int, told: str, targets: Sequence[str] = ()) -> str:
    """Return the reply to a check (2.3: "+", "-") or a comparison (2.14: "same", "different").

    ``targets``: the nicks asked about, named where given. ``"none"``, the move that did not work, is one wording for
    both roles and every reason, and names nobody.
    """
    if told == "none":
        return words.text("private", "answer.none", night=night)
    nicks = words.join(safe(nick) for nick in targets)
    key = f"answer.{_KEYS[told]}_named" if targets else f"answer.{_KEYS[told]}"
    return words.text("private", key, night=night, targets=nicks)


def heir(words: Words) -> str:
    """Return the message to who takes the mayor's title over (2.8)."""
    return words.text("private", "other.heir")


def healer_refused(words: Words) -> str:
    """Return the neutral reply to a healer whose revival is not allowed (2.12); it gives no reason."""
    return words.text("private", "other.healer")


def remind(words: Words, role: Role, night: int) -> str:
    """Return the request to a role that has not answered (1.7); ``MAFIA`` is the joint move."""
    key = "other.remind_two" if ROLES[role].targets == 2 else "other.remind_one"
    return words.text("private", key, role=words.role(role, "who"), night=night)


def correction(words: Words, right: str) -> str:
    """Return the message that puts an earlier one right (4.8); ``right`` is a text made here."""
    return words.text("private", "other.correction", right=right)


def ask_mayor(words: Words, people: People, tied: Iterable[int]) -> str:
    """Return the question to a mayor whose vote is on none of the tied (ruling mayor_decides = asked)."""
    return words.text("private", "other.ask_mayor", nicks=words.comma(people.names(tied)))
