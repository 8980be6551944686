"""What a table of plausible players thinks: the whole model of suspicion, small on purpose.

One number a seat, the *mark*: 0 = nothing known, above = looks like an enemy of the town, below = trusted. All see the
same marks; each player adds own first impressions and own finds (plausible.py). Marks move on public news only:

* a hint ("keep an eye on ...") weighs as much as its speaker is trusted (4.4: hints are all there may be);
* when a role is revealed, whoever hinted at or voted for a mafioso gains trust, at a townsman loses it;
* a death at the hands of the mafia shows a townsman, so those who voted for the dead look a little worse.

``fire`` is the other half: who is likely to be struck tonight - the trusted (no day vote will take them) and those
whose words count.
"""

from collections.abc import Mapping
from math import exp
from typing import Final

from mafia_cli.rules.model import Cause
from mafia_cli.rules.roles import MAFIOSI, Role

HINT: Final = 0.9
"""What a hint by somebody of mark 0 adds to (or takes from) the mark of the one it is about."""
HINT_PROVED: Final = 0.5
"""What the speaker's mark loses when a revealed role proves the hint right, and gains when wrong."""
VOTE_PROVED: Final = 0.15
"""The same for a vote."""
VOTED_FOR_VICTIM: Final = 0.15
"""What a vote for somebody adds once the mafia has killed that player."""
WORD: Final = 0.5
"""How much one's hints, proved right or not known to be wrong, draw fire."""


class Suspicion:
    """The marks of one game, and the public record they are moved by."""

    __slots__ = ("hints", "marks", "votes", "words")

    def __init__(self, seats: int) -> None:
        """Begin with everybody at 0; ``seats`` counts position 0 too."""
        self.marks = [0.0] * seats
        self.words = [0.0] * seats
        self.hints: list[tuple[int, int, bool]] = []
        self.votes: dict[int, list[int]] = {}

    def credit(self, speaker: int) -> float:
        """Return how far the speaker is believed: 1 at mark 0, towards 2 when trusted, towards 0 when suspected."""
        return 2.0 / (1.0 + exp(self.marks[speaker]))

    def hinted(self, speaker: int, about: int, accuses: bool) -> None:
        """Take a hint in."""
        weight = HINT * self.credit(speaker)
        self.marks[about] += weight if accuses else -weight
        self.words[speaker] += WORD
        self.hints.append((speaker, about, accuses))

    def counted(self, ballots: Mapping[int, int]) -> None:
        """Remember who voted for whom."""
        for voter, candidate in ballots.items():
            self.votes.setdefault(candidate, []).append(voter)

    def revealed(self, seat: int, role: Role) -> None:
        """Weigh anew everybody who spoke about or voted for the one whose role is now known."""
        right = 1.0 if role in MAFIOSI or role is Role.MANIAC else -1.0
        for speaker, about, accuses in self.hints:
            if about == seat:
                self.marks[speaker] -= HINT_PROVED * (right if accuses else -right)
                self.words[speaker] += WORD * (right if accuses else -right)
        for voter in self.votes.get(seat, ()):
            self.marks[voter] -= VOTE_PROVED * right

    def died(self, seat: int, causes: tuple[Cause, ...]) -> None:
        """Weigh those who voted for a victim of the mafia."""
        if Cause.MAFIA in causes:
            for voter in self.votes.get(seat, ()):
                self.marks[voter] += VOTED_FOR_VICTIM

    def fire(self, seat: int) -> float:
        """Return how much a seat draws the killers: trusted, and listened to."""
        return self.words[seat] - 0.5 * self.marks[seat]
