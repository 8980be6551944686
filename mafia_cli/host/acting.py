"""An action at the desk: what follows its word is parted into parameters, what it asks and offers is asked."""

from typing import TYPE_CHECKING, Any

from mafia_cli import people
from mafia_cli.actions.model import Action, Given, Note, Offer, Value, Where
from mafia_cli.actions.table import ACTIONS
from mafia_cli.host.asking import ask
from mafia_cli.reading.kabum import read_kabum
from mafia_cli.reading.nicks import SEAT, certain, find
from mafia_cli.reading.people import One
from mafia_cli.script.errors import RefusedError, SaveError
from mafia_cli.words.errors import message
from mafia_cli.words.rulebook import NUMBERS

if TYPE_CHECKING:
    from mafia_cli.host.desk import Desk


def act(sat: "Desk", name: str, rest: str, **fixed: Any) -> None:
    """Do what a line with the word of an action says; raises ``RefusedError``."""
    perform(sat, ACTIONS[name], _given(sat, ACTIONS[name], rest, fixed))


def perform(sat: "Desk", action: Action, given: Given, *, asked: bool = False) -> None:
    """Ask, do, offer; ``asked``: the host has said yes already."""
    where = Where(sat.session, sat.session.path.parent, sat.words)
    for question in () if asked or not action.asks else action.asks(where, given):
        if not ask(sat, message(sat.words, question, sat.people), default=False):
            return
    try:
        sat.happen(action.step(where, given))
    except RefusedError:
        sat.say(action.refused(where))
        raise
    for one in action.after(where, given):
        if isinstance(one, Note):
            sat.say(one.desk)
        else:
            _offer(sat, one)


def _offer(sat: "Desk", offer: Offer) -> None:
    from mafia_cli.host import around

    if offer.what == "deal":
        around.offer_deal(sat, sat.words.text("table", "deal.offer"), 0)
        return
    question = sat.words.text("table", f"order.{offer.what}", nick=sat.people.name(offer.seat))
    if not ask(sat, question, default=False):
        if offer.otherwise:
            _offer(sat, offer.otherwise)
    elif offer.what == "exclude":
        perform(sat, ACTIONS["exclude"], Given(offer.seat, offer.rule), asked=True)
    else:
        around.listed(sat, offer.seat, sat.words.text("table", "black.rule", rule=offer.rule))


def _given(sat: "Desk", action: Action, rest: str, fixed: dict[str, Any]) -> Given:
    """Part what follows a command in the order of its parameters."""
    params = [param for param in action.params if not param.flags_only]
    found: dict[str, Any] = {**fixed}
    for at, param in enumerate(params):
        last = at == len(params) - 1
        if not rest:
            if param.required:
                raise how_to(sat, action.name)
            continue
        match param.value:
            case Value.NICK | Value.SAID:
                if last:
                    exact = rest in sat.session.played.names.seats
                    name = rest if exact or param.value is Value.NICK else read_kabum(rest) or rest
                    found[param.field], rest = seat_named(sat, name, sure=action.sure), ""
                else:
                    found[param.field], rest = nick_and_rest(sat, rest, sure=action.sure)
            case Value.RULE if param.required or last or rest[0].isdigit():
                number, _, after = (rest, "", "") if last else rest.partition(" ")
                found[param.field], rest = rule_of(number), after.strip()
            case Value.TEXT:
                found[param.field], rest = rest, ""
    return Given(**found)


def how_to(sat: "Desk", name: str) -> SaveError:
    """Return the error that shows how a command is written, for one that lacks what it is about."""
    return SaveError("slash_how", how=sat.words.text("desk", f"how.{name}"))


def seat_named(sat: "Desk", text: str, *, sure: bool = False) -> int:
    """Return the seat that a name means at this desk; raises ``RefusedError`` as ``people.seat_named`` does."""
    return people.seat_named(sat.session.script, sat.session.played, text, sure=sure)


def nick_and_rest(sat: "Desk", text: str, *, sure: bool = False) -> tuple[int, str]:
    """Return the seat that the longest beginning of a text names for certain, and what follows it."""
    words = text.split()
    roster = people.roster_of(sat.session.script, sat.session.played)
    for cut in range(len(words), 0, -1):
        name = " ".join(words[:cut])
        found = find(roster, name)
        if isinstance(found, One) and (found.step <= SEAT or (cut == 1 and (not sure or certain(roster, name)))):
            return found.person.seat, " ".join(words[cut:])
    return seat_named(sat, words[0] if words else "", sure=sure), " ".join(words[1:])


def rule_of(number: str) -> str:
    """Return the number of a rule; raises ``SaveError`` where there is no such rule."""
    if number not in NUMBERS:
        raise SaveError("no_such_rule", number=number)
    return number
