"""A sign-up on the command line: what ``new --players FILE --dry`` shows, and who waits in reserve."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from mafia_cli.script.toml import parse

pytestmark = pytest.mark.usefixtures("drawn_seed")

Mafia = Callable[..., tuple[int, str, str]]
CHAT = """Паша, [03.12.2026 21:06]
+

Даша, [03.12.2026 21:07]
я буду Водяной

Рита, [03.12.2026 21:08]
в запас

Женя, [03.12.2026 21:09]
+?

Толик, [03.12.2026 21:10]
+

Толик, [03.12.2026 21:11]
ой нет, не смогу

Вера, [03.12.2026 21:12]
и Машу запишите"""


@pytest.fixture(autouse=True)
def _chat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("chat.txt").write_text(CHAT, "utf-8")


def test_a_dry_run_tells_each_line_though_there_are_too_few(mafia: Mafia) -> None:
    for flag in ("--dry", "--dry-run"):
        status, out, err = mafia("new", "--players", "chat.txt", flag, "--json", "--lang", "ru")
        assert (status, err) == (0, "Игроков: 2, а нужно не меньше 7.\n")
        told = json.loads(out)
        assert told["players"] == [{"nick": "Паша"}, {"nick": "Водяной", "chat": "Даша"}]
        assert told["reserves"] == [{"nick": "Рита"}]
        assert told["out"] == ["Толик"]
        assert [line["line"] for line in told["lines"]] == [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20]
        asked = [(line["nick"], line["candidates"]) for line in told["lines"] if line["as"] == "asked"]
        assert asked == [("Женя", ["Женя"]), ("Маша", ["Маша"])]
    assert not Path("saves").exists()


def test_a_dry_run_in_words(mafia: Mafia) -> None:
    status, out, _ = mafia("new", "--players", "chat.txt", "--dry", "--lang", "ru")
    assert status == 0
    assert out.split("\n")[:4] == ["  1 Паша", "  2 Водяной (Даша)", "Не играют: Толик.", "Запас: Рита."]
    assert "«+?»: Женя" in out


def test_json_without_dry_and_dry_without_players_say_what_is_missing(mafia: Mafia) -> None:
    for flags in (["--players", "chat.txt", "--json"], ["--dry"], ["--dry", "--from", "last"]):
        status, out, err = mafia("new", *flags)
        assert (status, out) == (1, "")
        assert "--players" in err


def test_reserves_are_kept_and_offered(mafia: Mafia) -> None:
    more = "\n".join(f"{name}: +" for name in ("Ася", "Боря", "Гена", "Зоя", "Илья", "Клим"))
    Path("chat.txt").write_text(f"{more}\nРита: в запас\nЯна: резерв, буду Русалкой\nЛев: +", "utf-8")
    assert mafia("new", "Ночь", "--players", "chat.txt", "--yes", "--lang", "ru")[0] == 0
    (path,) = Path("saves").glob("*.toml")
    assert parse(path.read_bytes())["reserves"][0] == {"nick": "Рита"}
    status, _, err = mafia("player", "replace", "Ася", "--lang", "ru")
    assert status == 1
    assert "Ася" in err
    assert "Рита" in err
    assert mafia("player", "replace", "Ася", "Рита")[0] == 0
    status, _, err = mafia("player", "replace", "Боря", "--lang", "ru")
    assert "Рита" not in err
