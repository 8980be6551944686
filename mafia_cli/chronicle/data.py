"""A game as JSON: for a finished one everything, for an unfinished one what the chat knows."""

import json
from pathlib import Path
from typing import Any

from mafia_cli.chronicle.known import Known
from mafia_cli.chronicle.story import Story, is_whole, moment
from mafia_cli.rules.ending import game_winner
from mafia_cli.rules.model import Out
from mafia_cli.script import contract
from mafia_cli.script.model import Played, Script, names_of
from mafia_cli.script.tables import raw_of
from mafia_cli.texts import chat_texts, facts_of, people_then, voice_of
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import json_text
from mafia_cli.words.explain import explain


def as_json(words: Words, script: Script, played: Played, story: Story, saves: Path | None) -> str:
    """Return the game as one JSON object; nicks stand as they were typed."""
    assert played.game is not None
    whole, known = is_whole(played), Known(played)
    out = {seat: played.game.out[seat] for seat in played.game.cast.seats - played.game.alive} if whole else known.out
    players = []
    for seat, nick in enumerate(played.names.nicks[1:], 1):
        role = played.game.cast.roles[seat] if whole else known.roles.get(seat)
        players.append(
            {
                "seat": seat,
                "nick": nick,
                "chat": script.players[seat - 1].chat,
                "role": role.value if role else None,
                "alive": seat not in out,
                "out": _out(out[seat]) if seat in out else None,
            }
        )
    answer: dict[str, Any] = {
        "name": script.header.name,
        "theme": script.header.theme,
        "created": _plain(script.header.created),
        "finished": whole,
        "winner": game_winner(played.game) if whole else None,
        "players": players,
    }
    if whole:
        answer["rulings"] = played.game.cast.rulings.changed()
        answer["steps"] = _steps(words, script, played)
        answer["turning_points"] = list(story.turning)
        answer["awards"] = [
            {
                "id": one.id,
                "title": one.title,
                "nicks": [played.names.nicks[seat] for seat in one.seats],
                "for": one.why,
            }
            for one in story.awards
        ]
    else:
        texts = chat_texts(script, played, voice_of(script, words, saves))
        answer["texts"] = [{"about": one.about, "says": one.says, "text": one.text} for one in texts]
    return json_text(json.dumps(answer, ensure_ascii=False, indent=1)) + "\n"


def _out(out: Out) -> dict[str, Any]:
    return {
        "phase": out.phase.removeprefix("in_"),
        "number": out.number,
        "causes": [cause.value for cause in out.causes],
    }


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, str) else value.isoformat()


def _steps(words: Words, script: Script, played: Played) -> list[dict[str, Any]]:
    """The contract of ``mafia resolve --json``, each entry with its title, its moves or votes and the explanation."""
    steps = []
    for record in played.records:
        entry = contract.entry(record) | {"title": moment(words, record)}
        said = raw_of(record.row, names_of(record.was[1:]), ())
        entry |= {key: said[key] for key in ("moves", "votes", "revote", "acquit", "reason") if key in said}
        people = people_then(script, record)
        entry["explained"] = explain(words, people, record.game.cast, facts_of(record), record.before)
        steps.append(entry)
    return steps
