"""Every example that a help shows is run, in a folder where what it speaks of is there, and it does what it says."""

import shlex
import shutil
import sys
import webbrowser
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from mafia_cli.cli.commands import COMMANDS
from mafia_cli.words.catalogue import LANGUAGES, Words

sys.path.insert(0, str(Path(__file__).parents[1] / "host"))

from terminal import Screen

pytestmark = pytest.mark.usefixtures("drawn_seed")

Mafia = Callable[..., tuple[int, str, str]]

NICKS = {
    "ru": ["Аня", "Борис", "Вера", "Глеб", "Даша", "Егор", "Жанна", "Зоя", "Игорь", "Кира", "Лев", "Мила"],
    "en": ["Ann", "Boris", "Vera", "Gleb", "Dana", "Egor", "Jane", "Zoe", "Igor", "Kira", "Leo", "Mila"],
}
ROLES = ["citizen", "casanova", "doctor", "mafia", "commissar", "don", "citizen", "journalist", "mayor"]
ROLES += ["kamikaze", "healer", "thief"]
KINDS = ("players", "moves", "votes", "tracks", "deal")
FILES = {
    "ru": dict(zip(KINDS, ("игроки.txt", "ходы.txt", "голоса.txt", "треки.txt", "раздача.txt"), strict=True)),
    "en": {kind: f"{kind}.txt" for kind in KINDS},
}
GAME = {"ru": ("Пятница", "пятница", "вечер.toml", "мой.toml"), "en": ("Friday", "friday", "evening.toml", "mine.toml")}
ASKING = {"mafia", "mafia new", "mafia play", "mafia pm", "mafia play --game {game}", "mafia games delete {game}"}
"""These ask: they are run before a screen, up to the first question."""


class Sandbox:
    """A folder in which a game is brought as far as an example needs it."""

    def __init__(self, mafia: Mafia, folder: Path, lang: str, kept: Path) -> None:
        self.mafia, self.folder, self.lang, self.kept = mafia, folder, lang, kept
        self.name, self.stem, self.other, self.pack = GAME[lang]
        self.nicks = dict(zip("ABVGDEJZIKLM", NICKS[lang], strict=True))
        texts = {
            "players": "\n".join([f"anya_92 = {NICKS[lang][0]}", *NICKS[lang][1:]]),
            "moves": "\n".join(f"{role} {NICKS[lang][6]}" for role in ("mafia", "doctor")),
            "votes": "\n".join(f"{nick} = 3" for nick in NICKS[lang][4:]),
            "tracks": "One | A\nTwo | B\n",
            "deal": "\n".join(f"{nick} = {role}" for nick, role in zip(NICKS[lang], ROLES, strict=True)),
        }
        for kind, text in texts.items():
            (folder / FILES[lang][kind]).write_text(text, encoding="utf-8")

    def does(self, *lines: str) -> None:
        """Run command lines, ``{A}`` standing for a nick, that must do what they say."""
        for line in lines:
            words = shlex.split(line.format(**self.nicks, stem=self.stem, pack=self.pack, other=self.other))
            status, out, err = self.mafia(*words, "--lang", self.lang)
            assert status == 0, (words, out, err)

    def reach(self, state: str) -> None:
        """Bring the game into a state, each a way from the one before it; one made already is copied."""
        players, deal, tracks = (FILES[self.lang][kind] for kind in ("players", "deal", "tracks"))
        skips = " ".join(f"--skip {role}" for role in ("commissar", "casanova", "thief", "journalist"))
        (self.folder / "all.txt").write_text("\n".join(f"{nick} = 1" for nick in NICKS[self.lang][1:]), "utf-8")
        (self.folder / f"{self.nicks['A']}.txt").write_text(f"{self.nicks['A']} = 2", "utf-8")
        (self.folder / "out.txt").write_text("\n".join(f"{nick} = -" for nick in NICKS[self.lang][1:]), "utf-8")
        ways = {
            "nothing": [],
            "dealt": [f"new '{self.name}' --players {players} --deal {deal} --yes"],
            "short": ["dealt", "player exclude {V} --yes"],
            "night": ["dealt", "pm --sent all", "night --yes"],
            "move": ["night", "night --move mafia={V}"],
            "undone": ["move", "undo"],
            "tracks": ["night", f"music --add {tracks}"],
            "noted": ["night", "player violation {A} 4.6"],
            "listed": ["night", "blacklist add {A}"],
            "heirless": ["night", "night --move mafia={I} --judge --yes"],
            "killed": ["night", "night --move mafia={A} --judge --yes"],
            "won": ["night", "override --reason x --dead {G} --dead {E}"],
            "moved": ["night", f"night --move mafia={{M}} --move doctor={{M}} {skips}"],
            "day": ["moved", "night --judge --yes", "vote --yes"],
            "voted": ["day", "vote --votes all.txt", "vote --votes {A}.txt"],
            "jailed": ["voted", "vote --close", "vote --votes out.txt", "vote --close --yes", "pm --sent all"],
            "second": ["jailed", "night --yes", f"night --move mafia={{J}} {skips} --skip doctor --judge --yes"],
            "later": ["second", "vote --yes", "vote --close --yes", "kabum {V}"],
            "amended": ["later", "announce --night 2 --sent", "amend --night 2 --move doctor={J} --yes"],
            "over": ["later", "end town --yes"],
        }
        made = self.kept / self.lang / state
        if made.exists():
            shutil.copytree(made, self.folder, dirs_exist_ok=True)
            return
        for line in ways[state]:
            self.reach(line) if line in ways else self.does(line)
        shutil.copytree(self.folder, made)


STATES = {
    **dict.fromkeys(("play", "amend", "why", "games restore", "games check", "announce"), "later"),
    **dict.fromkeys(("status", "games", "games rename", "games delete", "export", "stats", "resolve"), "over"),
    **dict.fromkeys(("pm",), "dealt"),
    **dict.fromkeys(("rules", "themes", "themes check", "balance", "demo", "completion"), "nothing"),
    **dict.fromkeys(("player exclude", "player replace", "player rename", "player violation", "kabum"), "day"),
    **dict.fromkeys(("player away", "player alias", "player find", "timer", "blacklist add", "vote"), "day"),
    **dict.fromkeys(("night", "override"), "night"),
    "end": "won",
    "new": "over",
    "undo": "move",
    "redo": "undone",
    "revive": "killed",
    "player forgive": "noted",
    "player heir": "heirless",
    "deal": "short",
    "blacklist": "listed",
    "blacklist remove": "listed",
    "music": "tracks",
}
"""How far the game must be for the examples of a command; below, for one of them, by what it holds."""
SPECIAL = {"--correction": "amended", "--alive": "killed", "--judge": "moved", "--close": "voted"}
PREVIEWS = ("deal", "amend", "new", "end")
"""What these would do they show first; nothing is written before ``--yes``."""


def examples(lang: str) -> Iterable[tuple[str, str]]:
    """Return (command, example) of every help of a language."""
    words = Words(lang)
    for line in words.find("cli", "examples"):
        command = line.partition("  ")[0]
        names = [name for name in COMMANDS if f"{command} ".startswith(f"mafia {name} ")]
        yield max(names, key=len, default="play"), command
    for name in COMMANDS:
        for example in words.find("cli", f"commands.{name.replace(' ', '-')}").get("examples", []):
            yield name, example


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the folders lie that were brought into a state."""
    return tmp_path_factory.mktemp("states")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_help_has_an_example(lang: str) -> None:
    shown = list(examples(lang))
    assert {name for name, _ in shown} == set(COMMANDS)
    assert [example for _, example in shown if len(example) + 2 > 60] == []
    assert [example for name, example in shown[6:] if not f"{example} ".startswith(f"mafia {name} ")] == [
        example for _, example in shown[6:] if example == "mafia"
    ]


@pytest.mark.parametrize(("lang", "name", "example"), [(lang, *one) for lang in LANGUAGES for one in examples(lang)])
def test_an_example_runs(
    lang: str, name: str, example: str, mafia: Mafia, own_folder: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox = Sandbox(mafia, own_folder, lang, kept)
    sandbox.reach(next((state for sign, state in SPECIAL.items() if sign in example), STATES[name]))
    if sandbox.pack in example:
        text = mafia("themes", "pirates", "--toml", "--lang", lang)[1]
        (own_folder / sandbox.pack).write_text(text, encoding="utf-8")
    saves = own_folder / "saves"
    for file in (own_folder / sandbox.other, saves / sandbox.other) if sandbox.other in example else ():
        file.write_bytes((saves / f"{sandbox.stem}.toml").read_bytes())
    if example in {one.format(game=sandbox.stem) for one in ASKING}:
        screen = Screen(saves, *shlex.split(example)[1:], lang=lang)
        assert screen.prompts() == 1, screen.text()
        screen.close()
        return
    opened: list[str] = []

    def browser(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr(webbrowser, "open", browser)
    words = shlex.split(example)[1:]
    end = min((words.index(sign) for sign in ("|", ">", ">>") if sign in words), default=len(words))
    quick = ["--games", "20", "--jobs", "1"] if name == "balance" else []
    before = {path: path.read_bytes() for path in saves.glob("*.toml")}
    status, out, err = mafia(*words[:end], *quick, "--lang", lang)
    assert out or err
    if status and name in PREVIEWS:
        assert "--yes" in err
        assert before == {path: path.read_bytes() for path in saves.glob("*.toml")}
    else:
        assert (status, err) == (0, err)
    assert bool(opened) == ("--open" in words)
