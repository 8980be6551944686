"""The vote on a theme (1.3): candidates, votes by player or plain counts, a tie, the two texts for the chat."""

import re
from typing import Any, Final

from mafia_cli.host.copying import Copied, copy
from mafia_cli.host.setup import seat_in
from mafia_cli.host.setup_state import AnswerError, AsItIs, Setup, Taken, one_line
from mafia_cli.reading.signups import spoken
from mafia_cli.reading.themes import theme_words_of, themes_in
from mafia_cli.reading.vocabulary import theme_words
from mafia_cli.script.errors import RefusedError
from mafia_cli.themes import Theme, every, find
from mafia_cli.words.clean import short
from mafia_cli.words.cutting import PROFILES, cut
from mafia_cli.words.packs import PLAIN

_MANY: Final = 20
_IDEAS: Final = 8
_LONGEST: Final = 60
_SHORTEST: Final = 3
"""Letters of a pack's name that mean the pack."""
_NUMBERED: Final = re.compile(r"[!-/:-@\[-`{-~]*[0-9]{0,2}[!-/:-@\[-`{-~]*(?<=.)")
"""A number of the list gone wrong, or a slip of the keyboard: no theme is called so."""
_COUNTS: Final = re.compile(r"[0-9]{1,4}(?:[\s,;]+[0-9]{1,4})+")
_SIDES: Final = re.compile(r"(.*?\S)\s*(?:[=:→]|->|=>|\s[-–—]\s)\s*(\S.*)")


def several(setup: Setup) -> bool:
    """Whether there is something to vote on."""
    return len(setup.candidates()) > 1


def tied(setup: Setup) -> bool:
    """Whether the vote has no single winner."""
    return several(setup) and "votes" in setup.answers and len(setup.top()) > 1


def themed(setup: Setup) -> bool:
    """Whether the game has a theme."""
    return bool(setup.theme())


# --- candidates -----------------------------------------------------------------------------------------------


def candidates_take(setup: Setup, text: str, value: Any) -> Taken:
    """Take themes in one line by commas (or one a line); Enter: as before; ``-``: no theme.

    The number of a pack, its id, its name or their beginning mean the pack.
    """
    if not text.strip():
        return Taken(value)
    if text.strip() == "-":
        return Taken([])
    found: dict[str, str] = {}
    packs = offered(setup)
    if "\n" in text.strip() and (taken := _voted(setup, packs, text)):
        return taken
    for piece in re.split(r"[,;\n]", text):
        theme = one_line(piece)[:_LONGEST].strip()
        if theme.isdecimal() and len(theme) < 4 and 0 < int(theme) <= len(packs):
            theme = packs[int(theme) - 1].name
        theme = _pack_meant(packs, theme) or theme
        if _NUMBERED.fullmatch(theme):
            names = ", ".join(short(one.name, 24) for one in packs)
            raise AnswerError("theme.unknown", theme=short(theme, 30), themes=names)
        if theme:
            found.setdefault(theme.casefold(), theme)
    if len(found) > _MANY:
        raise AnswerError("theme.many", n=_MANY)
    return Taken(list(found.values()), done=bool(found))


def _pack_meant(packs: list[Theme], typed: str) -> str:
    """Return the name of the pack meant by its id, its name or their beginning; "" = a theme of one's own."""
    wanted = typed.casefold()
    exact = [pack for pack in packs if wanted in (pack.id.casefold(), pack.name.casefold())]
    begun = [pack for pack in packs if any(one.casefold().startswith(wanted) for one in (pack.id, pack.name))]
    near = exact or (begun if len(wanted) >= _SHORTEST else [])
    return near[0].name if len(near) == 1 else ""


def _voted(setup: Setup, packs: list[Theme], text: str) -> Taken | None:
    """Take a whole vote pasted where the themes are asked for: those voted for are the candidates."""
    themes = {pack.name: _words_of(pack.name, packs) for pack in packs}
    chosen, say = _pasted(setup, text, themes, {})
    names = [name for name in themes if name in chosen.values()]
    if len(chosen) < 2:
        return None
    if len(names) > 1:
        setup.answers = {**setup.answers, "candidates": names}
        votes = [[voter, choice] for voter, choice in chosen.items()]
        say = [*votes_show(setup, votes), *say]
        setup.answers |= {"called": 0, "votes": votes}
    return Taken(names, say=say)


def _words_of(name: str, packs: list[Theme]) -> list[str]:
    """Return the words that mean a theme; those of a pack where it is one."""
    meant = _pack_meant(packs, name)
    if not meant:
        near, sure = themes_in(name, {pack.name: theme_words_of(pack.name, theme_words(pack.id)) for pack in packs})
        meant = near[0] if sure else ""
    ids = [pack.id for pack in packs if pack.name == meant]
    return theme_words_of(name, [one for pack in ids for one in (pack, *theme_words(pack))])


def _pasted(
    setup: Setup, text: str, themes: dict[str, list[str]], before: dict[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Return who votes for what in a chat, the last word of each, and what there is to say of the rest."""
    players, chosen, say, passed = setup.players(), dict(before), list[str](), list[str]()
    known = {name for entry in players for name in (entry["nick"], entry.get("chat", "")) if name}
    for sender, said in spoken(text, known.__contains__):
        choices, sure = themes_in(said, themes)
        if sender and not choices:
            passed.append(short(said, 24))
            continue
        try:
            if not sender:
                voter, choice = _vote(setup, said)
            else:
                voter = players[seat_in(players, sender) - 1]["nick"]
                choice = choices[0] if sure else ""
        except (RefusedError, AnswerError) as error:
            say += setup.refusal(error)
        else:
            if choice:
                chosen[voter] = choice
            else:
                say.append(setup.say("refused", reason=f"{short(voter, 24)}: {short(said, 40)}"))
    return chosen, [*say, setup.say("votes.passed", lines=" · ".join(passed[:_IDEAS]))] if passed else say


def offered(setup: Setup) -> list[Theme]:
    """Return the theme packs in the game's language: the chat then speaks in the words of the one that wins."""
    return [theme for theme in every(setup.game_words(), setup.saves) if theme.id != PLAIN]


def candidates_show(setup: Setup, value: Any) -> list[str]:
    """Return the packs with their numbers."""
    names = ", ".join(f"{n} {short(theme.name, 24)}" for n, theme in enumerate(offered(setup), 1))
    return [setup.words.text("table", "themes.offered", names=names)]


def candidates_brief(setup: Setup, value: Any) -> str:
    """Return the candidates as a default, or that there is no theme."""
    return ", ".join(short(one, 20) for one in value[:6]) if value else setup.say("theme.none")


def _list(setup: Setup) -> list[str]:
    return [f"{n:>3} {short(one, 50)}" for n, one in enumerate(setup.candidates(), 1)]


def _candidate(setup: Setup, text: str, among: list[str]) -> str:
    """Return the theme that a number (as listed) or a name means; the beginning of a name will do."""
    wanted, candidates = one_line(text).casefold(), setup.candidates()
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 4 else 0
    if 0 < number <= len(candidates) and candidates[number - 1] in among:
        return candidates[number - 1]
    exact = [one for one in among if one.casefold() == wanted]
    near = exact or [one for one in among if wanted and one.casefold().startswith(wanted)]
    packs = offered(setup)
    near = near or [one for one in among if one == _pack_meant(packs, wanted)]
    if len(near) != 1:
        named, sure = themes_in(wanted, {one: _words_of(one, packs) for one in candidates})
        near = [one for one in named if one in among] if sure else []
    if len(near) != 1:
        themes = ", ".join(short(one, 30) for one in among)
        raise AnswerError("theme.unknown", theme=short(one_line(text), 30), themes=themes)
    return near[0]


# --- texts for the chat ---------------------------------------------------------------------------------------


def call_text(setup: Setup) -> str:
    """Return the text that calls the theme vote, in the game's language."""
    words = setup.game_words()
    rows = [words.text("wizard", "chat.row", n=n, theme=one) for n, one in enumerate(setup.candidates(), 1)]
    return "\n".join([words.text("wizard", "chat.call"), *rows])


def named_text(setup: Setup) -> str:
    """Return the text that names the theme and asks for new nicks."""
    words = setup.game_words()
    said = words.text("wizard", "chat.named", theme=setup.theme())
    pack = find(setup.pack() or "-", words, setup.saves)
    nicks = list(pack.pack.get("nicks", [])) if pack else []
    if not nicks:
        return said
    first = setup.wording % len(nicks)
    ideas = words.comma((nicks[first:] + nicks[:first])[:_IDEAS])
    return f"{said}\n{words.text('table', 'themes.ideas', nicks=ideas)}"


def _parts(setup: Setup, text: str) -> list[str]:
    limit = setup.answers.get("limit", "none")
    return cut(text, limit if limit in PROFILES else "none")


def _show(setup: Setup, text: str, part: int) -> list[str]:
    parts = _parts(setup, text)
    head = setup.say("text.head") if len(parts) == 1 else setup.say("text.part", part=part + 1, parts=len(parts))
    return [head, "", *map(AsItIs, parts[min(part, len(parts) - 1)].split("\n")), ""]


def _copied(setup: Setup, text: str, typed: str, part: int) -> Taken:
    """Copy the part shown and go to the next; ``-`` goes on without copying."""
    parts = _parts(setup, text)
    if typed.strip() == "-":
        return Taken(len(parts))
    if typed.strip():
        return Taken(part, done=False, say=[setup.say("text.help")])
    done = copy(parts[part])
    say = [setup.say("no_clipboard") if done is Copied.NOT else setup.words.text("desk", f"copied.{done}")]
    if part + 1 < len(parts):
        return Taken(part + 1, done=False, say=[*say, *_show(setup, text, part + 1)])
    return Taken(len(parts), say=say)


def call_show(setup: Setup, value: Any) -> list[str]:
    """Return the call as it will be pasted."""
    return _show(setup, call_text(setup), value)


def call_take(setup: Setup, text: str, value: Any) -> Taken:
    """Copy the call."""
    return _copied(setup, call_text(setup), text, value)


def named_show(setup: Setup, value: Any) -> list[str]:
    """Return who won, and the text that names the theme."""
    return [*_won(setup), *_show(setup, named_text(setup), value)]


def _won(setup: Setup) -> list[str]:
    if not several(setup):
        return []
    return [setup.say("theme.won", theme=short(setup.theme(), 50))]


def named_take(setup: Setup, text: str, value: Any) -> Taken:
    """Copy the text that names the theme."""
    return _copied(setup, named_text(setup), text, value)


# --- votes ----------------------------------------------------------------------------------------------------


def is_votes(value: Any) -> bool:
    """Whether a stored answer is counts, or pairs of player and theme."""
    if not isinstance(value, list):
        return False
    counts = all(isinstance(one, int) and 0 <= one < 10_000 for one in value)
    return counts or all(
        isinstance(one, list) and len(one) == 2 and all(isinstance(text, str) for text in one) for one in value
    )


def votes_start(setup: Setup, old: Any) -> Any:
    """Return earlier votes as far as their players and themes are still there."""
    if old and isinstance(old[0], int):
        return old if len(old) == len(setup.candidates()) else []
    known = {entry["nick"] for entry in setup.players()}
    return [pair for pair in old or [] if pair[0] in known and pair[1] in setup.candidates()]


def votes_show(setup: Setup, value: Any) -> list[str]:
    """Return the count as it stands and who has not voted."""
    if not value:
        return _list(setup)
    counted = setup.votes(value)
    lines = [f"{row}: {n}" for row, n in zip(_list(setup), counted, strict=True)]
    if not isinstance(value[0], int):
        voted = {pair[0] for pair in value}
        silent = [short(entry["nick"], 20) for entry in setup.players() if entry["nick"] not in voted]
        if silent:
            lines.append(setup.say("votes.silent", nicks=", ".join(silent)))
    return lines


def votes_take(setup: Setup, text: str, value: Any) -> Taken:
    """Take votes ``Аня: 2`` a line, or the counts of all candidates at once; a player's last word counts."""
    said = text.strip()
    if not said:
        return Taken(value)
    if said == "-":
        return Taken([], done=False, say=votes_show(setup, []))
    if _COUNTS.fullmatch(said) and len(re.findall("[0-9]+", said)) == len(setup.candidates()):
        counts = [int(number) for number in re.findall("[0-9]+", said)]
        return Taken(counts, done=False, say=votes_show(setup, counts))
    chosen: dict[str, str] = {} if value and isinstance(value[0], int) else dict(value)
    wrong: list[str] = []
    if "\n" in said:
        packs = offered(setup)
        chosen, wrong = _pasted(setup, said, {one: _words_of(one, packs) for one in setup.candidates()}, chosen)
        said = ""
    for line in _lines(said):
        try:
            voter, choice = _vote(setup, line)
        except (RefusedError, AnswerError) as error:
            wrong += setup.refusal(error)
        else:
            chosen[voter] = choice
    after = [[voter, choice] for voter, choice in chosen.items()]
    return Taken(after, done=False, say=[*votes_show(setup, after), *wrong])


def _lines(said: str) -> list[str]:
    lines: list[str] = []
    for line in said.splitlines():
        marks = len(re.findall(r"[=:→]", line))
        lines += re.split("[,;]", line) if marks > 1 else [line]
    return [line for line in lines if line.strip()]


def _vote(setup: Setup, line: str) -> tuple[str, str]:
    """Return who votes and for which theme."""
    sides = _SIDES.fullmatch(line.strip())
    if sides:
        voter, choice = sides[1], sides[2]
    else:
        voter, _, choice = line.strip().rpartition(" ")
        before, _, word = voter.rpartition(" ")
        if before and word.casefold() in setup.words.variants("wizard", "votes.for"):
            voter = before
    if not voter:
        raise AnswerError("votes.bad", line=short(line.strip(), 40))
    players = setup.players()
    return players[seat_in(players, voter) - 1]["nick"], _candidate(setup, choice, setup.candidates())


# --- a tie ----------------------------------------------------------------------------------------------------


def tie_start(setup: Setup, old: Any) -> Any:
    """Return what was chosen before, if it is still among the tied."""
    return old if old in setup.top() else ""


def tie_show(setup: Setup, value: Any) -> list[str]:
    """Return the tied themes."""
    candidates = setup.candidates()
    return [setup.say("tie.head"), *(f"{candidates.index(one) + 1:>3} {short(one, 50)}" for one in setup.top())]


def tie_take(setup: Setup, text: str, value: Any) -> Taken:
    """Take a number or a name; Enter draws by the seed."""
    if text.strip() == "*":
        return Taken(setup.lot())
    return Taken(_candidate(setup, text, setup.top()) if text.strip() else value or setup.lot())


def tie_brief(setup: Setup, value: Any) -> str:
    """Return what Enter does."""
    return short(value, 30) if value else setup.say("tie.lot")
