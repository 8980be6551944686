"""The private messages one after another: each is shown, copied by Enter, ticked, and the next one comes."""

from mafia_cli.host.copying import Copied, copy
from mafia_cli.host.prompt import line
from mafia_cli.screen import columns, wrap
from mafia_cli.script.told import Message, told_of, unsent
from mafia_cli.session import Session, tell
from mafia_cli.settings import Settings
from mafia_cli.texts import people_of, private_text
from mafia_cli.words.clean import safe, short
from mafia_cli.words.cutting import PROFILES, cut
from mafia_cli.words.names import People


def walk(settings: Settings, session: Session) -> None:
    """Go through the messages that are due; what was copied is ticked at once, what was passed over stays unsent."""
    words = settings.words
    waiting = unsent(session.played, session.script)
    if not waiting:
        _say(words.text("wizard", "pm.none"))
        return
    _say(words.plural(len(waiting), "wizard", "pm.head"))
    at, ticked, walker = 0, set[int](), _Walker(settings, session)
    while at < len(waiting):
        match walker.one(waiting[at], at + 1, len(waiting), again=at in ticked):
            case "back":
                at = max(0, at - 1)
            case "stop":
                break
            case "sent":
                ticked.add(at)
                at += 1
            case _:
                at += 1
    left = unsent(session.played, session.script)
    nicks = ", ".join(f"{one.to} {short(session.nick(one.to), 30)}" for one in left)
    _say(words.text("wizard", "pm.left", nicks=nicks) if left else words.text("wizard", "pm.done"))


class _Walker:
    """What stays the same from one message to the next."""

    def __init__(self, settings: Settings, session: Session) -> None:
        self.settings, self.session, self.words = settings, session, settings.words
        self.people = people_of(session.script, session.played)
        self.no_clipboard_said = False

    def one(self, message: Message, number: int, total: int, *, again: bool) -> str:
        """Show one message and do what the host says; return ``sent``, ``skip``, ``back`` or ``stop``."""
        words = self.words
        text = private_text(self.session.script, self.session.played, message, words, self.session.path.parent)
        limit = self.session.script.header.limit or "none"
        parts = cut(text, limit if limit in PROFILES else "none", People(self.session.played.names.nicks))
        part = 0
        while part < len(parts):
            self._show(message, parts[part], number, total, again=again)
            key = "pm.enter" if len(parts) == 1 else "pm.enter_part"
            ask = words.text("wizard", key, part=part + 1, parts=len(parts))
            typed = line(ask, toolbar=words.text("wizard", "pm.toolbar")).strip().casefold()
            if typed in words.variants("wizard", "command.back"):
                return "back"
            if typed in words.variants("wizard", "command.stop"):
                return "stop"
            if typed == "-":
                return "skip"
            if typed:
                _say(words.text("wizard", "pm.help"))
                continue
            copied = copy(parts[part])
            part += 1
        if not again:
            tell(self.session, [told_of(message)])
        self._said_copied(copied, message.to)
        return "sent"

    def _show(self, message: Message, text: str, number: int, total: int, *, again: bool) -> None:
        nick, known = self.people.name(message.to), self.people.chat_name(message.to)
        name = nick if known == nick else f"{nick} ({known})"
        if message.to not in self.session.game.alive:
            name = f"{name} {self.words.text('cli', 'pm.out')}"
        key = "pm.to_again" if again else "pm.to"
        print()
        _say(self.words.text("wizard", key, n=number, total=total, seat=message.to, name=name))
        print(f"\n{text}\n")

    def _said_copied(self, copied: Copied, seat: int) -> None:
        if copied is Copied.NOT:
            if not self.no_clipboard_said:
                _say(self.words.text("wizard", "no_clipboard"))
            self.no_clipboard_said = True
            _say(self.words.text("wizard", "pm.ticked", nick=self.people.name(seat)))
        else:
            _say(self.words.text("wizard", f"pm.copied.{copied}", nick=self.people.name(seat)))


def _say(text: str) -> None:
    for row in text.split("\n"):
        print("\n".join(wrap(safe(row), columns() - 1)))
