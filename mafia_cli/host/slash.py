"""``/word`` at the desk: commands in both languages with short forms, so that no nick can collide with one."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from mafia_cli import people
from mafia_cli import session as desk
from mafia_cli.actions import order
from mafia_cli.actions.table import ACTIONS
from mafia_cli.host.acting import act, how_to, seat_named
from mafia_cli.host.amending import already_told
from mafia_cli.host.asking import ask, several
from mafia_cli.host.copying import copy
from mafia_cli.rules.deal import counts_of
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.model import EndStep, NightStep, Step
from mafia_cli.rules.moves import silent
from mafia_cli.rules.roles import Role, Side
from mafia_cli.rules.steps import CHANGING
from mafia_cli.script.errors import SaveError
from mafia_cli.script.model import Row, noted
from mafia_cli.texts import decision_text
from mafia_cli.words import chat, private
from mafia_cli.words.catalogue import LANGUAGES, Words
from mafia_cli.words.errors import message

if TYPE_CHECKING:
    from mafia_cli.host.desk import Desk
    from mafia_cli.host.entry import Refused


def command(sat: "Desk", text: str) -> None:
    """Do what a ``/word`` line says; raises ``RefusedError`` for one that is not known."""
    word, _, rest = text[1:].partition(" ")
    name = names_of_commands().get(word.casefold())
    if name is None and several(text):
        sat.speak(text)  # a paste whose first line happens to begin so
        return
    if name is None:
        raise SaveError("no_such_slash", command=f"/{word}")
    if name in _NEEDS and not rest.strip():
        raise how_to(sat, name)
    if name in CHANGING:
        desk.going_on(sat.session)  # before anything is asked for it
    if name in ACTIONS:
        act(sat, name, rest.strip())
    elif name in _COMMANDS:
        _COMMANDS[name](sat, rest.strip())
    else:
        from mafia_cli.host.around import COMMANDS

        COMMANDS[name](sat, rest.strip())


def names_of_commands() -> dict[str, str]:
    """Return the command that every word of either language stands for."""
    names: dict[str, str] = {}
    for lang in LANGUAGES:
        for domain in ("desk", "table"):
            for name, words in Words(lang).find(domain, "slash").items():
                names |= dict.fromkeys(words.split(), name)
    return names


# --- taking back, looking -----------------------------------------------------------------------------------


def _undo(sat: "Desk", rest: str) -> None:
    if sat.heirless == len(sat.session.script.steps) > 0:
        sat.heirless = 0  # the last decision: who gets the title is asked again
        return
    before = sat.session.played
    taken = desk.undo(sat.session)
    sat.previewed, sat.asking, sat.part, sat.shown, sat.refused = False, None, 0, "", []
    sat.say(sat.words.text("cli", "undone", what=decision_text(sat.words, taken, sat.session.played.names)))
    sat.say(already_told(sat.words, sat.session.script, sat.session.path.parent, before, sat.session.played))


def _redo(sat: "Desk", rest: str) -> None:
    before = sat.session.played
    taken = desk.redo(sat.session)
    sat.previewed = False
    sat.say(sat.words.text("cli", "redone", what=decision_text(sat.words, taken, before.names)))
    sat.say(already_told(sat.words, sat.session.script, sat.session.path.parent, before, sat.session.played))


def _why(sat: "Desk", rest: str) -> None:
    """The chain of reasons of the last night or day, or of the one named; or of what it meant for one player."""
    from mafia_cli.host.why import closed, read_why, why_lines

    played = sat.session.played
    kind, number, name = read_why(rest, rest in played.names.seats)
    seat = seat_named(sat, name) if name else 0
    sat.say(*why_lines(sat.words, played, closed(played, kind, number), seat))


def _board(sat: "Desk", rest: str) -> None:
    """Show the open night, discussion or vote with all names, however many."""
    sat.whole = True


def _status(sat: "Desk", rest: str) -> None:
    from mafia_cli.host.status import status_text

    sat.say(status_text(sat.words, sat.session.script, sat.session.played, public=bool(rest)))


def _help(sat: "Desk", rest: str) -> None:
    sat.say(sat.words.text("desk", "help"))


def _leave(sat: "Desk", rest: str) -> None:
    from mafia_cli.host.desk import Leave

    raise Leave


def _again(sat: "Desk", rest: str) -> None:
    """Copy the last text once more."""
    if not sat.last_copied:
        raise SaveError("no_such_text")
    sat.say(sat.words.text("desk", f"copied.{copy(sat.last_copied)}"))


# --- texts on request ---------------------------------------------------------------------------------------


def _text(sat: "Desk", rest: str) -> None:
    """Copy a text for the chat: the composition, the rulings, the living, the running count, the missing."""
    from mafia_cli.host import around

    wanted = rest.casefold()
    made = around.make_text(sat, wanted)
    if made:
        sat.say(made)
        sat.copy(made)
        return
    for name, words in sat.words.find("desk", "texts").items():
        if wanted and any(word.startswith(wanted) for word in words.split()):
            made = _make_text(sat, name)
            sat.say(made)
            sat.copy(made)
            return
    raise SaveError("slash_value", value=rest, right=sat.words.text("desk", "texts_hint"))


def _make_text(sat: "Desk", name: str) -> str:
    game, voice, people = sat.session.game, sat.voice, sat.people
    if name == "composition":
        return chat.composition(voice, counts_of(game.cast.roles[1:]))
    if name == "rulings":
        return chat.rulings(voice, game.cast.rulings)
    if name == "living":
        return chat.living(voice, people, sorted(game.alive))
    current = sat.session.script.open_row
    if current is None or current.kind != "day":
        raise SaveError("no_vote_open")
    vote = desk.open_vote(sat.session.played)
    day, stage, missing = vote.day, vote.stage, vote.tally.missing
    if name == "missing":
        if not missing:
            raise SaveError("nobody_missing")
        return chat.reminder(voice, people, day.number, missing)
    if stage == "acquit":
        if day.acquittal is None:  # the suspect died meanwhile
            raise SaveError("nobody_missing")
        return chat.running_acquittal(voice, people, day.number, day.suspect, day.acquittal)
    return chat.running(voice, people, day.number, (day.second if stage == "revote" else None) or day.first)


def _remind(sat: "Desk", rest: str) -> None:
    """Copy a private reminder for a silent role, or for every one in turn."""
    current = sat.session.script.open_row
    if current is None or not isinstance(current.step, NightStep):
        raise SaveError("no_night_open")
    waiting = silent(sat.session.game, current.step.moves)
    if not waiting:
        raise SaveError("nobody_silent_tonight")
    role = people.move_named(rest) if rest else waiting[0]
    if role is None or role not in waiting:
        raise SaveError("slash_value", value=rest, right=_roles(sat, waiting))
    text = private.remind(sat.voice.words, role, sat.session.game.night + 1)
    sat.say(text)
    sat.copy(text)


# --- it happened --------------------------------------------------------------------------------------------


def _roles(sat: "Desk", roles: Iterable[str]) -> str:
    return ", ".join(sat.words.role(Role(role)) for role in roles)


def _happen(sat: "Desk", step: Row | Step) -> None:
    sat.happen(step)


def _slip(sat: "Desk", rest: str) -> None:
    """The last refused ballot was the host's own typing error: it takes the earlier one's place."""
    from mafia_cli.host.entry import refused_texts

    taken, left = _refused_of(sat, rest)
    stage = desk.open_vote(sat.session.played).stage
    refused = desk.enter_ballots(sat.session, [ballot for ballot, _ in taken], slip=True)
    sat.refused = [*left, *refused]
    sat.say(*refused_texts(sat.settings, sat.session, stage, refused))


def _refused_of(sat: "Desk", name: str) -> tuple[list["Refused"], list["Refused"]]:
    """Part the ballots refused last into those of one voter (of all without a name) and the others."""
    current = sat.session.script.open_row
    if not sat.refused or current is None or current.kind != "day":
        raise SaveError("no_refused")
    seat = seat_named(sat, name) if name else 0
    taken = [one for one in sat.refused if seat in (0, one[0][0])]
    if not taken:
        raise SaveError("no_refused")
    return taken, [one for one in sat.refused if one not in taken]


def _log(sat: "Desk", rest: str) -> None:
    """Log the ballots refused last, or those of one voter, as violations."""
    taken, left = _refused_of(sat, rest)
    for (voter, _), rule in taken:
        _happen(sat, noted("violation", voter, rule))
    sat.refused = left


def _forget(sat: "Desk", rest: str) -> None:
    """Take an answer back: a role's move at night, a voter's ballots by day."""
    current = sat.session.script.open_row
    if current is None:
        raise SaveError("no_night_open")
    if current.kind == "day":
        desk.take_back_ballot(sat.session, seat_named(sat, rest))
        return
    role = people.move_named(rest)
    moves = current.step.moves if isinstance(current.step, NightStep) else {}
    if role is None or role not in moves:
        if not moves:
            raise SaveError("nothing_entered")
        raise SaveError("slash_value", value=rest, right=_roles(sat, moves))
    desk.take_back_move(sat.session, role)


def _override(sat: "Desk", rest: str) -> None:
    from mafia_cli.host.forms import override_form

    step = override_form(sat)
    if step is not None:
        _happen(sat, step)


def _amend(sat: "Desk", rest: str) -> None:
    """4.8: put an earlier night, day, role or step right."""
    from mafia_cli.host.mending import amend_line

    amend_line(sat, rest)


def _end(sat: "Desk", rest: str) -> None:
    """End the game now: with the judged winner, the one named, or broken off."""
    if not rest:
        from mafia_cli.rules.ending import game_winner

        if game_winner(sat.session.game) is None:
            raise SaveError("no_winner_yet", right=[*Side, "none"])
        sat.end()
        return
    words = {sat.words.winner(side).casefold(): side.value for side in Side} | {side.value: side.value for side in Side}
    words |= dict.fromkeys([sat.words.winner("").casefold(), *sat.words.text("desk", "end.broken").split()], "")
    if rest.casefold() not in words:
        raise how_to(sat, "end")
    if sat.session.script.open_row is not None:
        sat.show_now(message(sat.words, Problem("step_open", "end"), sat.people))
    if ask(sat, sat.words.text("desk", "end.confirm_named", winner=sat.words.winner(words[rest.casefold()]))):
        _happen(sat, EndStep(words[rest.casefold()]))


def _dawn(sat: "Desk", rest: str) -> None:
    current = sat.session.script.open_row
    if current is None or current.kind != "night":
        raise SaveError("no_night_open")
    sat.preview()


def _close(sat: "Desk", rest: str) -> None:
    current = sat.session.script.open_row
    if current is None or current.kind != "day":
        raise SaveError("no_vote_open")
    sat.close_vote()


def _not_open(sat: "Desk", kind: str) -> None:
    """Refuse to begin a second time what goes on: its call was copied, its timer runs."""
    current = sat.session.script.open_row
    if current is not None and current.kind == kind:
        raise SaveError("night_goes_on" if kind == "night" else "vote_goes_on")


def _night(sat: "Desk", rest: str) -> None:
    from mafia_cli.host.agenda import Next

    _not_open(sat, "night")
    sat.begin(Next.NIGHT)


def _vote(sat: "Desk", rest: str) -> None:
    from mafia_cli.host.agenda import Next

    if not order.discussing(sat.session.script, sat.session.played):
        _not_open(sat, "day")
    sat.begin(Next.VOTE)


def _menu(sat: "Desk", rest: str) -> None:
    from mafia_cli.host.menu import night_menu

    night_menu(sat)


_NEEDS: Final = frozenset({"text", "forget", "back"})
"""Commands outside the table that are nothing without what they are about; ``how.<name>`` shows how each is written."""

_COMMANDS: Final[dict[str, Callable[["Desk", str], None]]] = {
    "menu": _menu,
    "undo": _undo,
    "redo": _redo,
    "why": _why,
    "status": _status,
    "board": _board,
    "help": _help,
    "leave": _leave,
    "again": _again,
    "text": _text,
    "remind": _remind,
    "slip": _slip,
    "log": _log,
    "forget": _forget,
    "override": _override,
    "amend": _amend,
    "end": _end,
    "dawn": _dawn,
    "close": _close,
    "night": _night,
    "vote": _vote,
}
"""Every command by the name it has in the catalogues."""
