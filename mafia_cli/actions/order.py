"""Order at the table (section 4): violations, forgiven or not, who is away, who has spoken; all read off the steps."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mafia_cli.rules.model import NOBODY, Game
from mafia_cli.rules.steps import STEPS
from mafia_cli.script import edit
from mafia_cli.script.errors import SaveError
from mafia_cli.script.model import Played, Row, Script, noted
from mafia_cli.session import Session, open_vote
from mafia_cli.texts import game_words
from mafia_cli.words.board import few
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import safe
from mafia_cli.words.names import People

CLAIM_RULES: Final = frozenset({"1.5", "4.3"})
"""Revealing a role: the room's punishment is the blacklist, and punishing may itself confirm a true claim (4.1)."""
VOTING: Final = "4.5"
QUEUE: Final = "4.9"


@dataclass(slots=True)
class Violation:
    """One logged violation; ``before``: the game then; ``forgiven``: why ("" = no reason), None: it stands."""

    seat: int
    rule: str
    note: str
    before: Game
    forgiven: str | None = None


def violations(played: Played) -> list[Violation]:
    """Return every violation in order; forgiving takes back the latest that stands (of the rule, if one is named)."""
    found: list[Violation] = []
    for record in played.records:
        if record.kind not in ("violation", "forgive"):
            continue
        seat, rule = record.row.target, getattr(record.step, "rule", "")
        if record.kind == "violation":
            found.append(Violation(seat, rule, record.row.note or "", record.before))
        else:
            one = _standing(found, seat, rule or None)
            if one is not None:
                one.forgiven = record.row.reason or ""
    return found


def _standing(found: Sequence[Violation], seat: int, rule: str | None) -> Violation | None:
    fitting = [one for one in found if one.seat == seat and one.forgiven is None and rule in (None, one.rule)]
    return fitting[-1] if fitting else None


def warnings(played: Played) -> dict[int, int]:
    """Return how many violations stand against each seat that has some."""
    counted: dict[int, int] = {}
    for one in violations(played):
        if one.forgiven is None:
            counted[one.seat] = counted.get(one.seat, 0) + 1
    return counted


def suspect(session: Session) -> int:
    """Return whom the open vote suspects; raises ``SaveError`` (``nobody_in_queue``) when that is nobody."""
    current = session.played.open_step
    found = open_vote(session.played).day.suspect if current is not None and current.kind == "day" else NOBODY
    if not found:
        raise SaveError("nobody_in_queue")
    return found


def forgive_step(session: Session, seat: int, rule: str | None, reason: str) -> Row:
    """Return the step that forgives; raises ``SaveError`` (``nothing_to_forgive``) when nothing stands."""
    if _standing(violations(session.played), seat, rule) is None:
        raise SaveError("nothing_to_forgive", seat=seat, rule=rule or "")
    return noted("forgive", seat, rule or "", reason=reason or None)


def may_deal(played: Played) -> bool:
    """Tell whether nothing that hangs on the roles has happened yet."""
    return played.open_step is None and all(STEPS[record.kind].redeal for record in played.records)


def excluded(played: Played) -> set[int]:
    """Return the seats excluded so far."""
    return set(played.game.excluded) if played.game else set()


def offers_deal(played: Played) -> bool:
    """Tell whether a new deal is to be offered: somebody is excluded and the first night has not begun."""
    return bool(excluded(played)) and may_deal(played)


# --- away ---------------------------------------------------------------------------------------------------


def away(script: Script, played: Played) -> set[int]:
    """Return the seats whose player is marked away; who takes a seat over is there."""
    gone = {seat for seat, player in enumerate(script.players, 1) if player.away}
    for record in played.records:
        if record.kind == "away":
            gone = gone - {record.row.target} if record.row.back else gone | {record.row.target}
        elif record.kind == "replace":
            gone.discard(record.row.target)
    return gone & played.game.alive if played.game else gone


def away_step(session: Session, seat: int, *, back: bool) -> Row:
    """Return the step that marks a player away, or back."""
    return noted("away", seat, back=back or None)


def away_text(script: Script, played: Played, host: Words, seat: int = 0) -> str:
    """Return the text for the chat about who is away (all of them, or one seat); raises ``SaveError`` for nobody."""
    words, people = game_words(script, host), People(played.names.nicks)
    seats = [seat] if seat else sorted(away(script, played))
    if not seats:
        raise SaveError("nobody_away")
    key = "chat.away" if set(seats) <= away(script, played) else "chat.back"
    return words.text("table", key, nicks=words.comma(people.names(seats)))


# --- the discussion -----------------------------------------------------------------------------------------


def discussing(script: Script, played: Played) -> bool:
    """Tell whether the day is open for the discussion alone: somebody has spoken, the vote is not called yet (1.8)."""
    current = script.open_row
    if current is None or current.kind != "day" or played.game is None or not current.spoke:
        return False
    if any(entry[0] not in ("spoke", "step") for entry in edit.entries_of(current)):
        return False
    about = f"call day {played.game.day + 1}"
    return not any(one.to == 0 and one.about == about for one in script.told)


def may_discuss(session: Session) -> bool:
    """Tell whether a discussion is going on: after a night, before or during the day's vote."""
    current = session.script.open_row
    if current is not None:
        return bool(current.kind == "day")
    return session.game.phase == "night" and not session.game.over


def spoken(script: Script, played: Played) -> set[int]:
    """Return the seats ticked as having spoken on the open day."""
    current = script.open_row
    return {seat for seat in current.spoke if seat > 0} if current else set()


def silent(script: Script, played: Played) -> list[int]:
    """Return the living who have said nothing on this day yet."""
    assert played.game is not None
    return sorted(played.game.alive - spoken(script, played))


def silent_text(script: Script, played: Played, host: Words) -> str:
    """Return the reminder for the silent (1.8), without who is away; raises ``SaveError`` when all have spoken."""
    words, people = game_words(script, host), People(played.names.nicks)
    seats = [seat for seat in silent(script, played) if seat not in away(script, played)]
    if not seats:
        raise SaveError("nobody_silent")
    return words.text("table", "chat.silent", nicks=words.comma(people.names(seats)))


def discussion_lines(words: Words, people: People, script: Script, played: Played, room: int = 0) -> list[str]:
    """Return the board of a discussion: how many have spoken, who has not (as many as fit into ``room``, 0: all)."""
    assert played.game is not None
    quiet = silent(script, played)
    alive = len(played.game.alive)
    head = words.text("table", "talk.head", n=played.game.day + 1, alive=alive, done=alive - len(quiet))
    gone = away(script, played)
    names = [_marked(words, people, seat, seat in gone) for seat in quiet]
    return [head, *([words.text("table", "talk.silent", nicks=few(words, names, room))] if names else [])]


def _marked(words: Words, people: People, seat: int, gone: bool) -> str:
    return words.text("table", "talk.away", nick=people.name(seat)) if gone else people.name(seat)


# --- on the page of the host ----------------------------------------------------------------------------------


def status_lines(words: Words, people: People, script: Script, played: Played) -> list[str]:
    """Return what the host's page adds: who stands warned how often, who is away."""
    lines = []
    counted = {seat: n for seat, n in warnings(played).items() if n > 1}
    if counted:
        items = [f"{seat} {people.name(seat)} ×{n}" for seat, n in sorted(counted.items())]
        lines.append(words.text("table", "order.warnings", items=", ".join(items)))
    gone = sorted(away(script, played))
    if gone:
        lines.append(words.text("table", "order.away", nicks=", ".join(f"{seat} {people.name(seat)}" for seat in gone)))
    return lines


def struck_out(words: Words, said: str, one: Violation) -> str:
    """Return a violation's line as it stands, or marked as forgiven with the reason."""
    if one.forgiven is None:
        return said
    key = "order.forgiven_why" if one.forgiven else "order.forgiven"
    return words.text("table", key, said=said, reason=safe(one.forgiven)[:80])
