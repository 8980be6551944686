"""The texts for the chat, made of nothing but what the chat may know.

Whoever calls may hand over all facts of a step: each function reads the public ones only (``rules.facts.public``),
so a secret cannot leak here. A text is a few lines; an empty one means that there is nothing to say.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from mafia_cli.rules.day import Tally
from mafia_cli.rules.facts import public
from mafia_cli.rules.model import NOBODY, Cause, Fact, Kind
from mafia_cli.rules.roles import MOVERS, ROLES, Role, move_of
from mafia_cli.rules.rulings import RULINGS, Rulings
from mafia_cli.words.clean import safe
from mafia_cli.words.names import People
from mafia_cli.words.voice import Voice

PASS_DAY: Final = 1
"""4.5: the only day on which a voter may pass."""


def acquaintance(voice: Voice, players: int) -> str:
    """Return the text of day 0 (1.6); ``players`` counts them."""
    return voice.say("start.acquaintance", players=_players(voice, players))


def nightfall(voice: Voice, night: int, roles: Iterable[Role] | None = None) -> str:
    """Return the call for night moves (1.7).

    It depends on the night's number and the game's composition alone (``None``: roles are not named), so it
    betrays neither deaths nor cool-downs.
    """
    if roles is None:
        return voice.say("night.call", night, night=night)
    dealt = {*map(move_of, roles)}
    named = voice.roles([role for role in MOVERS if role in dealt])
    return voice.say("night.call_roles", night, night=night, roles=voice.words.comma(named))


def morning(voice: Voice, people: People, night: int, facts: Iterable[Fact]) -> str:
    """Return what happened in a night as the chat may hear it (1.8): deaths, who is seduced, unnamed saves."""
    told = public(facts)
    victims = _victims(voice, people, told, moment=night)
    alone = _themed_death(voice, people, night, told)
    if not victims:
        lines = [voice.say("morning.quiet", night, night=night)]
    elif alone:
        lines = [alone]
    elif len(victims) == 1:
        lines = [voice.say("morning.died_one", night, night=night, victim=victims[0])]
    else:
        lines = [voice.say("morning.died_many", night, night=night)]
        lines += [voice.say("morning.row", night, victim=victim) for victim in victims]
    if any(fact.kind is Kind.SAVES for fact in told):
        lines.append(voice.say("morning.saves", night))
    for seat in _seats(told, Kind.SEDUCED):
        lines.append(voice.say("morning.seduced", night, nick=people.name(seat)))
    return "\n".join(lines)


def vote_call(voice: Voice, people: People, day: int, seduced: Collection[int] = ()) -> str:
    """Return the call for the day's first vote: one vote each (4.6), who neither votes nor is voted for (2.5)."""
    return _call(voice, people, day, voice.say("vote.call", day, day=day), seduced)


def second_call(voice: Voice, people: People, day: int, tied: Iterable[int], seduced: Collection[int] = ()) -> str:
    """Return the call for a second vote, among the tied (ruling tie)."""
    call = voice.say("vote.second_call", day, day=day, nicks=_list(voice, people, tied))
    return _call(voice, people, day, call, seduced)


def _call(voice: Voice, people: People, day: int, call: str, seduced: Collection[int]) -> str:
    lines = [call, voice.say("vote.may_pass" if day == PASS_DAY else "vote.must_vote", day)]
    if seduced:
        lines.append(voice.say("vote.seduced", day, nicks=_list(voice, people, seduced)))
    return "\n".join(lines)


def running(voice: Voice, people: People, day: int, tally: Tally) -> str:
    """Return the count of a first or second vote that goes on: who has whose votes, who is waited for."""
    lines = [voice.say("vote.running", day, day=day), *_count_lines(voice, people, day, tally)]
    if tally.missing:
        lines.append(voice.say("vote.waiting", day, nicks=_list(voice, people, tally.missing)))
    return "\n".join(lines)


def running_acquittal(voice: Voice, people: People, day: int, suspect: int, tally: Tally) -> str:
    """Return the acquittal vote as it stands (1.8.1)."""
    lines = [voice.say("acquittal.running", day, nick=people.name(suspect))]
    lines += _acquittal_lines(voice, people, day, tally)
    if tally.missing:
        lines.append(voice.say("vote.waiting", day, nicks=_list(voice, people, tally.missing)))
    return "\n".join(lines)


def reminder(voice: Voice, people: People, day: int, missing: Iterable[int]) -> str:
    """Return the reminder of those who have not voted (1.8); also for the acquittal."""
    return voice.say("vote.reminder", day, nicks=_list(voice, people, missing))


def count(voice: Voice, people: People, day: int, facts: Iterable[Fact], due: str | None = None) -> str:
    """Return the day's first text: the final count(s) and what follows (1.8).

    The mayor's extra votes never show. ``due`` is ``Day.due`` while the day is open: with ``revote`` the text
    ends in the call for it, with ``mayor`` or ``decision`` it stops at the tie.
    """
    lines: list[str] = []
    tied: tuple[int, ...] = ()
    suspect: Fact | None = None
    for fact in public(facts):
        if fact.kind is Kind.COUNTED and fact.detail[0] != "acquit":
            key, tally = fact.detail
            tied = tally.top() if len(tally.top()) > 1 else ()
            heading = "vote.final" if key == "votes" else "vote.second"
            lines += [voice.say(heading, day, day=day), *_count_lines(voice, people, day, tally)]
            if tally.missing:
                lines.append(voice.say("vote.missing", day, nicks=_list(voice, people, tally.missing)))
            if tied and not (key == "votes" and due == "revote"):
                lines.append(voice.say("vote.tied", day, nicks=_list(voice, people, tied)))
        elif fact.kind is Kind.SUSPECT:
            suspect = fact
    if due == "revote":
        lines.append(second_call(voice, people, day, tied))
    elif suspect is not None:
        lines.append(voice.say("vote.decided" if tied else "vote.suspect", day, nick=people.name(suspect.seat)))
        if suspect.detail:
            lines.append(voice.say("acquittal.call", day))
    elif due not in ("mayor", "decision"):
        lines.append(voice.say("vote.nobody", day))
    return "\n".join(lines)


def verdict(voice: Voice, people: People, day: int, facts: Iterable[Fact], last_word: bool = True) -> str:
    """Return the day's second text: the acquittal count and the verdict (1.8, 1.8.1), no role and no deeds.

    ``last_word``: whether to call for it; without it (the kamikaze, 2.13) nothing hints why.
    """
    told = public(facts)
    suspect = next(iter(_seats(told, Kind.SUSPECT)), NOBODY)
    lines: list[str] = []
    for fact in told:
        if fact.kind is Kind.COUNTED and fact.detail[0] == "acquit":
            lines.append(voice.say("acquittal.final", day, nick=people.name(suspect)))
            lines += _acquittal_lines(voice, people, day, fact.detail[1])
    jailed = _seats(told, Kind.JAILED)
    nick = people.name(suspect)
    if jailed:
        lines.append(voice.say("verdict.jailed", day, nick=people.name(jailed[0])))
        if last_word:
            lines.append(voice.say("verdict.last_word", day, nick=people.name(jailed[0])))
    elif _seats(told, Kind.ACQUITTED):
        lines.append(voice.say("verdict.acquitted", day, nick=nick))
    else:
        lines.append(voice.say("verdict.no_trial" if suspect else "verdict.nobody", day, nick=nick))
    return "\n".join(lines)


def jailed_role(voice: Voice, people: People, day: int, facts: Iterable[Fact]) -> str:
    """Return the day's third text: the role of the jailed (1.8); "" when nobody was jailed."""
    told = public(facts)
    jailed = _seats(told, Kind.JAILED)
    roles = _roles(told)
    shown = [(people.name(seat), voice.role(roles[seat])) for seat in jailed if seat in roles]
    return "\n".join(voice.say("verdict.role", day, nick=nick, role=role) for nick, role in shown)


def kabum(voice: Voice, people: People, facts: Iterable[Fact], kamikaze: int = NOBODY) -> str:
    """Return the text of a kabum (2.13).

    Who the kamikaze is and whom he takes along is said unless the ruling announce_causes is ``none``. ``kamikaze``
    names the seat of one already jailed (nothing in the facts does); it is used only where it may be said.
    """
    told = public(facts)
    strike = next((fact for fact in told if fact.kind is Kind.STRUCK and fact.role is Role.KAMIKAZE), None)
    if strike is None:
        return _out(voice, people, told)
    others = [seat for seat in _seats(told, Kind.TOLD) if seat != strike.seat] or [kamikaze]
    key = "kabum.named" if others[0] else "kabum.unnamed"
    line = voice.say(key, kamikaze=people.name(others[0]), nick=people.name(strike.seat))
    return "\n".join([line, *_role_lines(voice, people, told)])


def revival(voice: Voice, people: People, facts: Iterable[Fact]) -> str:
    """Return the text of a revival (2.12); the healer is named unless the ruling announce_causes is ``none``."""
    told = public(facts)
    back = next(fact for fact in told if fact.kind is Kind.REVIVED)
    nick = people.name(back.seat)
    dead = _seats(told, Kind.TOLD)
    if back.role is Role.HEALER and dead:
        line = voice.say("revival.named", healer=people.name(dead[0]), nick=nick)
        return "\n".join([line, *_role_lines(voice, people, told)])
    return "\n".join([voice.say("revival.unnamed", nick=nick), *filter(None, [_out(voice, people, told)])])


def exclusion(voice: Voice, people: People, facts: Iterable[Fact]) -> str:
    """Return the text of an exclusion (1.4, 4.x); the role only under the ruling reveal_roles = ``all``."""
    told = public(facts)
    out = next(fact for fact in told if fact.kind is Kind.EXCLUDED)
    key = "player.excluded_rule" if out.rule else "player.excluded"
    line = voice.say(key, nick=people.name(out.seat), rule=safe(out.rule))
    return "\n".join([line, *_role_lines(voice, people, told)])


def replacement(voice: Voice, old: str, new: str, seat: int) -> str:
    """Return the text of a replacement; ``old`` and ``new`` are nicks."""
    return voice.say("player.replaced", old=safe(old), new=safe(new), seat=seat)


def renaming(voice: Voice, old: str, new: str) -> str:
    """Return the text of a renaming; ``old`` and ``new`` are nicks."""
    return voice.say("player.renamed", old=safe(old), new=safe(new))


def override(voice: Voice, people: People, facts: Iterable[Fact], seduced: Collection[int] | None = None) -> str:
    """Return the text of a host's override in neutral words, "" when it touched nothing public.

    ``seduced``: the whole set as the override left it, ``None`` if it was not touched.
    """
    told = public(facts)
    lines = []
    jailed = [fact.seat for fact in told if fact.kind is Kind.TOLD and Cause.JAILED in fact.detail]
    dead = [fact for fact in told if fact.kind is not Kind.TOLD or fact.seat not in jailed]
    if any(fact.kind is Kind.TOLD for fact in dead):
        lines.append(_out(voice, people, dead, causes=False))
    roles = [fact for fact in told if fact.kind is Kind.ROLE and fact.seat in jailed]
    lines += [voice.say("override.jailed", nick=people.name(seat)) for seat in jailed]
    lines += _role_lines(voice, people, roles)
    lines += [voice.say("override.revived", nick=people.name(seat)) for seat in _seats(told, Kind.REVIVED)]
    if seduced:
        lines.append(voice.say("override.seduced", nicks=_list(voice, people, sorted(seduced))))
    elif seduced is not None:
        lines.append(voice.say("override.seduced_none"))
    return "\n".join([voice.say("override.head"), *lines]) if lines else ""


def end(voice: Voice, people: People, facts: Iterable[Fact], why: str = "") -> str:
    """Return the last text: the winner, why (a code of ``ending.reason``, "" = not said), all roles by seat."""
    told = public(facts)
    ended = next(fact for fact in told if fact.kind is Kind.ENDED)
    if not ended.detail:
        lines = [voice.say("end.broken")]
    else:
        said = [voice.say("end.head"), voice.say(f"end.{ended.detail}")]
        lines = [" ".join(said + ([voice.say(f"end.why.{why}")] if why else []))]
    lines.append(voice.say("end.roles"))
    for seat, role in sorted(_roles(told).items()):
        lines.append(voice.say("end.role", seat=seat, nick=people.name(seat), role=voice.role(role)))
    return "\n".join(lines)


def composition(voice: Voice, counts: Mapping[Role, int]) -> str:
    """Return which roles are in the game and how many of each, in the order of the role table."""
    lines = [voice.say("ask.composition", players=_players(voice, sum(counts.values())))]
    for role in ROLES:
        held = counts.get(role, 0)
        if held:
            key = "ask.composition_row" if held == 1 else "ask.composition_many"
            lines.append(voice.say(key, role=voice.role(role), n=held))
    return "\n".join(lines)


def rulings(voice: Voice, chosen: Rulings, full: bool = False) -> str:
    """Return the rulings in force: those that differ from the default, or (``full``) all of them."""
    from mafia_cli.words.rulebook import choice, cited  # announce does without it

    names = list(RULINGS) if full else list(chosen.changed())
    if not names:
        return voice.say("ask.rulings_default")
    lines = [voice.say("ask.rulings_all" if full else "ask.rulings")]
    for name in names:
        said = choice(voice.words, name, getattr(chosen, name))
        lines.append(voice.say("ask.ruling", choice=said, rule=cited(voice.words, name)))
    return "\n".join(lines)


def living(voice: Voice, people: People, alive: Iterable[int]) -> str:
    """Return the table of the living: seat and nick."""
    seats = sorted(alive)
    lines = [voice.say("ask.living", players=_players(voice, len(seats)))]
    lines += [voice.say("ask.living_row", seat=seat, nick=people.name(seat)) for seat in seats]
    return "\n".join(lines)


# --- pieces -----------------------------------------------------------------------------------------------


def _seats(told: Iterable[Fact], kind: Kind) -> list[int]:
    return [fact.seat for fact in told if fact.kind is kind]


def _roles(told: Iterable[Fact]) -> dict[int, Role]:
    return {fact.seat: fact.role for fact in told if fact.kind is Kind.ROLE and fact.role is not None}


def _list(voice: Voice, people: People, seats: Iterable[int]) -> str:
    return voice.words.comma(people.names(seats))


def _players(voice: Voice, n: int) -> str:
    return voice.words.plural(n, "chat", "count.players")


def _votes(voice: Voice, n: int) -> str:
    return voice.words.plural(n, "chat", "count.votes")


def _themed_death(voice: Voice, people: People, night: int, told: Iterable[Fact]) -> str:
    """Return a theme's sentence for a single death whose single cause may be told; "" where that is not so."""
    told = list(told)
    died = [fact for fact in told if fact.kind is Kind.TOLD]
    if len(died) != 1 or len(died[0].detail) != 1 or not voice.has(f"death.{died[0].detail[0]}"):
        return ""
    victim = _victims(voice, people, told, causes=False)[0]
    return voice.say(f"death.{died[0].detail[0]}", night, night=night, victim=victim)


def _victims(voice: Voice, people: People, told: Iterable[Fact], causes: bool = True, moment: int = 0) -> list[str]:
    told = list(told)
    roles = _roles(told)
    victims = []
    for fact in told:
        if fact.kind is Kind.TOLD:
            named = fact.detail if causes else ()
            shown = roles.get(fact.seat)
            key = "_".join(["cause"] * bool(named) + ["role"] * (shown is not None)) or "bare"
            role = voice.role(shown) if shown is not None else ""
            why = voice.causes(named, moment)
            victims.append(voice.say(f"victim.{key}", nick=people.name(fact.seat), causes=why, role=role))
    return victims


def _out(voice: Voice, people: People, told: Iterable[Fact], causes: bool = True) -> str:
    victims = _victims(voice, people, told, causes)
    if len(victims) == 1:
        return voice.say("out.one", victim=victims[0])
    return "\n".join([voice.say("out.many"), *(voice.say("morning.row", victim=victim) for victim in victims)])


def _role_lines(voice: Voice, people: People, told: Iterable[Fact]) -> list[str]:
    shown = [(people.name(seat), voice.role(role)) for seat, role in _roles(told).items()]
    return [voice.say("out.role", nick=nick, role=role) for nick, role in shown]


def _count_lines(voice: Voice, people: People, day: int, tally: Tally) -> list[str]:
    counts = tally.counts()
    lines = []
    for seat in sorted(counts, key=lambda seat: (-counts[seat], seat)):
        voters = _list(voice, people, [voter for voter, named in tally.votes.items() if named == seat])
        votes = _votes(voice, counts[seat])
        lines.append(voice.say("vote.line", day, nick=people.name(seat), votes=votes, voters=voters))
    if not lines:
        lines.append(voice.say("vote.nothing", day))
    if tally.passed:
        lines.append(voice.say("vote.passed", day, nicks=_list(voice, people, sorted(tally.passed))))
    return lines


def _acquittal_lines(voice: Voice, people: People, day: int, tally: Tally) -> list[str]:
    lines = []
    for key, side in (("acquit", 1), ("convict", 0)):
        voters = [voter for voter, acquits in tally.votes.items() if acquits == side]
        name = f"acquittal.{key}" if voters else f"acquittal.{key}_none"
        said = voice.say(name, day, votes=_votes(voice, len(voters)), voters=_list(voice, people, voters))
        lines.append(said)
    return lines
