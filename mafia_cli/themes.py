"""Theme packs as files: those that come with the program, and the host's own in ``themes/`` beside the saves.

An own pack is ``<id>.toml``, or ``<id>.<language>.toml`` for each language; it takes the place of a built-in one.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from mafia_cli.rules.errors import Problem
from mafia_cli.script import disk
from mafia_cli.script.check import meant
from mafia_cli.script.errors import Fault, SaveError, place
from mafia_cli.script.model import Script
from mafia_cli.script.toml import parse
from mafia_cli.words import packs
from mafia_cli.words.catalogue import LANGUAGES, Words
from mafia_cli.words.clean import safe, short
from mafia_cli.words.packs import BUILT_IN, Pack

_ID: Final = re.compile(r"[\w-]{1,40}")


class Theme(NamedTuple):
    """A pack that may be chosen; ``path``: the file of an own one."""

    id: str
    pack: Pack
    path: Path | None = None

    @property
    def name(self) -> str:
        """Its name in words."""
        return str(self.pack.get("name", self.id))


def own_files(saves: Path | None) -> dict[str, Path]:
    """Return the files of the host's own packs by name without ``.toml``; nothing where there is no folder."""
    if saves is None:
        return {}
    found = {}
    with suppress(OSError):
        found = {path.stem: path for path in sorted((saves / "themes").glob("*.toml")) if path.is_file()}
    return found


def find(name: str, words: Words, saves: Path | None = None) -> Theme | None:
    """Return a pack by its id in this language, None when there is none or its file cannot be read."""
    if not _ID.fullmatch(name):
        return None
    files = own_files(saves)
    path = files.get(f"{name}.{words.lang}") or files.get(name)
    if path is not None:
        with suppress(SaveError):
            return Theme(name, packs.usable(parse(disk.read(path)), words), path)
        return None
    return Theme(name, packs.built_in(name, words.lang)) if name in BUILT_IN else None


def every(words: Words, saves: Path | None = None) -> Iterator[Theme]:
    """Yield every pack that can be used in this language, the built-in ones first."""
    own = [stem.removesuffix(f".{words.lang}") for stem in own_files(saves)]
    for name in dict.fromkeys([*BUILT_IN, *(one for one in own if _ID.fullmatch(one))]):
        theme = find(name, words, saves)
        if theme is not None:
            yield theme


def damaged(words: Words, saves: Path | None) -> Iterator[tuple[Path, SaveError]]:
    """Yield the host's own files that are no pack in this language, each with why: its place is the file."""
    for stem, path in own_files(saves).items():
        lang = stem.rpartition(".")[2]
        if lang in LANGUAGES and lang != words.lang:
            continue
        wrong = [one.problem for one in name_faults(path)]
        try:
            disk.load(path)
        except SaveError as error:
            wrong += [error.faults[0].problem]
        if wrong:
            yield path, SaveError(wrong[0].code, str(path), **wrong[0].params)


def name_faults(path: Path) -> list[Fault]:
    """Return what is wrong with the name of a pack's file: nobody could choose the pack by it."""
    name, dot, lang = path.stem.rpartition(".")
    if _ID.fullmatch(name if dot and lang in LANGUAGES else path.stem):
        return []
    return [Fault(str(path), Problem("pack_file_name", "", {"file": path.name}))]


def meant_by(text: str, words: Words, saves: Path | None = None) -> str:
    """Return the id of the pack that a text names (id, or name in either language), "" when none has that name."""
    wanted = " ".join(text.split()).casefold()
    for lang in (words.lang, *LANGUAGES):
        for theme in every(Words(lang), saves):
            if wanted in (theme.id.casefold(), theme.name.casefold()):
                return theme.id
    return ""


def chosen(text: str, words: Words, saves: Path | None = None) -> Theme:
    """Return the pack that a text names; raises ``SaveError`` (``no_such_pack``, or what is wrong with its file)."""
    theme = find(meant_by(text, words, saves) or text, words, saves)
    if theme is None:
        unread = {path.stem: problem for path, problem in damaged(words, saves)}
        for stem in (f"{text}.{words.lang}", text):
            if stem in unread:
                raise unread[stem]
        known = [one.id for one in every(words, saves)]
        raise SaveError("no_such_pack", pack=text, known=", ".join(known), meant=meant(text.casefold(), known))
    return theme


def pack_of(script: Script, words: Words, saves: Path | None = None) -> Pack | None:
    """Return the pack that a game's header names, None for plain words (or a pack that is gone)."""
    name = script.header.pack
    if not isinstance(name, str) or name == packs.PLAIN:
        return None
    theme = find(name, words, saves)
    return theme.pack if theme else None


def pack_warning(script: Script, words: Words, saves: Path | None) -> str:
    """Return the host's warning when the header's pack is not there or has mistakes, "" when all is well."""
    name = script.header.pack
    if not isinstance(name, str) or name == packs.PLAIN:
        return ""
    spoken = Words(script.header.lang) if script.header.lang in LANGUAGES else words
    theme = find(name, spoken, saves)
    if theme is None:
        return words.text("table", "themes.gone", pack=short(name, 40))
    if not mistaken(theme, spoken):
        return ""
    return words.text("table", "themes.mistakes", pack=short(name, 40), file=safe(str(theme.path)))


def mistaken(theme: Theme, words: Words) -> bool:
    """Tell whether an own pack has mistakes: plain words stand where they are."""
    return theme.path is not None and bool(faults(parse(disk.read(theme.path)), words))


def faults(pack: Pack, words: Words) -> list[Fault]:
    """Return everything wrong with a pack, each with its place."""
    return [Fault(place(*one.key), one) for one in packs.problems(pack, words)]
