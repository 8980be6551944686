"""A whole sample game, each step as the host sees it and as the chat reads it. It writes no files."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from mafia_cli import screen
from mafia_cli.rules.model import Fact, Kind
from mafia_cli.rules.roles import Role
from mafia_cli.script import disk
from mafia_cli.script.model import Played, Record, Script
from mafia_cli.script.replay import play
from mafia_cli.script.told import Message, derived
from mafia_cli.texts import facts_of, people_then, private_text, record_texts, voice_of
from mafia_cli.words import chat
from mafia_cli.words.catalogue import Words
from mafia_cli.words.voice import Voice

COLUMNS: Final = 80
_HOST: Final = "    "
_SHOWN: Final = Role.DON
"""Whose message about the role is shown; the rest would only be more of the same."""


def sample(lang: str) -> Script:
    """Return the sample game of a language: the same moves everywhere, other nicks."""
    return disk.load(Path(__file__).parent.parent / f"sample.{lang}.toml")


def demo_text(words: Words) -> str:
    """Return the whole sample game, every step as the host sees it and as the chat reads it."""
    return "\n\n".join(demo_parts(words))


def demo_parts(words: Words) -> list[str]:
    """Return the same, a part a step."""
    return ["\n".join(part) for part in _parts(words, sample(words.lang))]


def _parts(words: Words, script: Script) -> Iterator[list[str]]:
    played, voice = play(script), voice_of(script, words, None)
    messages = derived(played)
    yield _wrapped(words.text("look", "demo.title")) + _wrapped(words.text("look", "demo.how", bar=_bar()))
    yield _deal(words, script, played, voice, messages)
    for record in played.records:
        yield _step(words, script, played, record, voice, messages)
    yield _wrapped(words.text("look", "demo.over"))


def _wrapped(text: str) -> list[str]:
    return screen.wrap(text, COLUMNS)


def _title(words: Words, key: str, n: int = 0, *, secret: bool = False) -> str:
    title = words.text("look", f"demo.{key}", n=n)
    return screen.rule(words.text("look", "demo.host_alone" if secret else "demo.host", title=title), COLUMNS)


def _host(lines: Iterable[str]) -> list[str]:
    return [piece for line in lines for piece in screen.wrap(line, COLUMNS, _HOST, f"{_HOST}  ")]


def _bar() -> str:
    return "┃" if screen.is_fancy() else "|"


def _chat(heading: str, text: str) -> list[str]:
    before = f"  {_bar()} "
    said = [piece for line in text.splitlines() for piece in screen.wrap(line, COLUMNS, before, before)]
    return [heading, *said]


def _deal(words: Words, script: Script, played: Played, voice: Voice, messages: list[Message]) -> list[str]:
    assert played.cast is not None
    people = people_then(script, played.records[0])
    dealt = [
        words.text("look", "demo.deal_row", seat=seat, nick=people.name(seat), role=words.role(role))
        for seat, role in enumerate(played.cast.roles)
        if seat
    ]
    sent = [message for message in messages if message.about == "role"]
    page = [_title(words, "deal"), *screen.side_by_side(dealt, COLUMNS, _HOST)]
    page += _host([words.text("look", "demo.deal_pms", n=len(sent))])
    page += _pm(words, script, played, next(one for one in sent if one.to == played.cast.seat_of[_SHOWN]))
    return page + _chat(words.text("look", "demo.chat"), chat.acquaintance(voice, len(played.cast.seats)))


def _pm(words: Words, script: Script, played: Played, message: Message) -> list[str]:
    nick = people_then(script, played.records[0]).name(message.to)
    heading = words.text("look", "demo.pm", seat=message.to, nick=nick)
    return _chat(heading, private_text(script, played, message, words, None))


def _repeated(fact: Fact) -> bool:
    return fact.kind is Kind.TOLD or (fact.kind is Kind.ROLE and fact.rule == "end")


def _step(
    words: Words, script: Script, played: Played, record: Record, voice: Voice, messages: list[Message]
) -> list[str]:
    from mafia_cli.words.explain import explain

    game, people = record.game, people_then(script, record)
    texts = [text.text for text in record_texts(script, record, voice)]
    # What the chat hears stands below, word for word: the host need not read it twice.
    known = [fact for fact in facts_of(record) if not _repeated(fact)]
    lines = explain(words, people, game.cast, known, record.before)
    number = game.night if record.kind == "night" else game.day
    page = [_title(words, record.kind, number, secret=not texts), *_host(lines)]
    about = {"night": f"night {game.night}", "heir": f"title {record.position}"}.get(record.kind)
    for message in messages:
        if message.about == about:
            page += _pm(words, script, played, message)
    for text in texts:
        page += _chat(words.text("look", "demo.chat"), text)
    return page
