"""What a bare Enter does next at the desk, line by line and in process: texts, heirs, questions, the end."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from documents import as_script, row, table

from mafia_cli import session as desk
from mafia_cli.host import asking, slash
from mafia_cli.host import desk as room
from mafia_cli.host.agenda import Next
from mafia_cli.host.copying import Copied
from mafia_cli.script.errors import RefusedError
from mafia_cli.script.replay import is_finished
from mafia_cli.script.told import told_of, unsent
from mafia_cli.session import created
from mafia_cli.settings import Settings, fault_text

NICKS = [
    "Ann",
    "Boris",
    "Vera",
    "Gleb",
    "Dasha",
    "Egor",
    "Zhanna",
    "Igor",
    "Kira",
    "Lev",
    "Mila",
    "Nina",
    "Oleg",
    "Petr",
]
ROLES = [
    "don",
    "mafia",
    "commissar",
    "doctor",
    "casanova",
    "mayor",
    "citizen",
    "kamikaze",
    "healer",
    "citizen",
    "citizen",
    "thief",
    "maniac",
    "citizen",
]


Raw = dict[str, Any]


class Seat(room.Desk):
    """A desk that is typed at in a test: what it says, asks and copies is kept."""

    asked: list[str]
    copied: list[str]
    answer: bool

    def types(self, *lines: str) -> str:
        """Type lines, each with Enter; return all that was said to them."""
        said: list[str] = []
        for text in lines:
            try:
                self.do(self.task(), text)
            except RefusedError as error:
                self.say(fault_text(self.words, error.faults))
            said += self.said
            self.said = []
        return "\n".join(said)

    def open(self) -> Raw:
        """The step being filled in, empty where there is none."""
        steps = table(self.session.script).get("steps", [])
        return steps[-1] if steps and steps[-1].get("open") else {}

    def due(self) -> str:
        """What a bare Enter does now, and with which text or message."""
        task = self.task()
        about = task.text.about if task.text else task.message.about if task.message else ""
        return f"{task.next} {about}".strip()

    def until(self, *wanted: Next) -> None:
        """Press Enter while texts and messages come up, until one of these is due."""
        while self.task().next not in wanted:
            assert self.task().next in (Next.COPY, Next.MESSAGE), self.due()
            self.types("")

    def day(self) -> None:
        """Judge a quiet night and open the vote."""
        self.types("")
        for role in ["mafia", "maniac", "commissar", "doctor", "casanova", "thief"]:
            if role in {"mafia", *self.session.game.cast.roles}:
                self.types(f"{role} pass")
        self.types("", "")
        self.until(Next.VOTE)
        self.types("")


Sit = Callable[..., Seat]


@pytest.fixture
def sit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sit]:
    """A desk at a new game with its roles sent: ``sit(players, ruling="choice")``."""
    held = []

    class Sat(Seat):
        def __init__(self, players: int = 10, roles: str = "", **rulings: str) -> None:
            dealt = roles.split() or ROLES[:players]
            people = [{"nick": nick, "role": role} for nick, role in zip(NICKS, dealt, strict=False)]
            doc: Raw = {"name": "g", "lang": "en", "seed": 3, "rulings": rulings, "players": people}
            held.append(created(tmp_path, "g", as_script(doc)))
            super().__init__(Settings("en"), held[-1].__enter__())
            self.asked, self.copied, self.answer = [], [], True
            desk.tell(self.session, [told_of(one) for one in unsent(self.session.played, self.session.script)])
            monkeypatch.setattr(asking, "yes", self.yes)
            for module in (room, slash):
                monkeypatch.setattr(module, "copy", self.keep)
            self.types("")

        def yes(self, words: object, question: str | Callable[[], str], **more: object) -> bool:
            self.asked.append(question if isinstance(question, str) else question())
            return self.answer

        def keep(self, text: str) -> Copied:
            self.copied.append(text)
            return Copied.CLIPBOARD

    yield Sat
    for one in held:
        one.__exit__(None, None, None)


def test_a_second_vote_has_its_count_told_anew_and_nothing_is_corrected(sit: Sit) -> None:
    sat = sit(14)
    sat.day()
    sat.types("ann boris", "boris ann", "")
    assert sat.due() == "copy day 1 count first"
    sat.types("", "dasha boris", "")
    told = []
    while sat.task().next is Next.COPY:
        told.append(sat.due())
        sat.types("")
    assert told == ["copy day 1 count", "copy day 1 verdict", "copy day 1 role"]


@pytest.mark.parametrize("stage", ["revote", "acquit"])
def test_what_happens_after_a_count_is_told_after_it(sit: Sit, stage: str) -> None:
    sat = sit(10)
    sat.day()
    sat.types("ann boris", "boris ann", *["dasha boris"] * (stage == "acquit"), "", "")
    assert desk.open_vote(sat.session.played).opened == stage
    sat.types("/kabum gleb")
    assert sat.due() == "copy kabum 2"
    sat.types("")
    assert sat.due() == "close"


def test_a_running_acquittal_is_told_even_when_its_suspect_dies(sit: Sit) -> None:
    sat = sit(10)
    sat.day()
    sat.types("ann boris", "", "", "gleb +")
    assert "1 vote: Gleb" in sat.types("/text count")
    sat.types("/kabum boris", "")
    assert sat.types("/text count") == sat.types("/text missing") != ""
    sat.types("")
    assert sat.due() == "copy day 1 verdict"


def test_an_heir_is_asked_for_before_anything_is_closed_and_told_at_once(sit: Sit) -> None:
    sat = sit(10)
    sat.day()
    sat.types("/kabum egor", "")
    assert sat.due() == "heir"
    sat.answer = False
    sat.types("/close")
    assert sat.asked[-1].startswith("The mayor was killed and no heir is named")
    assert sat.session.game.heir_due
    sat.types("", "/heir 7")
    assert sat.due() == "message title 3"
    sat.types("")
    assert "mayor's title" in sat.copied[-1]
    sat.types("ann boris")
    assert sat.open()["votes"] == [["Ann", "Boris"]]


def test_a_night_begun_by_command_asks_for_the_heir_too(sit: Sit) -> None:
    sat = sit(10)
    sat.types("/kabum egor", "")
    sat.answer = False
    sat.types("/night")
    assert not sat.open()
    sat.types("", "", "")
    assert sat.due() == "heir"  # a bare Enter gives nothing away
    sat.answer = True
    sat.types("")
    assert sat.heirless
    sat.types("/undo")
    assert sat.due() == "heir"  # the answer is taken back, not what was decided before it
    assert [row.kind for row in sat.session.script.steps] == ["kabum"]
    sat.types("", "/night")
    assert sat.open()


def test_what_was_asked_is_dropped_when_something_happens_meanwhile(sit: Sit) -> None:
    sat = sit(10, mayor_decides="asked", tie="ask")
    sat.day()
    sat.types("ann boris", "boris ann", "gleb boris", "dasha ann", "egor gleb", "")
    assert sat.asking == "mayor"
    assert "Ann, Boris" in sat.types("lev")
    sat.types("/kabum ann", "")
    assert not sat.asking
    sat.types("boris lev")
    assert sat.open()["votes"][-1] == ["Boris", "Lev"]


def test_the_end_is_offered_when_it_comes_in_the_middle_of_a_night_and_undo_gives_the_night_back(
    sit: Sit,
) -> None:
    sat = sit(7, "don mafia commissar kamikaze casanova mayor citizen")
    sat.types("", "com boris")
    desk.happen(sat.session, row(sat.session, {"kind": "override", "reason": "left", "dead": ["Boris"]}))
    sat.types("/kabum ann")
    sat.until(Next.END)
    sat.types("")
    sat.until(Next.LEAVE)
    assert is_finished(sat.session.script)
    assert "over" in sat.board()[0]
    sat.types("/undo")
    assert not is_finished(sat.session.script)
    assert sat.open()["moves"] == {"commissar": "Boris"}


def test_an_end_against_the_judgement_gives_no_reason_of_the_judgement(sit: Sit) -> None:
    sat = sit(7, "don mafia mafia kamikaze casanova mayor citizen")
    desk.happen(
        sat.session, row(sat.session, {"kind": "override", "reason": "left", "dead": ["Vera", "Egor", "Zhanna"]})
    )
    sat.types("/end town")
    sat.until(Next.LEAVE)
    assert "The town wins!\nRoles" in sat.copied[-1]


def test_who_takes_over_a_citizen_with_the_mayors_title_is_told_of_it(sit: Sit) -> None:
    sat = sit(10)
    sat.types("/kabum egor", "", "zhanna", "")
    sat.types("/replace zhanna Zoya", "")
    assert sat.due() == "message replace 3"
    sat.types("")
    assert "title" in sat.copied[-1]


def test_a_reply_to_somebody_dead_is_marked(sit: Sit) -> None:
    sat = sit(10)
    sat.types("", "don vera", "com boris", "doc pass", "cas pass", "", "")
    sat.until(Next.MESSAGE)
    assert "3. Vera (out of the game)" in "".join(sat.block(sat.task()))


def test_a_jailed_kamikaze_strikes_until_night_falls_and_a_jailing_by_hand_tells_the_role(sit: Sit) -> None:
    sat = sit(10)
    desk.happen(sat.session, row(sat.session, {"kind": "override", "reason": "late", "jailed": ["Igor"]}))
    sat.types("")
    assert sat.copied[-1].split("\n")[1:] == ["Igor goes to jail.", "Igor - Kamikaze"]
    sat.types("")
    assert "night has fallen (2.13)" in sat.types("/kabum ann")
    sat.types("/undo")
    desk.happen(sat.session, row(sat.session, {"kind": "override", "reason": "late", "jailed": ["Igor"]}))
    sat.types("/kabum ann")
    assert 1 not in sat.session.game.alive


@pytest.mark.parametrize("out", ["", "kira"])
def test_a_refused_revival_is_answered_only_where_a_living_healer_asked(sit: Sit, out: str) -> None:
    sat = sit(14)
    sat.day()
    if out:
        sat.types(f"/exclude {out}")
    said = sat.types("/revive ann")
    assert ("neutral" in said) is (not out)
    without = sit(7)
    assert "neutral" not in without.types("/revive ann")
