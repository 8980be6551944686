"""The page in a real browser: headless Chromium, where there is one."""

import base64
import html
import json
import re
import shutil
import subprocess
import tempfile
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from chronicle_games import NASTY, game, played, renamed
from documents import as_script
from loops import each

from mafia_cli.chronicle.page import page
from mafia_cli.chronicle.story import tell
from mafia_cli.words.catalogue import Words

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--hide-scrollbars",
    "--enable-logging=stderr",
    "--v=0",
]
# Pages stand in frames of a phone's width or a screen's; each frame's document is measured from outside.
FRAME = '<iframe id="{name}" style="border:0;width:{width}px;height:900px" srcdoc="{page}"></iframe>'
WRAPPER = """<!doctype html><meta charset="utf-8"><body style="margin:0">
{frames}
<pre id="measured"></pre>
<script>
addEventListener("load", () => {{
  const found = {{}};
  for (const page of document.querySelectorAll("iframe")) {{
    const inner = page.contentDocument, root = inner.documentElement;
    const wide = [...inner.querySelectorAll("body *:not(.sr)")]
      .filter(one => !one.closest(".scroll *") && one.getBoundingClientRect().right > root.clientWidth + 0.5)
      .map(one => one.outerHTML.slice(0, 80));
    found[page.id] = {{
      scroll: root.scrollWidth, client: root.clientWidth, wide,
      scripts: inner.scripts.length, images: inner.images.length,
      people: [...inner.querySelectorAll(".people b")].map(one => one.textContent),
      rows: inner.querySelectorAll("tbody tr").length,
    }};
  }}
  measured.textContent = JSON.stringify(found);
}});
</script>"""
# A README shows the picture as an image; what of it is drawn is read back from a canvas.
DRAWN = """<!doctype html><meta charset="utf-8"><img id="shown" src="data:image/svg+xml;base64,{data}">
<pre id="measured"></pre>
<script>
shown.onload = () => {{
  const canvas = document.createElement("canvas");
  const width = canvas.width = shown.naturalWidth, height = canvas.height = shown.naturalHeight;
  const brush = canvas.getContext("2d");
  brush.drawImage(shown, 0, 0);
  const data = brush.getImageData(0, 0, width, height).data, seen = new Set();
  for (let at = 0; at < data.length; at += 4) seen.add(data.slice(at, at + 4).join());
  measured.textContent = JSON.stringify({{
    width, height, corner: [...data.slice(0, 4)], paper: [...data.slice((4 * width + 40) * 4).slice(0, 4)],
    colours: seen.size,
  }});
}};
</script>"""

pytestmark = pytest.mark.skipif(
    BROWSER is None, reason="no Chromium on this machine (Debian: apt-get install chromium)"
)


def run_browser(*args: str) -> "subprocess.CompletedProcess[str]":
    assert BROWSER
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        return subprocess.run(
            [BROWSER, *FLAGS, f"--user-data-dir={profile}", "--virtual-time-budget=4000", *args],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )


class Page(NamedTuple):
    """A page of the chronicle in a frame: so wide, of the sample or of nasty nicks, whole or what the chat knows."""

    width: int
    nicks: str
    steps: int | None

    @property
    def name(self) -> str:
        return f"{self.nicks}-{self.width}-{'whole' if self.steps is None else 'public'}"

    @property
    def frame(self) -> str:
        doc = game(self.steps)
        doc = doc if self.nicks == "sample" else renamed(doc, NASTY) | {"name": "w" * 300}
        text = page(Words("ru"), tell(Words("ru"), as_script(doc), played(doc), None))
        return FRAME.format(name=self.name, width=self.width, page=html.escape(text, quote=True))


def test_nothing_overflows_and_nicks_are_text(tmp_path: Path) -> None:
    pages = [Page(*one) for one in product((320, 360, 1200), ("sample", "nasty"), (None, 3))]
    wrapper = tmp_path / "wrapper.html"
    wrapper.write_text(WRAPPER.format(frames="\n".join(one.frame for one in pages)), encoding="utf-8")
    done = run_browser("--window-size=1300,1000", "--dump-dom", wrapper.as_uri())
    found = re.search(r'<pre id="measured">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stderr[-800:]
    measured = json.loads(html.unescape(found[1]))

    def check(one: Page) -> None:
        result = measured[one.name]
        assert result["wide"] == []
        assert result["scroll"] == result["client"] == one.width
        assert (result["scripts"], result["images"]) == (0, 0)
        assert len(result["people"]) == 14
        assert result["rows"] == (28 if one.steps is None else 0)
        assert one.nicks == "sample" or result["people"][:2] == NASTY[:2]

    each(((one.name, one) for one in pages), check)


def test_the_page_itself_opens_without_a_word_in_the_console(tmp_path: Path) -> None:
    doc = renamed(game(), NASTY)
    path = tmp_path / "page.html"
    path.write_text(page(Words("en"), tell(Words("en"), as_script(doc), played(doc), None)), encoding="utf-8")
    done = run_browser("--window-size=1200,1000", "--dump-dom", path.as_uri())
    assert "<h1>" in done.stdout
    assert "CONSOLE" not in done.stderr


def test_the_picture_of_the_page_shows_as_an_image(tmp_path: Path) -> None:
    picture = Path(__file__).parents[1] / "pictures" / "chronicle.svg"
    data = base64.b64encode(picture.read_bytes()).decode()
    (tmp_path / "readme.html").write_text(DRAWN.format(data=data), encoding="utf-8")
    done = run_browser("--window-size=1000,1000", "--dump-dom", (tmp_path / "readme.html").as_uri())
    found = re.search(r'<pre id="measured">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stderr[-800:]
    result = json.loads(found[1])
    assert (result["width"], result["height"]) == (880, 1370)
    assert result["corner"] == [0, 0, 0, 0]  # round
    assert result["paper"] == [250, 248, 244, 255]  # light, whatever the browser prefers
    assert result["colours"] > 100  # letters of several colours, not an empty sheet
