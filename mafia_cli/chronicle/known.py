"""What the chat was told of a game, gathered from its public facts alone."""

from typing import Final

from mafia_cli.rules.facts import public
from mafia_cli.rules.model import Cause, Kind, Out, OverrideStep
from mafia_cli.rules.roles import Role
from mafia_cli.script.model import Played, Record
from mafia_cli.texts import facts_of

_NIGHT_CAUSES: Final = frozenset({Cause.MAFIA, Cause.MANIAC, Cause.POISON, Cause.JEALOUS, Cause.MIRRORED})


class Known:
    """Who is out and how, whose role is public, who is seduced, as the chat has heard it."""

    def __init__(self, played: Played) -> None:
        """Hear every record of a game in order."""
        self.out: dict[int, Out] = {}
        self.roles: dict[int, Role] = {}
        self.seduced: set[int] = set()
        for record in played.records:
            self._hear(record)

    def _hear(self, record: Record) -> None:
        if record.kind in ("night", "day"):
            self.seduced = set()
        elif isinstance(record.step, OverrideStep) and record.step.seduced is not None:
            self.seduced = set(record.game.seduced)
        for fact in public(facts_of(record)):
            match fact.kind:
                case Kind.TOLD:
                    self._leaves(fact.seat, record, fact.detail)
                case Kind.JAILED:
                    self._leaves(fact.seat, record, (Cause.JAILED,))
                case Kind.EXCLUDED if fact.seat not in self.out:
                    self._leaves(fact.seat, record, (Cause.EXCLUDED,))
                case Kind.REVIVED:
                    self.out.pop(fact.seat, None)
                case Kind.SEDUCED:
                    self.seduced.add(fact.seat)
                case Kind.ROLE if fact.role is not None:
                    self.roles[fact.seat] = fact.role

    def _leaves(self, seat: int, record: Record, causes: tuple[Cause, ...]) -> None:
        phase = f"in_{record.kind}" if record.kind in ("night", "day") else record.game.phase
        number = record.game.day if record.game.phase == "day" else record.game.night
        self.out[seat] = Out(phase, number, causes)
        self.seduced.discard(seat)


def phase_key(out: Out) -> str:
    """Return when somebody went out as a key of ``phase``: what is no night's or vote's doing happened after one."""
    within = _NIGHT_CAUSES.intersection(out.causes) or (out.phase == "day" and Cause.JAILED in out.causes)
    return f"in_{out.phase}" if within else out.phase
