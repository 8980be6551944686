"""What comes next at the desk: read off the save alone, so a restart goes on exactly where the host stopped."""

from dataclasses import dataclass
from enum import StrEnum

from mafia_cli.actions.order import discussing
from mafia_cli.rules.ending import game_winner
from mafia_cli.rules.game import awaits_heir
from mafia_cli.rules.model import NOBODY
from mafia_cli.script.due import due
from mafia_cli.script.replay import is_finished
from mafia_cli.script.told import Message, unsent
from mafia_cli.session import Session
from mafia_cli.texts import ChatText, chat_corrections, chat_texts, joined_correction, open_texts
from mafia_cli.words import chat
from mafia_cli.words.voice import Voice


class Next(StrEnum):
    """The next sensible thing, which a bare Enter does."""

    COPY = "copy"
    MESSAGE = "message"
    HEIR = "heir"
    END = "end"
    NIGHT = "night"
    DAWN = "dawn"
    VOTE = "vote"
    CLOSE = "close"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do, with the text or message it is about."""

    next: Next
    text: ChatText | None = None
    message: Message | None = None
    correction: bool = False


def pending_texts(session: Session, voice: Voice) -> list[tuple[ChatText, bool]]:
    """Return the chat texts to tell now, each with whether it corrects what was told otherwise before.

    All corrections that are due come as one text (``correction``), first; that of the running count alone last, for
    what happened during the vote is what changed it.

    Texts older than the last one told are not brought up again: the host has passed them over.
    """
    texts = chat_texts(session.script, session.played, voice)
    told = {one.about: one.says for one in session.script.told if one.to == NOBODY}
    known = [at for at, text in enumerate(texts) if text.about in told]
    first = known[-1] + 1 if known else _last_group(session, texts)
    fresh = [(text, False) for text in texts[first:] if text.about not in told]
    found = chat_corrections(session.script, session.played, voice)
    wrong = joined_correction(voice, found)
    due = [(wrong, True)] if wrong.text else []
    running = {text.about for text in open_texts(session.script, session.played, voice)}
    return fresh + due if all(text.about in running for text in found) else due + fresh


def _last_group(session: Session, texts: list[ChatText]) -> int:
    """Nothing told yet: begin with the texts of the last night or day."""
    for record in reversed(session.played.records):
        if record.kind in ("night", "day"):
            number = record.game.night if record.kind == "night" else record.game.day
            about = f"{record.kind} {number}"
            return next((at for at, text in enumerate(texts) if f"{text.about} ".startswith(f"{about} ")), 0)
    return 0


def next_task(
    session: Session, voice: Voice, skipped: set[tuple[int, str]], playing_on: str | None, *, heirless: bool = False
) -> Task:
    """Return what a bare Enter does now.

    ``skipped`` messages wait; ``playing_on`` is a winner, ``heirless`` a due heir, that the host passed over.
    """
    texts = pending_texts(session, voice)
    if texts:
        return Task(Next.COPY, text=texts[0][0], correction=texts[0][1])
    if is_finished(session.script):
        return Task(Next.LEAVE)
    current = session.script.open_row
    if awaits_heir(session.game) and not heirless:
        return Task(Next.HEIR)
    won = game_winner(session.game)
    if won is not None and won != playing_on:
        return Task(Next.END)
    for message in unsent(session.played, session.script):
        if (message.to, message.about) in skipped or (current is not None and message.about == "role"):
            continue  # the roles not sent were asked about before the night began
        return Task(Next.MESSAGE, message=message, correction=message.correction)
    if discussing(session.script, session.played):
        return Task(Next.VOTE)
    if current is not None:
        return Task(Next.DAWN if current.kind == "night" else Next.CLOSE)
    return Task(Next.VOTE if due(session.script, session.played).phase == "day" else Next.NIGHT)


def call_text(session: Session, voice: Voice, task: Next) -> ChatText:
    """Return the call that opens a night or a vote: it hangs on the composition and the number alone."""
    game = session.game
    if task is Next.NIGHT:
        text = chat.nightfall(voice, game.night + 1, dict.fromkeys(game.cast.roles[1:]))
        return ChatText(f"call night {game.night + 1}", {}, text)
    from mafia_cli.words.names import People

    text = chat.vote_call(voice, People(session.played.names.nicks), game.day + 1, sorted(game.seduced))
    return ChatText(f"call day {game.day + 1}", {}, text)
