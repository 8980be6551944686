"""Facts made from a trace when somebody reads them; the one place that says who may know what (RULES.md, step 5)."""

from collections.abc import Iterable, Iterator
from typing import Final

from mafia_cli.rules.model import NOBODY, Audience, Cast, Cause, Fact, Kind, Trace
from mafia_cli.rules.night import SECOND, Visits
from mafia_cli.rules.roles import MOVERS, Role

_AUDIENCE: Final = {
    Kind.SEDUCED: Audience.CHAT,
    Kind.REVIVED: Audience.CHAT,
    Kind.COUNTED: Audience.CHAT,
    Kind.TIED: Audience.CHAT,
    Kind.SUSPECT: Audience.CHAT,
    Kind.ACQUITTED: Audience.CHAT,
    Kind.JAILED: Audience.CHAT,
    Kind.ROLE: Audience.CHAT,
    Kind.TOLD: Audience.CHAT,
    Kind.SAVES: Audience.CHAT,
    Kind.EXCLUDED: Audience.CHAT,
    Kind.ENDED: Audience.CHAT,
    Kind.ANSWER: Audience.SEAT,
}
"""Everything else is for the host alone, but for what ``_audience`` adds."""

_NAMED_KILLERS: Final = frozenset({Cause.MAFIA, Cause.MANIAC, Cause.POISON})
_SPOKEN_ALWAYS: Final = frozenset({Cause.EXCLUDED, Cause.JAILED, Cause.OVERRIDE})


def facts(cast: Cast, trace: Iterable[Trace]) -> tuple[Fact, ...]:
    """Return the facts of one step in order, what the chat may hear beside what the host knows."""
    return tuple(_read(cast, list(trace)))


def public(found: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return only what the chat may know: announcements are made from these alone."""
    return tuple(fact for fact in found if fact.audience is Audience.CHAT)


def _read(cast: Cast, trace: list[Trace]) -> Iterator[Fact]:
    saved = False
    for kind, role, seat, rule, detail in trace:
        if kind is Kind.CAME:
            yield from _visits(detail)
            continue
        saved = saved or kind is Kind.SAVED
        if kind is Kind.REVIVED and cast.rulings.announce_causes == "none":
            role = None
        yield Fact(kind, _audience(cast, kind, role, detail), role, seat, rule, detail)
        if kind is Kind.DIED:
            yield Fact(Kind.TOLD, Audience.CHAT, role, seat, "1.8", told_causes(cast, detail))
            if cast.rulings.reveal_roles == "all" or Cause.JAILED in detail:
                yield Fact(Kind.ROLE, Audience.CHAT, cast.roles[seat], seat, "1.8")
        elif kind is Kind.ENDED:
            for player in sorted(cast.seats):
                yield Fact(Kind.ROLE, Audience.CHAT, cast.roles[player], player, "end")
    if saved and cast.rulings.announce_saves == "unnamed":
        yield Fact(Kind.SAVES, Audience.CHAT, None, NOBODY, "1.8")


def _audience(cast: Cast, kind: Kind, role: Role | None, detail: object) -> Audience:
    """The chat hears of a kabum who did it (unless announce_causes = none), of a renaming and a replacement."""
    if kind is Kind.STRUCK and role is Role.KAMIKAZE and cast.rulings.announce_causes != "none":
        return Audience.CHAT
    if kind is Kind.NOTED and detail in ("rename", "replace"):
        return Audience.CHAT
    return _AUDIENCE.get(kind, Audience.HOST)


def _visits(visits: Visits) -> Iterator[Fact]:
    for role, target in zip(MOVERS, visits, strict=False):
        if target:
            second = visits[SECOND] if role is Role.JOURNALIST else NOBODY
            yield Fact(Kind.CAME, Audience.HOST, role, target, "", second)


def told_causes(cast: Cast, causes: tuple[Cause, ...]) -> tuple[Cause, ...]:
    """Return the causes of a death that the chat may hear (ruling announce_causes)."""
    choice = cast.rulings.announce_causes
    if choice == "all":
        return causes
    named = _SPOKEN_ALWAYS if choice == "none" else _SPOKEN_ALWAYS | _NAMED_KILLERS
    if choice == "killers":
        named |= {Cause.KABUM, Cause.SACRIFICED}
    return tuple(cause for cause in causes if cause in named)
