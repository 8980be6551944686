"""Games frozen as the program made them: ``tests/frozen/games.zip``, and digests of all that follows from each.

``python tests/freeze.py`` makes the saves anew; ``python tests/freeze.py --digests`` only tells anew what follows from
those that are there: read which have changed, and why, before it is kept. ``test_frozen_games.py`` holds the program
to both.
"""

import contextlib
import hashlib
import io
import json
import random
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from documents import row
from lawful_games import lawful_game
from random_games import random_game

from mafia_cli import session as desk
from mafia_cli.cli.app import run
from mafia_cli.rules.errors import RuleError
from mafia_cli.rules.roles import Role
from mafia_cli.script import contract
from mafia_cli.script.amend import role_of_seat
from mafia_cli.script.errors import RefusedError
from mafia_cli.script.model import Told
from mafia_cli.script.tables import read
from mafia_cli.script.told import derived, told_of, unsent
from mafia_cli.script.toml import dumps
from mafia_cli.settings import Settings
from mafia_cli.texts import chat_corrections, chat_texts, private_text, voice_of

HERE = Path(__file__).parent
GAMES = HERE / "frozen" / "games.zip"
DIGESTS = HERE / "frozen" / "digests.json"
SAMPLE = HERE.parent / "saves" / "example.toml"
COUNT = 200
PACKS = ["", "chicago", "fairytale", "medieval", "pirates", "plain", "rockconcert", "space", "wildwest", "zoo"]
LIMITS = ["none", "plug", "telegram", "discord"]


# --- the saves --------------------------------------------------------------------------------------------


def header(rng: random.Random, number: int) -> dict[str, Any]:
    """Return a header as one of the many that hosts have."""
    lang = rng.choice(["ru", "en"])
    made: dict[str, Any] = {"format": 1, "name": f"Вечер {number}", "lang": lang, "host": "Ведущая «Ы»"}
    made["created"] = f"2026-{1 + number % 12:02}-{1 + number % 28:02}T20:00:00+03:00"
    if pack := rng.choice(PACKS):
        made |= {"theme": pack.title(), "pack": f"{pack}.{lang}"}
    if rng.random() < 0.6:
        made["limit"] = rng.choice(LIMITS)
    if rng.random() < 0.2:
        made |= {"minutes": {"night": 30, "vote": 7.5}, "tracks": [["Песня", "Кто-то"], ["Song", "Somebody"]]}
    return made


def written_by_hand(rng: random.Random, number: int) -> str:
    """Return a game as somebody writes one down, comments and all, lawful or not to the end."""
    maker = lawful_game if rng.random() < 0.8 else _any_game
    doc = maker(rng, (5, 16), (1, 20))
    doc = {**header(rng, number), **doc}
    last = doc["steps"].pop() if doc["steps"] and doc["steps"][-1].get("open") else None
    doc["steps"] += [step for step in _noted(rng, doc) if rng.random() < 0.3] + ([last] if last else [])
    text = dumps(doc)
    if rng.random() < 0.5:
        lines = text.split("\n")
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(lines))
            lines.insert(at, "# заметка ведущего") if lines[at][:1] not in " ]" else None
        text = "\n".join(lines)
    return text


def _any_game(rng: random.Random, players: tuple[int, int], steps: tuple[int, int]) -> dict[str, Any]:
    return random_game(rng, players=players, steps=steps)


def _noted(rng: random.Random, doc: dict[str, Any]) -> Iterator[dict[str, Any]]:
    nicks = {player["nick"] for player in doc["players"]}
    moved = {step.get("target") for step in doc["steps"] if step["kind"] in ("rename", "replace")}
    nick = rng.choice(sorted(nicks - moved) or [""])
    if not nick or any(step["kind"] == "amend" for step in doc["steps"]):
        return
    yield {"kind": "alias", "target": nick, "to": "Ник мой"}
    yield {"kind": "note", "text": "Свет погас"}
    yield {"kind": "note", "text": "Опоздание", "target": nick}
    yield {"kind": "away", "target": nick}
    yield {"kind": "violation", "target": nick, "rule": "4.6", "note": "спор"}
    yield {"kind": "forgive", "target": nick, "rule": "4.6", "reason": "впервые"}
    yield {"kind": "away", "target": nick, "back": True}


def played_at_the_desk(rng: random.Random, number: int, folder: Path) -> str:
    """Return a game entered piece by piece through a session, with slips, undone things and what was told."""
    doc = lawful_game(rng, (5, 16), (3, 16))
    steps, setup = doc.pop("steps"), {**header(rng, number), **doc}
    with desk.created(folder, f"g{number}", read(setup)) as session:
        for step in [*steps, *_noted(rng, {**setup, "steps": steps})]:
            try:
                _entered(rng, session, step)
            except (RefusedError, RuleError):
                continue  # what came before went otherwise here
            _around(rng, session)
        return session.path.read_text(encoding="utf-8")


def _entered(rng: random.Random, session: desk.Session, step: dict[str, Any]) -> None:
    if step["kind"] == "amend":
        desk.amend(session, [row(session, step)])
    elif step["kind"] not in ("night", "day"):
        desk.happen(session, row(session, {key: value for key, value in step.items() if key != "after"}))
    else:
        desk.start(session, step["kind"])
        _night(rng, session, step) if step["kind"] == "night" else _day(rng, session, step)
        if step.get("open") is not True and session.played.open_step is not None:
            desk.close(session)


def _night(rng: random.Random, session: desk.Session, step: dict[str, Any]) -> None:
    alive = sorted(session.game.alive)
    for role, named in step.get("moves", {}).items():
        nicks = named if isinstance(named, list) else [named] * (named != "")
        if rng.random() < 0.15:
            with contextlib.suppress(RefusedError):
                desk.enter_move(session, Role(role), (rng.choice(alive),))
            desk.take_back_move(session, Role(role))
        with contextlib.suppress(RefusedError):
            desk.enter_move(session, Role(role), [session.seat(nick) or 0 for nick in nicks])


def _day(rng: random.Random, session: desk.Session, step: dict[str, Any]) -> None:
    if rng.random() < 0.3:
        desk.speak(session, sorted(session.game.alive)[:2])
    for key in ("votes", "revote", "acquit"):
        if key not in step:
            continue
        if key != "votes":
            due = desk.close_vote(session)
            if due != key:
                return
        for voter, choice in step[key]:
            seat, other = session.seat(voter), choice if isinstance(choice, bool) else session.seat(choice) or 0
            if seat is not None:
                desk.enter_ballots(session, [(seat, int(other))], slip=rng.random() < 0.1)
        if rng.random() < 0.2 and step[key] and session.seat(step[key][0][0]) is not None:
            desk.take_back_ballot(session, session.seat(step[key][0][0]) or 0)
    for key in ("mayor", "decision"):
        if key in step and (not step[key] or session.seat(step[key])):
            with contextlib.suppress(RefusedError):
                desk.settle(session, key, session.seat(step[key]) or 0)


def _around(rng: random.Random, session: desk.Session) -> None:
    if rng.random() < 0.25:
        for _ in range(rng.randint(1, 3)):
            with contextlib.suppress(RefusedError):
                desk.undo(session)
        for _ in range(rng.randint(0, 3)):
            with contextlib.suppress(RefusedError):
                desk.redo(session)
    if rng.random() < 0.08:
        one, two = rng.sample(sorted(session.game.cast.seats), 2)
        roles = session.game.cast.roles
        swap = [role_of_seat(seat, roles[other]) for seat, other in ((one, two), (two, one))]
        with contextlib.suppress(RefusedError):
            desk.amend(session, swap)
    if rng.random() < 0.4:
        voice = voice_of(session.script, Settings("en").words, None)
        texts = chat_texts(session.script, session.played, voice)
        desk.tell(session, [Told(0, one.about, one.says) for one in texts[-3:]])
    if rng.random() < 0.4:
        desk.tell(session, [told_of(one) for one in unsent(session.played, session.script)[:4]])


def make() -> dict[str, bytes]:
    """Return the frozen saves by name."""
    made = {"example": SAMPLE.read_bytes()}
    clock = iter(range(10**6))
    desk.now = lambda: f"2026-11-{1 + next(clock) % 28:02}T21:30:00+03:00"
    with tempfile.TemporaryDirectory() as name, quick_disk():
        for number in range(1, COUNT + 1):
            rng = random.Random(f"frozen {number}")
            text = played_at_the_desk(rng, number, Path(name)) if rng.random() < 0.65 else written_by_hand(rng, number)
            made[f"{number:03}"] = text.encode()
    return made


# --- what follows from them -------------------------------------------------------------------------------


def digest(text: str) -> str:
    """Return a short digest."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def followed(folder: Path, name: str, *, going_on: bool) -> dict[str, str]:
    """Return the digests of all that follows from the game of this name in a folder, and of how it may be gone on."""
    path, settings = folder / f"{name}.toml", Settings("ru")
    script, played = desk.look(path)
    judged = {
        "steps": contract.entries(played),
        "alive": contract.alive(played),
        "winner": contract.winner(played),
        "faults": [[fault.place, fault.problem.code] for fault in played.faults],
    }
    found = {"resolve": json.dumps(judged, ensure_ascii=False)}
    if played.game is not None:
        voice = voice_of(script, settings.words, None)
        texts = [*chat_texts(script, played, voice), *chat_corrections(script, played, voice)]
        found["chat"] = repr([(one.about, one.says, one.text) for one in texts])
        messages = [*derived(played), *unsent(played, script)]
        found["private"] = repr([(*one, private_text(script, played, one, settings.words, None)) for one in messages])
    for kind in ("txt", "md", "html", "json"):
        found[f"chronicle.{kind}"] = said(folder, name, "export", "--format", kind, "--output", "-")
    if going_on:
        found["written"] = "\0".join(written(folder, name))
    return {key: digest(text) for key, text in found.items()}


def said(folder: Path, name: str, *command: str) -> str:
    """Return what a command says, status and all."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(["--lang", "en", "--saves", str(folder), "--game", name, *command])
    return f"{status}\n{out.getvalue()}".replace(str(folder), "")


def written(folder: Path, name: str) -> Iterator[str]:
    """Yield the save after each of some decisions, among them some taken back."""
    acts = [
        ["undo"],
        ["player", "violation", "1", "4.6", "note"],
        ["undo"],
        ["undo"],
        ["redo"],
        ["redo"],
        ["player", "away", "2"],
        ["night", "--skip", "doctor", "--anyway"],
        ["player", "rename", "1", "Совсем Новый"],
        ["undo"],
        ["override", "--dead", "2", "--reason", "спор", "--yes"],
        ["undo"],
    ]
    for act in acts:
        said(folder, name, *act)
        yield (folder / f"{name}.toml").read_text(encoding="utf-8")


def digests(saves: dict[str, bytes], *, going_on: bool = True) -> dict[str, dict[str, str]]:
    """Return the digests of each save; ``going_on``: of what is written as it is gone on too."""
    found = {}
    with tempfile.TemporaryDirectory() as folder, quick_disk():
        for name, data in saves.items():
            (Path(folder) / f"{name}.toml").write_bytes(data)
            found[name] = followed(Path(folder), name, going_on=going_on)
            (Path(folder) / f"{name}.toml").unlink()
    return found


def frozen() -> dict[str, bytes]:
    """Return the frozen saves by name."""
    with zipfile.ZipFile(GAMES) as box:
        return {name: box.read(name) for name in box.namelist()}


def quick_disk() -> Any:
    """Nothing here need outlast a power cut."""
    return mock.patch("os.fsync")


def main() -> None:
    """Make the saves anew, or only what follows from them."""
    if "--digests" not in sys.argv:
        with zipfile.ZipFile(GAMES, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as box:
            for name, data in make().items():
                box.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
    told = digests(frozen())
    DIGESTS.write_text(json.dumps(told, indent=0, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
