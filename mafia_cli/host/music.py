"""The music of the nights (1.10): a list of tracks in the header; night N plays track N, nothing else is stored."""

import re
from typing import Final, NamedTuple

from mafia_cli import screen
from mafia_cli.script.errors import SaveError
from mafia_cli.script.model import Played, Script
from mafia_cli.texts import game_words
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import safe, short

MOST: Final = 200
LONGEST: Final = 150

_NUMBER: Final = re.compile(r"\A\s*(?:[#№]?\s*\d{1,3}\s*[.)]\s+|[-*•–—]\s+)")
_BY: Final = re.compile(r"\s*(?:\||\t)\s*|\s+@(?=\S+\s*$)")


class Track(NamedTuple):
    """One track: which night plays it, what it is called, who plays it ("" = not said), whether it has been played."""

    night: int
    title: str
    by: str
    played: bool


def read_tracks(text: str) -> list[list[str]]:
    """Return title and player of pasted lines: ``title``, ``title | who``, ``title @who``; numbers in front go.

    Raises ``SaveError``: ``no_tracks``, ``track_long``.
    """
    found = []
    for line in text[: MOST * (LONGEST + 100)].splitlines():
        title, _, by = (_BY.sub("\n", _NUMBER.sub("", line, count=1), count=1)).partition("\n")
        title, by = safe(title).strip(), safe(by).strip().removeprefix("@")
        if len(title) > LONGEST or len(by) > LONGEST:
            raise SaveError("track_long", title=title, limit=LONGEST)
        if title:
            found.append([title, by])
    if not found:
        raise SaveError("no_tracks")
    return found


def with_tracks(script: Script, text: str) -> list[tuple[str, str]]:
    """Return the game's track list with pasted lines at its end; raises ``SaveError``."""
    tracks = [*(script.header.tracks or ()), *((title, by) for title, by in read_tracks(text))]
    if len(tracks) > MOST:
        raise SaveError("too_many", what="tracks", count=len(tracks), limit=MOST)
    return tracks


def without_track(script: Script, played: Played, number: int) -> list[tuple[str, str]]:
    """Return the track list without one that no night has played yet; raises ``SaveError`` (``no_such_track``)."""
    tracks = script.header.tracks or ()
    first = nights_begun(played) + 1
    if not first <= number <= len(tracks):
        left = (first, len(tracks)) if first <= len(tracks) else ("", "")
        raise SaveError("no_such_track", number=number, first=left[0], last=left[1])
    return [*tracks[: number - 1], *tracks[number:]]


def nights_begun(played: Played) -> int:
    """Return how many nights have begun, the open one included."""
    if played.game is None:
        return 0
    opened = played.open_step is not None and played.open_step.kind == "night"
    return played.game.night + opened


def tracks_of(script: Script, played: Played) -> list[Track]:
    """Return the list with each track's night."""
    begun = nights_begun(played)
    return [
        Track(night, title, by, night <= begun) for night, (title, by) in enumerate((script.header.tracks or []), 1)
    ]


def track_for(script: Script, played: Played) -> Track | None:
    """Return the track of the open night, else of the coming one; None when the list has none for it."""
    opened = script.open_row
    night = nights_begun(played) + (opened is None or opened.kind != "night")
    return next((track for track in tracks_of(script, played) if track.night == night), None)


def listing(words: Words, script: Script, played: Played) -> list[str]:
    """Return the list for the host: which night plays what, what has been played, what comes next."""
    tracks, due = tracks_of(script, played), track_for(script, played)
    lines = []
    for track in tracks:
        mark = "now" if track == due else "played" if track.played else "later"
        by = words.text("table", "music.by", by=short(track.by, 30)) if track.by else ""
        row = screen.spoken(words, "table", f"music.{mark}", night=track.night, title=short(track.title, 70), by=by)
        lines.append(row)
    if not tracks:
        lines.append(words.text("table", "music.none"))
    elif due is None:
        lines.append(words.text("table", "music.over"))
    return lines


def due_line(words: Words, script: Script, played: Played) -> str:
    """Return the host's line about this night's track, "" for a game without music."""
    if not script.header.tracks:
        return ""
    track = track_for(script, played)
    if track is None:
        return words.text("table", "music.over")
    by = words.text("table", "music.by", by=short(track.by, 30)) if track.by else ""
    return words.text("table", "music.tonight", night=track.night, title=short(track.title, 70), by=by)


def chat_text(script: Script, played: Played, host: Words) -> str:
    """Return the text for the chat: tonight's track, and how to mute (1.10)."""
    words, track = game_words(script, host), track_for(script, played)
    mute = words.text("table", "chat.mute")
    if track is None:
        return mute
    key = "chat.track_by" if track.by else "chat.track"
    said = words.text("table", key, night=track.night, title=safe(track.title), by=safe(track.by))
    return f"{said}\n{mute}"
