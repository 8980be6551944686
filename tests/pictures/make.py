"""Pictures of the terminal for README.md, from the sample game: ``python tests/pictures/make.py`` remakes them all.

The program runs before a screen kept by pyte; what that shows then is drawn as SVG by rich, without
fonts from elsewhere. The same program gives the same pictures, so a test compares them with what is committed.
"""

import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, Final

from documents import as_script
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "host"))

from documents import play  # noqa: E402
from terminal import Screen  # noqa: E402

from mafia_cli.cli.app import run  # noqa: E402
from mafia_cli.script.told import derived  # noqa: E402
from mafia_cli.script.toml import dumps, parse  # noqa: E402
from mafia_cli.texts import chat_texts, voice_of  # noqa: E402
from mafia_cli.words.catalogue import Words  # noqa: E402

COLUMNS: Final = 80
ROWS: Final = 36
_THEME: Final = TerminalTheme(
    (27, 29, 36),
    (222, 222, 216),
    [
        (27, 29, 36),
        (224, 108, 117),
        (152, 195, 121),
        (229, 192, 123),
        (97, 175, 239),
        (198, 120, 221),
        (86, 182, 194),
        (222, 222, 216),
    ],
)

_PAGE: Final = 880, 1370, 110
"""Width and height of the picture of the page, and of its fading end, in pixels."""
_SECTIONS: Final = 4
# Safari puts what is positioned in a foreignObject into the corner of the picture.
_FLAT: Final = """\
.turns li, .turns li::before { position: static; }
.turns li::before { display: inline-block; margin: 0 .77rem 0 -1.37rem; }
.paper { fill: var(--paper); } .edge { fill: none; stroke: var(--line); }
.clear, .solid { stop-color: var(--paper); } .clear { stop-opacity: 0; }
"""


def game(closed: int, current: dict[str, Any] | None = None) -> dict[str, Any]:
    """The sample's first steps, everything told, with the next one open."""
    doc = parse((ROOT / "saves" / "example.toml").read_bytes())
    kept: dict[str, Any] = {key: value for key, value in doc.items() if key not in ("example", "told", "#")}
    kept["steps"] = doc["steps"][:closed]
    played = play(kept)
    texts = chat_texts(as_script(kept), played, voice_of(as_script(kept), Words("ru"), None))
    kept["told"] = [{"to": one.to, "about": one.about, "says": one.says} for one in derived(played)]
    kept["told"] += [{"to": 0, "about": one.about, "says": one.says} for one in texts]
    if current is not None:
        kept["steps"] = [*kept["steps"], {**current, "open": True}]
    return kept


def step(position: int, **parts: Any) -> dict[str, Any]:
    """A step of the sample with other contents, as the host has entered it so far."""
    found: dict[str, Any] = parse((ROOT / "saves" / "example.toml").read_bytes())["steps"][position - 1]
    return {key: value for key, value in found.items() if key not in ("at", "entries", *parts)} | parts


def _moves(position: int, left_out: tuple[str, ...] = ()) -> dict[str, Any]:
    return {role: target for role, target in step(position)["moves"].items() if role not in left_out}


def _night(saves: Path) -> Screen:
    _save(saves, game(3, step(4, moves=_moves(4, ("maniac", "doctor", "bodyguard")))))
    desk = Screen(saves, "play", "--game", "вечер", columns=COLUMNS, rows=ROWS)
    desk.say("маньяк 6", "доктор царевич")
    return desk


def _preview(saves: Path) -> Screen:
    _save(saves, game(3, step(4)))
    desk = Screen(saves, "play", "--game", "вечер", columns=COLUMNS, rows=ROWS)
    desk.say("")
    return desk


def _announcement(saves: Path) -> Screen:
    desk = _preview(saves)
    desk.say("")
    return desk


def _vote(saves: Path) -> Screen:
    votes = step(5)["votes"]
    _save(saves, game(4, step(5, votes=votes[:5], acquit=None)))
    desk = Screen(saves, "play", "--game", "вечер", columns=COLUMNS, rows=ROWS)
    desk.say("русалка - баба-яга", "домовой - леший", "илья за лешего")
    return desk


def _status(saves: Path) -> Screen:
    _save(saves, game(6))
    return Screen(saves, "status", columns=COLUMNS, rows=ROWS)


def _balance(saves: Path) -> Screen:
    return Screen(saves, "balance", "14", "--games", "2000", "--jobs", "1", columns=COLUMNS, rows=ROWS)


PICTURES: Final[dict[str, Callable[[Path], Screen]]] = {
    "night": _night,
    "preview": _preview,
    "announcement": _announcement,
    "vote": _vote,
    "status": _status,
    "balance": _balance,
}


def _save(saves: Path, doc: dict[str, Any]) -> None:
    (saves / "вечер.toml").write_text(dumps(_bare(doc)), encoding="utf-8")


def _bare(doc: dict[str, Any]) -> dict[str, Any]:
    return {**doc, "steps": [{key: value for key, value in one.items() if value is not None} for one in doc["steps"]]}


def _lines(terminal: Screen) -> Iterator[Text]:
    """What the screen shows, with its colours, from the last board on and without the empty lines around it."""
    screen = terminal.screen
    for y in range(screen.lines):
        line = Text(no_wrap=True)
        for x in range(screen.columns):
            cell = screen.buffer[y][x]
            style = " ".join(
                ["bold"] * cell.bold + [cell.fg] * (cell.fg in ("red", "green", "blue", "cyan", "magenta"))
            )
            line.append(cell.data, style)
        line.rstrip()
        yield _timeless(line)


def _timeless(line: Text) -> Text:
    """How long the balance took is another every time."""
    found = re.search(r"\d+\.\d(?= с,)", line.plain)
    return Text(line.plain.replace(found[0], "3.0", 1)) if found else line


def draw(name: str) -> str:
    """Return one picture as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        terminal = PICTURES[name](Path(folder))
        try:
            lines = [*_lines(terminal)]
        finally:
            terminal.close()
    while lines and not lines[-1].plain.strip():
        lines.pop()
    if name not in ("status", "balance"):  # at the desk an empty line stands before every board
        lines = lines[max(at for at, line in enumerate(lines) if not line.plain.strip()) + 1 :]
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True, color_system="truecolor")
    for line in lines:
        console.print(line, no_wrap=True, overflow="ignore", crop=False)
    svg = console.export_svg(title="mafia", theme=_THEME, unique_id=f"mafia-{name}")
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!-- .*? -->\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code", "Menlo, Consolas, DejaVu Sans Mono")
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def chronicle() -> str:
    """Return the page of the sample evening, as ``mafia export`` writes it."""
    page = StringIO()
    with redirect_stdout(page):
        run(
            [
                "--saves",
                str(ROOT / "saves"),
                "--game",
                "example",
                "--lang",
                "ru",
                "export",
                "--format",
                "html",
                "-o",
                "-",
            ]
        )
    return page.getvalue()


def beginning(page: str) -> str:
    """Return the top of a page of the chronicle as SVG: its own markup and style, in light colours, fading at the end.

    The style is without what hangs on the screen or the printer; the markup goes as far as the awards, and is XHTML.
    """
    style = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}\n?", "", between(page, "<style>\n", "</style>"))
    style = style.replace("color-scheme: light dark;", "").replace("\nbody {", "\n.page {")
    sections = between(page, "<body>\n", "\n</main>").split("<h2>")
    shown = "<h2>".join(sections[:_SECTIONS]) + "</main>"
    width, height, fade = _PAGE
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">
<style>
{style}{_FLAT}</style>
<defs>
<clipPath id="sheet"><rect width="{width}" height="{height}" rx="8"/></clipPath>
<linearGradient id="fade" x2="0" y2="1"><stop class="clear"/><stop class="solid" offset="1"/></linearGradient>
</defs>
<g clip-path="url(#sheet)">
<rect class="paper" width="{width}" height="{height}"/>
<foreignObject width="{width}" height="{height}">
<div xmlns="http://www.w3.org/1999/xhtml" class="page" lang="ru">
{shown}
</div>
</foreignObject>
<rect fill="url(#fade)" y="{height - fade}" width="{width}" height="{fade}"/>
</g>
<rect class="edge" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8"/>
</svg>
"""


def between(text: str, first: str, last: str) -> str:
    """Return what stands between two marks."""
    return text.partition(first)[2].partition(last)[0]


def main() -> None:
    """Remake every picture, and the page of the chronicle."""
    for name in PICTURES:
        (HERE / f"{name}.svg").write_text(draw(name), encoding="utf-8")
        print(f"{name}.svg")
    page = chronicle()
    for name, text in (("chronicle.html", page), ("chronicle.svg", beginning(page))):
        (HERE / name).write_text(text, encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
