"""The page in a real browser: headless Chromium, where there is one."""

import base64
import html
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from chronicle_games import NASTY, game, played, renamed
from written import as_script

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
# The page stands in a frame of a phone's width; the frame's document is measured from outside.
WRAPPER = """<!doctype html><meta charset="utf-8"><body style="margin:0">
<iframe id="page" style="border:0;width:{width}px;height:900px" srcdoc="{page}"></iframe>
<pre id="measured"></pre>
<script>
page.onload = () => {{
  const inner = page.contentDocument, root = inner.documentElement;
  const wide = [...inner.querySelectorAll("body *:not(.sr)")]
    .filter(one => !one.closest(".scroll *") && one.getBoundingClientRect().right > root.clientWidth + 0.5)
    .map(one => one.outerHTML.slice(0, 80));
  measured.textContent = JSON.stringify({{
    scroll: root.scrollWidth, client: root.clientWidth, wide,
    scripts: inner.scripts.length, images: inner.images.length,
    people: [...inner.querySelectorAll(".people b")].map(one => one.textContent),
    rows: inner.querySelectorAll("tbody tr").length,
  }});
}};
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


def measured(tmp_path: Path, text: str, width: int) -> dict[str, object]:
    wrapper = tmp_path / "wrapper.html"
    wrapper.write_text(WRAPPER.format(width=width, page=html.escape(text, quote=True)), encoding="utf-8")
    done = run_browser("--window-size=1300,1000", "--dump-dom", wrapper.as_uri())
    found = re.search(r'<pre id="measured">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stderr[-800:]
    result: dict[str, object] = json.loads(html.unescape(found[1]))
    return result


@pytest.mark.parametrize("width", [320, 360, 1200])
@pytest.mark.parametrize("nicks", ["sample", "nasty"])
@pytest.mark.parametrize("steps", [None, 3], ids=["whole", "public"])
def test_nothing_overflows_and_nicks_are_text(tmp_path: Path, width: int, nicks: str, steps: int | None) -> None:
    doc = game(steps) if nicks == "sample" else renamed(game(steps), NASTY) | {"name": "w" * 300}
    text = page(Words("ru"), tell(Words("ru"), as_script(doc), played(doc), None))
    result = measured(tmp_path, text, width)
    assert result["wide"] == []
    assert result["scroll"] == result["client"] == width
    assert (result["scripts"], result["images"]) == (0, 0)
    people = result["people"]
    assert isinstance(people, list)
    assert len(people) == 14
    assert result["rows"] == (28 if steps is None else 0)
    if nicks == "nasty":
        assert people[0] == NASTY[0]
        assert people[1] == NASTY[1]


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
