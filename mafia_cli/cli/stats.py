"""``mafia stats``: counting over all finished games of the folder."""

import csv
import io
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Annotated, Any, Final

import typer

from mafia_cli import screen
from mafia_cli.chronicle.gather import finished_games
from mafia_cli.chronicle.stats import Group, Score, Totals, count, count_player
from mafia_cli.cli.commands import settings_of
from mafia_cli.rules.roles import ROLES, Role, Side
from mafia_cli.script.errors import SaveError
from mafia_cli.settings import Report
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import json_text, safe, short

_BAR: Final = 12
_MOST_PLAYERS: Final = 15
_MOST_THEMES: Final = 10
_MOST_VOTERS: Final = 5
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_COUNTS: Final = ("games", "wins", "alive", "jailed", "first", "votes", "hits")


def stats(
    ctx: typer.Context,
    nick: Annotated[str | None, typer.Argument(metavar="NICK")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    as_csv: Annotated[bool, typer.Option("--csv")] = False,
) -> Report:
    """Count wins, survival and votes over all finished games, or over those of one player."""
    settings = settings_of(ctx)
    words = settings.words
    games, damaged = finished_games(settings.folder, _Progress(words))
    notes = words.text("stats", "damaged", n=damaged) if damaged else ""
    if nick is None:
        totals = count(games)
    else:
        found = count_player(games, nick)
        if found is None:
            raise SaveError("no_such_player", nick=nick)
        totals = found
    if as_json:
        return Report(json_text(json.dumps(totals.as_data(), ensure_ascii=False, indent=1)), notes, as_data=True)
    if as_csv:
        return Report(_csv(totals, by_role=nick is not None), notes, as_data=True)
    if not games:
        return Report(words.text("stats", "none", folder=safe(str(settings.folder))), notes)
    return Report("\n".join(_own(words, totals) if nick is not None else _overview(words, totals)), notes)


class _Progress:
    """A line on standard error that grows while files are read; only on a terminal, only when there are many."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.shown = False

    def __call__(self, done: int, of_all: int) -> None:
        if of_all < 500 or not screen.may_redraw():
            return
        if done == of_all and self.shown:
            sys.stderr.write("\r\x1b[K")
        elif done < of_all:
            bar = _bar(done / of_all, 20).ljust(20, ".")
            sys.stderr.write("\r" + self.words.text("stats", "progress", bar=bar, done=done, all=of_all))
            self.shown = True
        sys.stderr.flush()


def _bar(part: float, room: int = _BAR) -> str:
    return "#" * round(part * room)


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0


# --- the pages --------------------------------------------------------------------------------------------


def _overview(words: Words, totals: Totals) -> list[str]:
    lines = [_games_line(words, totals)]
    lines += _winners(words, totals)
    lines += _roles(words, totals.roles)
    lines += _players(words, totals)
    lines += _groups(words, "themes", _themes(words, totals.themes))
    rulings = [
        (f"{name} = {choice}", group)
        for name, choices in sorted(totals.rulings.items())
        for choice, group in sorted(choices.items(), key=lambda row: -row[1].games)
    ]
    return lines + _groups(words, "rulings", rulings)


def _games_line(words: Words, totals: Totals) -> str:
    if not totals.since:
        return words.text("stats", "games_undated", n=totals.games)
    span = safe(totals.since if totals.since == totals.until else f"{totals.since} - {totals.until}")
    return words.text("stats", "games", n=totals.games, span=span)


def _own(words: Words, totals: Totals) -> list[str]:
    score = totals.seats
    name = short(next(iter(totals.names.values())))
    games = words.plural(score.games, "stats", "count.games")
    share = _percent(score.wins, score.games)
    params = {"wins": score.wins, "percent": share, "alive": score.alive, "first": score.first}
    lines = [words.text("stats", "own", name=name, games=games, **params)]
    if score.votes:
        share = _percent(score.hits, score.votes)
        lines.append(words.text("stats", "own_votes", hits=score.hits, votes=score.votes, percent=share))
    if score.jailed:
        voters = words.comma(
            words.text("stats", "voter", name=short(voter, 30), n=n)
            for voter, n in totals.jailed_by.most_common(_MOST_VOTERS)
        )
        lines.append(words.text("stats", "own_jailed", n=score.jailed, voters=voters))
    lines = screen.wrap_lines(lines)
    lines += _roles(words, totals.roles)
    return lines + _groups(words, "themes", _themes(words, totals.themes))


def _section(words: Words, key: str) -> list[str]:
    return ["", screen.heading(words.text("stats", f"section.{key}"))]


def _table(words: Words, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    names = [words.text("stats", f"head.{name}") for name in columns]
    made = [screen.Row(tuple(str(cell) for cell in row)) for row in rows]
    if not names[-1] and not screen.fits(names, made):  # a bar only draws what a number says
        names, made = names[:-1], [screen.Row(row.cells[:-1]) for row in made]
    last = len(names) - 1 if not names[-1] else len(names)
    return screen.table(names, made, numbers=range(1, last), whole=[last] if last < len(names) else [])


def _winners(words: Words, totals: Totals) -> list[str]:
    rows = []
    for winner, n in totals.winners.most_common():
        share = _percent(n, totals.games)
        rows.append((words.winner(winner), n, words.text("stats", "share", n=share), _bar(share / 100)))
    return [*_section(words, "winners"), _table(words, ("winner", "games", "wins", "bar"), rows)]


def _roles(words: Words, roles: Mapping[str, Score]) -> list[str]:
    rows = []
    for role in (role for role in ROLES if role.value in roles):
        score = roles[role.value]
        wins, alive = _percent(score.wins, score.games), _percent(score.alive, score.games)
        shares = (words.text("stats", "share", n=wins), words.text("stats", "share", n=alive))
        rows.append((words.role(Role(role)), score.games, *shares, _bar(wins / 100)))
    return [*_section(words, "roles"), _table(words, ("role", "games", "wins", "alive", "bar"), rows)]


def _players(words: Words, totals: Totals) -> list[str]:
    ordered = sorted(totals.players.items(), key=lambda row: (-row[1].games, -row[1].wins, row[0]))
    rows = []
    for who, score in ordered[:_MOST_PLAYERS]:
        shares = [
            words.text("stats", "share", n=_percent(part, whole))
            for part, whole in ((score.wins, score.games), (score.alive, score.games), (score.hits, score.votes))
        ]
        bar = _bar(score.wins / score.games)
        shares[2] = shares[2] if score.votes else "-"
        rows.append((short(totals.names[who], 30), score.games, *shares, score.first, score.jailed, bar))
    columns = ("player", "games", "wins", "alive", "hits", "first", "jailed", "bar")
    lines = [*_section(words, "players"), _table(words, columns, rows)]
    if len(ordered) > _MOST_PLAYERS:
        lines += screen.wrap_lines([words.text("stats", "more_players", n=len(ordered) - _MOST_PLAYERS)])
    return lines


def _themes(words: Words, themes: Mapping[str, Group]) -> list[tuple[str, Group]]:
    ordered = sorted(themes.items(), key=lambda row: (-row[1].games, row[0]))[:_MOST_THEMES]
    if [name for name, _ in ordered] == [""]:
        return []
    return [(short(name, 40) if name else words.text("stats", "theme.none"), group) for name, group in ordered]


def _groups(words: Words, key: str, groups: list[tuple[str, Group]]) -> list[str]:
    if not groups:
        return []
    rows = [
        (
            name,
            group.games,
            *(group.winners[side] for side in (Side.TOWN, Side.MAFIA, Side.MANIAC)),
            _bar(group.winners[Side.TOWN] / group.games),
        )
        for name, group in groups
    ]
    columns = (key.removesuffix("s"), "games", "town", "mafia", "maniac", "bar")
    return [*_section(words, key), _table(words, columns, rows)]


def _csv(totals: Totals, *, by_role: bool) -> str:
    """A row a player, or for one player a row a role; what a spreadsheet would take for a formula is quoted."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["role" if by_role else "player", *_COUNTS])
    rows: Iterable[tuple[str, Score]]
    rows = totals.roles.items() if by_role else ((totals.names[who], one) for who, one in totals.players.items())
    for name, score in sorted(rows, key=lambda row: (-row[1].games, row[0])):
        counts: dict[str, Any] = asdict(score)
        shown = safe(name)
        writer.writerow([f"'{shown}" if shown.startswith(_FORMULA) else shown, *(counts[key] for key in _COUNTS)])
    return out.getvalue()
