"""Why a night or a day came out as it did: the whole chain in plain words, for the host's eyes; nothing is written."""

from typing import Final

from mafia_cli.rules.facts import facts
from mafia_cli.script.errors import SaveError
from mafia_cli.script.model import Played, Record
from mafia_cli.words.catalogue import LANGUAGES, Words
from mafia_cli.words.explain import explain, explain_player
from mafia_cli.words.names import People

PHASES: Final = ("night", "day")


def number_of(record: Record) -> int:
    """Return the number of a closed night or day."""
    return record.game.night if record.kind == "night" else record.game.day


def closed(played: Played, kind: str = "", number: int | None = None) -> Record:
    """Return the night or day of this number, else the last of its kind, else the last closed of either.

    Raises ``RefusedError``: ``nothing_closed``, or ``no_such_night``, ``no_such_day`` with those that are.
    """
    every = [one for one in played.records if one.kind in PHASES and one.trace]
    fitting = [one for one in every if not kind or one.kind == kind]
    wanted = [one for one in fitting if number is None or number_of(one) == number]
    if wanted:
        return wanted[-1]
    if number is None:
        raise SaveError("nothing_closed")
    have = ", ".join(str(number_of(one)) for one in fitting)
    if kind == "night":
        raise SaveError("no_such_night", number=number, have=have)
    raise SaveError("no_such_day", number=number, have=have)


def why_lines(words: Words, played: Played, record: Record, seat: int = 0) -> list[str]:
    """Return the heading of a night or day and its chain of reasons, or of what it meant for one seat."""
    cast, known, people = record.game.cast, facts(record.game.cast, record.trace), People(record.names.nicks)
    title = words.text("cli", f"step.{record.kind}", n=number_of(record))
    if not seat:
        return [title, *explain(words, people, cast, known, record.before)]
    nick = people.name(seat)
    lines = explain_player(words, people, cast, known, seat, record.before)
    return [f"{title}, {nick}", *(lines or [words.text("desk", "why.nothing", nick=nick)])]


def read_why(text: str, exact: bool) -> tuple[str, int | None, str]:
    """Return (night, day or "", its number, the name left over) of what follows ``/why``: ``night 2 ann``.

    ``exact``: the whole text is somebody's nick, which then is meant.
    """
    first, _, rest = text.partition(" ")
    kind = next((kind for kind in PHASES if first.casefold() in _phase_words(kind)), "")
    if not kind or exact:
        return "", None, text
    number, _, name = rest.strip().partition(" ")
    if number.isdecimal() and len(number) < 5:
        return kind, int(number), name.strip()
    return kind, None, rest.strip()


def _phase_words(kind: str) -> set[str]:
    return {word for lang in LANGUAGES for word in Words(lang).text("desk", f"why.{kind}").split()}
