"""``mafia new``: the questions one after another, each answer on disk before the next comes, then the deal.

The answers so far are ``[setup]`` of the save, one key a question; ``drafts`` in it holds what was taken back or is
half given. A set-up goes on with the first question that has no answer, so it stops and resumes anywhere.
"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Final

from mafia_cli.host import outbox
from mafia_cli.host.joining import name_of
from mafia_cli.host.prompt import line, yes
from mafia_cli.host.questions import QUESTIONS, Question, held
from mafia_cli.host.setup import dealt_game, mayor_seat
from mafia_cli.host.setup_state import AnswerError, AsItIs, Setup
from mafia_cli.host.underneath import settle
from mafia_cli.rules.deal import dealt
from mafia_cli.rules.roles import ROLES, Role
from mafia_cli.screen import columns, wrap
from mafia_cli.script import check, disk, edit
from mafia_cli.script.check import Raw
from mafia_cli.script.draws import drawn
from mafia_cli.script.errors import RefusedError, SaveError
from mafia_cli.script.model import Header, Moment, Player, Script
from mafia_cli.session import Session, created, now, opened
from mafia_cli.settings import Settings
from mafia_cli.words.clean import safe, short

_KEPT: Final = ("name", "lang", "host", "limit")
"""What stands in the header under the name of its question."""


def is_unfinished(script: Script) -> bool:
    """Tell whether a save is a set-up whose roles are not dealt yet."""
    dealt_all = bool(script.players) and all(player.role for player in script.players)
    return not script.faults and not dealt_all and not script.steps


def unfinished(folder: Path) -> Path | None:
    """Return the set-up last written in a folder that is not finished, if there is one."""
    for path in disk.game_files(folder):
        with suppress(SaveError):
            if is_unfinished(disk.load(path)):
                return path
    return None


def run(settings: Settings, path: Path | None = None, given: Mapping[str, Any] | None = None) -> Path:
    """Set a game up and return the path of the dealt one: that of ``path``, an unfinished one after asking, a new one.

    ``given`` holds first answers by question, offered as defaults, and ``seed``, ``packs`` (by theme). Ctrl-C and
    Ctrl-D raise ``KeyboardInterrupt`` and ``EOFError`` after a word on how to go on.
    """
    given = dict(given or {})
    path = path or _offered(settings, given.get("name"))
    return _hold(settings, path, given if path is None else {})


def _offered(settings: Settings, name: str | None) -> Path | None:
    """Return the unfinished set-up (of this name, if one is given) that the host wants to go on with."""
    path = unfinished(settings.folder)
    if path is None:
        return None
    script = disk.load(path)
    if name not in (None, script.header.name):
        return None
    shown = short(str(script.header.name or path.stem), 40)
    when = safe(str(script.header.created or "")[:16].replace("T", " "))
    offer = settings.words.text("wizard", "resume.offer", name=shown, when=when)
    return path if yes(settings.words, offer) else None


def _hold(settings: Settings, path: Path | None, given: Raw) -> Path:
    with ExitStack() as held_open:
        wizard = Wizard(settings, held_open, given)
        try:
            if path is not None:
                wizard.take_up(held_open.enter_context(opened(path)))
            wizard.ask_all()
            return wizard.deal()
        except (KeyboardInterrupt, EOFError):
            wizard.say_how_to_go_on()
            raise


class _OtherHandError(Exception):
    """Somebody changed the save, and the host goes on with it as it is now."""


class Wizard:
    """One set-up at the desk: the answers so far and the save they lie in."""

    def __init__(self, settings: Settings, held_open: ExitStack, given: Raw) -> None:
        """Start with nothing answered; ``held_open`` keeps the save once there is one."""
        self.settings, self.words = settings, settings.words
        self._held_open = held_open
        self.session: Session | None = None
        self.created: Moment = now()
        seed, packs = given.pop("seed", None), given.pop("packs", {})
        usual = {**_habits(settings.folder), **given}
        drafts = {one.key: usual[one.key] for one in QUESTIONS if one.key in usual}
        self.setup = Setup(self.words, drawn(seed), {}, drafts)
        self.setup.saves, self.setup.packs = settings.folder, packs

    # --- the save -----------------------------------------------------------------------------------------

    def take_up(self, session: Session) -> None:
        """Go on with what a save holds; an answer that cannot be one is asked again."""
        script, self.session = session.script, session
        known = script.setup
        known = known if isinstance(known, dict) else _from_header(script)
        drafts = known.get("drafts")
        drafts = drafts if isinstance(drafts, dict) else {}
        sound = {one.key: one.shape for one in QUESTIONS}
        self.created = script.header.created or self.created
        keys = {key: getattr(script.header, key) for key in ("seed", "lots", "wording")}
        if keys["seed"] is not None:
            self.setup.keys = {key: value for key, value in keys.items() if value is not None}
        self.setup.reserves = [dict(one) for one in script.header.reserves or ()]
        theme, pack = script.header.theme, script.header.pack
        if isinstance(theme, str) and isinstance(pack, str):
            self.setup.packs = {theme: pack}
        self.setup.answers = {key: known[key] for key in sound if key in known and sound[key](known[key])}
        self.setup.drafts = {key: drafts[key] for key in sound if key in drafts and sound[key](drafts[key])}
        self._say([self.words.text("wizard", "resume.head", name=short(self._name(), 40))])

    def save(self) -> None:
        """Put the answers on disk; the first one makes the file."""
        setup = self.setup
        stored = dict(setup.answers)
        if setup.drafts:
            stored["drafts"] = dict(setup.drafts)
        header: Raw = {"name": self._name(), "created": self.created, "lang": self._lang(), **setup.keys}
        for theme, pack in setup.packs.items():
            header |= {"theme": theme, "pack": pack}
        script = Script(Header(check.NEWEST_FORMAT, **header, **self._noted()), setup=stored)
        if self.session is None:
            self.session = self._held_open.enter_context(created(self.settings.folder, self._name(), script))
        else:
            self.session.put(script)

    def keep(self, answers: Raw, drafts: Raw) -> bool:
        """Take answers and put them on disk; say why, and go back to those before, when the disk takes them not.

        Raises ``_OtherHandError`` when the save was changed meanwhile and the host goes on with it as it is now.
        """
        setup = self.setup
        before = setup.answers, setup.drafts
        setup.answers, setup.drafts = answers, drafts
        try:
            self.save()
        except RefusedError as error:
            setup.answers, setup.drafts = before
            self._say(setup.refusal(error))
            if self.session is not None and error.faults[0].problem.code == "changed_underneath":
                self._other_hand(self.session)
            return False
        return True

    def _other_hand(self, session: Session) -> None:
        mine = session.script
        try:
            self._say(settle(self.words, session))
        except RefusedError as error:
            self._say(self.setup.refusal(error))
        if session.script is not mine:
            self.take_up(session)
            raise _OtherHandError

    def _name(self) -> str:
        return self.setup.answers.get("name") or self.setup.drafts.get("name") or self.setup.today()

    def _lang(self) -> str:
        return str(self.setup.answers.get("lang") or self.settings.lang)

    # --- asking -------------------------------------------------------------------------------------------

    def ask_all(self) -> None:
        """Ask until every question that applies has its answer, or another hand has dealt the game meanwhile."""
        while self.session is None or is_unfinished(self.session.script):
            due = [one for one in QUESTIONS if one.applies(self.setup) and one.key not in self.setup.answers]
            if not due:
                return
            with suppress(_OtherHandError):
                self.ask(due[0])

    def ask(self, question: Question) -> None:
        """Ask one question until it is answered or the host steps back."""
        setup = self.setup
        value = question.start(setup, setup.drafts.get(question.key))
        print()
        self._say(question.show(setup, value))
        while True:
            typed = line(question.prompt(setup, value), toolbar=setup.say("toolbar"))
            said = " ".join(typed.split()).casefold()
            if said in self.words.variants("wizard", "command.back"):
                if self.back(question):
                    return
                continue
            if said in self.words.variants("wizard", "command.help"):
                self._say([setup.say(f"help.{question.key}"), setup.say("help_all")])
                continue
            if said.startswith("/") and "\n" not in typed.strip():
                self._say([setup.say("no_command", text=short(said, 30))])
                continue
            try:
                taken = question.take(setup, typed, value)
            except (RefusedError, AnswerError) as error:
                self._say(setup.refusal(error))
                continue
            self._say(taken.say)
            value = taken.value
            if taken.done and (not taken.sure or yes(self.words, taken.sure)):
                left = {key: draft for key, draft in setup.drafts.items() if key != question.key}
                if self.keep({**setup.answers, question.key: value}, left):
                    return
            elif setup.drafts.get(question.key) != value:
                self.keep(setup.answers, {**setup.drafts, question.key: value})

    def back(self, question: Question) -> bool:
        """Take the last answer back, so that it is asked again; its value is the default then."""
        setup = self.setup
        before = QUESTIONS[: QUESTIONS.index(question)]
        answered = [one for one in before if one.key in setup.answers and one.applies(setup)]
        if not answered:
            self._say([setup.say("first")])
            return False
        key = answered[-1].key
        left = edit.without_answer({**setup.answers, "drafts": setup.drafts}, key)
        drafts = left.pop("drafts")
        return self.keep(left, drafts)

    # --- the deal -----------------------------------------------------------------------------------------

    def deal(self) -> Path:
        """Deal the roles, show them, go through the private messages; return the path of the game."""
        session, setup = self.session, self.setup
        assert session is not None
        if not is_unfinished(session.script):
            return session.path
        entries = setup.entries()
        roles = self._roles(entries)
        session.put(dealt_game(self._header(), entries, roles))
        self._say(["", setup.say("dealt.head"), *self._table(session)])
        self._say([AsItIs(setup.say("dealt.saved", path=safe(str(session.path))))])
        outbox.walk(self.settings, session)
        return session.path

    def _header(self) -> Raw:
        setup, answers = self.setup, self.setup.answers
        limit = answers["limit"]
        return {
            "name": answers["name"],
            "created": self.created,
            "lang": answers["lang"],
            "host": answers["host"] or None,
            "theme": setup.theme() or None,
            "pack": setup.pack() or None,
            "limit": None if limit == "none" else limit,
            **setup.keys,
            "rulings": answers["rulings"],
            "mayor": check.NAMED if answers.get("mayor") and not answers["deal"] else None,
            **self._noted(),
        }

    def _noted(self) -> Raw:
        """What no question asks for and a command has put into the header meanwhile: ``mafia timer``, ``music``."""
        header = self.session.script.header if self.session is not None else Header()
        return {"minutes": header.minutes, "tracks": header.tracks, "reserves": tuple(self.setup.reserves) or None}

    def _roles(self, entries: list[Raw]) -> list[Role]:
        answers = self.setup.answers
        if answers["deal"]:
            return held(self.setup, answers["deal"])
        counts = {Role(role): n for role, n in answers["roles"].items()}
        mayor = mayor_seat(entries, answers.get("mayor") or None)
        return dealt(counts, self.setup.keys["seed"], mayor)

    def _table(self, session: Session) -> list[str]:
        """Return seats, nicks and roles, the plain citizens in one line at the end."""
        rows, plain = [], []
        for seat, player in enumerate(session.script.players, 1):
            role = Role(str(player.role))
            if role is Role.CITIZEN:
                plain.append(f"{seat} {short(player.nick, 24)}")
            else:
                side = self.words.text("roles", f"side.{ROLES[role].side}")
                rows.append(f"{seat:>3} {name_of(_entry(player))} - {self.words.role(role)}, {side}")
        return [*rows, self.setup.say("dealt.citizens", nicks=", ".join(plain))]

    # --- showing ------------------------------------------------------------------------------------------

    def say_how_to_go_on(self) -> None:
        """Tell how to go on after Ctrl-C or Ctrl-D, once something is on disk."""
        if self.session is None:
            return
        try:
            beside = not self.session.keep()
        except RefusedError as error:
            self._say(["", *self.setup.refusal(error), self.setup.say("left.lost", name=short(self._name(), 40))])
            return
        if beside:
            stem, name = self.session.path.stem, short(self._name(), 40)
            self._say(["", self.words.text("desk", "leave_beside", name=name, file=stem)])
            return
        key = "left.setup" if is_unfinished(self.session.script) else "left.dealt"
        self._say(["", self.setup.say(key, name=short(self._name(), 40))])

    def _say(self, lines: Sequence[str]) -> None:
        for text in lines:
            for row in [text] if isinstance(text, AsItIs) else text.split("\n"):
                print("\n".join([row] if isinstance(row, AsItIs) else _fitted(row)))


def _fitted(row: str) -> list[str]:
    """Return a row as it is when it fits the screen, else wrapped under its own indentation."""
    room = columns() - 1
    blank = row[: len(row) - len(row.lstrip())]
    return [row] if len(row) * 2 <= room else wrap(row, room, blank) if _wide(row, room) else [row]


def _wide(row: str, room: int) -> bool:
    from mafia_cli.screen import text_width

    return text_width(row) > room


def _habits(folder: Path) -> Raw:
    """Return the host and the chat of the last game: most evenings they stay."""
    for path in disk.game_files(folder)[:1]:
        with suppress(SaveError):
            script = disk.load(path)
            return {key: value for key in ("host", "limit") if (value := getattr(script.header, key)) is not None}
    return {}


def _from_header(script: Script) -> Raw:
    """Return what a save without ``[setup]`` answers: its header, and its players to look over."""
    drafts: Raw = {key: value for key in _KEPT if (value := getattr(script.header, key)) is not None}
    if script.players:
        drafts["players"] = [_entry(player) for player in script.players]
    return {"drafts": drafts}


def _entry(player: Player) -> Raw:
    """Return a player as one who signed up, without a role."""
    said = {
        "nick": player.nick,
        "chat": player.chat,
        "aliases": player.aliases and [*player.aliases],
        "away": player.away,
    }
    return {key: value for key, value in said.items() if value is not None}
