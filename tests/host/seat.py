"""A desk sat down at in process: lines typed through a pipe as a terminal brings them, what is shown, the save."""

import re
from pathlib import Path
from typing import Any

import pytest
from documents import as_script, told
from terminal import typed

from mafia_cli import session as desk
from mafia_cli.host.desk import Desk
from mafia_cli.rules.moves import silent
from mafia_cli.rules.roles import Role
from mafia_cli.script.model import Told
from mafia_cli.script.told import told_of, unsent
from mafia_cli.script.toml import parse
from mafia_cli.settings import Settings
from mafia_cli.texts import chat_texts, voice_of

NICKS = {
    "ru": ["Аня", "Борис", "Вера", "Глеб", "Даша", "Егор", "Жанна", "Зоя", "Игорь", "Кира"],
    "en": ["Ann", "Boris", "Vera", "Gleb", "Dana", "Egor", "Jane", "Zoe", "Igor", "Kira"],
}
ROLES = ["don", "mafia", "commissar", "doctor", "casanova", "mayor", "thief", "journalist", "kamikaze", "citizen"]


class Evening:
    """A dealt game whose roles are sent, and a host who sits down at it again and again."""

    def __init__(
        self,
        capsys: pytest.CaptureFixture[str],
        folder: Path,
        lang: str = "ru",
        roles: str = "",
        path: Path | None = None,
        sent: bool = True,
        **header: Any,
    ) -> None:
        """Deal these roles and send them (``path``: take up this game instead)."""
        self.capsys, self.settings = capsys, Settings(lang, saves=str(folder))
        if path is not None:
            self.path = path
            return
        held = roles.split() or ROLES
        self.rows: list[str] = []
        self.nicks = header.pop("nicks", NICKS[lang])
        players = [{"nick": nick, "role": role} for nick, role in zip(self.nicks, held, strict=False)]
        doc = {"name": "eve", "lang": lang, "seed": 7, **header, "players": players}
        with desk.created(folder, "eve", as_script(doc)) as session:
            self._tell(session, sent=sent)
            self.path = session.path

    def _tell(self, session: desk.Session, *, sent: bool = True) -> None:
        """Nothing waits to be told: every text is, and every message."""
        script, played = session.script, session.played
        texts = chat_texts(script, played, voice_of(script, self.settings.words, None))
        messages = [told_of(one) for one in unsent(played, script)]
        said = [Told(0, one.about, one.says) for one in texts]
        desk.tell(session, [*said, *messages] if sent else said)

    def types(self, *lines: str) -> str:
        """Sit down, type these lines (a text of several is pasted), leave; return all that was shown."""
        self.capsys.readouterr()
        with desk.opened(self.path) as session:
            typed(lines, Desk(self.settings, session).sit)
        self.rows = self.capsys.readouterr().out.split("\n")
        return re.sub(r"\s+", " ", "\n".join(self.rows))

    def block(self, start: str, number: int = 0) -> list[str]:
        """Return the rows of the line that began so (the first such one), what is set in below it included."""
        at = [at for at, row in enumerate(self.rows) if row.startswith(start)][number]
        below = next(at for at, row in enumerate([*self.rows[at + 1 :], ""]) if not row.startswith("  "))
        return self.rows[at : at + 1 + below]

    @property
    def doc(self) -> dict[str, Any]:
        """The save as it stands on disk."""
        return parse(self.path.read_bytes())

    @property
    def steps(self) -> list[dict[str, Any]]:
        """Its steps."""
        found: list[dict[str, Any]] = self.doc["steps"]
        return found

    @property
    def last(self) -> dict[str, Any]:
        """The last step."""
        return self.steps[-1]

    def night(self, moves: dict[str, str] | None = None) -> None:
        """Judge a night of these moves (of all who may, each skipping) and tell what follows."""
        with desk.opened(self.path) as session:
            desk.start(session, "night")
            skipped = dict.fromkeys(silent(session.game, ()), "")
            for role, nick in (skipped if moves is None else moves).items():
                seat = session.seat(nick)
                desk.enter_move(session, Role(role), [seat] if seat else [])
            desk.close(session)
            self._tell(session)

    def vote(self, moves: dict[str, str] | None = None) -> None:
        """Judge a night and open the vote; its call and the morning are told."""
        self.night(moves)
        with desk.opened(self.path) as session:
            desk.tell(session, told([{"to": 0, "about": "call day 1", "says": {}}]))
            desk.start(session, "day")
