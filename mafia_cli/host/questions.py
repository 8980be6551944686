"""The questions of ``mafia new`` as data: what each is stored as, when it applies, how a typed line is taken.

A question has a value from the start (its default, or what was answered before); a bare Enter takes it. A line
either answers (``done``) or changes the value and the question stays: players, votes, roles grow line by line.
What cannot be raises ``RefusedError`` and changes nothing; what is only partly wrong is told in ``say``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mafia_cli.host import joining, theming
from mafia_cli.host.dealing import deal_line, deal_lines
from mafia_cli.host.setup import (
    chances_text,
    check_composition,
    composition_text,
    rulings,
    seat_in,
    suggestion,
)
from mafia_cli.host.setup_state import AnswerError, Setup, Taken, one_line
from mafia_cli.people import fault
from mafia_cli.rules.deal import counts_of
from mafia_cli.rules.errors import Problem
from mafia_cli.rules.roles import Role, composition_problems
from mafia_cli.rules.rulings import RULINGS, rulings_from
from mafia_cli.screen import columns, wrap
from mafia_cli.script.check import Raw
from mafia_cli.script.errors import Fault, RefusedError
from mafia_cli.words import rulebook
from mafia_cli.words.catalogue import LANGUAGES
from mafia_cli.words.clean import short
from mafia_cli.words.cutting import PROFILES
from mafia_cli.words.errors import message


def _always(setup: Setup) -> bool:
    return True


def _never(setup: Setup, value: Any) -> bool:
    return False


def _nothing(setup: Setup, value: Any) -> list[str]:
    return []


def _no_brief(setup: Setup, value: Any) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Question:
    """One question of the wizard.

    ``key``: what the answer is stored as in ``[setup]``, and its wording (``ask.<key>``, ``help.<key>``).
    ``start`` makes the first value of an earlier one (``None``: there is none); ``take`` reads a line; ``show`` is what
    stands above the prompt; ``brief`` the default in brackets; ``shape`` tells whether a stored value can be one;
    ``stuck`` whether Enter would be refused: then ``stuck.<key>`` asks in its place.
    """

    key: str
    shape: Callable[[Any], bool]
    start: Callable[[Setup, Any], Any]
    take: Callable[[Setup, str, Any], Taken]
    show: Callable[[Setup, Any], list[str]] = _nothing
    brief: Callable[[Setup, Any], str] = _no_brief
    applies: Callable[[Setup], bool] = _always
    grows: bool = False
    stuck: Callable[[Setup, Any], bool] = _never

    def prompt(self, setup: Setup, value: Any) -> str:
        """Return the words of the prompt; one that grows asks for more once it has something."""
        begun = any(value.values()) if isinstance(value, dict) else bool(value)
        key = f"more.{self.key}" if self.grows and begun else f"ask.{self.key}"
        if self.stuck(setup, value):
            key = f"stuck.{self.key}"
        said = setup.say(key, **setup.numbers())
        default = self.brief(setup, value)
        if default:
            return setup.say("prompt.default", ask=said, default=default)
        return setup.say("prompt.enter" if "Enter:" in said else "prompt.plain", ask=said)


# --- the shapes of stored answers ---------------------------------------------------------------------------


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and value >= 0


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_pairs(value: Any) -> bool:
    return isinstance(value, list) and all(_is_texts(pair) and len(pair) == 2 for pair in value)


def _is_deal(value: Any) -> bool:
    return _is_pairs(value) and all(role in set(Role) for _, role in value)


def _is_counts(value: Any) -> bool:
    known = isinstance(value, dict) and all(role in set(Role) for role in value)
    return known and all(_is_number(n) and n < 1000 for n in value.values())


def _is_choices(value: Any) -> bool:
    return isinstance(value, dict) and all(
        name in RULINGS and choice in RULINGS[name].choices for name, choice in value.items()
    )


# --- one line each: name, language, host, chat --------------------------------------------------------------


def _name_start(setup: Setup, old: Any) -> Any:
    return old or setup.today()


def _text_or_same(setup: Setup, text: str, value: Any) -> Taken:
    return Taken(one_line(text) or value)


def _text_brief(setup: Setup, value: Any) -> str:
    return short(str(value), 30)


def _lang_start(setup: Setup, old: Any) -> Any:
    return old if old in LANGUAGES else setup.words.lang


def _lang_take(setup: Setup, text: str, value: Any) -> Taken:
    wanted = one_line(text).casefold()
    for lang in LANGUAGES:
        if wanted in setup.words.variants("wizard", f"lang.{lang}"):
            return Taken(lang)
    if wanted:
        raise AnswerError("not_understood", text=short(one_line(text), 30), help=setup.say("help.lang"))
    return Taken(value)


def _lang_brief(setup: Setup, value: Any) -> str:
    return setup.words.variants("wizard", f"lang.{value}")[0]


def _host_start(setup: Setup, old: Any) -> Any:
    return old or ""


def _host_take(setup: Setup, text: str, value: Any) -> Taken:
    said = one_line(text)
    return Taken("" if said == "-" else said or value)


def _limit_start(setup: Setup, old: Any) -> Any:
    return old if old in PROFILES else "none"


def _limit_take(setup: Setup, text: str, value: Any) -> Taken:
    wanted = one_line(text).casefold()
    for number, name in enumerate(PROFILES, 1):
        if wanted in (name, str(number), *setup.words.variants("wizard", f"limit.{name}")):
            return Taken(name)
    if wanted:
        raise AnswerError("not_understood", text=short(one_line(text), 30), help=setup.say("help.limit"))
    return Taken(value)


def _limit_brief(setup: Setup, value: Any) -> str:
    return setup.words.variants("wizard", f"limit.{value}")[0]


# --- roles ----------------------------------------------------------------------------------------------------


def _counts(value: Raw) -> dict[Role, int]:
    return {role: value[role.value] for role in Role if value.get(role.value)}


def _stored(counts: dict[Role, int]) -> Raw:
    return {role.value: counts[role] for role in Role if counts.get(role)}


def _filled(counts: dict[Role, int], players: int) -> dict[Role, int]:
    """Return the composition with as many plain citizens as players are left."""
    others = sum(n for role, n in counts.items() if role is not Role.CITIZEN)
    changed = {**counts, Role.CITIZEN: max(0, players - others)}
    return {role: changed[role] for role in Role if changed.get(role)}


def _roles_start(setup: Setup, old: Any) -> Any:
    players = len(setup.entries())
    if old:
        filled = _filled(_counts(old), players)
        if sum(filled.values()) == players and not composition_problems(filled):
            return _stored(filled)
    return _stored(suggestion(players))


def _roles_dealt(setup: Setup, text: str) -> Taken:
    """Take a whole deal for the composition: what it holds is the composition."""
    deal, say = _deal_read(setup, text, [])
    counts = counts_of(held(setup, deal))
    check_composition(counts, len(setup.entries()))
    if say:
        raise AnswerError("deal.not_whole", reasons="\n".join(say))
    shown = ", ".join(f"{short(nick, 24)} - {setup.words.role(Role(role), 'who')}" for nick, role in deal)
    setup.answers = {**setup.answers, "deal": deal}
    lone = Role.MAFIA not in counts
    return Taken(_stored(counts), say=[setup.say("deal.dealt", roles=shown)], sure=_lone(setup) if lone else "")


def _roles_faults(setup: Setup, value: Raw) -> list[Fault]:
    try:
        check_composition(_counts(value), len(setup.entries()))
    except RefusedError as error:
        return error.faults
    return []


def _roles_show(setup: Setup, value: Any) -> list[str]:
    counts = _counts(value)
    total, players = sum(counts.values()), len(setup.entries())
    lines = [setup.say("roles.line", total=total, players=players, roles=composition_text(setup.words, counts))]
    faults = _roles_faults(setup, value)
    if faults:
        return [*lines, *setup.refusal(RefusedError(faults))]
    return [*lines, chances_text(setup.words, counts)]


def _roles_take(setup: Setup, text: str, value: Any) -> Taken:
    from mafia_cli.reading.roles import CompositionError, read_composition

    if not text.strip():
        faults = _roles_faults(setup, value)
        if faults:
            raise RefusedError(faults)
        lone = Role.MAFIA not in _counts(value)
        return Taken(value, sure=_lone(setup) if lone else "")
    if "\n" in text.strip():
        return _roles_dealt(setup, text)
    if text.strip() == "*":
        fresh = _stored(suggestion(len(setup.entries())))
        return Taken(fresh, done=False, say=_roles_show(setup, fresh))
    before = _counts(value)
    try:
        after = read_composition(text, before)
    except CompositionError as error:
        raise RefusedError([fault("unknown_role", role=error.word, meant=error.likely or "")]) from None
    if after.get(Role.CITIZEN, 0) == before.get(Role.CITIZEN, 0):
        after = _filled(after, len(setup.entries()))
    stored = _stored(after)
    return Taken(stored, done=False, say=_roles_show(setup, stored))


def _lone(setup: Setup) -> str:
    return f"{message(setup.words, Problem('lone_mafioso'))} {setup.say('roles.sure')}"


# --- the deal and the mayor -----------------------------------------------------------------------------------


def held(setup: Setup, value: Sequence[Sequence[str]]) -> list[Role]:
    """Return the roles by seat that lines ``nick = role`` give; whoever is not named is a plain citizen (1.5)."""
    named = {nick: Role(role) for nick, role in value}
    return [named.get(entry["nick"], Role.CITIZEN) for entry in setup.entries()]


def _deal_start(setup: Setup, old: Any) -> Any:
    nicks = {entry["nick"] for entry in setup.entries()}
    return [pair for pair in old or [] if pair[0] in nicks]


def _deal_show(setup: Setup, value: Any) -> list[str]:
    if not value:
        return []
    words = setup.words
    dealt = ", ".join(f"{short(nick, 24)} - {words.role(Role(role), 'who')}" for nick, role in value)
    lacking, beyond = _deal_difference(setup, value)
    lines = [setup.say("deal.dealt", roles=dealt)]
    if lacking:
        lines.append(setup.say("deal.left", roles=composition_text(words, lacking)))
    if beyond:
        lines.append(setup.say("deal.beyond", roles=composition_text(words, beyond)))
    return lines


def _deal_difference(setup: Setup, value: Any) -> tuple[dict[Role, int], dict[Role, int]]:
    """Return what the composition wants and nobody was given, and the other way round; plain citizens apart."""
    wanted, roles = _counts(setup.answers["roles"]), [Role(role) for _, role in value]
    rest = [role for role in Role if role is not Role.CITIZEN]
    lacking = {role: wanted.get(role, 0) - roles.count(role) for role in rest}
    return (
        {role: n for role, n in lacking.items() if n > 0},
        {role: -n for role, n in lacking.items() if n < 0},
    )


def _deal_take(setup: Setup, text: str, value: Any) -> Taken:
    if not text.strip():
        return _deal_done(setup, value)
    if text.strip() == "-":
        return Taken([], done=False, say=[setup.say("deal.cleared")])
    after, say = _deal_read(setup, text, value)
    return Taken(after, done=False, say=[*_deal_show(setup, after), *say])


def _deal_read(setup: Setup, text: str, value: Any) -> tuple[list[list[str]], list[str]]:
    """Return a deal with the lines of a paste, and why some of them are none."""
    named, say = dict(value), list[str]()
    for line in deal_lines(text):
        try:
            for seat, role in deal_line(setup.entries(), line):
                named[setup.entries()[seat - 1]["nick"]] = role.value
        except RefusedError as error:
            say += setup.refusal(error)
    return [[nick, role] for nick, role in named.items()], say


def _deal_done(setup: Setup, value: Any) -> Taken:
    if not value:
        return Taken([])
    roles = held(setup, value)
    check_composition(counts_of(roles), len(roles))
    lacking, beyond = _deal_difference(setup, value)
    sure = [_lone(setup)] if Role.MAFIA not in roles else [setup.say("deal.sure")] if lacking or beyond else []
    return Taken(value, sure="".join(sure))


def _by_seed(setup: Setup) -> bool:
    return not setup.answers.get("deal")


def _mayor_start(setup: Setup, old: Any) -> Any:
    try:
        return setup.entries()[seat_in(setup.entries(), old) - 1]["nick"] if old else ""
    except RefusedError:
        return ""


def _mayor_take(setup: Setup, text: str, value: Any) -> Taken:
    said = one_line(text)
    if said in ("", "-"):
        return Taken("" if said else value)
    return Taken(setup.entries()[seat_in(setup.entries(), said) - 1]["nick"])


def _mayor_show(setup: Setup, value: Any) -> list[str]:
    return joining.numbered(setup.entries())


def _mayor_brief(setup: Setup, value: Any) -> str:
    return short(value, 30) if value else setup.say("mayor.drawn")


# --- rulings --------------------------------------------------------------------------------------------------


def _rulings_start(setup: Setup, old: Any) -> Any:
    return old or {}


def _rulings_show(setup: Setup, value: Any) -> list[str]:
    return [
        setup.say("rulings.changed", name=name, choice=choice, text=rulebook.choice(setup.words, name, choice))
        for name, choice in value.items()
    ] or [setup.say("rulings.head")]


def _rulings_take(setup: Setup, text: str, value: Any) -> Taken:
    said = one_line(text)
    if not said:
        return Taken(value)
    if said == "-":
        return Taken({}, done=False, say=_rulings_show(setup, {}))
    asked = said.lstrip("?").strip() if said.startswith("?") else said
    if not asked:
        page = rulebook.rulings_page(setup.words, rulings_from(value)).split("\n")
        rows = [line for row in page for line in wrap(row, columns() - 1, rest="    ")]
        return Taken(value, done=False, say=[*rows, setup.say("rulings.how")])
    if asked in RULINGS:
        return Taken(value, done=False, say=[*_ruling_page(setup, asked, value), setup.say("rulings.how")])
    pieces = [piece.strip() for piece in said.replace(";", ",").replace(" =", "=").replace("= ", "=").split(",")]
    pieces = [part for piece in pieces for part in piece.split()]
    if not all("=" in piece for piece in pieces):
        raise RefusedError([fault("unknown_ruling", ruling=said, meant="")])
    chosen = rulings(pieces)
    named = {piece.partition("=")[0] for piece in pieces}
    after = {name: choice for name, choice in value.items() if name not in named} | chosen
    ordered = {name: after[name] for name in RULINGS if name in after}
    return Taken(ordered, done=False, say=_rulings_show(setup, ordered))


def _ruling_page(setup: Setup, name: str, value: Any) -> list[str]:
    return rulebook.ruling_page(setup.words, name, value.get(name)).split("\n")


# --- ready ----------------------------------------------------------------------------------------------------


def _ready_show(setup: Setup, value: Any) -> list[str]:
    words, answers = setup.words, setup.answers
    entries, by_hand = setup.entries(), answers.get("deal") or []
    roles = held(setup, by_hand) if by_hand else []
    counts = counts_of(roles) if by_hand else _counts(answers["roles"])
    lines = [words.plural(len(entries), "wizard", "ready.head", name=short(answers["name"], 40))]
    if setup.theme():
        lines.append(setup.say("ready.theme", theme=short(setup.theme(), 40)))
    lines.append(setup.say("ready.roles", roles=composition_text(words, counts)))
    if by_hand:
        lines.append(setup.say("ready.by_hand"))
    elif answers.get("mayor"):
        lines.append(setup.say("ready.mayor", nick=short(answers["mayor"], 40)))
    if answers.get("rulings"):
        chosen = ", ".join(f"{name}={choice}" for name, choice in answers["rulings"].items())
        lines.append(setup.say("ready.rulings", rulings=chosen))
    return lines


def _ready_take(setup: Setup, text: str, value: Any) -> Taken:
    said = one_line(text).casefold()
    if said and said not in setup.words.text("desk", "ask.yes").split():
        return Taken(0, done=False, say=[setup.say("help.ready")])
    return Taken(1)


# --- the table of questions -----------------------------------------------------------------------------------


def _start_empty(setup: Setup, old: Any) -> Any:
    return old or []


def _start_zero(setup: Setup, old: Any) -> Any:
    return 0


QUESTIONS: Final = (
    Question("name", _is_text, _name_start, _text_or_same, brief=_text_brief),
    Question("lang", _is_text, _lang_start, _lang_take, brief=_lang_brief),
    Question("host", _is_text, _host_start, _host_take, brief=_text_brief),
    Question("limit", _is_text, _limit_start, _limit_take, brief=_limit_brief),
    Question("players", joining.is_roster, _start_empty, joining.take, joining.show, grows=True),
    Question("candidates", _is_texts, _start_empty, theming.candidates_take, theming.candidates_show,
             brief=theming.candidates_brief),
    Question("called", _is_number, _start_zero, theming.call_take, theming.call_show, applies=theming.several),
    Question("votes", theming.is_votes, theming.votes_start, theming.votes_take, theming.votes_show, grows=True,
             applies=theming.several),
    Question("tie", _is_text, theming.tie_start, theming.tie_take, theming.tie_show, brief=theming.tie_brief,
             applies=theming.tied),
    Question("named", _is_number, _start_zero, theming.named_take, theming.named_show, applies=theming.themed),
    Question("nicks", joining.is_nicks, joining.nicks_start, joining.nicks_take, joining.nicks_show, grows=True,
             applies=theming.themed),
    Question(
        "roles",
        _is_counts,
        _roles_start,
        _roles_take,
        _roles_show,
        stuck=lambda setup, value: bool(_roles_faults(setup, value)),
    ),
    Question("deal", _is_deal, _deal_start, _deal_take, _deal_show, grows=True),
    Question("mayor", _is_text, _mayor_start, _mayor_take, _mayor_show, brief=_mayor_brief, applies=_by_seed),
    Question("rulings", _is_choices, _rulings_start, _rulings_take, _rulings_show, grows=True),
    Question("ready", _is_number, _start_zero, _ready_take, _ready_show),
)  # fmt: skip
"""All questions in the order they are asked."""
