"""``mafia demo`` and the example save: one whole game, shown and stored."""

import sys
from pathlib import Path
from typing import Any

import pytest
from documents import as_script, play

import mafia_cli
from mafia_cli.cli.app import run
from mafia_cli.rules.model import Kind
from mafia_cli.rules.roles import Role
from mafia_cli.script import contract, edit
from mafia_cli.script.told import unsent
from mafia_cli.script.toml import dumps, parse
from mafia_cli.words.catalogue import LANGUAGES, Words
from mafia_cli.words.clean import width

sys.path.append(str(Path(__file__).parents[1] / "host"))
from terminal import Terminal

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "saves" / "example.toml"


def sample(lang: str) -> dict[str, Any]:
    return parse((Path(mafia_cli.__file__).parent / f"sample.{lang}.toml").read_bytes())


def demo(capsys: pytest.CaptureFixture[str], lang: str, *argv: str) -> str:
    assert run(["demo", *argv, "--lang", lang]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sample_plays_to_its_end_and_shows_many_rules(lang: str) -> None:
    played = play(sample(lang))
    assert played.faults == []
    assert len(sample(lang)["players"]) == 14
    assert played.records[-1].kind == "end"
    assert contract.winner(played) == "town"
    facts = [(kind, rule) for record in played.records for kind, _, _, rule, _ in record.trace]
    shown = {rule for kind, rule in facts if kind is Kind.CANCELLED}
    assert {"3.11", "3.12"} <= shown
    assert {rule for kind, rule in facts if kind is Kind.REFUSED} == {"4.6", "2.5", "1.8.1"}
    kinds = {kind for kind, _ in facts}
    assert {Kind.MIRRORED, Kind.POISONED, Kind.FOUND, Kind.DECIDED, Kind.ACQUITTED, Kind.REVIVED} <= kinds
    assert {Kind.HEIR_DUE, Kind.TITLE, Kind.WINNER} <= kinds
    assert {"kabum", "revive", "heir", "violation"} <= {record.kind for record in played.records}


def test_both_casts_play_the_same_game() -> None:
    games = []
    for lang in LANGUAGES:
        doc = sample(lang)
        text = dumps({"steps": [{key: step[key] for key in step if key != "#"} for step in doc["steps"]]})
        for seat, player in enumerate(doc["players"], 1):
            text = text.replace(f'"{player["nick"]}"', f'"{seat}"')
        games.append((parse(text.encode()), [player["role"] for player in doc["players"]], doc["seed"]))
    assert games[0] == games[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_demo_shows_each_step_to_host_and_chat(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    text = demo(capsys, lang)
    lines = text.splitlines()
    assert max(sum(map(width, line)) for line in lines) <= 80
    assert 120 <= len(lines) <= 210
    words = Words(lang)
    titles = [line for line in lines if line.startswith("-- ")]
    assert len(titles) == len(sample(lang)["steps"]) + 1
    for n in (1, 2, 3):
        assert any(words.text("look", "demo.night", n=n) in line for line in titles)
        assert any(words.text("look", "demo.day", n=n) in line for line in titles)
    for cited in ("(3.12)", "(3.11)", "(2.10)", "(2.7)", "(2.13)", "(2.12)", "(1.8.1)", "(4.6)"):
        assert cited in text
    read = "\n".join(line for line in lines if line.startswith("  | "))
    for seat, player in enumerate(sample(lang)["players"], 1):
        assert f"| {seat}. {player['nick']} " in read
        assert words.role(Role(player["role"])) in read


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_chat_reads_names_no_secret(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    """Behind the bar under "the chat" stands no rule number and, before the end, no role of the living."""
    words, chat, reading = Words(lang), [], False
    for line in demo(capsys, lang).splitlines():
        reading = line == words.text("look", "demo.chat") or (reading and line.startswith("  | "))
        if reading:
            chat.append(line)
    text = "\n".join(chat)
    before_end = text[: text.index("🏁")].casefold()
    for role in (Role.COMMISSAR, Role.DOCTOR, Role.CASANOVA, Role.JEALOUS, Role.POISONER, Role.BODYGUARD, Role.MAYOR):
        assert words.role(role).casefold() not in before_end
    assert "(2." not in text
    assert "(3." not in text


def test_the_demo_writes_nothing_and_waits_for_nobody_on_a_pipe(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAFIA_SAVES", str(tmp_path / "saves"))
    monkeypatch.chdir(tmp_path)
    assert demo(capsys, "ru", "--steps") == demo(capsys, "ru")
    assert list(tmp_path.iterdir()) == []


def test_step_by_step_on_a_terminal_and_stopped_with_ctrl_c(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "demo", "--steps", lang="en", plain=True)
    for step, title in enumerate(("A game of 14 players", "The deal", "Night 1", "Day 1", "Violation"), 1):
        while terminal.raw.count(b"Enter: go on") < step:
            terminal.more()
        assert title in terminal.text()
        terminal.press("\r" if title != "Violation" else "\x03")
    assert terminal.ended() == 130
    assert "Night 2" not in terminal.text()
    assert "Traceback" not in terminal.text()


# --- the example save -------------------------------------------------------------------------------------


def test_the_example_is_written_as_the_program_writes() -> None:
    data = EXAMPLE.read_bytes()
    doc = parse(data)
    assert dumps(doc).encode() == data
    assert doc["example"] is True
    assert {"format", "name", "host", "created", "lang", "theme", "seed"} <= doc.keys()
    assert all(player["chat"] for player in doc["players"])


def test_the_example_resolves_as_the_sample_does() -> None:
    stored, shown = play(parse(EXAMPLE.read_bytes())), play(sample("ru"))
    assert stored.faults == []
    assert contract.entries(stored) == contract.entries(shown)
    assert contract.alive(stored) == contract.alive(shown)
    assert contract.winner(stored) == contract.winner(shown) == "town"


def test_the_examples_entries_say_what_its_steps_say() -> None:
    for row in as_script(parse(EXAMPLE.read_bytes())).steps:
        if row.kind in ("night", "day"):
            assert row.entries is not None
            assert edit.refill(row, row.entries) == row


def test_all_private_messages_of_the_example_are_told() -> None:
    doc = parse(EXAMPLE.read_bytes())
    assert unsent(play(doc), as_script(doc)) == []


def test_the_example_is_no_latest_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAFIA_SAVES", str(tmp_path))
    (tmp_path / "example.toml").write_bytes(EXAMPLE.read_bytes())
    assert run(["status", "--lang", "ru"]) == 1
    capsys.readouterr()
    assert run(["status", "--game", "example", "--lang", "ru"]) == 0
    assert "(пример)" in capsys.readouterr().out
