"""A story as one self-contained HTML page: no script, nothing fetched, every text escaped."""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Final

from mafia_cli.chronicle.story import Chapter, Grid, Person, Poll, Story
from mafia_cli.words.catalogue import Words

MARK: Final = '<meta name="generator" content="mafia">'
"""By this a page made here is known again and may be written over."""

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def page(words: Words, story: Story) -> str:
    """Return the page: light and dark, phone and desktop, printable."""
    style = (Path(__file__).parent / "page.css").read_text(encoding="utf-8")
    head = [
        "<!doctype html>",
        f'<html lang="{story.lang}">',
        "<head>",
        '<meta charset="utf-8">',
        MARK,
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(story.title)}</title>",
        f"<style>\n{style}</style>",
        "</head>",
        "<body>",
    ]
    return "\n".join([*head, *_body(words, story), "</body>", "</html>", ""])


def _body(words: Words, story: Story) -> Iterator[str]:
    yield f'<header>\n<h1>{escape(story.title)}</h1>\n<p class="about">{escape(" · ".join(story.about))}</p>'
    yield f'<p class="result {escape(story.winner)}">{escape(story.result)}</p>\n</header>\n<main>'
    yield from _section(words, "players" if story.whole else "players_public")
    yield '<ul class="people">'
    yield from (_person(person) for person in story.persons)
    yield "</ul>"
    if story.turning:
        yield from _section(words, "turning")
        yield from _list("turns", story.turning)
    if story.awards:
        yield from _section(words, "awards")
        yield '<ul class="awards">'
        for one in story.awards:
            title = f'<span class="title">{escape(one.title)}</span>'
            yield f'<li>{title}<b>{escape(one.names)}</b><span class="why">{escape(one.why)}</span></li>'
        yield "</ul>"
    if story.life:
        yield from _section(words, "life")
        yield from _grid(words, story, story.life)
        yield f'<p class="legend">{escape(words.text("chronicle", "life.legend"))}</p>'
    yield from _section(words, "course" if story.whole else "told")
    for chapter in story.chapters:
        yield from _chapter(words, chapter)
    if story.votes:
        yield from _section(words, "votes")
        yield from _grid(words, story, story.votes)
        yield f'<p class="legend">{escape(words.text("chronicle", "votes.legend"))}</p>'
    if story.host:
        yield from _section(words, "host")
        yield from _list("", story.host)
    yield "</main>"


def _section(words: Words, key: str) -> Iterator[str]:
    yield f"<h2>{escape(words.text('chronicle', f'section.{key}'))}</h2>"


def _list(kind: str, lines: tuple[str, ...]) -> Iterator[str]:
    yield f'<ul class="{kind}">' if kind else "<ul>"
    yield from (f"<li>{escape(line)}</li>" for line in lines)
    yield "</ul>"


def _person(person: Person) -> str:
    chat = f' <span class="chat">{escape(person.chat)}</span>' if person.chat else ""
    role = f'<span class="role {person.side}">{escape(person.role)}</span>' if person.role else ""
    fate = f'<span class="fate">{escape(person.fate)}</span>'
    kind = "" if person.alive else ' class="out"'
    name = f"<b>{escape(person.name)}</b>{chat}"
    return f'<li{kind}><span class="seat">{person.seat}</span><div>{name}{role}{fate}</div></li>'


def _chapter(words: Words, chapter: Chapter) -> Iterator[str]:
    yield f'<article class="{chapter.kind}">'
    if chapter.title:
        yield f"<h3>{escape(chapter.title)}</h3>"
    for poll in chapter.polls:
        yield from _poll(words, poll)
    if chapter.polls or len(chapter.lines) > 1:
        yield from _list("" if chapter.kind == "night" else "plain", chapter.lines) if chapter.lines else ()
    else:
        yield from (f"<p>{escape(line)}</p>" for line in chapter.lines)
    yield "</article>"


def _poll(words: Words, poll: Poll) -> Iterator[str]:
    most = max((row.votes for row in poll.rows), default=1)
    yield f'<section class="poll"><h4>{escape(poll.title)}</h4>'
    if poll.rows:
        yield "<dl>"
        for row in poll.rows:
            role = f' <span class="role {row.tone}">{escape(row.role)}</span>' if row.role else ""
            votes = escape(words.plural(row.votes, "chat", "count.votes"))
            bar = f'<span class="bar {row.tone}" style="--part:{row.votes / most:.3f}"></span>'
            head = f"<dt><span>{escape(row.name)}{role}</span><span>{votes}</span></dt>"
            yield f"<div>{head}<dd>{bar}{escape(row.voters)}</dd></div>"
        yield "</dl>"
    yield from (f'<p class="note">{escape(note)}</p>' for note in poll.notes)
    yield "</section>"


def _grid(words: Words, story: Story, grid: Grid) -> Iterator[str]:
    yield '<div class="scroll" tabindex="0"><table><thead><tr>'
    yield f'<th scope="col">{escape(words.text("chronicle", "head.nick"))}</th>'
    for short, long in grid.columns:
        yield f'<th scope="col" title="{escape(long)}">{escape(short)}</th>'
    yield "</tr></thead><tbody>"
    for person, row in zip(story.persons, grid.rows, strict=True):
        cells = [f'<th scope="row"><span>{escape(person.name)}</span></th>']
        for cell in row:
            said = f'<span class="sr"> {escape(cell.words)}</span>' if cell.words else ""
            title = f' title="{escape(cell.words)}"' if cell.words else ""
            shown = f'<span aria-hidden="true">{escape(cell.text)}</span>' if cell.words else escape(cell.text)
            cells.append(f'<td class="{cell.tone}"{title}>{shown}{said}</td>')
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"
