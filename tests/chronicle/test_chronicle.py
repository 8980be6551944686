"""The chronicle: what it tells, what it keeps back, and that nicks stand literal in every format."""

import json
import os
import re
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from chronicle_games import NASTY, game, played, renamed, saved
from documents import as_script

from mafia_cli.chronicle import data, page, plain
from mafia_cli.chronicle.story import Story, tell
from mafia_cli.rules.roles import Role
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import safe

Mafia = Callable[..., tuple[int, str, str]]
RU, EN = Words("ru"), Words("en")
BOTH = pytest.mark.parametrize("words", [RU, EN], ids=["ru", "en"])
FORMATS = pytest.mark.parametrize("form", ["html", "md", "txt", "json"])


class Reader(HTMLParser):
    """Collects what a page shows, its tags and attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.shown.append(data)


def story_of(doc: dict[str, object], words: Words = RU) -> Story:
    return tell(words, as_script(doc), played(doc), None)


def made(form: str, doc: dict[str, object], words: Words = RU) -> str:
    story = story_of(doc, words)
    match form:
        case "html":
            return page.page(words, story)
        case "md":
            return plain.markdown(words, story)
        case "txt":
            return plain.text(words, story)
        case _:
            return data.as_json(words, as_script(doc), played(doc), story, None)


# --- content ----------------------------------------------------------------------------------------------


@FORMATS
@BOTH
def test_a_finished_game_is_told_whole(form: str, words: Words) -> None:
    text = unescape(made(form, game(), words)).replace("\\", "")
    for player in game()["players"]:
        assert player["nick"] in text
    for rule in ("3.12", "3.11", "2.10", "3.4", "2.7", "1.8.1"):
        assert rule in text
    if form != "json":
        for player in game()["players"]:
            assert words.role(Role(player["role"])) in text
        for key in ("players", "turning", "awards", "course", "life", "host"):
            assert words.text("chronicle", f"section.{key}") in text


def test_turning_points_and_awards_of_the_sample() -> None:
    story = story_of(game())
    assert story.turning[0] == "День 1: голоса поровну, мэр решает, в тюрьме Колобок (мирный житель)."
    assert story.turning[-1] == "День 3: исход решён, победа: город."
    given = {one.id: (one.names, one.why) for one in story.awards}
    assert given["eye"] == ("Илья", "3 голоса против мафии")
    assert given["sleuth"] == ("Василиса", "2 раскрытых мафиози")
    assert given["misfire"] == ("Кощей", "2 сорванных удара")
    assert given["saver"] == ("Илья", "1 спасённая жизнь")
    assert "citizen" not in given  # the only plain citizen was the first to go


def test_who_was_alive_and_who_voted() -> None:
    story = story_of(game())
    assert story.life
    assert story.votes
    assert [short for short, _ in story.life.columns] == ["Н1", "Д1", "Н2", "Д2", "В", "Н3", "К", "Д3"]
    rows = ["".join(cell.text for cell in row) for row in story.life.rows]
    assert rows[0] == "●✗······"
    assert rows[5] == "●●✗·↑●●●"
    assert [short for short, _ in story.votes.columns] == ["Д1", "Д2", "Д2 суд", "Д3", "Д3 суд"]
    assert [cell.text for cell in story.votes.rows[11]] == ["–", "● Леший", "–", "Василиса", "+"]


def test_an_override_an_amend_and_a_ruling_are_told() -> None:
    steps = [
        *game(3)["steps"],
        {"kind": "override", "reason": "ошибка ведущего", "alive": ["Колобок"]},
        {"kind": "amend", "step": 1, "set": {"moves": {}}, "reason": "ходы не те"},
        {"kind": "note", "text": "личная заметка"},
        {"kind": "end", "winner": ""},
    ]
    story = story_of(game() | {"steps": steps, "rulings": {"tie": "nobody"}})
    told = "\n".join(story.host)
    for said in ("После дня 1: ошибка ведущего", "(Ночь 1): ходы не те", "tie = nobody", "правило 4.6"):
        assert said in told
    assert "личная заметка" not in plain.text(RU, story)
    assert story.result == "Игра прервана, победителя нет."
    assert "Исход меняет решение ведущего." in story.turning


def test_json_is_one_object_with_the_contracts_entries() -> None:
    answer = json.loads(made("json", game()))
    assert answer["finished"] is True
    assert answer["winner"] == "town"
    assert answer["players"][1] == {
        "seat": 2,
        "nick": "Кощей",
        "chat": "игла_в_яйце",
        "role": "don",
        "alive": False,
        "out": {"phase": "day", "number": 3, "causes": ["jailed"]},
    }
    assert answer["steps"][0]["cancelled"] == {"commissar": ["3.12"], "mafia": ["3.12"]}
    assert answer["steps"][0]["title"] == "Ночь 1"
    assert answer["awards"][0]["nicks"] == ["Илья"]


# --- nothing leaks ----------------------------------------------------------------------------------------


@FORMATS
@pytest.mark.parametrize("steps", range(1, 10))
def test_an_unfinished_game_tells_only_what_the_chat_knows(form: str, steps: int) -> None:
    doc = game(steps)
    before = made(form, doc)
    shown = {role for role in Role if RU.role(role) in before}
    if form == "json":
        answer = json.loads(before)
        assert (answer["finished"], answer["winner"]) == (False, None)
        shown |= {Role(player["role"]) for player in answer["players"] if player["role"]}
    living = [player["nick"] for player in doc["players"]]
    public = {"citizen"} if steps > 1 else set()  # the jailed of day 1
    public |= {"kamikaze"} if "Кабум" in before else set()
    public |= {"healer"} if "Целитель" in before else set()
    assert shown <= {Role(role) for role in public}
    assert all(nick in before for nick in living)
    for secret in ("3.12", "3.11", "яд:", "Ответ", "→"):
        assert secret not in before


def test_the_chat_cannot_tell_apart_what_it_was_not_told() -> None:
    doc = game(1)
    other = game(1)
    other["players"] = [dict(player) for player in other["players"]]
    other["players"][2]["role"], other["players"][5]["role"] = "doctor", "commissar"
    step = dict(other["steps"][0]["moves"])
    step["doctor"], step["commissar"] = "Василиса", "Царевич"
    other["steps"] = [{"kind": "night", "moves": step}]
    for form in ("html", "md", "txt", "json"):
        assert made(form, doc) == made(form, other)


def test_an_open_night_is_not_told() -> None:
    doc = game(3)
    doc["steps"] = [*doc["steps"], {"kind": "night", "open": True, "moves": {"mafia": "Илья"}, "entries": []}]
    assert made("txt", doc) == made("txt", game(3))


def test_after_the_end_a_game_played_on_is_unfinished() -> None:
    doc = game()
    doc["steps"] = [*doc["steps"], {"kind": "night", "moves": {}}]
    assert story_of(doc).whole is False


# --- nicks are literal ------------------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [None, 3])
def test_nasty_nicks_are_literal_on_the_page(steps: int | None) -> None:
    doc = renamed(game(steps), NASTY) | {"name": NASTY[0], "theme": NASTY[1], "host": NASTY[8]}
    doc["players"] = [player | {"chat": nick} for player, nick in zip(doc["players"], reversed(NASTY), strict=True)]
    text = made("html", doc)
    reader = Reader()
    reader.feed(text)
    assert not {"script", "img", "b-"} & set(reader.tags)
    assert reader.tags.count("style") == 1
    assert not [name for name, _ in reader.attributes if name.startswith("on") or name in ("src", "href")]
    shown = "".join(reader.shown)
    for nick in NASTY:
        assert safe(nick) in shown
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202e]", text)


@pytest.mark.parametrize("form", ["md", "txt"])
def test_nasty_nicks_carry_no_escape_codes(form: str) -> None:
    text = made(form, renamed(game(), NASTY))
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202e]", text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# a", "\\# a"),
        ("- a", "\\- a"),
        ("12. a", "12\\. a"),
        ("2025-11-08", "2025-11-08"),
        ("a | b", "a \\| b"),
        ("**a** `b`", "\\*\\*a\\*\\* \\`b\\`"),
        ("[a](b)", "\\[a\\](b)"),
        ("<b>&amp;", "\\<b\\>\\&amp;"),
        ("https://a", "https\\://a"),
        ("\\", "\\\\"),
        ("Аня (2.10): +", "Аня (2.10): +"),
    ],
)
def test_markdown_is_escaped_where_it_must_be(text: str, shown: str) -> None:
    assert plain.literal(text) == shown


def test_json_carries_nicks_as_typed() -> None:
    answer = json.loads(made("json", renamed(game(), NASTY)))
    assert [player["nick"] for player in answer["players"]] == NASTY


def test_the_page_is_self_contained() -> None:
    text = made("html", game())
    assert "://" not in text
    assert "url(" not in text
    assert "@import" not in text
    assert '<html lang="ru">' in text
    assert '<html lang="en">' in made("html", game(), EN)


# --- the command ------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "saves"


def test_a_page_goes_into_a_file_named_after_the_game(mafia: Mafia, folder: Path, tmp_path: Path) -> None:
    saved(folder, game())
    status, said, _ = mafia("export")
    assert (status, said) == (0, "Written: evening.html\n")
    text = (tmp_path / "evening.html").read_text(encoding="utf-8")
    assert '<html lang="ru">' in text  # the game's own language
    assert mafia("export", "--lang", "en")[0] == 0  # a page made here is written over
    assert '<html lang="en">' in (tmp_path / "evening.html").read_text(encoding="utf-8")
    assert sorted(os.listdir(folder)) == ["evening.toml"]


def test_other_formats_are_printed(mafia: Mafia, folder: Path) -> None:
    saved(folder, game())
    assert mafia("export", "--format", "md")[1].startswith("# Сказочный вечер\n")
    assert mafia("export", "--format", "txt")[1].startswith("Сказочный вечер\n")
    assert json.loads(mafia("export", "--format", "json")[1])["finished"] is True
    assert mafia("export", "--output", "-")[1].startswith("<!doctype html>")


def test_a_file_that_is_there_is_kept(mafia: Mafia, folder: Path, tmp_path: Path) -> None:
    path = saved(folder, game())
    other = tmp_path / "other.md"
    other.write_text("mine", encoding="utf-8")
    status, _, said = mafia("export", "--output", "other.md")
    assert status == 1
    assert "other.md" in said
    assert other.read_text(encoding="utf-8") == "mine"
    assert mafia("export", "--output", "other.md", "--yes")[0] == 0
    assert other.read_text(encoding="utf-8").startswith("# ")
    before = path.read_bytes()
    assert mafia("export", "--output", str(path), "--yes")[0] == 1
    assert path.read_bytes() == before


def test_open_asks_the_browser(mafia: Mafia, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import webbrowser

    opened: list[str] = []

    def note(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr(webbrowser, "open", note)
    saved(folder, game())
    assert "Opened in the browser." in mafia("export", "--open")[1]
    assert opened == [(tmp_path / "evening.html").resolve().as_uri()]


def test_wrong_formats_and_missing_games_are_told(mafia: Mafia, folder: Path) -> None:
    assert mafia("export")[0] == 1
    saved(folder, game())
    status, _, said = mafia("export", "--format", "pdf")
    assert status == 1
    assert "html, md, txt, json" in said
