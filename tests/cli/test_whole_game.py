"""A whole evening by flags alone, in both languages and as real processes; its save resolves to the same end."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from documents import play

from mafia_cli.rules.roles import Role
from mafia_cli.script import contract
from mafia_cli.script.toml import parse
from mafia_cli.words.catalogue import Words

Mafia = Callable[..., tuple[int, str, str]]

ROLES: Final = (
    "don", "mafia", "commissar", "doctor", "casanova", "mayor", "maniac",
    "thief", "bodyguard", "kamikaze", "healer", "journalist", "citizen", "citizen",
)  # fmt: skip
NICKS: Final = {
    "ru": (
        "Анна Ш.", "Борис", "Вера", "Глеб", "Дашенька", "Егор", "Жанна",
        "Захар", "Ираида", "Костя", "Лена", "Максим", "Нина", "Олег",
    ),
    "en": (
        "Abigail S.", "Bertram", "Cecily", "Dunstan", "Edwina", "Fergus", "Gwendolyn",
        "Humphrey", "Imogen", "Jasper", "Kirsten", "Leopold", "Mortimer", "Nigel",
    ),
}  # fmt: skip
NEW: Final = {"ru": ("Яков", "Юлия"), "en": ("Quentin", "Rosalind")}
WORDS: Final = {
    "ru": {
        "mafia": "мафия", "doctor": "доктор", "casanova": "путана", "commissar": "комиссар", "maniac": "маньяк",
        "thief": "вор", "bodyguard": "телохранитель", "journalist": "журналист",
    },
    "en": {},
}  # fmt: skip


class Evening:
    """A host at the command line: says who by seat, checks what comes back."""

    def __init__(self, mafia: Mafia, folder: Path, lang: str) -> None:
        self.mafia, self.folder, self.lang, self.words = mafia, folder, lang, Words(lang)
        self.nicks = ["", *NICKS[lang]]
        self.chat: list[str] = []

    def nick(self, text: str) -> str:
        """Put nicks in the place of ``{seat}``."""
        return re.sub(r"\{(\d+)\}", lambda found: self.nicks[int(found[1])], text)

    def says(self, *args: str, status: int = 0) -> str:
        """Run a command that ends with this status; return what it says, notes included."""
        got, out, err = self.mafia(*(self.nick(arg) for arg in args), "--lang", self.lang)
        assert (got, "Traceback" in err) == (status, False), (args, out, err)
        return out + err

    def moves(self, *moves: str) -> list[str]:
        """Options for moves (``doctor=3``) and skips (``thief``), in the host's own words."""
        line = []
        for move in moves:
            role, equals, seats = move.partition("=")
            word = WORDS[self.lang].get(role, role)
            nicks = ",".join(self.nicks[int(seat)] for seat in seats.split(",") if seat)
            line += ["--move", f"{word}={nicks}"] if equals else ["--skip", word]
        return line

    def votes(self, *ballots: str, status: int = 0, close: bool = False, yes: bool = False) -> str:
        """Enter ballots: ``3=7``, ``3=`` passes, ``3=+`` acquits."""
        lines = []
        for ballot in ballots:
            voter, _, choice = ballot.partition("=")
            lines.append(f"{self.nicks[int(voter)]} = {self.nicks[int(choice)] if choice.isdigit() else choice}")
        file = self.folder / "votes.txt"
        file.write_text("\n".join(lines), encoding="utf-8")
        return self.says("vote", "--votes", str(file), *["--close"] * close, *["--yes"] * yes, status=status)

    def announce(self, *args: str) -> str:
        """Return a chat text; it is kept for the check of secrets."""
        said = self.says("announce", *args)
        self.chat.append(said)
        return said

    def named(self, text: str) -> list[int]:
        """Return the seats whose nicks stand in a text."""
        return [seat for seat, nick in enumerate(self.nicks) if seat and nick in text]

    def roles(self, text: str) -> set[str]:
        """Return the roles whose names stand in a text."""
        names = {role.value: self.words.role(role) for role in Role}
        return {role for role, name in names.items() if re.search(rf"(?<!\w){name}(?!\w)", text, re.IGNORECASE)}


def play_evening(host: Evening) -> None:
    begin(host)
    first_night_and_day(host)
    second_night_and_day(host)
    third_night_and_day(host)
    fourth_night(host)
    fourth_day_and_end(host)


def begin(host: Evening) -> None:
    players, deal = host.folder / "players.txt", host.folder / "deal.txt"
    players.write_text(host.nick("\n".join(f"chat_{seat} = {{{seat}}}" for seat in range(1, 15))), "utf-8")
    deal.write_text(host.nick("\n".join(f"{{{seat}}} = {role}" for seat, role in enumerate(ROLES, 1))), "utf-8")
    new = ("new", "evening", "--players", str(players), "--deal", str(deal), "--theme", "Noir", "--seed", "7")
    ruled = ("--ruling", "acquittal_tie=jailed")
    assert "--yes" in host.says(*new, *ruled, status=1)
    assert not (host.folder / "saves").exists()
    assert "evening.toml" in host.says(*new, *ruled, "--yes")
    assert host.named(host.announce()) == []
    assert host.says("announce").strip().count("\n") == 0

    listed = host.says("pm", "--list").splitlines()
    assert [host.named(line) for line in listed] == [[seat] for seat in range(1, 13)]  # the citizens get none (1.5)
    message = host.says("pm", "{2}")
    assert "mafia" in host.roles(message)
    assert host.named(message) == [1, 2]  # the mafiosi learn each other (2.2)
    assert host.named(host.says("night", "--judge", status=1)) == list(range(1, 13))
    host.says("pm", "--sent", "2")
    assert host.named(host.says("night", "--judge", status=1)) == [1, *range(3, 13)]
    host.says("pm", "--sent", "all")


def first_night_and_day(host: Evening) -> None:
    host.says("night", *host.moves("mafia=13", "doctor=13", "casanova=14", "thief", "bodyguard=3"))
    assert "2.6" in host.says("night", *host.moves("maniac=13"), status=1)
    assert "2.14" in host.says("night", *host.moves("journalist=12,1"), status=1)
    waiting = host.says("night", *host.moves("commissar=1"))
    assert "…" in next(line for line in waiting.splitlines() if host.words.role(Role.JOURNALIST) in line)
    assert host.words.role(Role.JOURNALIST) in host.says("night", "--judge", status=1)
    judged = host.says("night", "--judge", "--yes")
    assert "(2.4)" in judged
    assert host.named(host.announce("--night", "1")) == [14]  # nothing but who is seduced
    assert [host.named(line) for line in host.says("pm").splitlines() if "chat_3" in line] == [[3]]
    host.says("pm", "--sent", "{3}")

    passes = ("13=", "14=1", "1=1", "1=7", "1=2")
    refused = host.votes(*passes)
    assert [rule for rule in ("2.5", "4.6") if rule in refused] == ["2.5", "4.6"]
    assert host.named(host.says("vote", "--close", status=1)) == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    host.votes(*(f"{seat}=7" for seat in (2, 4, 5, 11, 12)), *(f"{seat}=2" for seat in (3, 6, 7, 8, 9, 10)))
    host.says("vote", "--close")
    count, verdict, role = (host.announce("--day", "1", "--text", text) for text in ("count", "verdict", "role"))
    assert host.roles(count + verdict) == set()
    assert host.named(count) == list(range(1, 14))
    assert host.named(verdict) == [2]
    assert (host.named(role), host.roles(role)) == ([2], {"mafia"})
    if host.lang == "ru":
        assert verdict.endswith("Последнее слово, Борис! Только без роли и ночных дел.\n")
        assert role.endswith("Роль игрока Борис: Мафия.\n")
    assert host.says("announce") == role


def second_night_and_day(host: Evening) -> None:
    host.says("night", *host.moves("mafia=14", "maniac=14", "doctor=5", "casanova=", "commissar=7", "bodyguard=4"))
    host.says("night", *host.moves("casanova=4", "thief=12", "journalist=3,4"))
    assert "1.7" in host.says("night", *host.moves("doctor=2"), status=1)  # jailed
    judged = host.says("night", "--judge")
    assert [rule for rule in ("3.1", "2.11", "2.5") if f"({rule})" in judged] == ["3.1", "2.11", "2.5"]
    quiet = host.announce()
    assert host.named(quiet) == [4]

    assert "4.5" in host.votes("1=7", "3=7", "5=1", "8=1", "6=13", "9=")
    host.says("vote", "--close", status=1)
    host.says("vote", "--close", "--yes")
    second = host.announce()
    assert host.named(second.splitlines()[-2]) == [1, 7]
    assert "1.8" in host.votes("6=13", "1=7", "8=1")
    host.says("vote", "--close", "--yes")
    assert host.named(host.announce("--day", "2", "--text", "verdict")) == []
    assert host.says("undo")
    assert host.says("undo")
    assert host.says("redo")
    assert host.says("redo")
    assert host.words.text("errors", "problem.nothing_to_redo") in host.says("redo", status=1)


def third_night_and_day(host: Evening) -> None:
    host.says("night", *host.moves("doctor=8", "casanova=9", "bodyguard", "thief"))
    as_it_came = '-кабум "{14}"' if host.lang == "ru" else "-kabum «{14}»"
    assert host.named(host.says("kabum", as_it_came)) == [10, 14]
    kabum = host.announce()
    assert (host.named(kabum), host.roles(kabum)) == ([10, 14], {"kamikaze"})
    assert "2.13" in host.says("kabum", "{13}", status=1)
    host.says("night", *host.moves("mafia=3", "commissar=1", "journalist=5,6"))
    host.says("night", "--judge")
    morning = host.announce()
    assert host.named(morning) == [3, 9]
    host.says("revive", "{3}")
    revival = host.announce()
    assert (host.named(revival), host.roles(revival)) == ([3, 11], {"healer"})
    assert "2.12" in host.says("revive", "{14}", status=1)

    host.votes(*(f"{seat}=7" for seat in (1, 3, 4, 5, 6, 13)), *(f"{seat}=1" for seat in (7, 8, 12)), close=True)
    assert host.named(host.announce().splitlines()[-2]) == [7]
    assert "1.8.1" in host.votes("7=-", "6=-", "8=-", *(f"{seat}=+" for seat in (1, 3, 4, 5, 12, 13)))
    host.says("vote", "--close")
    acquitted = host.announce("--day", "3", "--text", "verdict")
    assert host.named(acquitted.splitlines()[-1]) == [7]
    assert host.roles(acquitted) == set()
    host.says("announce", "--day", "3", "--text", "role", status=1)


def fourth_night(host: Evening) -> None:
    host.says("night", *host.moves("mafia=6", "maniac=13", "casanova=13", "doctor=8", "commissar=8", "bodyguard=12"))
    host.says("night", *host.moves("journalist=3,8", "thief"))
    judged = host.says("night", "--judge")
    assert "(3.11)" in judged
    assert host.named(host.announce()) == [6, 13]
    assert "(2.8)" in host.says("vote", "--close", status=1)
    host.says("player", "heir", "{3}")
    assert host.named(host.says("announce")) == [6, 13]  # the chat never learns the heir
    assert host.words.text("private", "other.heir") in host.says("pm", "{3}")

    other, renamed = NEW[host.lang]
    host.says("player", "replace", "{12}", other, "--chat", "chat_new")
    assert host.roles(host.announce()) == set()
    host.nicks[12] = other
    host.says("player", "rename", "{13}", renamed)
    assert renamed in host.announce()
    host.nicks[13] = renamed
    host.says("player", "violation", "{5}", "4.2", "--note", "wrote in private")
    assert "4.1" in host.says("player", "exclude", "{9}", "--rule", "4.3", status=1)
    host.says("player", "exclude", "{9}", "--rule", "4.3", "--yes")
    excluded = host.announce()
    assert (host.named(excluded), host.roles(excluded)) == ([9], set())


def fourth_day_and_end(host: Evening) -> None:
    host.votes(*(f"{seat}=1" for seat in (3, 4, 5, 8)), "1=7", "7=1", "12=7", close=True)
    host.votes("3=-", "4=-", "5=-", "8=-", "7=+", "12=+", close=True)
    count, verdict, role = (host.announce("--day", "4", "--text", text) for text in ("count", "verdict", "role"))
    assert host.roles(count + verdict) == set()
    assert (host.named(role), host.roles(role) - {"mafia"}) == ([1], {"don"})
    assert "4.2" in host.says("status")

    assert "1.2" in host.says("override", "--reason", " ", "--dead", "{7}", status=1)
    host.says("override", "--reason", "left the chat", "--dead", "{7}")
    assert (host.named(host.announce()), host.roles(host.says("announce"))) == ([7], set())
    assert host.words.winner("town") in host.says("night", "--judge", status=1)
    host.says("undo")
    host.says("redo")
    host.says("end", "mafia", status=1)
    host.says("end")
    end = host.announce()
    assert host.named(end) == list(range(1, 15))
    assert host.roles(end) >= set(ROLES)
    host.says("night", status=1)
    host.says("undo")
    host.says("redo")


def check_end(host: Evening) -> None:
    """Resolve the save; what it says is what the game itself came to."""
    save = host.folder / "saves" / "evening.toml"
    (answer,) = [json.loads(line) for line in host.says("resolve", str(save), "--json").splitlines()]
    played = play(parse(save.read_bytes()))
    assert (answer["error"], answer["winner"]) == (None, "town")
    assert answer["alive"] == sorted(host.nicks[seat] for seat in (3, 4, 5, 8, 12, 13))
    assert answer["steps"] == contract.entries(played)
    kinds = [entry["kind"] for entry in answer["steps"]]
    assert kinds == [
        "night", "day", "night", "day", "kabum", "night", "revive", "day", "night",
        "heir", "replace", "rename", "violation", "exclude", "day", "override", "end",
    ]  # fmt: skip
    nights = [entry for entry in answer["steps"] if entry["kind"] == "night"]
    assert [list(entry["died"].values()) for entry in nights] == [[], [], [["mafia"]], [["mafia"]]]
    assert nights[0]["answers"] == {"commissar": "+"}
    assert (nights[1]["blocked"], nights[1]["answers"]) == (["journalist"], {"commissar": "-", "journalist": "none"})
    days: list[dict[str, Any]] = [entry for entry in answer["steps"] if entry["kind"] == "day"]
    assert [day["jailed"] for day in days] == [host.nicks[2], None, None, host.nicks[1]]
    assert [day["mayor_decided"] for day in days] == [True, False, False, False]
    assert [day["acquitted"] for day in days] == [None, None, True, False]
    secrets = [line for text in host.chat[:-1] for line in text.splitlines() if re.search(r"\b[234]\.\d", line)]
    assert [line for line in secrets if "4.3" not in line] == []  # no reason of the night stands in a chat text


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_whole_game(lang: str, mafia: Mafia, tmp_path: Path) -> None:
    host = Evening(mafia, tmp_path, lang)
    play_evening(host)
    check_end(host)


def test_the_same_evening_says_the_same_whatever_the_hosts_language(mafia: Mafia, tmp_path: Path) -> None:
    host = Evening(mafia, tmp_path, "ru")
    begin(host)
    first_night_and_day(host)
    russian = host.says("announce", "--night", "1")
    host.lang = "en"
    assert host.says("announce", "--night", "1") == russian  # the game's language rules chat texts
