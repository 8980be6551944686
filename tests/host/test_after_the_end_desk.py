"""The desk at a game that is over: notes are taken, nothing is asked for what cannot be."""

from pathlib import Path

import pytest
from seat import Evening

LINES = {
    "ru": ["/решение", "/конец город", "/исключить вера 4.3", "/кабум вера", "/воскресить вера", "/наследник вера",
           "/ночь", "/день"],
    "en": ["/override", "/end town", "/exclude vera 4.3", "/kabum vera", "/revive vera", "/heir vera",
           "/night", "/vote"],
}  # fmt: skip
OVER = {"ru": "Эта игра уже окончена.", "en": "This game is over."}
VIOLATION = {"ru": ["/нарушение вера 4.3", "д", "/статус"], "en": ["/violation vera 4.3", "y", "/status"]}


@pytest.fixture(params=["ru", "en"])
def evening(request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Evening:
    found = Evening(capsys, tmp_path, request.param)
    found.night()
    found.types({"ru": "/конец город", "en": "/end town"}[request.param], "")
    assert found.last == {"kind": "end", "winner": "town"}
    return found


def test_what_would_change_who_won_is_refused_before_anything_is_asked(evening: Evening) -> None:
    lang = evening.settings.lang
    before = evening.steps
    for line in LINES[lang]:
        assert evening.types(line).count(OVER[lang]) == 1, line
    assert evening.steps == before


def test_a_violation_is_logged_and_listed_without_an_exclusion(evening: Evening) -> None:
    said = evening.types(*VIOLATION[evening.settings.lang])
    assert evening.last["kind"] == "violation"
    assert evening.settings.words.text("table", "black.added", nick=evening.nicks[2]) in said
    assert evening.settings.words.text("desk", "between.finished", n=1, alive=10) in said
