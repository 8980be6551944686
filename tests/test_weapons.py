"""Names as weapons: whatever a player or a file supplies reaches the terminal, a file name, the clipboard or a page as
text or not at all."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
from documents import on_disk, play
from effort import LONG
from hypothesis import example, given
from hypothesis import strategies as st

from mafia_cli import screen
from mafia_cli.host import copying
from mafia_cli.script import disk
from mafia_cli.script.toml import dumps
from mafia_cli.words.clean import MARKS, safe, short, width

pytestmark = pytest.mark.usefixtures("drawn_seed")

Mafia = Callable[..., tuple[int, str, str]]
WEAPONS = {
    "markup": "[red]Ann[/red] [link=http://x]",
    "format": "{} {0.__class__} %s %n ${HOME} `id`",
    "ansi": "\x1b[31mred\x1b[0m\x1b[2J",
    "osc": "\x1b]0;title\x07\x1b]52;c;ZWNobw==\x1b\\",
    "c1": "\x9b31mred\x9d0;x\x9c\x90q",
    "bidi": "\u202eAnn\u2066x\u2069\u200f",
    "zero width": "A\u200bn\u2060n\ufeff\u00ad\u180e",
    "combining": "Z" + "\u0334\u0335\u0336\u0337\u0338" * 20,
    "long": "x" * 200,
    "path": "../../x",
    "device": "CON",
    "slash": "a/b\\c",
    "nul": "a\x00b",
    "quotes": "\"'\"\"\"'''\\",
    "toml": '"\n[[players]]\nnick = "x"\n#',
    "html": "<script>alert(1)</script><img src=x onerror=alert(1)>&amp;\"' onload=x",
    "markdown": "[x](javascript:alert(1)) | `x` <b> # * _",
    "dashes": "--yes -rf",
    "lines": "a\r\nb\u2028c\x85d",
    "tags": "\U000e0041\U000e007f\ufff9\u061c",
    "formula": "=cmd|' /C calc'!A0",
}
PLAIN = ["Ann", "Boris", "Vera", "Gleb", "Dana", "Egor", "Jane"]
ROLES = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "kamikaze", "healer", "journalist", "citizen"]

each = pytest.mark.parametrize("weapon", WEAPONS.values(), ids=list(WEAPONS))


def harmless(text: str, *, lines: bool = True) -> bool:
    """Nothing in it that a terminal or a chat could obey."""
    allowed = "\n" if lines else ""
    bad = {char for char in text if category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") and char not in allowed + "\u200d"}
    return not bad


# --- the one filter ---------------------------------------------------------------------------------------


@given(st.text())
@example("".join(WEAPONS.values()))
def test_safe_text_is_one_harmless_line(text: str) -> None:
    clean = safe(text)
    assert harmless(clean, lines=False)
    assert safe(clean) == clean
    marks = 0
    for char in clean:
        marks = marks + 1 if category(char)[0] == "M" else 0
        assert marks <= MARKS + 1  # a variation selector more
    assert len(clean) <= len(text)
    assert clean.encode().decode() == clean


@given(st.text(st.characters(min_codepoint=32, max_codepoint=0x52F, exclude_categories=["C", "M", "Z"])))
def test_plain_text_is_left_as_it_is(text: str) -> None:
    assert safe(text) == text


@given(
    st.text(
        st.sampled_from("\x00\x1b\x9b\x07\u202e\u2066\u200b\u200d\ufeff\u00ad\u0334e\U0001f600\ufe0f\U000e0041 \n[")
    )
)
def test_safe_text_of_weapons_alone(text: str) -> None:
    assert harmless(safe(text), lines=False)
    assert safe(safe(text)) == safe(text)


@given(st.text(), st.integers(1, 80))
def test_short_text_fits(text: str, columns: int) -> None:
    cut = short(text, columns)
    assert sum(map(width, cut)) <= columns
    assert harmless(cut, lines=False)


# --- every command ----------------------------------------------------------------------------------------


def game(weapon: str) -> dict[str, Any]:
    """A finished game in which everything that may be named is the weapon."""
    nicks = [weapon, *(f"P{number} {weapon[:150]}" for number in range(2, 11))]
    players = [
        {"nick": nick, "role": role, "chat": weapon, "aliases": [f"{number}{weapon}"]}
        for number, (nick, role) in enumerate(zip(nicks, ROLES, strict=True))
    ]
    steps: list[dict[str, Any]] = [
        {"kind": "note", "text": weapon},
        {"kind": "alias", "target": nicks[1], "to": f"!{weapon}"},
        {
            "kind": "night",
            "moves": {
                "mafia": nicks[9],
                "doctor": nicks[3],
                "commissar": nicks[0],
                "casanova": nicks[1],
                "journalist": nicks[:2],
            },
        },
        {"kind": "violation", "target": nicks[4], "rule": weapon or "x", "note": weapon},
        {"kind": "forgive", "target": nicks[4], "rule": weapon, "reason": weapon},
        {"kind": "day", "votes": [[nicks[2], nicks[0]], [weapon, weapon], ["nobody " + weapon, nicks[0]]]},
        {"kind": "rename", "target": nicks[2], "to": f"new {weapon[:150]}"},
        {"kind": "replace", "target": nicks[4], "to": f"other {weapon[:150]}", "chat": weapon},
        {"kind": "kabum", "target": nicks[5]},
        {"kind": "exclude", "target": nicks[7], "rule": weapon},
        {"kind": "override", "reason": weapon + "x", "dead": [nicks[8]], "at": weapon, "by": weapon},
        {"kind": "amend", "step": 1, "set": {"text": weapon + "!"}, "reason": weapon},
    ]
    told = [
        {"to": 0, "about": "night 1", "says": {"died": [weapon], "seduced": [weapon]}, "text": weapon, "at": weapon},
        {"to": 1, "about": f"role {weapon}", "says": {"role": weapon}},
    ]
    return {
        **dict.fromkeys(("name", "host", "created", "theme", "pack", "limit"), weapon),
        "lang": "en",
        "seed": 7,
        "minutes": {"night": 5},
        "tracks": [[weapon, weapon]],
        "players": players,
        "steps": steps,
        "told": told,
    }


LOOKING: list[list[str]] = [
    *(["status"], ["status", "--public"], ["games"], ["games", "--all"], ["announce"], ["announce", "--correction"]),
    *(["announce", "--night", "1"], ["announce", "--day", "1"], ["announce", "--copy"], ["pm"], ["pm", "--list"]),
    *(["pm", "--log"], ["pm", "1", "--copy"], ["why"], ["why", "1"], ["why", "@"], ["amend"], ["amend", "--drop", "9"]),
    *(
        ["music"],
        ["timer"],
        ["themes"],
        ["stats"],
        ["stats", "@"],
        ["export"],
        ["games", "check"],
        ["games", "check", "eve"],
    ),
    *(["games", "restore"], ["player", "find", "@"], ["player", "find", "1"], ["resolve", "saves/eve.toml"]),
    *(["resolve", "--json", "saves/eve.toml"], ["resolve", "@"], ["games", "--game", "@"], ["status", "--game", "@"]),
    *(["@"], ["player", "@"], ["night", "--@"], ["night", "--move", "@"], ["vote", "--votes", "@"], ["themes", "@"]),
    *(["--lang", "@"], ["rules", "@"], ["blacklist"], ["stats", "--json"], ["export", "--format", "@"]),
    *(
        ["stats", "--csv"],
        ["stats", "1", "--csv"],
        ["music", "--text"],
        ["games", "check", "--all"],
        ["themes", "check"],
    ),
    *(
        ["themes", "check", "@"],
        ["themes", "@", "--toml"],
        ["completion", "@"],
        ["resolve", "--json", "@", "lines.txt"],
    ),
    *(
        ["timer", "@=5"],
        ["timer", "night=@"],
        ["music", "--drop", "@"],
        ["amend", "--night", "@"],
        ["games", "restore", "@"],
    ),
    *(["__complete", "fish", "player", "find", ""], ["__complete", "bash", " =", "mafia player find @"]),
]
DOING: list[list[str]] = [
    *(["night", "--move", "mafia=2", "--move", "doctor=@"], ["undo"], ["redo"], ["undo"], ["undo"], ["undo"]),
    *(["player", "rename", "4", "@"], ["player", "rename", "4", "new @"], ["player", "replace", "2", "other @"]),
    *(["player", "violation", "1", "4.2", "--note", "@"], ["player", "alias", "1", "@"], ["player", "heir", "@"]),
    *(
        ["kabum", "@"],
        ["revive", "@"],
        ["player", "exclude", "@", "--rule", "@"],
        ["end", "@"],
        ["end", "mafia", "--yes"],
    ),
    *(["override", "--reason", "@", "--dead", "@"], ["blacklist", "add", "@", "--reason", "@"], ["blacklist"]),
    *(["amend", "--change", "1:text=@ again", "--reason", "@", "--yes"], ["amend", "--role", "@=@"], ["amend"]),
    *(
        ["games", "rename", "eve", "@!"],
        ["games", "delete", "@!", "--yes"],
        ["games", "delete", "@"],
        ["games", "--all"],
    ),
    ["new", "@", "--players", "players.txt", "--theme", "@", "--host", "@", "--yes"],
    ["new", "@", "--players", "plain.txt", "--theme", "@", "--host", "@", "--deal", "deal.txt", "--yes"],
    *(["games"], ["status"], ["player", "rename", "4", "@"], ["player", "replace", "5", "@!", "--chat", "@"]),
    *(["player", "violation", "4", "4.2", "--note", "@"], ["player", "forgive", "4", "--reason", "@"]),
    *(["player", "away", "4"], ["player", "away", "@", "--back"], ["blacklist", "remove", "@"], ["pm", "--sent", "@"]),
    *(["music", "--add", "lines.txt"], ["pm", "--sent", "all"], ["night", "--paste", "lines.txt", "--dry"]),
    *(["night", "--paste", "lines.txt"], ["night", "--paste", "lines.txt", "--json"], ["night", "--move", "mafia=4"]),
    *(["night", "--judge", "--yes"], ["announce", "--sent"], ["why"], ["vote", "--votes", "lines.txt", "--dry"]),
    *(["vote", "--votes", "lines.txt", "--json"], ["vote", "--votes", "lines.txt"], ["vote", "--close", "--yes"]),
    *(["vote", "--close", "--yes", "--anyway"], ["why"], ["status"], ["override", "--reason", "@", "--alive", "4"]),
    *(["player", "exclude", "5", "--rule", "4.2"], ["deal", "--again", "--yes"], ["new", "--from", "last", "--yes"]),
]


def run_all(mafia: Mafia, commands: list[list[str]], weapon: str) -> Iterator[tuple[list[str], str]]:
    for command in commands:
        line = [word.replace("@", weapon) for word in command]
        if any("\x00" in word for word in line):
            continue  # no command line can hold it
        _, out, err = mafia(*line)
        yield line, out + err


@each
def test_no_command_lets_a_weapon_through(weapon: str, mafia: Mafia, tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    (saves / "eve.toml").write_text(dumps(game(weapon)), encoding="utf-8", newline="")
    names = [f"{number} {weapon}" for number in range(7)]
    (tmp_path / "players.txt").write_bytes("\n".join(names).encode())
    lines = [
        weapon,
        f"{weapon}: {weapon}",
        f"1: {weapon}",
        f"mafia {weapon}",
        f"{weapon} | {weapon}",
        f"doctor 3 {weapon}",
    ]
    (tmp_path / "lines.txt").write_bytes("\n".join([*lines, "1: 2", "doc 3"]).encode())
    (tmp_path / "plain.txt").write_text("\n".join(PLAIN), encoding="utf-8")
    deal = [f"{nick} = {role}" for nick, role in zip(PLAIN, ROLES[:6], strict=False)]
    (tmp_path / "deal.txt").write_text("\n".join(deal), encoding="utf-8")
    before = {path.name for path in tmp_path.rglob("*")}
    looking = LOOKING if LONG else LOOKING[[*WEAPONS.values()].index(weapon) % 3 :: 3]
    for line, said in run_all(mafia, looking + DOING, weapon):
        assert "Traceback" not in said, line
        assert harmless(said), (line, said)
    days = [played.game.day for path in disk.game_files(saves) if (played := play(on_disk(path))).game]
    assert max(days) == 1  # the evening of plain names came so far
    assert not (tmp_path.parent / "x").exists()
    for path in tmp_path.rglob("*"):
        assert path.name in before or harmless(path.name, lines=False)
        assert path.is_relative_to(tmp_path)
        assert not re.search(r'[<>:"|?*\\]', path.name), path


@each
def test_a_terminal_sees_only_colours(
    weapon: str, mafia: Mafia, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screen, "is_terminal", lambda: True)
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "eve.toml").write_text(dumps(game(weapon)), encoding="utf-8", newline="")
    for line, said in run_all(mafia, [["status"], ["games"], ["stats"], ["music"], ["pm", "--list"]], weapon):
        assert harmless(re.sub(r"\x1b\[[0-9;]*m", "", said)), line
        assert "\x1b[31mred" not in said


@each
def test_the_clipboard_gets_text(
    weapon: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    got: list[str] = []

    def taken(text: str) -> bool:
        got.append(text)
        return True

    monkeypatch.setattr(copying, "_clipboard", taken)
    assert copying.copy(f"one\n{weapon}\ntwo") is copying.Copied.CLIPBOARD
    assert harmless(got[0])
    assert capsys.readouterr().out == ""


@each
def test_a_game_by_this_name_gets_a_harmless_file(weapon: str, tmp_path: Path) -> None:
    path = disk.free_path(tmp_path, weapon)
    assert path.parent == tmp_path
    assert path.suffix == ".toml"
    assert re.fullmatch(r"[\w-]+", path.stem)
    assert path.stem.casefold() not in ("con", "nul", "aux", "prn", "com1", "lpt1")
    assert len(path.name.encode()) < 200


@each
def test_an_export_carries_it_as_text(weapon: str, mafia: Mafia, tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    doc = game(weapon)
    doc["steps"].append({"kind": "end", "winner": "mafia"})
    (tmp_path / "saves" / "eve.toml").write_text(dumps(doc), encoding="utf-8", newline="")
    for name in ("page.html", "page.md", "page.txt"):
        status, out, err = mafia("export", "--format", name.partition(".")[2], "--output", name)
        made = [path for path in (tmp_path / name,) if path.exists()]
        text = made[0].read_text(encoding="utf-8") if made else out
        assert status == 0, err
        assert harmless(text)
        if name.endswith("html"):
            assert "<script>alert" not in text
            assert "<img src=x" not in text
        if name.endswith("md"):
            assert "](javascript:" not in text.replace("\\]", "")
