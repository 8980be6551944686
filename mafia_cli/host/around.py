"""``/word`` commands around the table: music, time, who has spoken, order, the blacklist, who is away."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Final

from mafia_cli import session as desk
from mafia_cli.actions import blacklist, order
from mafia_cli.host import music, redeal, timing
from mafia_cli.host.acting import act, nick_and_rest, seat_named
from mafia_cli.host.asking import ask
from mafia_cli.people import roster_of
from mafia_cli.reading.nicks import find
from mafia_cli.reading.people import One
from mafia_cli.script.errors import SaveError
from mafia_cli.script.model import noted
from mafia_cli.words.errors import message

if TYPE_CHECKING:
    from mafia_cli.host.desk import Desk


# --- music, time --------------------------------------------------------------------------------------------


def _music(sat: "Desk", rest: str) -> None:
    """Show the track list, or add lines to it (1.10)."""
    if rest:
        before = len(sat.session.script.header.tracks or [])
        desk.set_header(sat.session, tracks=music.with_tracks(sat.session.script, rest))
        sat.say(sat.words.plural(len(sat.session.script.header.tracks or ()) - before, "table", "music.added"))
    sat.say(*music.listing(sat.words, sat.session.script, sat.session.played))


# --- the discussion -----------------------------------------------------------------------------------------


def speak(sat: "Desk", seats: Sequence[int]) -> None:
    """Tick seats as having spoken; the day is opened for it."""
    desk.speak(sat.session, [seat for seat in seats if seat in sat.session.game.alive])


def tick(sat: "Desk", text: str) -> bool:
    """Tick whoever says something in pasted chat lines, while the day's discussion or vote goes on; tell whether so."""
    if not order.may_discuss(sat.session):
        return False
    from mafia_cli.reading.speakers import read_speakers

    seats = read_speakers(roster_of(sat.session.script, sat.session.played), text)
    speak(sat, seats)
    return bool(seats)


def _spoke(sat: "Desk", rest: str) -> None:
    """Tick players by hand: names with commas or blanks between; without a name show who is silent."""
    if not order.may_discuss(sat.session):
        raise SaveError("no_discussion")
    if rest:
        speak(sat, _seats(sat, rest))
    lines = order.discussion_lines(sat.words, sat.people, sat.session.script, sat.session.played)
    if not order.discussing(sat.session.script, sat.session.played):
        sat.say(*lines)


def _seats(sat: "Desk", text: str) -> list[int]:
    """Return the seats of several names: parted by commas, else one name, else one a word."""
    if "," in text:
        return [seat_named(sat, part.strip()) for part in text.split(",") if part.strip()]
    if isinstance(find(roster_of(sat.session.script, sat.session.played), text), One):
        return [seat_named(sat, text)]
    return [seat_named(sat, word) for word in text.split()]


# --- a new deal, who did not vote ------------------------------------------------------------------------------


def offer_deal(sat: "Desk", question: str, mayor: int) -> None:
    """Ask, saying who stays mayor; deal the roles anew and copy the text that tells the chat."""
    who = redeal.mayor_text(sat.words, sat.session, mayor or redeal.keeps_mayor(sat.session))
    if not ask(sat, f"{question}\n{who}", default=False):
        return
    seat = redeal.deal_again(sat.session, mayor)
    sat.refresh()
    text = sat.voice.words.text("table", "chat.deal")
    done = redeal.mayor_text(sat.words, sat.session, seat)
    sat.say(sat.words.text("table", "deal.done"), done, text)
    sat.copy(text)


def _deal(sat: "Desk", rest: str) -> None:
    """Deal the roles anew; a nick names the mayor (2.8)."""
    if not order.may_deal(sat.session.played):
        raise SaveError("too_late_to_deal")
    mayor = seat_named(sat, rest) if rest else 0
    offer_deal(sat, message(sat.words, redeal.question().problem, sat.people), mayor)


def log_missing(sat: "Desk", day: int, seats: Sequence[int]) -> None:
    """4.5: offer to log who did not vote, once the day is closed; the first day obliges nobody to choose."""
    if day == 1 or not seats:
        return
    nicks = ", ".join(sat.people.names(seats))
    if ask(sat, sat.words.text("table", "order.log_missing", nicks=nicks), default=False):
        for seat in seats:
            sat.happen(noted("violation", seat, order.VOTING))


# --- the blacklist ------------------------------------------------------------------------------------------


def _blacklist(sat: "Desk", rest: str) -> None:
    """Show the blacklist, or put a player of this game on it: nick, reason."""
    if rest:
        seat, reason = nick_and_rest(sat, rest)
        listed(sat, seat, reason)
        return
    folder, today = sat.session.path.parent, date.today()
    lines = [blacklist.line(sat.words, one, today) for one in blacklist.load(folder)]
    sat.say(*(lines or [sat.words.text("table", "black.none")]))


def listed(sat: "Desk", seat: int, reason: str) -> None:
    folder = sat.session.path.parent
    names = names_of(sat, seat)
    blacklist.add(folder, blacklist.from_game(sat.session.script, names, reason, date.today()))
    sat.say(sat.words.text("table", "black.added", nick=sat.people.name(seat)))


def names_of(sat: "Desk", seat: int) -> list[str]:
    """Return every name of a seat: a chat name first, which stays when the theme's nick goes."""
    person = roster_of(sat.session.script, sat.session.played).by_seat[seat]
    return [person.chat, person.nick, *person.aliases]


# --- texts --------------------------------------------------------------------------------------------------


def make_text(sat: "Desk", wanted: str) -> str:
    """Return a text for the chat that this module makes, "" when the word means none of them."""
    script, played = sat.session.script, sat.session.played
    for name, words in sat.words.find("table", "texts").items():
        if not wanted or not any(word.startswith(wanted) for word in words.split()):
            continue
        if name == "music":
            return music.chat_text(script, played, sat.words)
        if name == "time":
            return timing.chat_text(sat)
        if name == "away":
            return order.away_text(script, played, sat.words)
        current = played.open_step
        if current is None or order.discussing(script, played):
            return order.silent_text(script, played, sat.words)
    return ""


COMMANDS: Final[dict[str, Callable[["Desk", str], None]]] = {
    "music": _music,
    "timer": timing.command,
    "spoke": _spoke,
    "blacklist": _blacklist,
    "back": lambda sat, rest: act(sat, "away", rest, back=True),
    "deal": _deal,
}
"""The commands by the names they have in ``table.toml``."""
