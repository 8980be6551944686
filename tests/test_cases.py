"""The written games: each judged as its .json says, through the installed program."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"


def resolved(*args: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "mafia_cli", "resolve", *args], capture_output=True, text=True, encoding="utf-8"
    )
    return done.returncode, done.stdout, done.stderr


def differs(got: dict[str, Any], wanted: dict[str, Any]) -> bool:
    place = (got["error"] or "").partition(":")[0]
    same_fault = got["error"] is None if wanted["error"] is None else place == wanted["error"]
    return got["steps"] != wanted["steps"] or not same_fault


def test_every_case_is_judged_as_written() -> None:
    files = sorted(CASES.glob("*.toml"))
    status, out, err = resolved("--json", *map(str, files))
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer["file"] for answer in answers] == [str(file) for file in files]
    assert len(files) >= 80
    assert status == 1
    assert err == ""
    wanted = [json.loads(file.with_suffix(".json").read_text(encoding="utf-8")) for file in files]
    assert [file.stem for file, got, want in zip(files, answers, wanted, strict=True) if differs(got, want)] == []


def test_the_keys_of_an_answer_are_those_of_the_contract() -> None:
    _, out, _ = resolved("--json", str(CASES / "kabum-takes-both.toml"))
    answer = json.loads(out)
    assert list(answer) == ["file", "error", "winner", "alive", "steps"]
    assert answer["alive"] == sorted(answer["alive"])


def test_a_lawful_file_alone_ends_with_status_0() -> None:
    status, out, err = resolved(str(CASES / "a-plain-kill.toml"))
    assert (status, err) == (0, "")
    assert out.startswith(str(CASES / "a-plain-kill.toml"))


def test_an_error_is_told_with_its_place() -> None:
    status, _, err = resolved("--lang", "en", str(CASES / "error-a-dead-mover.toml"))
    assert status == 1
    assert "steps[2].moves.doctor: " in err
