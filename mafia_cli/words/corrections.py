"""Corrections for the chat: what was told against what follows now, in a line or a few. Made of told data alone.

What a text says, as ``told`` keeps it, is public; so a correction cannot say more than the chat was told or may hear.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from mafia_cli.rules.model import Cause
from mafia_cli.rules.roles import Role
from mafia_cli.words.clean import safe
from mafia_cli.words.voice import Voice

DETAILS: Final = frozenset({"by", "roles", "saves", "votes", "second", "acquit", "seduced_now", "excluded"})
"""Keys that not every ``told`` entry has; one that is not there was not told otherwise."""

NAMED: Final = frozenset(
    {"died", "by", "roles", "seduced", "seduced_now", "revived", "excluded", "suspect", "jailed", "votes", "second"}
)
"""Keys with nicks: one, a list, or a table by nick."""

Says = Mapping[str, Any]


def differs(told: Says, now: Says) -> bool:
    """Tell whether something was told otherwise than it follows now."""
    if not told or not now:
        return bool(told) != bool(now)
    keys = [key for key in {**told, **now} if key not in DETAILS or key in told]
    return any(told.get(key) != now.get(key) for key in keys)


def called(says: Says, names: Mapping[str, str]) -> Says:
    """Return what was said under other nicks, by those said; what else stands there is left as it is."""

    def nick(name: object) -> Any:
        return names.get(name, name) if isinstance(name, str) else name

    named: dict[str, Any] = {}
    for key, value in says.items():
        if key in NAMED and isinstance(value, Mapping):
            named[key] = {nick(name): item for name, item in value.items()}
        elif key in NAMED and isinstance(value, list):
            named[key] = sorted(map(nick, value), key=str)
        else:
            named[key] = nick(value) if key in NAMED else value
    return named


def nicks_in(says: Says) -> set[str]:
    """Return the nicks in what was said."""
    found = set[str]()
    for key in NAMED & says.keys():
        value = says[key]
        found |= {one for one in ([value] if isinstance(value, str) else value) if isinstance(one, str)}
    return found - {""}


def correction(voice: Voice, about: str, told: Says, now: Says, text: str = "") -> str:
    """Return what puts a told text right; "" when others of its day say it.

    ``now`` is empty when nothing of it happened after all; ``text`` is the whole new text, given where the calls in it
    are still due.
    """
    kind, head = about.partition(" ")[0], heading(voice, about)
    if text:
        return f"{head}\n{text}"
    said = list(_sentences(voice, kind if now else f"no_{kind}", told, now))
    if not said:
        return ""
    line = "; ".join(one.rstrip(".") for one in said)
    return f"{head} {line}" if line.endswith("!") else f"{head} {line}."


def heading(voice: Voice, about: str) -> str:
    """Return how a correction begins: of which night or day it is."""
    kind, number = [*about.split(), "", ""][:2]
    topic = kind if kind in ("night", "day", "end") else "step"
    return voice.say(f"correction.{topic}", n=number)


def joined(voice: Voice, found: Iterable[tuple[str, str]]) -> str:
    """Return corrections (about what, the text) as one text, those of one day in one line."""
    lines: list[str] = []
    before = ""
    for about, text in found:
        head = heading(voice, about)
        if text and head == before and text.startswith(f"{head} "):
            lines[-1] = f"{lines[-1].rstrip('.')}; {text.removeprefix(f'{head} ')}"
        elif text:
            lines.append(text)
        before = head if text.startswith(f"{head} ") else ""
    return "\n".join(lines)


def _sentences(voice: Voice, kind: str, told: Says, now: Says) -> Iterator[str]:
    if kind in ("no_kabum", "no_revive", "no_exclude", "no_override", "no_end"):
        yield voice.say(f"correction.{kind}", nicks=_list(voice, told.get("excluded", [])))
    if kind.endswith(("rename", "replace")):
        yield from _named_anew(voice, told, now)
        return
    yield from _deaths(voice, told, now)
    yield from _set(voice, "back", told.get("revived", []), now.get("revived", []))
    yield from _vote(voice, told, now)
    yield from _jail(voice, told, now)
    if "role" in now and now["role"] != told.get("role"):
        yield voice.say("correction.role", nick=safe(now["jailed"]), role=voice.role(Role(now["role"])))
    for nick, role in _changed(told, now, "roles"):
        yield voice.say("correction.role", nick=safe(nick), role=voice.role(Role(role)))
    for key in ("seduced", "seduced_now"):
        yield from _set(voice, "seduced", told.get(key, []), now.get(key, []))
    if "saves" in told and now and told["saves"] != now.get("saves"):
        yield voice.say("correction.saves" if now.get("saves") else "correction.no_saves")
    if now.get("winner") and now["winner"] != told.get("winner"):
        yield voice.say(f"end.{now['winner']}")


def _named_anew(voice: Voice, told: Says, now: Says) -> Iterator[str]:
    if now:
        yield voice.say("player.renamed", old=safe(now["from"]), new=safe(now["to"]))
    elif "from" in told and "to" in told:
        yield voice.say("correction.same_nick", old=safe(told["from"]), new=safe(told["to"]))


def _deaths(voice: Voice, told: Says, now: Says) -> Iterator[str]:
    before, after = told.get("died", []), now.get("died", [])
    lives = [nick for nick in before if nick not in after]
    if lives:
        yield voice.say(f"correction.lives_{_count(lives)}", nicks=_list(voice, lives))
    dies = [_victim(voice, now, nick) for nick in after if nick not in before]
    if dies:
        yield voice.say(f"correction.dies_{_count(dies)}", nicks=voice.words.comma(dies))
    causes, right = told.get("by"), now.get("by", {})
    if isinstance(causes, Mapping):
        for nick in after:
            if nick in before and causes.get(nick) != right.get(nick):
                said = voice.words.causes(map(Cause, right.get(nick, ()))) or voice.say("correction.unknown")
                yield voice.say("correction.cause", nick=safe(nick), causes=said)


def _victim(voice: Voice, now: Says, nick: str) -> str:
    """A victim as the morning names one."""
    causes = [Cause(cause) for cause in now.get("by", {}).get(nick, ())]
    return voice.say("victim.cause", nick=safe(nick), causes=voice.words.causes(causes)) if causes else safe(nick)


def _vote(voice: Voice, told: Says, now: Says) -> Iterator[str]:
    for key in ("votes", "second"):
        if key in told and key in now and told[key] != now[key]:
            counts: Mapping[str, int] = now[key]
            rows = [f"{safe(nick)} {n}" for nick, n in sorted(counts.items(), key=lambda row: (-row[1], row[0]))]
            name = "count" if rows else "count_none"
            yield voice.say(f"correction.{name}", votes=voice.words.comma(rows))
    if "suspect" in told and "suspect" in now and told["suspect"] != now["suspect"]:
        key = "suspect" if now["suspect"] else "no_suspect"
        yield voice.say(f"correction.{key}", nick=safe(now["suspect"]))


def _jail(voice: Voice, told: Says, now: Says) -> Iterator[str]:
    if "acquit" in told and any(now.get("acquit", ())) and told["acquit"] != now["acquit"]:
        acquit, convict = (voice.words.plural(n, "chat", "count.votes") for n in now["acquit"])
        yield voice.say("correction.acquit", acquit=acquit, convict=convict)
    before, after = told.get("jailed", ""), now.get("jailed", "")
    if "role" in told or before == after:
        return
    if before:
        yield voice.say("correction.free", nick=safe(before))
    if after:
        yield voice.say("correction.jailed", nick=safe(after))


def _changed(told: Says, now: Says, key: str) -> list[tuple[str, Any]]:
    before = told.get(key)
    if not isinstance(before, Mapping):
        return []
    return [(nick, value) for nick, value in now.get(key, {}).items() if before.get(nick) != value]


def _set(voice: Voice, key: str, before: list[str], after: list[str]) -> Iterator[str]:
    for name, nicks in (
        (f"not_{key}", [nick for nick in before if nick not in after]),
        (key, [nick for nick in after if nick not in before]),
    ):
        if nicks:
            yield voice.say(f"correction.{name}", nicks=_list(voice, nicks))


def _list(voice: Voice, nicks: Iterable[str]) -> str:
    return voice.words.comma(safe(nick) for nick in nicks)


def _count(nicks: list[str]) -> str:
    return "one" if len(nicks) == 1 else "many"
