"""The desk: one screen, one input line. A plain line is what people said; ``/word`` is a command; a bare Enter does
the next sensible thing, which the last line names."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from mafia_cli import screen
from mafia_cli import session as desk
from mafia_cli.actions import order
from mafia_cli.host import entry, pasting, timing
from mafia_cli.host.agenda import Next, Task, call_text, next_task
from mafia_cli.host.asking import ask, is_speech, names_room, names_somebody, overheard, problem_text
from mafia_cli.host.clock import Timer
from mafia_cli.host.copying import Copied, copy
from mafia_cli.host.music import due_line
from mafia_cli.host.prompt import line, need_terminal
from mafia_cli.reading.lines import Line
from mafia_cli.rules.day import Stage
from mafia_cli.rules.ending import game_winner, may_turn, reason
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.facts import facts
from mafia_cli.rules.game import awaits_heir
from mafia_cli.rules.model import NOBODY, EndStep, NightStep, Step
from mafia_cli.rules.moves import silent
from mafia_cli.rules.roles import Role
from mafia_cli.rules.vote import all_missing, choices
from mafia_cli.script.errors import Fault, RefusedError
from mafia_cli.script.model import Record, Row
from mafia_cli.script.replay import is_finished
from mafia_cli.script.told import Message, told_of
from mafia_cli.session import Session, opened
from mafia_cli.settings import Report, Settings, fault_text
from mafia_cli.texts import ChatText, private_text, record_texts, told_entries, voice_of
from mafia_cli.themes import pack_warning
from mafia_cli.words.board import night_lines, recount_lines, vote_lines
from mafia_cli.words.clean import safe
from mafia_cli.words.cutting import cut
from mafia_cli.words.errors import message
from mafia_cli.words.explain import explain
from mafia_cli.words.names import People
from mafia_cli.words.private import ask_mayor
from mafia_cli.words.voice import Voice


def run(settings: Settings, path: Path) -> Report:
    """Hold a game at the desk until the host leaves; everything is saved as it is entered."""
    need_terminal("mafia night / vote / announce")
    with opened(path) as session:
        if session.played.faults:
            raise RefusedError(session.played.faults)
        return Desk(settings, session).sit()


_AROUND: Final = 3
"""Rows of a blank line, of what Enter does and of the prompt."""


class Leave(Exception):  # noqa: N818 - not an error
    """The host leaves the desk."""


class Desk:
    """A game at the desk: what is shown, what was shown last, what a bare Enter would do."""

    def __init__(self, settings: Settings, session: Session) -> None:
        """Sit down at a held game."""
        self.settings = settings
        self.session = session
        self.words = settings.words
        self.said: list[str] = []
        self.skipped: set[tuple[int, str]] = set()
        self.playing_on: str | None = None
        self.heirless = 0  # after how many steps the host said that nobody gets the title
        self.part = 0
        self.copying: object = None
        self.call: list[str] = []
        self.calls = 0
        self.shown = ""
        self.previewed = False
        self.asking: str | None = None
        self.refused: list[entry.Refused] = []
        self.tied: tuple[int, ...] = ()
        self.choice: Line | None = None
        self.last_copied = ""
        self.no_clipboard = False
        self.heard: list[str] = []
        self.typed: list[str] = []
        self.waiting: list[str] = []
        self.whole = False
        self.timer: Timer | None = None

    # --- the loop -------------------------------------------------------------------------------------------

    def sit(self) -> Report:
        """Show, ask, do, until the host leaves."""
        self.say(pack_warning(self.session.script, self.words, self.session.path.parent))
        while True:
            try:
                task = self.task()
                self.show(task)
                self.do(task, self.next_line())
            except RefusedError as error:
                self.say(fault_text(self.words, [_at_desk(fault) for fault in error.faults]))
                if error.faults[0].problem.code == "changed_underneath":
                    self.other_hand()
            except (Leave, EOFError):
                return self.farewell()
            except KeyboardInterrupt:
                said = self.farewell()
                return Report(notes="\n".join(filter(None, [said.text, said.notes])), status=130)

    def next_line(self) -> str:
        """Return what was said to a question meanwhile, else ask for a line."""
        if self.waiting:
            return self.waiting.pop(0)
        text = line("> ", toolbar=timing.toolbar(self), earlier=self.typed)
        self.remember(text)
        return text

    def remember(self, text: str) -> None:
        """Let the arrow up bring a line back."""
        self.typed += [text] if text.strip() and text not in self.typed[-1:] else []

    def farewell(self) -> Report:
        """Say that all is saved and how to go on, or what may come after the end; or why it is not."""
        name = safe(self.session.script.header.name or self.session.path.stem)
        key = "leave_over" if is_finished(self.session.script) else "leave"
        try:
            key = key if self.session.keep() else "leave_beside"
        except RefusedError as error:
            lost = self.words.text("desk", "leave_lost", name=name)
            return Report(notes=f"{fault_text(self.words, error.faults)}\n{lost}", status=1)
        return Report(self.words.text("desk", key, name=name, file=self.session.path.stem))

    def other_hand(self) -> None:
        """Somebody changed the file: say so at once and let the host choose which stands."""
        from mafia_cli.host.underneath import settle

        print("\n".join(screen.wrap_lines(self.said)))
        self.said = settle(self.words, self.session, lambda text: overheard(self, text, later=True))
        self.shown, self.part, self.previewed, self.asking, self.refused = "", 0, False, None, []

    def task(self) -> Task:
        """Return what a bare Enter does now."""
        steps = self.session.script.steps
        if steps != self.copying:  # what is half copied was made of other steps
            self.copying, self.part = steps, 0
        self.heirless = self.heirless if awaits_heir(self.session.game) else 0
        self.asking = self.asking if self._still_asked() else None
        if self.session.script.open_row is None:
            self.call = []
        task = next_task(self.session, self.voice, self.skipped, self.playing_on, heirless=bool(self.heirless))
        if task.next is Next.HEIR and self.asking is None:
            self.say(self.words.text("desk", "heir.type"))
            self.asking = "heir"
        return task

    def _still_asked(self) -> bool:
        """Tell whether what was asked still waits for an answer: something else may have happened meanwhile."""
        if self.asking == "heir":
            return awaits_heir(self.session.game)
        current = self.session.script.open_row
        if self.asking is None or current is None or current.kind != "day":
            return False
        vote = desk.open_vote(self.session.played)
        return (self.asking == "mayor" and bool(vote.again)) or vote.day.due == self.asking

    def do(self, task: Task, text: str) -> None:
        """Do what one line says; a choice offered holds for the next line alone."""
        choice, self.choice = self.choice, None
        if choice and self.choose(task, choice, text):
            return
        if text.strip().startswith("/"):
            from mafia_cli.host.slash import command

            command(self, text.strip())
        elif not text.strip():
            self.go(task)
        else:
            self.enter(task, text)

    @property
    def voice(self) -> Voice:
        """How the chat of this game is spoken to."""
        return voice_of(self.session.script, self.words, self.session.path.parent)

    @property
    def people(self) -> People:
        """The people under their nicks of now."""
        return People(self.session.played.names.nicks)

    # --- showing --------------------------------------------------------------------------------------------

    def say(self, *lines: str) -> None:
        """Keep lines to be shown above the next prompt."""
        self.said += [part for one in lines if one for part in one.split("\n")]

    def notice_tie(self) -> None:
        """Say when a death has changed between whom the second vote chooses."""
        current, tied = self.session.script.open_row, tuple[int, ...]()
        if current is not None and current.kind == "day":
            vote = desk.open_vote(self.session.played)
            tied = vote.day.tied if vote.stage is Stage.REVOTE else ()
        if self.tied and tied and tied != self.tied:
            nicks = ", ".join(self.people.brief().names(tied))
            self.say(self.words.text("desk", "tie.changed", nicks=nicks))
        self.tied = tied

    def show(self, task: Task) -> None:
        """Print the board, what there is to say, the text to copy, and what Enter does."""
        self.notice_tie()
        whole, self.whole = self.whole, False
        lines = self.board(whole=True) if whole else self.unheard(self.board())
        board, said = (screen.wrap_lines(_rows(one)) for one in (lines, self.said))
        # What is longer than the screen, such as a paste that is not understood, would push the board out of sight.
        tall = len(said) + _AROUND > screen.rows() and not screen.is_plain()
        rest = screen.wrap_lines(_rows([*self.block(task), self.hint(task)]))
        self.said = []
        print("\n".join(["", *([*said, "", *board] if tall else board + said), *rest]))

    def unheard(self, board: list[str]) -> list[str]:
        """Return the board; in plain mode only what of it is new, so that nobody listens to the same again."""
        before, self.heard = self.heard, board
        return [one for one in board if one not in before] if screen.is_plain() else board

    def board(self, *, whole: bool = False) -> list[str]:
        """Return where the game stands: the open night or vote, or what was closed last; ``whole``: with all names."""
        room = 0 if whole else names_room()
        current = self.session.script.open_row
        game = self.session.game
        if current is None or game.over:
            key = "between.finished" if game.over else f"between.{game.phase}"
            number = game.night if game.phase == "night" else game.day
            return [self.words.text("desk", key, n=number, alive=len(game.alive))]
        if current.kind == "night":
            spoken = screen.is_plain()
            head, *rows = night_lines(self.words, self.people.brief(), game, self.moves(), spoken=spoken)
            return [head, *screen.flow(rows, screen.columns() - 1)]
        if order.discussing(self.session.script, self.session.played):
            return order.discussion_lines(
                self.words, self.people.brief(), self.session.script, self.session.played, room
            )
        vote = desk.open_vote(self.session.played)
        lines = vote_lines(self.words, self.people.brief(), game, vote, room)
        return lines + recount_lines(self.words, self.people.brief(), vote)

    def moves(self) -> dict[Role, tuple[int, ...]]:
        """Return the moves of the open night as seats."""
        current = self.session.script.open_row
        return dict(current.step.moves) if current is not None and isinstance(current.step, NightStep) else {}

    def block(self, task: Task) -> list[str]:
        """Return the text to paste, once, between two rules."""
        if task.next is Next.COPY and task.text:
            parts = self.parts(task)
            shown = f"{task.text.about} {self.part}"
            body = parts[self.part]
            title = self.words.text("desk", f"text.{task.text.about.split()[0]}", n=_number(task.text.about))
        elif task.next is Next.MESSAGE and task.message:
            nick = self.people.brief().name(task.message.to)
            shown = f"{task.message.to} {task.message.about}"
            body = self.message_text(task.message)
            if task.message.to not in self.session.game.alive:
                nick = f"{nick} {self.words.text('cli', 'pm.out')}"
            title = self.words.text("desk", "text.message", seat=task.message.to, nick=nick)
        else:
            self.shown = ""
            return []
        if shown == self.shown:
            return []
        self.shown = shown
        return [ruled(title), body, ruled("")]

    def hint(self, task: Task) -> str:
        """Return the line that says what Enter does."""
        if self.choice:
            return self.choice_hint()
        if self.asking:
            return self.words.text("desk", f"next.{self.asking}")
        if self.call:
            return self.words.text("desk", "next.copy_part", part=self.calls - len(self.call) + 1, parts=self.calls)
        key = f"next.{task.next}"
        if task.next is Next.VOTE and order.discussing(self.session.script, self.session.played):
            return self.words.text("table", "talk.next")
        if task.next is Next.COPY:
            parts = len(self.parts(task))
            key = "next.copy_part" if parts > 1 else key
            return self.words.text("desk", key, part=self.part + 1, parts=parts)
        if task.next is Next.DAWN:
            waiting = len(silent(self.session.game, self.moves()))
            if self.previewed:
                key = "next.judge_empty" if self.nothing_moved() else "next.judge"
            elif waiting:
                key = "next.dawn_silent"
            return self.words.text("desk", key, n=waiting)
        return self.words.text("desk", key)

    def choice_hint(self) -> str:
        """Return how a line with candidates is settled."""
        assert self.choice is not None
        key = "choose_one" if len(self.choice.candidates) == 1 else "choose_many"
        return self.words.text("desk", f"next.{key}", n=self.choice.candidates[0])

    def parts(self, task: Task) -> list[str]:
        """Return the parts of a text as the game's chat takes them."""
        assert task.text is not None
        return cut(task.text.text, (self.session.script.header.limit or "none"), self.people)

    # --- a bare Enter ---------------------------------------------------------------------------------------

    def go(self, task: Task) -> None:
        """Do the next sensible thing."""
        if self.asking:
            self.settle("")
            return
        if self.call:
            self.copy(self.call.pop(0))
            return
        match task.next:
            case Next.COPY:
                self.copy_part(task)
            case Next.MESSAGE if task.message:
                self.copy(self.message_text(task.message))
                desk.tell(self.session, [told_of(task.message)])
            case Next.END:
                self.end()
            case Next.NIGHT | Next.VOTE:
                self.begin(task.next)
            case Next.DAWN:
                self.dawn()
            case Next.CLOSE:
                self.close_vote()
            case _:
                raise Leave

    def copy(self, text: str) -> None:
        """Copy a text and say so; where nothing can copy, the text stands on the screen to be marked."""
        self.last_copied = text
        done = copy(text)
        if done is not Copied.NOT:
            self.say(self.words.text("desk", f"copied.{done}"))
            return
        if not self.no_clipboard:
            self.say(self.words.text("desk", "copied.not"))
        self.no_clipboard = True
        print(f"\n{text}")  # unwrapped: a line broken here would be broken in the chat

    def copy_part(self, task: Task) -> None:
        """Copy the next part of a chat text; after the last it is told."""
        assert task.text is not None
        parts = self.parts(task)
        self.copy(parts[min(self.part, len(parts) - 1)])
        self.part += 1
        if self.part >= len(parts):
            self.part = 0
            self.tell(task.text)

    def message_text(self, message: Message) -> str:
        """Return the wording of a private message."""
        return private_text(self.session.script, self.session.played, message, self.words, self.session.path.parent)

    def tell(self, text: ChatText) -> None:
        """Note that a chat text left the desk; a correction is that of every text told otherwise."""
        desk.tell(self.session, told_entries(self.session.script, self.session.played, self.voice, text))
        timing.told(self, text.about)

    def begin(self, what: Next) -> None:
        """Open a night or a vote and copy its call."""
        kind = "night" if what is Next.NIGHT else "day"
        for question in desk.start_questions(self.session, kind):
            if question.code == "won_already" and self.playing_on == game_winner(self.session.game):
                continue
            if question.code == "heir_unnamed" and self.heirless:
                continue
            if not ask(self, problem_text(self, question), default=False, later=True):
                self.skipped.clear()  # what was put off comes again: it is what is missing
                return
        text = call_text(self.session, self.voice, what)
        desk.start(self.session, kind)
        parts = cut(text.text, (self.session.script.header.limit or "none"), self.people)
        self.say(text.text)
        self.copy(parts[0])
        self.call, self.calls = parts[1:], len(parts)
        self.tell(text)
        timing.begins(self, "night" if what is Next.NIGHT else "vote")
        if what is Next.NIGHT:
            self.say(due_line(self.words, self.session.script, self.session.played))

    def dawn(self) -> None:
        """Preview the dawn; a second Enter judges it. Nothing is judged before, and an empty night only by a yes."""
        if self.previewed:
            self.previewed = False
            if self.nothing_moved() and not ask(self, self.sure_of_nothing, default=False):
                if not self.nothing_moved():
                    self.preview()
                return
            desk.close(self.session)
            timing.over(self, "night")
            return
        self.preview()

    def nothing_moved(self) -> bool:
        """Tell whether the open night has no move and no skip at all, though somebody may move."""
        current = self.session.script.open_row
        night = current is not None and current.kind == "night"
        return night and not self.moves() and bool(silent(self.session.game, ()))

    def sure_of_nothing(self) -> str:
        """Return the question about a night without a move, "" once there is one."""
        return self.words.text("desk", "preview.empty") if self.nothing_moved() else ""

    def preview(self) -> None:
        """Show what the dawn would bring: who is silent, what happens and why, the chat's text, private replies."""
        waiting = silent(self.session.game, self.moves())
        if waiting:
            names = ", ".join(self.words.role(role) for role in waiting)
            self.say(self.words.text("desk", "preview.silent", roles=names))
        played = desk.preview(self.session)
        if played.faults:
            raise RefusedError(played.faults)
        record = played.records[-1]
        self.say(ruled(self.words.text("desk", "preview.title", n=record.game.night)))
        self.say(*self.explained(record))
        for text in record_texts(self.session.script, record, self.voice):
            self.say(ruled(self.words.text("desk", "preview.chat")), text.text)
        self.previewed = True

    def explained(self, record: Record) -> list[str]:
        """Return what a step did and why."""
        people = People(record.names.nicks)
        return explain(self.words, people, record.game.cast, facts(record.game.cast, record.trace), record.before)

    def close_vote(self) -> None:
        """Close the vote now due: the missing are named first; a tie may ask the mayor or the host."""
        for question in desk.close_questions(self.session):
            if question.code == "heir_unnamed" and self.heirless:
                continue
            if not ask(self, partial(self.closing, question.code), default=False):
                return
        self.finish_vote()

    def closing(self, code: str) -> str:
        """Return a question before the vote is closed as it stands now, "" when there is nothing to ask any more."""
        for question in desk.close_questions(self.session):
            if question.code == code:
                asked = problem_text(self, question)
                missing = code == "missing_votes"
                return f"{asked} {self.words.text('desk', 'vote.close_anyway')}" if missing else asked
        return ""

    def finish_vote(self) -> None:
        """Close what can be closed; ask what must be asked."""
        from mafia_cli.host.around import log_missing

        vote = desk.open_vote(self.session.played)
        if vote.again:
            self.ask_tied("mayor", "mayor_again", vote.again)
            return
        due = desk.close_vote(self.session)
        self.refused = []
        if due in ("mayor", "decision"):
            self.ask_tied(due, due, choices(vote.day, due))
        elif due is None:
            self.say(*self.explained(self.session.played.records[-1]))
            timing.over(self, "vote")
            log_missing(self, vote.day.number, all_missing(vote.day))

    def ask_tied(self, asking: str, key: str, seats: Sequence[int]) -> None:
        """Ask the mayor, by a private message to copy, or the host for one of the tied."""
        nicks = ", ".join(f"{seat} {self.people.name(seat)}" for seat in seats)
        self.say(self.words.text("desk", f"tie.{key}", nicks=nicks))
        self.asking = asking
        if asking == "mayor":
            text = ask_mayor(self.voice.words, self.people, seats)
            mayor = self.session.game.mayor
            title = self.words.text("desk", "text.message", seat=mayor, nick=self.people.brief().name(mayor))
            self.say(ruled(title), text, ruled(""))
            self.copy(text)

    def happen(self, step: Row | Step) -> None:
        """Append a step that happens now and say what followed."""
        desk.happen(self.session, step)
        self.previewed, self.asking = False, None
        self.say(*self.explained(self.session.played.records[-1]))

    def refresh(self) -> None:
        """Forget what hung on the roles before a new deal."""
        self.skipped, self.playing_on, self.part, self.shown = set(), None, 0, ""

    def settle(self, nick: str) -> None:
        """Take the answer to what was asked: the mayor's, the host's decision, the heir; "" = nobody."""
        asking = self.asking
        if asking == "heir":
            if nick:
                self.asking = None
                from mafia_cli.host.acting import act

                act(self, "heir", nick)
            elif ask(self, message(self.words, Problem("heir_unnamed", "2.8"), self.people), default=False):
                self.asking, self.heirless = None, len(self.session.script.steps)
                self.say(self.words.text("desk", "heir.none"))
            return
        assert asking is not None
        desk.settle(self.session, asking, self.session.seat(nick) or NOBODY)
        self.asking = None
        self.finish_vote()

    def end(self) -> None:
        """Offer the end: who wins and why, what may yet turn it; the host confirms or plays on."""
        game = self.session.game
        won = game_winner(game)
        assert won is not None
        why = self.words.text("desk", f"end.why_{reason(game.cast, game.alive) or 'named'}")
        self.show_now(self.words.text("desk", "end.won", winner=self.words.winner(won), why=why))
        if self.session.script.open_row is not None:
            self.show_now(message(self.words, Problem("step_open", "end"), self.people))
        for turn in may_turn(game):
            self.show_now(message(self.words, Problem(f"turn_{turn.code}", "end", {"seat": turn.seat}), self.people))
        if ask(self, self.words.text("desk", "end.confirm")):
            desk.happen(self.session, EndStep(won))
        else:
            self.playing_on = won

    def show_now(self, text: str) -> None:
        """Print a line at once, above a question."""
        print("\n".join(screen.wrap_lines(text.split("\n"))))

    # --- a plain line ---------------------------------------------------------------------------------------

    def enter(self, task: Task, text: str) -> None:
        """Take what people said: an answer to a question, moves, ballots."""
        if self.asking and (names_somebody(self, text) or not is_speech(self, text)):
            from mafia_cli.host.acting import seat_named

            self.settle(self.session.nick(seat_named(self, text)))
            return
        if task.next is Next.MESSAGE and task.message and text.strip() == "-":
            self.skipped.add((task.message.to, task.message.about))
            return
        self.speak(text)

    def speak(self, text: str) -> None:
        """Take what people said: moves, ballots, a word in the discussion."""
        from mafia_cli.host.around import tick

        current = self.session.script.open_row
        talking = current is None or order.discussing(self.session.script, self.session.played)
        if talking and (said := entry.at_any_time(self.settings, self.session, text)):
            self.say(*said)
            if "\n" not in text.strip():
                return
        if tick(self, text) and talking:
            return  # but among ballots pasted into an open vote a word said takes none of them away
        if current is None:
            self.say(self.words.text("desk", "nothing_open"))
            return
        if current.kind == "night":
            sure = partial(ask, self, default=False, later=True)
            entered = entry.enter_moves(self.settings, self.session, text, sure)
        else:
            entered = entry.enter_ballots(self.settings, self.session, text)
        self.say(*entered.said)
        self.choice = entered.choice
        if self.previewed:
            self.preview()
        if entered.refused:
            self.refused = entered.refused
            several = len({voter for (voter, _), _ in entered.refused}) > 1
            self.say(self.words.text("desk", "vote.what_now_each" if several else "vote.what_now"))

    def choose(self, task: Task, choice: Line, text: str) -> bool:
        """Take the answer to a line with candidates: a number or name enters it, Enter drops it; else False."""
        seat = entry.chosen(self.settings, self.session, choice, text)
        if seat:
            self.enter(task, pasting.settled(self.session, choice, seat))
        return bool(seat) or not text.strip()


def _rows(lines: Sequence[str]) -> list[str]:
    return [row for one in lines for row in one.split("\n")]


def _number(about: str) -> str:
    return "".join(about.split()[1:2])


def _at_desk(fault: Fault) -> Fault:
    """Return a fault without a place that is no place of the file: what was typed here has no other."""
    return fault if "[" in fault.place else fault._replace(place="")


def ruled(title: str) -> str:
    """Return a rule across the screen with a title in it."""
    return screen.rule(title, min(60, screen.columns() - 1))
