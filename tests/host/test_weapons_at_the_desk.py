"""Names as weapons on a real screen: what players, files and pastes bring stands there as text, inside the frame."""

import base64
import re
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyte
import pytest
from documents import as_script, on_disk
from effort import LONG
from terminal import Screen, pasted

from mafia_cli.script.told import unsent

sys.path.append(str(Path(__file__).parent.parent))
from documents import play
from test_weapons import WEAPONS, harmless

from mafia_cli.script.toml import dumps
from mafia_cli.words.clean import safe

pytestmark = pytest.mark.usefixtures("drawn_seed", "played_before")

Mafia = Callable[..., tuple[int, str, str]]
NICKS = list(WEAPONS.values())
ALL = " ".join(NICKS)
ROLES = [
    *("don", "mafia", "commissar", "doctor", "casanova", "mayor", "thief", "journalist", "maniac", "kamikaze"),
    *("healer", "bodyguard", "poisoner", "jealous"),
]
SIZES = [("en", 80, 24), ("ru", 60, 20)]
SEQUENCE = re.compile(r"\x1b(?:\[([0-?]*)([ -/]*[@-~])|\]([^\x07\x1b]*)(?:\x07|\x1b\\)|[ -/]*[0-~]|)")
MOVES_AND_MODES = frozenset("ABCDGHJKhl")


def game() -> dict[str, Any]:
    """A game in which everybody and everything is called a weapon; all roles but two are sent."""
    held = [*ROLES, *["citizen"] * (len(NICKS) - len(ROLES))]
    players = [
        {"nick": nick, "role": role, "chat": NICKS[at - 1], "aliases": [f"{at}{nick[:150]}"]}
        for at, (nick, role) in enumerate(zip(NICKS, held, strict=True))
    ]
    steps = [
        {"kind": "note", "text": ALL, "target": NICKS[0]},
        {"kind": "violation", "target": NICKS[1], "rule": "4.6", "note": ALL},
        {"kind": "away", "target": NICKS[2]},
    ]
    doc: dict[str, Any] = {
        **dict.fromkeys(("host", "created", "theme", "pack"), ALL),
        "name": ALL + "x" * 10_000,
        "seed": 7,
        "tracks": [[ALL, ALL]] * 3,
        "players": players,
        "steps": steps,
    }
    later = {NICKS.index(WEAPONS[name]) + 1 for name in ("long", "osc")}
    messages = [
        {"to": one.to, "about": one.about, "says": one.says}
        for one in unsent(play(doc), as_script(doc))
        if one.to not in later
    ]
    return {**doc, "told": [{"to": 0, "about": "start", "says": {}}, *messages]}


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """A folder with that game."""
    folder = tmp_path / "saves"
    folder.mkdir()
    (folder / "eve.toml").write_text(dumps(game()), encoding="utf-8", newline="")
    return folder


def looked_at(window: Screen, *, as_it_is: bool = False) -> None:
    """Raise ``AssertionError`` unless the program alone moved the cursor and all it wrote fits the frame.

    ``as_it_is``: there are texts on it to be marked by mouse, whose lines are not broken.
    """
    raw = window.raw.decode()
    for found in SEQUENCE.finditer(raw):
        params, final, osc = found.groups()
        if osc is not None:
            head, _, coded = osc.rpartition(";")
            assert head == "52;c", found.group()
            assert harmless(base64.b64decode(coded, validate=True).decode())
        elif final == "m":
            assert "31" not in params.split(";"), found.group()
        else:
            assert final in MOVES_AND_MODES, found.group()
    shown = SEQUENCE.sub("", raw)
    assert harmless(re.sub(r"[\r\n\x07\x08]", "", shown), lines=False)
    assert window.screen.title == window.screen.icon_name == ""
    wide = pyte.HistoryScreen(2000, window.screen.lines, history=20_000)
    pyte.ByteStream(wide).feed(window.raw)
    rows = [*wide.history.top, *(wide.buffer[at] for at in range(wide.lines))]
    for row in rows:
        used = max((at for at, cell in row.items() if cell.data.strip()), default=0)
        assert as_it_is or used < window.screen.columns, "".join(row[at].data for at in range(used + 1))


def bare(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).split())


def stands(window: Screen, *texts: str, letters: int = 20) -> None:
    """Raise ``AssertionError`` unless each text is to be read on the screen, however it is wrapped or cut."""
    seen = bare(window.text())
    for text in texts:
        assert bare(safe(text))[:letters] in seen, (safe(text), window.text())


@pytest.mark.parametrize(("lang", "columns", "rows"), SIZES if LONG else SIZES[:1])
def test_an_evening_of_weapons(lang: str, columns: int, rows: int, saves: Path) -> None:
    window = Screen(saves, "play", "--game", "eve", lang=lang, columns=columns, rows=rows)
    window.say("", "")
    stands(window, WEAPONS["osc"], WEAPONS["long"])
    window.say("", "маф 3", "ком 1", "док 4", "ревнивец пас", "отравитель 12", "тело 16", "вор 8", "жур 2 4")
    stands(window, WEAPONS["combining"], WEAPONS["html"], WEAPONS["slash"])
    window.say("путана 9")
    stands(window, "x" * 39 + "…", letters=40)  # nobody fills the board
    window.say("/undo", "/menu", "")
    window.press("x")
    stands(window, WEAPONS["markdown"], WEAPONS["path"])  # the list of names that fit
    window.say("\x7f17", "")
    stands(window, WEAPONS["markdown"])
    window.say("/status", "/why", "/text living", "/music", "/violation 5 4.2 " + pasted(ALL), "/log", "/queue")
    stands(window, *(nick for nick in NICKS if bare(safe(nick))))
    window.say("", "", "", "", "")
    ballots = [f"{voter}: 4" for voter in (1, 2, 5, 6)] + ["4: 4", *(f"{nick}: 5" for nick in NICKS), ALL]
    window.say("", pasted("\n".join(ballots)), "/log 4", pasted(f"2: {ALL}"), "/text count", "/text missing", "", "y")
    window.say("", "", "", "/why", "/status")
    played = play(on_disk(saves / "eve.toml"))
    assert played.game is not None
    assert played.game.day == 1
    stands(window, *(nick for nick in NICKS if bare(safe(nick))))
    window.close()
    looked_at(window)


@pytest.mark.parametrize(("lang", "columns", "rows"), SIZES if LONG else SIZES[1:])
def test_weapons_typed_at_the_desk(lang: str, columns: int, rows: int, saves: Path) -> None:
    window = Screen(saves, "play", "--game", "eve", lang=lang, columns=columns, rows=rows)
    window.say(pasted("\n".join(NICKS)))
    for weapon in [*NICKS, ALL, "x" * 10_000]:
        window.say("/rename 21 " + pasted(weapon), "/replace 21 " + pasted(f"{weapon[:150]}!"))
        assert window.alive
    window.say("/blacklist 9 " + pasted(ALL), "/exclude 10 4.2", "/override", "dead 11", "", pasted(ALL), "y")
    window.say("/forgive 2 4.6 " + pasted(ALL), "/alias 3 " + pasted(ALL[:150]), "/amend", "/blacklist", "/undo")
    stands(window, *(nick for nick in NICKS if bare(safe(nick))))
    window.close()
    looked_at(window)
    assert not play(on_disk(saves / "eve.toml")).faults


@pytest.mark.parametrize(("lang", "columns", "rows"), SIZES if LONG else SIZES[:1])
def test_weapons_at_the_door(lang: str, columns: int, rows: int, tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    for number, name in enumerate([*NICKS, ALL]):
        (saves / f"{number}.toml").write_text(dumps({**game(), "name": name}), encoding="utf-8", newline="")
    (saves / "damaged.toml").write_text(f"# {ALL}\nx = [", encoding="utf-8")
    window = Screen(saves, lang=lang, columns=columns, rows=rows)
    window.say("g", pasted(ALL), "g", "9")
    stands(window, *(nick for nick in NICKS[-6:] if bare(safe(nick))))
    window.close()
    looked_at(window)


@pytest.mark.parametrize(("lang", "columns", "rows"), SIZES if LONG else SIZES[1:])
def test_weapons_in_a_new_game(lang: str, columns: int, rows: int, saves: Path) -> None:
    window = Screen(saves, "new", lang=lang, columns=columns, rows=rows)
    for answer in (ALL, "", ALL, "", "\n".join(NICKS), *NICKS, "", ALL, "\n".join(NICKS), "", ALL, "", *NICKS[:3]):
        window.say(pasted(answer))
        assert window.alive
    stands(window, "[red]Ann[/red] [link", *(WEAPONS[name] for name in ("format", "path", "slash", "html", "dashes")))
    window.close()
    looked_at(window, as_it_is=True)
