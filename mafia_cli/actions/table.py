"""The table of actions: what happens to a player at any time; the desk asks what flags refuse without ``--yes``."""

import re
import shlex
from datetime import date
from typing import Final

from mafia_cli.actions import blacklist, order
from mafia_cli.actions.model import Action, After, Given, Note, Offer, Param, Value, Where
from mafia_cli.people import check_new_nick, fault
from mafia_cli.reading.normal import skeleton
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.model import ExcludeStep, HeirStep, KabumStep, ReviveStep
from mafia_cli.rules.roles import Role
from mafia_cli.script.errors import Fault, RefusedError
from mafia_cli.script.model import Row, noted
from mafia_cli.session import heir_questions
from mafia_cli.settings import fault_text
from mafia_cli.texts import game_words
from mafia_cli.words.clean import safe, short
from mafia_cli.words.private import healer_refused

NICK: Final = Param("seat", Value.NICK, "nick", "NICK")
SAID: Final = Param("seat", Value.SAID, "nick", "NICK")
RULE: Final = Param("rule", Value.RULE, "rule", "NUMBER")
NEW: Final = Param("text", Value.TEXT, "to", "NEW")


# --- exclusion, violations ----------------------------------------------------------------------------------


def _claim(_where: Where, given: Given) -> list[Problem]:
    """Punishing a revealed role may itself confirm it (4.1)."""
    return [Problem("confirms_claim", "4.1", {"seat": given.seat})] if given.rule in order.CLAIM_RULES else []


def _blacklist(where: Where, given: Given) -> Offer:
    """A new deal moves the seats, so the hint names the nick."""
    nick = _argument(safe(where.session.nick(given.seat)))
    hint = where.words.text("table", "order.hint_blacklist", nick=nick)
    return Offer("blacklist", given.seat, given.rule, hint)


def _argument(nick: str) -> str:
    """Return a nick as a shell takes it: bare or in double quotes where that will do, for cmd.exe knows no others."""
    if re.fullmatch(r"[\w.][\w.-]*", nick):
        return nick
    return f'"{nick}"' if re.fullmatch(r"[\w., -]+", nick) else shlex.quote(nick)


def _after_exclusion(where: Where, given: Given) -> list[After]:
    """1.5, 4.3: the blacklist; then a new deal while the first night has not begun."""
    found: list[After] = [_blacklist(where, given)] if given.rule in order.CLAIM_RULES else []
    if order.offers_deal(where.session.played):
        found.append(Offer("deal", given.seat, hint=where.words.text("table", "order.hint_deal")))
    return found


def _after_violation(where: Where, given: Given) -> list[After]:
    """1.5, 4.3: remind that lying is lawful (4.1); offer the exclusion, else the blacklist."""
    words, session, found = where.words, where.session, list[After]()
    n = order.warnings(session.played).get(given.seat, 0)
    if n > 1:
        found.append(_both(words.plural(n, "table", "order.count", nick=short(session.nick(given.seat), 40))))
    if problems := _claim(where, given):
        found.append(_both(fault_text(words, [Fault("", one, session.played.names.nicks) for one in problems])))
        hint = words.text("table", "order.hint_claim", nick=given.seat, rule=given.rule)
        may_exclude = given.seat not in session.game.excluded and not session.game.over
        listed = _blacklist(where, given)._replace(hint="" if may_exclude else hint)
        found.append(Offer("exclude", given.seat, given.rule, hint, listed) if may_exclude else listed)
    return found


def _both(text: str) -> Note:
    return Note(text, text)


def _queue(where: Where, given: Given) -> Row:
    """4.9: who leaves the queue, the suspect unless somebody is named, has broken a rule."""
    return noted("violation", given.seat or order.suspect(where.session), order.QUEUE)


# --- names --------------------------------------------------------------------------------------------------


def _replace(where: Where, given: Given) -> Row:
    reserves, nicks = where.session.script.header.reserves or (), where.session.played.names.nicks
    if not given.text:
        seated = {skeleton(nick) for nick in nicks}
        names = [one["nick"] for one in reserves if skeleton(one["nick"]) not in seated]
        raise RefusedError([fault("who_replaces", nick=where.session.nick(given.seat), reserves=names or "")])
    check_new_nick(nicks, given.seat, given.text)
    known = next((one.get("chat") for one in reserves if one["nick"] == given.text), None)
    return noted("replace", given.seat, to=given.text, chat=known if given.chat is None else given.chat)


def _newcomer(where: Where, given: Given) -> list[After]:
    """Warn when who takes a seat over is like a name on the blacklist."""
    names = [given.text, given.chat or ""]
    found = blacklist.newcomer(where.words, where.folder, names, date.today())
    return [Note(f"! {said}", said) for said in found]


def _rename(where: Where, given: Given) -> Row:
    check_new_nick(where.session.played.names.nicks, given.seat, given.text)
    return noted("rename", given.seat, to=given.text)


# --- away, the healer ---------------------------------------------------------------------------------------


def _after_away(where: Where, given: Given) -> list[After]:
    key, nick = "away.back" if given.back else "away.gone", short(where.session.nick(given.seat), 40)
    text = order.away_text(where.session.script, where.session.played, where.words, given.seat)
    flags = f"{where.words.text('table', 'away.text')}\n{text}"
    return [Note(where.words.text("table", key, nick=nick), flags, chat=True)]


def _healer_refused(where: Where) -> str:
    """2.12: why not is for the host's eyes, the reply to the healer is neutral."""
    game = where.session.game
    if game.cast.seat_of[Role.HEALER] not in game.alive:
        return ""
    reply = healer_refused(game_words(where.session.script, where.words))
    return where.words.text("desk", "revive.reply", text=reply)


ACTIONS: Final = {
    row.name: row
    for row in (
        Action("kabum", "kabum", (SAID,), lambda _, given: KabumStep(given.seat), sure=True),
        Action(
            "revive", "revive", (NICK,), lambda _, given: ReviveStep(given.seat), refused=_healer_refused, sure=True
        ),
        Action(
            "exclude",
            "player exclude",
            (NICK, RULE._replace(required=False, option=True)),
            lambda _, given: ExcludeStep(given.seat, given.rule),
            _claim,
            _after_exclusion,
            sure=True,
        ),
        Action(
            "replace",
            "player replace",
            (
                NICK,
                NEW._replace(required=False),
                Param("chat", Value.TEXT, "chat", "NAME", required=False, option=True, flags_only=True),
            ),
            _replace,
            after=_newcomer,
            sure=True,
        ),
        Action("rename", "player rename", (NICK, NEW), _rename, sure=True),
        Action(
            "violation",
            "player violation",
            (NICK, RULE, Param("text", Value.TEXT, "note", "TEXT", required=False, option=True)),
            lambda _, given: noted("violation", given.seat, given.rule, note=given.text or None),
            after=_after_violation,
        ),
        Action("queue", "", (NICK._replace(required=False),), _queue),
        Action(
            "forgive",
            "player forgive",
            (
                NICK,
                RULE._replace(required=False),
                Param("text", Value.TEXT, "reason", "TEXT", required=False, option=True),
            ),
            lambda where, given: order.forgive_step(where.session, given.seat, given.rule or None, given.text),
        ),
        Action(
            "away",
            "player away",
            (NICK, Param("back", Value.FLAG, "back", "", required=False, option=True, flags_only=True)),
            lambda where, given: order.away_step(where.session, given.seat, back=given.back),
            after=_after_away,
        ),
        Action(
            "heir",
            "player heir",
            (NICK,),
            lambda _, given: HeirStep(given.seat),
            lambda where, given: heir_questions(where.session, given.seat),
        ),
        Action(
            "alias",
            "player alias",
            (NICK, Param("text", Value.TEXT, "other", "OTHER")),
            lambda _, given: noted("alias", given.seat, to=given.text),
        ),
    )
}
"""Every act by the name of its words; a new one is a row here and its words in the catalogues."""
