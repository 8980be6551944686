"""A correction in words, for ``mafia amend`` and the desk; the list of steps; the log of what was told."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mafia_cli.rules.ending import game_winner
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.roles import Role
from mafia_cli.script.amend import Impossible, Proposal
from mafia_cli.script.errors import Fault, RefusedError
from mafia_cli.script.model import Played, Script
from mafia_cli.script.replay import fold, names_by_step
from mafia_cli.texts import chat_corrections, joined_correction, private_text, row_text, shaken, voice_of
from mafia_cli.words.amends import about_text
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import safe
from mafia_cli.words.errors import message
from mafia_cli.words.names import People


def proposal_lines(words: Words, script: Script, made: Proposal, saves: Path, *, flags: bool) -> list[str]:
    """Return what was told otherwise, what becomes impossible, who lives now.

    ``saves``: the folder of the game; ``flags``: name the options to give.
    """
    people = People(made.after.names.nicks)
    lines = _told_lines(words, script, made, people, saves)
    for key, seats in (("back", made.back), ("out", made.out)):
        if seats:
            lines.append(words.text("amend", f"now.{key}", nicks=words.comma(people.names(seats))))
    lines += _winner_lines(words, made)
    lines += _refused_lines(words, made, people)
    if made.renamed:
        nicks = words.comma(f"{safe(old)} → {safe(new)}" for old, new in made.renamed.items())
        lines.append(words.text("amend", "now.renamed", nicks=nicks))
    if made.impossible:
        lines.append(words.text("amend", "impossible.head"))
        lines += [line for one in made.impossible for line in _impossible_lines(words, made, one, flags=flags)]
    if made.forget:
        roles = words.comma(words.role(Role(role), "who") for role in made.forget)
        lines.append(words.text("amend", "now.forget", roles=roles))
    return lines


def _told_lines(words: Words, script: Script, made: Proposal, people: People, saves: Path) -> list[str]:
    lines = []
    voice = voice_of(script, words, saves)
    correction = joined_correction(voice, chat_corrections(made.script, made.after, voice)).text
    if correction:
        lines += [words.text("amend", "told.chat"), *correction.split("\n")]
    if made.messages:
        lines.append(words.text("amend", "told.private"))
    for one in made.messages:
        text = " ".join(private_text(script, made.after, one, words, saves).split("\n"))
        about = about_text(words, one.to, one.about)
        lines.append(words.text("amend", "told.message", seat=one.to, nick=people.name(one.to), about=about, text=text))
    return lines or [words.text("amend", "told.nothing")]


def _winner_lines(words: Words, made: Proposal) -> list[str]:
    assert made.before.game is not None
    assert made.after.game is not None
    won = game_winner(made.after.game)
    if won == game_winner(made.before.game):
        return []
    return [words.text("amend", "now.won", winner=words.winner(won)) if won else words.text("amend", "now.unwon")]


def _refused_lines(words: Words, made: Proposal, people: People) -> Iterator[str]:
    """A line for each day: whose votes do not count any more, by which rules."""
    for day in dict.fromkeys(one.day for one in made.refused):
        rules: dict[int, list[str]] = {}
        for one in made.refused:
            if one.day == day:
                rules.setdefault(one.voter, []).append(one.rule)
        nicks = words.comma(f"{people.name(seat)} ({', '.join(cited)})" for seat, cited in sorted(rules.items()))
        yield words.text("amend", "now.refused", day=day, nicks=nicks)


def _impossible_lines(words: Words, made: Proposal, one: Impossible, *, flags: bool) -> Iterator[str]:
    step = row_text(words, one.row, made.before.names, _numbers(made.before).get(one.position, 0))
    if not one.roles:
        whys = dict.fromkeys(_why(words, fault) for fault in one.faults)
        yield words.text("amend", "impossible.step", position=one.position, step=step, why=" ".join(whys))
        if flags:
            yield words.text("amend", "impossible.flags", position=one.position)
        return
    for role in one.roles:
        problems = [fault for fault in one.faults if fault.place.endswith(f".{role}")]
        whys = dict.fromkeys(_why(words, fault) for fault in problems)
        yield words.text("amend", "impossible.step", position=one.position, step=step, why=" ".join(whys))
        if flags:
            yield words.text("amend", "impossible.flags_move", position=one.position, role=safe(role))


def _why(words: Words, fault: Fault) -> str:
    said = message(words, fault.problem, People(fault.names))
    role = fault.place.rpartition(".")[2]
    named = fault.problem.code == "unknown_nick" and role in set(Role)
    return f"{words.role(Role(role))}: {said}" if named else said


def refuse_ballots(made: Proposal, voters: Iterable[tuple[int, int]]) -> None:
    """Raise ``RefusedError`` when a ballot just entered (its step, its voter) may not be (1.8, 2.5, 4.5, 4.6)."""
    wanted = set(voters)
    nicks = made.after.names.nicks
    faults = [
        Fault("", Problem("vote_refused", one.rule, {"seat": one.voter}), nicks)
        for one in made.refused
        if (one.position, one.voter) in wanted
    ]
    if faults:
        raise RefusedError(faults)


def _numbers(played: Played) -> dict[int, int]:
    """Return the number of every closed night and day by its position."""
    return {
        one.position: one.game.night if one.kind == "night" else one.game.day
        for one in played.records
        if one.kind in ("night", "day")
    }


def step_lines(words: Words, script: Script, played: Played) -> list[str]:
    """Return all steps with their positions, the open one and the dropped ones marked."""
    numbers, folded, lines = _numbers(played), fold(script).steps, []
    then = names_by_step(script)
    for position, row in enumerate(script.steps, 1):
        shown = folded[position - 1]
        key = "dropped" if shown is None else "open" if row.open else "row"
        step = row_text(words, shown or row, then[position - 1], numbers.get(position, 0))
        lines.append(words.text("amend", f"steps.{key}", position=position, step=step))
    return lines or [words.text("amend", "steps.none")]


# --- what was told --------------------------------------------------------------------------------------------


def already_told(words: Words, script: Script, saves: Path, before: Played, after: Played) -> str:
    """Return whom what is taken back was told already, "" when nobody was."""
    people = People(before.names.nicks)
    items = []
    found = shaken(script, before, after, voice_of(script, words, saves))
    chat = [about_text(words, to, about) for to, about in found if to == 0]
    if chat:
        items.append(words.text("amend", "told.already_chat", about=words.comma(chat)))
    for to, about in found:
        if to:
            about = about_text(words, to, about)
            items.append(words.text("amend", "told.already_one", seat=to, nick=_nick(people, to), about=about))
    return words.text("amend", "told.already", items=words.comma(items)) if items else ""


def _nick(people: People, seat: int) -> str:
    return people.name(seat) if 0 < seat < len(people.nicks) else ""


def told_log(words: Words, script: Script, played: Played) -> list[str]:
    """Return what left the desk when and to whom, the oldest first."""
    people, seen, lines = People(played.names.nicks), set[tuple[int, str]](), []
    for told in script.told:
        to, about = told.to, told.about
        said = about_text(words, to, about)
        if (to, about) in seen:
            said = words.text("amend", "log.again" if told.says else "log.void", about=said)
        seen.add((to, about))
        whom = (
            words.text("amend", "log.player", seat=to, nick=_nick(people, to))
            if to
            else words.text("amend", "log.chat")
        )
        lines.append(words.text("amend", "log.row", at=_moment(words, told.at), to=whom, about=said))
    return lines or [words.text("amend", "log.none")]


def _moment(words: Words, at: Any) -> str:
    return safe(str(at))[:16].replace("T", " ") if at is not None else words.text("amend", "log.unknown")
