"""The state of a game on one page: for the host, or what the chat may know of it."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from mafia_cli import screen
from mafia_cli.actions import order
from mafia_cli.chronicle.known import Known, phase_key
from mafia_cli.rules.ending import game_winner
from mafia_cli.rules.game import awaits_heir
from mafia_cli.rules.model import NOBODY, Cause, Game, NightStep, Out, OverrideStep
from mafia_cli.rules.moves import Standing, ledger, silent
from mafia_cli.rules.roles import Role
from mafia_cli.script.model import AmendStep, Played, Record, Row, Script, names_of
from mafia_cli.script.told import unsent
from mafia_cli.session import open_vote
from mafia_cli.texts import chat_corrections, game_words, people_of, row_text, voice_of
from mafia_cli.words.amends import about_text
from mafia_cli.words.catalogue import Words, upper_first
from mafia_cli.words.clean import safe, short
from mafia_cli.words.names import People

_PACED: Final = (Role.MANIAC, Role.POISONER, Role.DOCTOR)


def status_text(words: Words, script: Script, played: Played, *, public: bool) -> str:
    """Return the page: all of it in the host's language, or the public part in the game's."""
    return public_page(game_words(script, words), script, played) if public else host_page(words, script, played)


def host_page(words: Words, script: Script, played: Played) -> str:
    """Return the state of a game on one page, for the host's eyes."""
    game = _game(played)
    people = people_of(script, played)
    lines = [screen.heading(_title(words, script)), _state(words, game)]
    lines += _open_step(words, people, played)
    head = [words.text("look", f"head.{name}") for name in ("seat", "nick", "role", "state")]
    rows = [_row(words, people, game, seat) for seat in sorted(game.cast.seats)]
    text = "\n".join(screen.wrap_lines(lines))
    rest = screen.wrap_lines(
        [
            *_limits(words, game),
            *order.status_lines(words, people, script, played),
            *_records(words, people, played),
            *_unsent(words, people, script, played),
        ]
    )
    return "\n".join([text, screen.table(head, rows, numbers=[0]), *rest])


def _game(played: Played) -> Game:
    assert played.game is not None
    return played.game


def _title(words: Words, script: Script) -> str:
    name = short(script.header.name) if script.header.name else words.text("look", "status.untitled")
    if script.header.example is True:
        name = words.text("look", "status.example", name=name)
    theme = script.header.theme
    return words.text("look", "status.theme", name=name, theme=short(theme)) if theme else name


def _state(words: Words, game: Game) -> str:
    phase = upper_first(after_text(words, game))
    alive = words.text("look", "status.alive", alive=len(game.alive), players=len(game.cast.seats))
    won = game_winner(game)
    if game.over:
        said = words.text("look", "status.ended" if won else "status.broken", winner=words.winner(won))
    else:
        said = words.text("look", "status.decided" if won else "status.none_yet", winner=words.winner(won))
    if awaits_heir(game) and not game.over:
        said = f"{said} {words.text('look', 'status.heir_due')}"
    return words.text("look", "status.state", phase=phase, alive=alive, winner=said)


def after_text(words: Words, game: Game) -> str:
    """After which night or day the game stands."""
    number = game.day if game.phase == "day" else game.night
    return words.text("look", f"phase.{game.phase}", n=number)


def _row(words: Words, people: People, game: Game, seat: int) -> screen.Row:
    role = words.role(game.cast.roles[seat])
    alive = seat in game.alive
    marks = [words.text("look", "mark.alive")] if alive else [_out(words, game.out[seat])]
    marks += [words.text("look", "mark.mayor")] * (seat == game.mayor)
    marks += [words.text("look", "mark.poisoned")] * (seat in game.poisoned)
    marks += [words.text("look", "mark.seduced")] * (seat in game.seduced)
    if seat in game.excluded and Cause.EXCLUDED not in (game.out[seat].causes if not alive else ()):
        marks.append(words.text("look", "mark.excluded"))
    return screen.Row((str(seat), people.name(seat), role, words.comma(marks)), faded=not alive)


def _out(words: Words, out: Out) -> str:
    """When and of what somebody went out; what is no night's or vote's doing happened after one."""
    phase = words.text("look", f"phase.{phase_key(out)}", n=out.number)
    key = "mark.out" if out.causes else "mark.out_bare"
    return screen.spoken(words, "look", key, phase=phase, causes=words.causes(out.causes))


def _open_step(words: Words, people: People, played: Played) -> list[str]:
    row = played.open_step
    if row is None:
        return []
    return [_open_night(words, people, played, row) if row.kind == "night" else _open_day(words, played, row, people)]


def _open_night(words: Words, people: People, played: Played, row: Row) -> str:
    game = _game(played)
    moves = row.step.moves if isinstance(row.step, NightStep) else {}
    made = []
    for name, seats in moves.items():
        nicks = [safe(played.names.nick(seat)) for seat in seats]
        key = "open.move" if nicks else "open.skip"
        made.append(words.text("look", key, role=words.role(Role(name), "who"), nicks=words.join(nicks)))
    waiting_for = silent(game, moves)
    moved = words.text("look", "open.moved" if made else "open.moved_none", moves="; ".join(made))
    roles = words.comma(words.role(role, "who") for role in waiting_for)
    waiting = words.text("look", "open.waiting" if waiting_for else "open.waiting_none", roles=roles)
    return words.text("look", "open.night", n=game.night + 1, moved=moved, waiting=waiting)


def _open_day(words: Words, played: Played, row: Row, people: People) -> str:
    vote = open_vote(played)
    day, stage, left = vote.day, vote.stage, vote.tally.missing
    ballots = getattr(row.step, stage) or ()
    return words.text(
        "look",
        "open.day",
        n=day.number,
        stage=words.text("look", f"open.{stage}", nick=people.name(day.suspect)),
        votes=words.plural(len(ballots), "chat", "count.votes"),
        missing=words.text("look", "open.missing" if left else "open.missing_none", nicks=_list(words, people, left)),
    )


def _list(words: Words, people: People, seats: Sequence[int]) -> str:
    return words.comma(people.names(seats))


def _limits(words: Words, game: Game) -> list[str]:
    """From which night on the roles with a pace may move again, and what comes once a game and is spent."""
    if game.over:
        return []
    said = []
    for row in ledger(game):
        free = row.role is Role.DOCTOR and row.night == game.night + 1
        if row.role in _PACED and row.standing is not Standing.OUT and not free:
            key = "line.limit_self" if row.role is Role.DOCTOR else "line.limit"
            said.append(words.text("look", key, role=words.role(row.role, "who"), n=row.night))
    if game.kabum_spent and game.cast.seat_of[Role.KAMIKAZE] in game.alive:
        said.append(words.text("look", "line.kabum_spent"))
    if game.revival_spent and game.cast.seat_of[Role.HEALER] in game.alive:
        said.append(words.text("look", "line.revival_spent"))
    return [words.text("look", "line.limits", limits="; ".join(said))] if said else []


def _records(words: Words, people: People, played: Played) -> Iterator[str]:
    """Violations, rulings that differ, the host's overrides with their reasons."""
    violations = []
    for one in order.violations(played):
        note = short(one.note)
        params = {"seat": one.seat, "nick": people.name(one.seat), "rule": short(one.rule, 20), "note": note}
        key = "line.violation_note" if note else "line.violation"
        said = words.text("look", key, phase=after_text(words, one.before), **params)
        violations.append(order.struck_out(words, said, one))
    if violations:
        yield words.text("look", "line.violations", items="; ".join(violations))
    changed = _game(played).cast.rulings.changed()
    if changed:
        items = words.comma(f"{name} = {choice}" for name, choice in changed.items())
        yield words.text("look", "line.rulings", items=items)
    for record in played.records:
        if isinstance(record.step, OverrideStep):
            reason, phase = short(record.step.reason, 200), after_text(words, record.before)
            yield words.text("look", "line.override", phase=phase, reason=reason)
        elif record.kind == "amend":
            yield _amended(words, people, record, played)


def _amended(words: Words, people: People, record: Record, played: Played) -> str:
    """What the host put right (4.8), when, and why where that is said."""
    step, phase, why = record.row.step, after_text(words, record.before), record.row.reason or ""
    assert isinstance(step, AmendStep)
    if step.seat is not None:
        role = words.role(Role(str(step.role)))
        what = words.text("amend", "status.role", seat=step.seat, nick=people.name(step.seat), role=role)
    else:
        found = next((one for one in played.records if one.position == step.step), None)
        kind = row_text(words, found.row, names_of(found.was[1:]), _number(found)) if found else ""
        key = "status.dropped" if step.drop else "status.step" if kind else "status.step_bare"
        what = words.text("amend", key, step=step.step, kind=kind)
    key = "status.amended_reason" if why else "status.amended"
    return words.text("amend", key, phase=phase, what=what, reason=short(why, 200))


def _number(record: Record) -> int:
    return record.game.night if record.kind == "night" else record.game.day if record.kind == "day" else 0


def _unsent(words: Words, people: People, script: Script, played: Played) -> list[str]:
    """The private messages not sent yet, by what they are about; what the chat was told otherwise."""
    waiting: dict[tuple[str, bool], list[int]] = {}
    for message in unsent(played, script):
        waiting.setdefault((message.about, message.correction), []).append(message.to)
    items = []
    for (about, corrects), seats in waiting.items():
        kind, _, number = about.partition(" ")
        key = "line.unsent_corrected" if corrects else "line.unsent_item"
        nicks = words.comma(words.text("look", "line.player", seat=seat, nick=people.name(seat)) for seat in seats)
        items.append(words.text("look", key, about=words.text("look", f"about.{kind}", n=number), nicks=nicks))
    lines = [words.text("look", "line.unsent", items="; ".join(items))] if items else []
    wrong = dict.fromkeys(
        text.about for text in chat_corrections(script, played, voice_of(script, words, None)) if text.text
    )
    said = words.comma(dict.fromkeys(about_text(words, NOBODY, about) for about in wrong))
    return lines + ([words.text("amend", "status.correct", items=said)] if said else [])


# --- status --public --------------------------------------------------------------------------------------


def public_page(words: Words, script: Script, played: Played) -> str:
    """Return what the chat may know, made of public facts alone, ready to paste."""
    game, people, known = _game(played), people_of(script, played), Known(played)
    phase = upper_first(after_text(words, game))
    alive = words.text(
        "look", "status.alive", alive=len(game.cast.seats) - len(known.out), players=len(game.cast.seats)
    )
    state = words.text("look", "public.state", phase=phase, alive=alive)
    theme = script.header.theme
    lines = [words.text("look", "public.title", theme=short(theme), state=state) if theme else state]
    for seat in sorted(game.cast.seats):
        lines.append(_public_line(words, people, known, seat))
    if game.over:
        key = "status.ended" if game.ended else "status.broken"
        lines.append(words.text("look", key, winner=words.winner(game.ended)))
    return "\n".join(lines)


def _public_line(words: Words, people: People, known: Known, seat: int) -> str:
    params: dict[str, Any] = {"seat": seat, "nick": people.name(seat)}
    key = "alive"
    if seat in known.out:
        out = known.out[seat]
        phase = words.text("look", f"phase.{out.phase}", n=out.number)
        key, params["how"] = "out", phase
        if out.causes:
            params["how"] = words.text("look", "public.how", phase=phase, causes=words.causes(out.causes))
    elif seat in known.seduced:
        key = "seduced"
    if seat in known.roles and key != "seduced":
        key, params["role"] = f"{key}_role", words.role(known.roles[seat])
    return words.text("look", f"public.{key}", **params)
