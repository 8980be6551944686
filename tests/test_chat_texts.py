"""The chat texts of random games: every part fits its chat, and nothing secret is ever in one."""

import html
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from documents import as_script, play, raw
from effort import LONG
from random_games import random_game

from mafia_cli.rules.model import Kind, NightStep
from mafia_cli.rules.roles import Role
from mafia_cli.script.model import Played, Record, Script
from mafia_cli.texts import ChatText, chat_texts, people_then, record_texts, voice_of
from mafia_cli.words.catalogue import LANGUAGES, Words
from mafia_cli.words.cutting import PROFILES, cut

GAMES = 2_000 if LONG else 150

NASTY = [
    "[red]x[/]",
    "{0.__class__}",
    '"кавычки"',
    "<b>&amp;</b>",
    "👩‍👩‍👧‍👦 семья",
    "й" * 60,
    "%s %(x)s",
    "a/b/../c",
    "&&&&&&&&",
    "'''",
    "ё́ё́ё́",
    "-кабум",
    "#hash",
    "№13",
    "=1+1",
    "日本語の名前",
    "x" * 300,
    "  два  пробела",
    "конец.",
    "Аня, Борис",
]


def renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


def games(kind: str) -> Iterator[tuple[dict[str, Any], Script, Played]]:
    for number in range(GAMES):
        rng = random.Random(f"{kind} {number}")
        doc = random_game(rng, players=(7, 18), steps=(3, 16))
        nicks = [player["nick"] for player in doc["players"]]
        new = [f"Q{seat:02}Z" for seat in range(len(nicks))] if kind == "secret" else rng.sample(NASTY, len(nicks))
        doc = {**renamed(doc, dict(zip(nicks, new, strict=True))), "lang": LANGUAGES[number % 2]}
        played = play(doc)
        if not played.faults:
            yield doc, as_script(doc), played


def measure(profile: str, text: str) -> int:
    """Measure as that chat does, apart from the code under test."""
    if profile == "plug":
        return len(html.escape(text).encode())
    if profile == "telegram":
        return len(text.encode("utf-16-le")) // 2
    return len(text)


LIMITS = {"plug": 250, "vk": 4096, "telegram": 4096, "discord": 2000}


def test_every_part_fits_its_chat_and_nothing_is_lost() -> None:
    assert set(LIMITS) | {"none"} == set(PROFILES)
    for _, script, played in games("nasty"):
        people = people_then(script, played.records[-1]) if played.records else None
        for text in chat_texts(script, played, voice_of(script, Words("en"), None)):
            for profile, limit in LIMITS.items():
                parts = cut(text.text, profile, people)
                assert all(measure(profile, part) <= limit for part in parts), text
                bare = [re.sub(r"^\(\d+/\d+\) ", "", part) if len(parts) > 1 else part for part in parts]
                assert re.sub(r"\s", "", "".join(bare)) == re.sub(r"\s", "", text.text)
            assert cut(text.text, "none") == [text.text.strip()]


def nicks_in(text: str) -> set[str]:
    return set(re.findall(r"Q\d\dZ", text))


def allowed(record: Record) -> set[str]:
    """The nicks that a text about this step may hold: the told dead, the seduced, whoever voted or was voted for."""
    nicks = record.names.nicks
    told = {Kind.DIED, Kind.SEDUCED, Kind.REVIVED, Kind.EXCLUDED, Kind.SUSPECT, Kind.JAILED}
    seats = {seat for kind, _, seat, _, _ in record.trace if kind in told and seat}
    if record.kind == "day":
        seats |= record.before.cast.seats  # the vote is held in the open
    if record.kind == "kabum":
        seats.add(record.game.cast.seat_of[Role.KAMIKAZE])
    if record.kind == "override":
        seats |= record.game.seduced
    return {nicks[seat] for seat in seats} | {raw(record).get("target", ""), raw(record).get("to", "")}


@pytest.fixture(scope="module")
def told() -> list[tuple[dict[str, Any], Record, ChatText]]:
    return [
        (doc, record, text)
        for doc, script, played in games("secret")
        for record in played.records
        if record.kind != "end"
        for text in record_texts(script, record, voice_of(script, Words("en"), None))
    ]


Told = list[tuple[dict[str, Any], Record, ChatText]]


def test_no_text_names_whom_the_chat_may_not_hear_of(told: Told) -> None:
    assert len(told) > 500
    for _, record, text in told:
        assert nicks_in(text.text) <= allowed(record), text


def test_no_text_tells_a_living_players_role(told: Told) -> None:
    """A line that holds a nick and a role's name must be about somebody out of the game."""
    for doc, record, text in told:
        words = Words(doc["lang"])
        names = {words.role(role).casefold() for role in Role}
        alive = {record.names.nicks[seat] for seat in record.game.alive}
        for line in text.text.split("\n"):
            held = {name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line.casefold())}
            if held & {words.role(role).casefold() for role in Role if role not in (Role.MAFIA, Role.MANIAC)}:
                assert not nicks_in(line) & alive or record.kind == "revive", (line, text.about)


def test_quiet_nights_all_read_the_same_but_for_the_number(told: Told) -> None:
    quiet: dict[str, set[str]] = {}
    for doc, record, text in told:
        kinds = {entry[0] for entry in record.trace}
        if isinstance(record.step, NightStep) and not kinds & {Kind.DIED, Kind.SEDUCED, Kind.SAVED}:
            quiet.setdefault(doc["lang"], set()).add(re.sub(r"\d+", "N", text.text))
    assert {lang: len(texts) for lang, texts in quiet.items()} == {"ru": 1, "en": 1}
