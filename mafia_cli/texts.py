"""The texts of a game as they follow from its facts: for the chat and for private messages, each with what it says."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from mafia_cli.rules.day import hold
from mafia_cli.rules.ending import reason
from mafia_cli.rules.facts import facts, public
from mafia_cli.rules.model import NOBODY, DayStep, EndStep, Fact, Kind, NightStep, NoteStep, OverrideStep
from mafia_cli.rules.roles import Role
from mafia_cli.rules.steps import NAMING
from mafia_cli.script import edit
from mafia_cli.script.model import AmendStep, Entry, Names, Played, Record, Row, Script, Told, Undone
from mafia_cli.script.replay import amended, with_step
from mafia_cli.script.told import Message, chat_names, derived, is_past, told_last
from mafia_cli.themes import pack_of
from mafia_cli.words import chat, corrections, private
from mafia_cli.words.amends import amend_text, answer_text, step_text
from mafia_cli.words.catalogue import LANGUAGES, Words
from mafia_cli.words.clean import short
from mafia_cli.words.names import People
from mafia_cli.words.voice import Voice

DAY_TEXTS: Final = ("count", "verdict", "role")
"""The three texts of a day, in the order they are told (1.8)."""
CORRECTION: Final = "correction"
"""What the joined correction of everything told otherwise is about."""


class ChatText(NamedTuple):
    """A text for the chat: what it is about (as in ``told``), what it says as data, the wording."""

    about: str
    says: dict[str, Any]
    text: str


def game_words(script: Script, host: Words) -> Words:
    """Return the words of the game's language, which rules chat texts and private messages; the host's by default."""
    lang = script.header.lang
    return Words(lang) if lang in LANGUAGES else host


def voice_of(script: Script, host: Words, saves: Path | None) -> Voice:
    """Return how this game's chat is spoken to.

    ``saves``: the folder whose ``themes/`` has the host's own packs; ``None``: those that come with the program alone.
    """
    words = game_words(script, host)
    return Voice(words, script.header.key("wording"), pack_of(script, words, saves))


def people_of(script: Script, played: Played) -> People:
    """Return the people of a game under their nicks and chat names of now."""
    return People(played.names.nicks, tuple(chat_names(script, played)))


def people_then(script: Script, record: Record) -> People:
    """Return the people under the nicks they bore after this step."""
    return People(record.names.nicks, ("", *(player.chat or "" for player in script.players)))


def chat_texts(script: Script, played: Played, voice: Voice) -> list[ChatText]:
    """Return every chat text that follows from the steps so far, in the order it became due; calls are not among them.

    While a second vote or an acquittal runs, the count before it is there already.
    """
    return [*newest_first(script, played, voice)][::-1]


def newest_first(script: Script, played: Played, voice: Voice) -> Iterator[ChatText]:
    """Yield the texts of ``chat_texts`` from the last to the first, each step's made when it is come to.

    What happened after a count (``after = "vote"``, or while a second vote runs) is told after it.
    """
    counted = open_texts(script, played, voice)
    later = _steps_since_count(played.open_step) if counted and played.open_step else 0
    none = not counted
    for record in reversed(played.records):
        if counted and later <= 0 and record.game.counted is None:
            yield counted.pop()
        later -= not record.row.joined
        texts = [*record_texts(script, record, voice)]
        none = none and not texts
        if record.kind == "day":
            counted, texts = texts[:1], texts[1:]
        yield from reversed(texts)
    yield from counted
    if none:
        yield ChatText("start", {}, chat.acquaintance(voice, len(played.names.seats)))


def _steps_since_count(row: Row) -> int:
    """Return how many decisions stand before the open day that came after its last count."""
    entries = edit.entries_of(row)
    at = max((at for at, entry in enumerate(entries) if entry[0] == "stage"), default=len(entries))
    return sum(entry[0] == "step" for entry in entries[at:])


def open_texts(script: Script, played: Played, voice: Voice) -> list[ChatText]:
    """Return the count of the open day once its first vote is closed: with the call for what comes next."""
    row = played.open_step
    if row is None or not isinstance(row.step, DayStep) or played.game is None or played.faults:
        return []
    step = row.step
    if step.acquit is None and step.revote is None:
        return []
    stage = "acquit" if step.acquit is not None else "revote"
    if stage == "revote":
        step = DayStep(step.votes, None, step.mayor, step.decision, None)
    due = hold(played.game, step).due
    if stage == "revote" and due != "revote":
        return []  # a death has left no tie: the first vote goes on
    preview = with_step(played, row.but(step=step) if stage == "revote" else row)
    if not preview.records or preview.faults:
        return []
    record = preview.records[-1]
    number = record.game.day
    text = chat.count(voice, people_then(script, record), number, facts_of(record), due)
    about = f"day {number} count"  # after a second vote the count is told anew, not corrected
    return [ChatText(f"{about} first" if stage == "revote" else about, _count_says(record), text)]


def record_texts(script: Script, record: Record, voice: Voice) -> Iterator[ChatText]:
    """Yield the chat texts of one judged step."""
    if isinstance(record.step, NoteStep) and record.kind not in NAMING:
        return  # nothing for the chat, and a long game has many
    people, known, at = people_then(script, record), facts_of(record), record.position
    match record.kind:
        case "night":
            night = record.game.night
            yield ChatText(f"night {night}", _night_says(record), chat.morning(voice, people, night, known))
        case "day":
            yield from _day_texts(record, voice, people, known)
        case "kabum":
            kamikaze = record.game.cast.seat_of[Role.KAMIKAZE]
            yield ChatText(f"kabum {at}", _died_says(record), chat.kabum(voice, people, known, kamikaze))
        case "revive":
            yield ChatText(f"revive {at}", _died_says(record), chat.revival(voice, people, known))
        case "exclude":
            out = {"excluded": [record.names.nicks[fact.seat] for fact in known if fact.kind is Kind.EXCLUDED]}
            yield ChatText(f"exclude {at}", _died_says(record) | out, chat.exclusion(voice, people, known))
        case "rename":
            old, new = record.was[record.row.target], record.row.to or ""
            yield ChatText(f"rename {at}", {"from": old, "to": new}, chat.renaming(voice, old, new))
        case "replace":
            seat = record.row.target
            old, new = record.was[seat], record.row.to or ""
            yield ChatText(f"replace {at}", {"from": old, "to": new}, chat.replacement(voice, old, new, seat))
        case "override" if isinstance(record.step, OverrideStep):
            seduced = record.game.seduced if record.step.seduced is not None else None
            text = chat.override(voice, people, known, seduced)
            if text:
                nicks = record.names.nicks
                now = {} if seduced is None else {"seduced_now": sorted(nicks[seat] for seat in seduced)}
                yield ChatText(f"override {at}", _died_says(record) | now, text)
        case "end" if isinstance(record.step, EndStep):
            why = reason(record.game.cast, record.game.alive, record.step.winner)
            says = {"winner": record.step.winner, "roles": _roles_said(record)}
            yield ChatText("end", says, chat.end(voice, people, known, why))
        case _:
            pass


def facts_of(record: Record) -> tuple[Fact, ...]:
    """Return the facts of one judged step."""
    return facts(record.game.cast, record.trace)


def _day_texts(record: Record, voice: Voice, people: People, known: tuple[Fact, ...]) -> Iterator[ChatText]:
    number = record.game.day
    jailed = next((fact.seat for fact in known if fact.kind is Kind.JAILED), NOBODY)
    last_word = record.game.cast.roles[jailed] is not Role.KAMIKAZE
    nick = record.names.nicks[jailed]
    verdict = chat.verdict(voice, people, number, known, last_word)
    yield ChatText(f"day {number} count", _count_says(record), chat.count(voice, people, number, known))
    yield ChatText(f"day {number} verdict", {"jailed": nick, "acquit": _acquit_said(known)}, verdict)
    if jailed:
        role = record.game.cast.roles[jailed].value
        text = chat.jailed_role(voice, people, number, known)
        yield ChatText(f"day {number} role", {"jailed": nick, "role": role}, text)


def _night_says(record: Record) -> dict[str, Any]:
    told = public(facts_of(record))
    seduced = sorted(record.names.nicks[fact.seat] for fact in told if fact.kind is Kind.SEDUCED)
    died = _died_says(record)
    saves = any(fact.kind is Kind.SAVES for fact in told)
    return {"died": died.pop("died"), "seduced": seduced, **died, "saves": saves}


def _died_says(record: Record) -> dict[str, Any]:
    nicks = record.names.nicks
    told = [fact for fact in public(facts_of(record)) if fact.kind in (Kind.TOLD, Kind.REVIVED)]
    dead = {nicks[fact.seat]: fact for fact in told if fact.kind is Kind.TOLD}
    says: dict[str, Any] = {
        "died": sorted(dead),
        "by": {nick: [cause.value for cause in dead[nick].detail] for nick in sorted(dead) if dead[nick].detail},
        "roles": _roles_said(record),
    }
    revived = sorted(nicks[fact.seat] for fact in told if fact.kind is Kind.REVIVED)
    return says | ({"revived": revived} if revived else {})


def _roles_said(record: Record) -> dict[str, str]:
    told = public(facts_of(record))
    return {record.names.nicks[fact.seat]: fact.role.value for fact in told if fact.kind is Kind.ROLE and fact.role}


def _count_says(record: Record) -> dict[str, Any]:
    nicks, known = record.names.nicks, facts_of(record)
    suspect = next((fact.seat for fact in known if fact.kind is Kind.SUSPECT), NOBODY)
    counted = {fact.detail[0]: fact.detail[1] for fact in known if fact.kind is Kind.COUNTED}
    says: dict[str, Any] = {"suspect": nicks[suspect]}
    for key, name in (("votes", "votes"), ("revote", "second")):
        says[name] = {nicks[seat]: n for seat, n in counted[key].counts().items()} if key in counted else {}
    return says


def _acquit_said(known: tuple[Fact, ...]) -> list[int]:
    """How many acquit and how many convict; [] when no such vote was due."""
    for fact in known:
        if fact.kind is Kind.COUNTED and fact.detail[0] == "acquit":
            sides = list(fact.detail[1].votes.values())
            return [sides.count(1), sides.count(0)]
    return []


# --- what was told otherwise --------------------------------------------------------------------------------


def chat_corrections(script: Script, played: Played, voice: Voice) -> list[ChatText]:
    """Return what to tell for every chat text told otherwise than it follows now, in the order in which they were told.

    Its text is empty where that of another says it.

    What was told and does not follow any more at all says nothing (``{}``) once its moment is over.
    """
    told = {about: says for (to, about), says in told_last(script).items() if to == 0}
    if not told:
        return []
    texts = chat_texts(script, played, voice)
    fresh = {text.about for text in open_texts(script, played, voice)}
    seats = bearers(script)
    found = []
    for text in texts:
        before = same_names(told[text.about], text.says, seats) if text.about in told else {}
        if text.about in told and corrections.differs(before, text.says):
            whole = text.text if text.about in fresh else ""
            said = corrections.correction(voice, text.about, before, text.says, whole)
            found.append(ChatText(text.about, text.says, said))
    known = {text.about for text in texts}
    for about, says in told.items():
        if says and about not in known and _is_void(played, about):
            found.append(ChatText(about, {}, corrections.correction(voice, about, says, {})))
    order = list(told)
    return sorted(found, key=lambda text: order.index(text.about))


def bearers(script: Script) -> dict[str, int]:
    """Return the seat of every nick that only one seat has ever borne, by dropped, undone and told renamings too."""
    found: dict[str, set[int]] = {}
    for seat, player in enumerate(script.players, 1):
        found.setdefault(player.nick, set()).add(seat)
    for seats, new in _renamings(script, found):
        found.setdefault(new, set()).update(seats)
    return {nick: min(seats) for nick, seats in found.items() if len(seats) == 1}


def _renamings(script: Script, found: Mapping[str, set[int]]) -> Iterator[tuple[set[int], str]]:
    """Yield (seats, new nick) of every renaming or replacement that stands, stood or was told."""
    steps, undone = script.steps, [row for one in script.undone for row in one.rows]
    amends = [row.step for row in steps if isinstance(row.step, AmendStep) and row.step.step and row.step.changes]
    meant = [amended(steps[one.step - 1], one.changes) for one in amends if one.step and one.changes]
    for row in (*steps, *meant, *undone):
        if row.kind in NAMING and row.target > NOBODY and row.to is not None:
            yield {row.target}, row.to
    for told in script.told:
        old, new = told.says.get("from"), told.says.get("to")
        if isinstance(old, str) and isinstance(new, str):
            yield found.get(old, set()), new


def same_names(told: dict[str, Any], now: dict[str, Any], seats: Mapping[str, int]) -> dict[str, Any]:
    """Return what was told under the nicks that the same players bear in what follows now (``seats``: by nick)."""
    names = {seats[nick]: nick for nick in corrections.nicks_in(now) if nick in seats}
    others = corrections.nicks_in(told) - corrections.nicks_in(now)
    return dict(corrections.called(told, {nick: names[seats[nick]] for nick in others if seats.get(nick) in names}))


def _is_void(played: Played, about: str) -> bool:
    kind, _, rest = about.partition(" ")
    if kind == "end":
        return played.game is not None and not played.game.over and played.open_step is not None
    if kind == "day":
        return rest.endswith(" role") and is_past(played, about)  # the verdict's correction says it
    return kind in ("kabum", "revive", "exclude", "rename", "replace", "override") and is_past(played, about)


def shaken(script: Script, before: Played, after: Played, voice: Voice) -> list[tuple[int, str]]:
    """Return what was told (to whom, about what) as it followed before and does not follow after: undo names it.

    The text of the acquaintance day is none of it: it is offered while there is no other, and hangs on nothing.
    """
    told = {key: says for key, says in told_last(script).items() if key != (NOBODY, "start")}
    if not told:
        return []
    was, now, seats = _follows(script, before, voice), _follows(script, after, voice), bearers(script)

    def stands(key: tuple[int, str], says: dict[str, Any], follows: Mapping[tuple[int, str], dict[str, Any]]) -> bool:
        return key in follows and not corrections.differs(same_names(says, follows[key], seats), follows[key])

    return [key for key, says in told.items() if stands(key, says, was) and not stands(key, says, now)]


def _follows(script: Script, played: Played, voice: Voice) -> dict[tuple[int, str], dict[str, Any]]:
    if played.game is None:
        return {}
    chat = {(NOBODY, text.about): text.says for text in chat_texts(script, played, voice)}
    return chat | {(one.to, one.about): one.says for one in derived(played)}


def joined_correction(voice: Voice, found: Iterable[ChatText]) -> ChatText:
    """Return the corrections of several texts as one, to be told at once."""
    return ChatText(CORRECTION, {}, corrections.joined(voice, ((text.about, text.text) for text in found)))


def told_entries(script: Script, played: Played, voice: Voice, text: ChatText) -> list[Told]:
    """Return what ``told`` keeps of a chat text that leaves the desk; of a joined correction, all it puts right."""
    told = chat_corrections(script, played, voice) if text.about == CORRECTION else [text]
    return [Told(NOBODY, one.about, one.says) for one in told]


# --- private messages -------------------------------------------------------------------------------------


def private_text(script: Script, played: Played, message: Message, host: Words, saves: Path | None) -> str:
    """Return the wording of a private message, in the game's language; ``saves`` as for ``voice_of``."""
    words = game_words(script, host)
    text = _private(script, played, message, words)
    if message.says and message.about.partition(" ")[0] in ("role", "replace"):
        text += _themed_role(voice_of(script, host, saves), played, message.to)
    return private.correction(words, text) if message.correction and message.says else text


def _themed_role(voice: Voice, played: Played, seat: int) -> str:
    """Return the line that tells a player what the role is called in this theme; nothing for a plain citizen (1.5)."""
    assert played.cast is not None
    role = played.cast.roles[seat]
    if not voice.has(f"roles.{role}"):
        return ""
    key = "themes.pm" if voice.flavour(role) else "themes.pm_bare"
    name = voice.roles([role])[0]
    return "\n" + voice.words.text("table", key, role=name, flavour=voice.flavour(role))


def _private(script: Script, played: Played, message: Message, words: Words) -> str:
    assert played.cast is not None
    people = People(played.names.nicks)
    kind, _, number = message.about.partition(" ")
    if not message.says:
        return private.void(words, kind, number)
    if kind == "role":
        return private.role_pm(words, people, played.cast, message.to)
    if kind == "replace":
        record = _record(played, int(number))
        title = record.game.mayor == message.to
        return private.replaced_pm(words, people, played.cast, message.to, record.was[message.to], title)
    if kind == "night":
        role, told = next(iter(message.says.items()))
        return private.answer(words, int(number), told, _targets(played, int(number), Role(role)))
    return private.heir(words)


def _record(played: Played, position: int) -> Record:
    return next(record for record in played.records if record.position == position)


def _targets(played: Played, night: int, role: Role) -> list[str]:
    """Return whom the role asked about that night, by the nicks of now; nobody when an override alone answers."""
    for record in played.records:
        if record.kind == "night" and record.game.night == night and isinstance(record.step, NightStep):
            return [played.names.nicks[seat] for seat in record.step.moves.get(role, ())]
    return []


# --- a decision in a few words ------------------------------------------------------------------------------


def row_text(words: Words, row: Row, names: Names, number: int = 0) -> str:
    """Return a step in a few words under these names; ``number``: of a night or day (0: not said)."""
    step = row.step
    if isinstance(step, AmendStep):
        return amend_text(words, step.step, step.seat, step.role, drop=bool(step.drop), reason=row.reason or "")
    reason = step.reason if isinstance(step, OverrideStep) else row.reason
    return step_text(words, row.kind, names.nick(row.target) or reason or "", number)


def decision_text(words: Words, taken: Undone, names: Names) -> str:
    """Return what undo took back or redo did again, under these names."""
    match taken.what:
        case "close" | "open":
            return words.text("desk", f"decision.{taken.what}_{taken.kind}")
        case "step" | "steps":
            return "; ".join(row_text(words, row, names) for row in taken.rows)
        case "answer":
            return words.text("desk", "decision.answer", question=answer_text(words, taken.key))
        case _:
            return _entry_text(words, taken.entry, names)


def _entry_text(words: Words, entry: Entry, names: Names) -> str:
    nick, key = names.nick, entry[0]
    if key in ("mayor", "decision"):  # of a day: the mayor has no move at night
        return words.text("desk", f"decision.{key}" if entry[1] else f"decision.{key}_none", nick=short(nick(entry[1])))
    if key in set(Role):
        role = words.role(Role(key))
        if len(entry) == 1:
            return words.text("desk", "decision.unanswered", role=role)
        if entry[1] == NOBODY:
            return words.text("desk", "decision.skip", role=role)
        return words.text("desk", "decision.move", role=role, target=", ".join(short(nick(seat)) for seat in entry[1:]))
    if key == "spoke":
        return words.text("table", "talk.decision", nicks=", ".join(short(nick(seat)) for seat in entry[1:]))
    if key == "stage":
        return words.text("desk", f"decision.stage_{entry[1]}")
    if key == "refused":
        return words.text("desk", "decision.refused", voter=short(nick(entry[2])))
    if len(entry) == 2:
        return words.text("desk", "decision.unvoted", voter=short(nick(entry[1])))
    return words.text("desk", "decision.vote", voter=short(nick(entry[1])), choice=_choice(words, entry[2], names))


def _choice(words: Words, choice: int, names: Names) -> str:
    if isinstance(choice, bool):
        return "+" if choice else "-"
    return short(names.nick(choice)) or words.text("cli", "vote.passes")
