"""``mafia balance``: how fair a composition is, by many simulated games."""

import json
import sys
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Annotated, Final

import typer

from mafia_cli import screen
from mafia_cli.balance.policies import POLICIES
from mafia_cli.balance.run import MOST_GAMES, WINNERS, WITHIN, Figures, Result, Setting, difference, simulate
from mafia_cli.balance.suggest import recommended
from mafia_cli.cli.app import UsageProblem
from mafia_cli.cli.commands import settings_of
from mafia_cli.cli.common import bad_option
from mafia_cli.host.setup import check_composition, composition
from mafia_cli.host.setup import rulings as read_rulings
from mafia_cli.people import fault
from mafia_cli.rules.roles import ROLES, SMALLEST_GAME, Role, Side, composition_problems
from mafia_cli.rules.rulings import Rulings, rulings_from
from mafia_cli.script.check import MAX_PLAYERS
from mafia_cli.script.errors import RefusedError
from mafia_cli.settings import Report
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import json_text
from mafia_cli.workers import cores

_MOST_JOBS: Final = 256
_REDRAW: Final = 0.1
"""Seconds between two states of the progress line."""

Counts = dict[Role, int]


def balance(
    ctx: typer.Context,
    players: Annotated[int | None, typer.Argument(metavar="PLAYERS")] = None,
    roles: Annotated[str | None, typer.Option("--roles", metavar="ROLE=N,...")] = None,
    with_roles: Annotated[list[str] | None, typer.Option("--with", metavar="ROLE,...")] = None,
    without_roles: Annotated[list[str] | None, typer.Option("--without", metavar="ROLE,...")] = None,
    compare: Annotated[list[str] | None, typer.Option("--compare", metavar="ROLE=N,...")] = None,
    games: Annotated[int | None, typer.Option("--games", metavar="N")] = None,
    policy: Annotated[str, typer.Option("--policy", metavar="|".join(POLICIES))] = next(iter(POLICIES)),
    ruling: Annotated[list[str] | None, typer.Option("--ruling", metavar="ID=CHOICE")] = None,
    free: Annotated[bool, typer.Option("--free")] = False,
    seed: Annotated[int, typer.Option("--seed", metavar="N")] = 0,
    jobs: Annotated[int | None, typer.Option("--jobs", metavar="N")] = None,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> Report:
    """Simulate many games of one composition, or of several to compare."""
    words = settings_of(ctx).words
    _check_numbers(games, jobs, policy)
    added, taken = _named(with_roles), _named(without_roles)
    held = rulings_from(read_rulings(ruling or []))
    if compare and (roles is not None or len(compare) < 2):
        raise UsageProblem(words.text("balance", "usage.compare"))
    if not compare and players is None and roles is None:
        raise UsageProblem(words.text("balance", "usage.players"))
    texts: list[str | None] = [*compare] if compare else [roles]
    chosen = [_changed(_composition(text, players), added, taken) for text in texts]
    for counts in chosen:
        _check(counts, players, free)
    wanted = [Setting(counts, held, policy, seed) for counts in chosen]
    for setting in wanted:
        won = setting.decided()
        if won is not None:
            return Report(notes=words.text("balance", "decided", winner=words.winner(won)), status=1)
    results = _simulated(words, wanted, games, jobs or cores())
    return _report(words, results, as_json=as_json, compared=bool(compare))


# --- what is asked ------------------------------------------------------------------------------------------


def _check_numbers(games: int | None, jobs: int | None, policy: str) -> None:
    if games is not None and not 1 <= games <= MOST_GAMES:
        raise bad_option("--games", str(games), f"1 - {MOST_GAMES}")
    if jobs is not None and not 1 <= jobs <= _MOST_JOBS:
        raise bad_option("--jobs", str(jobs), f"1 - {_MOST_JOBS}")
    if policy not in POLICIES:
        raise bad_option("--policy", policy, ", ".join(POLICIES))


def _named(texts: list[str] | None) -> list[Role]:
    """Return the roles that a comma list names; raises ``RefusedError`` for what is none."""
    from mafia_cli.reading.roles import role_of

    found, faults = [], []
    for word in ",".join(texts or []).split(","):
        role = role_of(word)
        if role is not None:
            found.append(role)
        elif word.strip():
            faults.append(fault("unknown_role", role=word.strip(), meant=""))
    if faults:
        raise RefusedError(faults)
    return found


def _composition(text: str | None, players: int | None) -> Counts:
    """Return the composition a text means: roles with numbers, a number of players, or nothing (recommended)."""
    if text is not None and text.strip().isdecimal():
        players, text = int(text.strip()[:9]), None
    if text is not None:
        return composition(text, players or 0)
    assert players is not None
    if players > MAX_PLAYERS:
        raise RefusedError([fault("too_many", what="players", count=players, limit=MAX_PLAYERS)])
    if players < SMALLEST_GAME:
        raise RefusedError([fault("too_few_players", count=players, least=SMALLEST_GAME)])
    return dict(recommended(players)[0].counts)


def _changed(counts: Counts, added: list[Role], taken: list[Role]) -> Counts:
    """Citizens take up what ``--with`` and ``--without`` change, so the number of players stays."""
    changed = dict(counts)
    for role in added:
        if ROLES[role].several or not changed.get(role):
            changed[role] = changed.get(role, 0) + 1
            changed[Role.CITIZEN] = changed.get(Role.CITIZEN, 0) - 1
    for role in taken:
        number = changed.pop(role, 0)
        changed[Role.CITIZEN] = changed.get(Role.CITIZEN, 0) + number
    return {role: changed[role] for role in Role if changed.get(role)}


def _check(counts: Counts, players: int | None, free: bool) -> None:
    """Raise ``RefusedError`` for what cannot be dealt, and (not ``free``) for what ``mafia new`` would not deal."""
    total = sum(counts.values())
    if total > MAX_PLAYERS:
        raise RefusedError([fault("too_many", what="players", count=total, limit=MAX_PLAYERS)])
    if counts.get(Role.CITIZEN, 0) < 0:
        raise RefusedError([fault("composition_sum", roles=total - counts[Role.CITIZEN], players=total)])
    if not free:
        check_composition(counts, total if players is None else players)
        if total < SMALLEST_GAME:
            raise RefusedError([fault("too_few_players", count=total, least=SMALLEST_GAME)])
        return
    faults = [
        fault(f"composition_{code}", role=role) for code, role in composition_problems(counts) if code == "several"
    ]
    if players is not None and total != players:
        faults.append(fault("composition_sum", roles=total, players=players))
    if faults:
        raise RefusedError(faults)


# --- playing ------------------------------------------------------------------------------------------------


def _simulated(words: Words, wanted: Sequence[Setting], games: int | None, jobs: int) -> list[Result]:
    """Simulate one after the other; Ctrl-C leaves what is known so far."""
    results = []
    for number, setting in enumerate(wanted, 1):
        label = f"{number}/{len(wanted)} " if len(wanted) > 1 else ""
        result = simulate(setting, games, jobs, _progress(words, label) if screen.may_redraw() else None)
        results.append(result)
        if result.interrupted:
            break
    if screen.may_redraw():
        sys.stderr.write(f"\r{' ' * 60}\r")
        sys.stderr.flush()
    return results


def _progress(words: Words, label: str) -> Callable[[Figures, int], None]:
    last = 0.0

    def show(figures: Figures, games: int) -> None:
        nonlocal last
        now = perf_counter()
        if now - last < _REDRAW:
            return
        last = now
        done = min(1.0, figures.games / games) if games else 1.0
        bar = "#" * int(done * 20)
        text = words.text("balance", "progress", done=figures.games, games=games, within=f"{_points(figures):.1f}")
        sys.stderr.write(f"\r{label}[{bar:<20}] {text}".ljust(60)[:79])
        sys.stderr.flush()

    return show


def _points(figures: Figures) -> float:
    return 100 * figures.half_width()


# --- what is said -------------------------------------------------------------------------------------------


def _report(words: Words, results: list[Result], *, as_json: bool, compared: bool) -> Report:
    interrupted = results[-1].interrupted
    known = [result for result in results if result.figures.games]
    if not known:
        return Report(notes=words.text("balance", "nothing"), status=130)
    if as_json:
        objects = [result.as_json() for result in known]
        text = json_text(json.dumps({"compare": objects} if compared else objects[0], ensure_ascii=False))
    elif compared:
        text = _table(words, known)
    else:
        text = "\n".join(_single(words, known[0]))
    notes = words.text("balance", "interrupted") if interrupted else ""
    return Report(text, notes, 130 if interrupted else 0, as_data=as_json)


def _single(words: Words, result: Result) -> list[str]:
    setting, figures = result.setting, result.figures
    lines = _head(words, setting)
    lines += [words.plural(figures.games, "balance", "games", seconds=f"{result.seconds:.1f}", seed=setting.seed)]
    lines.append(words.text("balance", "nights", nights=f"{figures.mean_nights:.1f}"))
    lines.append("")
    names = [words.winner(side) for side in WINNERS]
    undecided = words.text("balance", "undecided")
    width = max(map(len, [*names, undecided]))
    for side, name in zip(WINNERS, names, strict=True):
        low, high = figures.interval(side)
        lines.append(f"{name:<{width}} {100 * figures.share(side):5.1f} %   {100 * low:.1f} - {100 * high:.1f}")
    cut = words.text("balance", "cut", limit=setting.limit)
    lines.append(f"{undecided:<{width}} {100 * figures.undecided / figures.games:5.1f} %   {cut}")
    lines += _wide(words, figures)
    lines += ["", words.text("balance", "survival")]
    survival = figures.survival(setting.counts)
    width = max(len(words.role(role)) for role in survival)
    lines += [f"{words.role(role):<{width}} {100 * share:5.1f} %" for role, share in survival.items()]
    return lines


def _head(words: Words, setting: Setting) -> list[str]:
    roles = ", ".join(f"{words.role(role)} {n}" if n > 1 else words.role(role) for role, n in setting.counts.items())
    lines = [f"{words.plural(setting.players, 'balance', 'players')}: {roles}"]
    lines.append(words.text("balance", f"policy.{setting.policy}"))
    lines += _rulings(words, setting.rulings)
    return lines


def _rulings(words: Words, rulings: Rulings) -> list[str]:
    changed = ", ".join(f"{name}={choice}" for name, choice in rulings.changed().items())
    return [words.text("balance", "rulings", rulings=changed)] if changed else []


def _wide(words: Words, figures: Figures) -> list[str]:
    """An interval wider than the usual one is said."""
    if figures.half_width() <= WITHIN:
        return []
    return [words.text("balance", "wide", within=f"{_points(figures):.1f}", usual=f"{100 * WITHIN:.0f}")]


def _table(words: Words, results: list[Result]) -> str:
    """One column a composition; below, what differs from the first by more than chance does."""
    lines = []
    for letter, result in zip(_letters(len(results)), results, strict=True):
        lines.append(f"{letter}: {_head(words, result.setting)[0]}")
    lines += [words.text("balance", f"policy.{results[0].setting.policy}")]
    lines += _rulings(words, results[0].setting.rulings)
    rows = [["", *_letters(len(results))]]
    for side in WINNERS:
        shares = [f"{100 * one.figures.share(side):.1f} ±{_half(one.figures, side):.1f} %" for one in results]
        rows.append([words.winner(side), *shares])
    undecided = [f"{100 * one.figures.undecided / one.figures.games:.1f} %" for one in results]
    rows.append([words.text("balance", "undecided"), *undecided])
    rows.append([words.text("balance", "rows.nights"), *(f"{one.figures.mean_nights:.1f}" for one in results)])
    rows.append([words.text("balance", "rows.games"), *(str(one.figures.games) for one in results)])
    rows.append([words.text("balance", "rows.limit"), *(str(one.setting.limit) for one in results)])
    lines += ["", *_columns(rows)]
    lines += [
        words.text("balance", "wide_in", column=letter, within=f"{_points(one.figures):.1f}")
        for letter, one in zip(_letters(len(results)), results, strict=True)
        if one.figures.half_width() > WITHIN
    ]
    return "\n".join([*lines, "", *_differences(words, results)])


def _differences(words: Words, results: list[Result]) -> list[str]:
    lines, names = [], _letters(len(results))
    for letter, other in list(zip(names, results, strict=True))[1:]:
        for side in WINNERS[:3]:
            much, half = difference(results[0].figures, other.figures, side)
            if other.figures.wins[side] or results[0].figures.wins[side]:
                key = "differs" if abs(much) > half else "same"
                shown = {"much": f"{100 * much:+.1f}", "half": f"{100 * half:.1f}"}
                names_of = {"side": words.winner(side), "first": names[0], "second": letter}
                lines.append(words.text("balance", key, **names_of, **shown))
    return lines


def _half(figures: Figures, side: Side) -> float:
    low, high = figures.interval(side)
    return 50 * (high - low)


def _letters(number: int) -> list[str]:
    return [chr(ord("A") + at) if at < 26 else str(at + 1) for at in range(number)]


def _columns(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows]
