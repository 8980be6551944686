"""Timers: plain arithmetic with a clock of the test's own, and the toolbar of the desk."""

import pytest

from mafia_cli.host import clock
from mafia_cli.host.clock import Timer, minutes_of, phase_of, shown, started, with_minutes
from mafia_cli.script.errors import RefusedError


def test_a_timer_runs_down_to_nothing_and_no_further() -> None:
    timer = started("vote", 3, 100.0)
    assert [timer.left(now) for now in (100.0, 130.0, 280.0, 999.0)] == [180.0, 150.0, 0.0, 0.0]
    assert timer.left(50.0) == 180.0, "a clock that went back gives no time"


def test_every_mark_is_called_once() -> None:
    timer = started("vote", 3, 0.0)
    called = [(now, mark) for now in range(200) if (mark := timer.due(float(now))) is not None]
    assert called == [(120, 60), (150, 30), (170, 10), (180, 0)]


def test_marks_slept_through_are_called_as_one_the_last() -> None:
    timer = started("vote", 3, 0.0)
    assert timer.due(175.0) == 10
    assert timer.due(176.0) is None


def test_a_short_timer_does_not_call_what_it_never_had() -> None:
    timer = started("last_word", 0.5, 0.0)
    assert [timer.due(float(now)) for now in (0, 20, 30, 31)] == [None, 10, 0, None]
    assert started("last_word", 1, 0.0).due(0.0) is None


def test_pause_keeps_the_time_and_goes_on_from_there() -> None:
    timer = started("night", 2, 0.0)
    timer.pause(50.0)
    stood, left, called = timer.paused, timer.left(500.0), timer.due(500.0)
    assert (stood, left, called) == (True, 70.0, None)
    timer.pause(1000.0)
    assert timer.left(1030.0) == 40.0
    assert timer.due(1010.0) == 60
    assert [timer.paused] == [False]


def test_a_minute_more_calls_the_marks_again() -> None:
    timer = started("vote", 1, 0.0)
    assert timer.due(45.0) == 30
    timer.more(45.0)
    assert timer.left(45.0) == 75.0
    assert timer.due(45.0) is None
    assert timer.due(61.0) == 60
    timer.pause(61.0)
    timer.more(70.0)
    assert timer.paused
    assert timer.left(99.0) == 119.0


def test_a_timer_that_is_over_can_be_given_a_minute() -> None:
    timer = started("vote", 1, 0.0)
    assert timer.due(400.0) == 0
    timer.more(400.0)
    assert timer.left(400.0) == 60.0


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "0:00"), (0.2, "0:01"), (59.5, "1:00"), (245, "4:05"), (3600, "60:00")]
)
def test_lengths_are_shown(seconds: float, said: str) -> None:
    assert shown(seconds) == said


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("5", 5),
        ("2,5", 2.5),
        ("1:30", 1.5),
        ("0", 0),
        ("", None),
        ("x", None),
        ("-1", None),
        ("9999", None),
        ("nan", None),
    ],
)
def test_minutes_are_read(text: str, minutes: float | None) -> None:
    assert minutes_of(text) == minutes


def test_phases_are_named_in_both_languages() -> None:
    assert [phase_of(word) for word in ("обсуждение", "гол", "слово", "ночь", "x", "")] == [
        "discussion", "vote", "last_word", "night", None, None,
    ]  # fmt: skip
    assert [phase_of(word) for word in ("disc", "VOTE", "last word", "last_word")] == [
        "discussion", "vote", "last_word", "last_word",
    ]  # fmt: skip


def test_stored_minutes_change_and_go() -> None:
    assert with_minutes({"vote": 3}, ["night=7", "слово=1,5", "vote=0"]) == {"night": 7, "last_word": 1.5}
    with pytest.raises(RefusedError) as caught:
        with_minutes({}, ["foo=1", "vote=x", "vote"])
    assert len(caught.value.faults) == 3


def test_a_timer_knows_its_phase() -> None:
    assert started("vote", 1, 0).phase in clock.PHASES
    assert Timer("vote", 5, None).paused
