"""A story as Markdown or as plain text."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from mafia_cli.chronicle.story import Cell, Grid, Person, Poll, Story
from mafia_cli.words.catalogue import Words

_INLINE: Final = re.compile(r"[\\`*_\[\]<>&~|$]|(?<=\w):(?=//)|(?<=www)\.", re.IGNORECASE)
_LEADING: Final = re.compile(r"^(\s*)([#+=>-])|^(\s*\d+)([.)])")


def literal(text: str) -> str:
    """Return text so that Markdown shows it as it stands: no emphasis, link, HTML, heading or list."""
    return _LEADING.sub(r"\1\3\\\2\4", _INLINE.sub(r"\\\g<0>", text))


# --- Markdown ---------------------------------------------------------------------------------------------


def markdown(words: Words, story: Story) -> str:
    """Return the story as Markdown (CommonMark with tables)."""
    return "\n".join(_markdown(words, story)) + "\n"


def _markdown(words: Words, story: Story) -> Iterator[str]:
    yield f"# {literal(story.title)}"
    yield ""
    yield literal(" · ".join(story.about))
    yield ""
    yield f"**{literal(story.result)}**"
    yield from _heading(words, "players" if story.whole else "players_public")
    head = ("seat", "nick", "role", "fate") if story.whole else ("seat", "nick", "fate")
    yield from _md_table(
        [words.text("chronicle", f"head.{name}") for name in head], map(_md_person(story), story.persons)
    )
    if story.turning:
        yield from _heading(words, "turning")
        yield from (f"- {literal(line)}" for line in story.turning)
    if story.awards:
        yield from _heading(words, "awards")
        yield from (f"- **{literal(one.title)}** — {literal(one.names)}: {literal(one.why)}" for one in story.awards)
    yield from _heading(words, "course" if story.whole else "told")
    for chapter in story.chapters:
        if chapter.title:
            yield f"\n### {literal(chapter.title)}\n"
        for poll in chapter.polls:
            yield from (f"- {literal(line)}" for line in poll_lines(words, poll))
            yield ""
        yield from (f"- {literal(line)}" for line in chapter.lines)
        yield ""
    for key, grid in (("life", story.life), ("votes", story.votes)):
        if grid:
            yield from _heading(words, key)
            names = [literal(short) for short, _ in grid.columns]
            rows = (
                [literal(person.name), *map(_md_cell, row)]
                for person, row in zip(story.persons, grid.rows, strict=True)
            )
            yield from _md_table([words.text("chronicle", "head.nick"), *names], rows)
    if story.host:
        yield from _heading(words, "host")
        yield from (f"- {literal(line)}" for line in story.host)


def _heading(words: Words, key: str) -> tuple[str, str, str]:
    return "", f"## {words.text('chronicle', f'section.{key}')}", ""


def _md_person(story: Story) -> Callable[[Person], list[str]]:
    def row(person: Person) -> list[str]:
        name = literal(person.name) + (f" ({literal(person.chat)})" if person.chat else "")
        if story.whole:
            return [str(person.seat), name, literal(person.role), literal(person.fate)]
        return [str(person.seat), name, literal(fate_line(person))]

    return row


def fate_line(person: Person) -> str:
    """Return how a player fared, with the role where it is known."""
    return f"{person.fate} · {person.role}" if person.role else person.fate


def _md_cell(cell: Cell) -> str:
    return literal(cell.text)


def _md_table(head: list[str], rows: "Iterator[list[str]] | map[list[str]]") -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


# --- text -------------------------------------------------------------------------------------------------


def text(words: Words, story: Story) -> str:
    """Return the story as plain text."""
    return "\n".join(_text(words, story)) + "\n"


def _text(words: Words, story: Story) -> Iterator[str]:
    yield story.title
    yield " · ".join(story.about)
    yield ""
    yield story.result
    yield from _title(words, "players" if story.whole else "players_public")
    for person in story.persons:
        name = f"{person.name} ({person.chat})" if person.chat else person.name
        yield f"{person.seat:>2}. {name} — {_text_fate(story, person)}"
    if story.turning:
        yield from _title(words, "turning")
        yield from (f"- {line}" for line in story.turning)
    if story.awards:
        yield from _title(words, "awards")
        yield from (f"- {one.title}: {one.names}, {one.why}" for one in story.awards)
    yield from _title(words, "course" if story.whole else "told")
    for chapter in story.chapters:
        if chapter.title:
            yield chapter.title
        yield from (f"  {line}" for poll in chapter.polls for line in poll_lines(words, poll))
        yield from (f"  {line}" for line in chapter.lines)
        yield ""
    if story.life:
        yield from _text_life(words, story, story.life)
    if story.host:
        yield from _title(words, "host")
        yield from (f"- {line}" for line in story.host)


def _text_fate(story: Story, person: Person) -> str:
    return f"{person.role}. {person.fate}" if story.whole else fate_line(person)


def _title(words: Words, key: str) -> tuple[str, str]:
    return "", f"== {words.text('chronicle', f'section.{key}')} =="


def _text_life(words: Words, story: Story, life: Grid) -> Iterator[str]:
    """The marks stand before the nick: their columns stay true whatever a nick is made of."""
    yield f"== {words.text('chronicle', 'section.life')} =="
    room = max(len(short) for short, _ in life.columns)
    yield " ".join(short.ljust(room) for short, _ in life.columns)
    for person, row in zip(story.persons, life.rows, strict=True):
        yield " ".join(cell.text.ljust(room) for cell in row) + f"  {person.seat}. {person.name}"


def poll_lines(words: Words, poll: Poll) -> Iterator[str]:
    """Yield a counted vote, a line a candidate."""
    yield f"{poll.title}:"
    for row in poll.rows:
        name = f"{row.name} ({row.role})" if row.role else row.name
        votes = words.plural(row.votes, "chat", "count.votes")
        yield f"{name} — {votes}: {row.voters}"
    yield from poll.notes
