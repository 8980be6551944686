"""The catalogues: every sentence lies in ``<lang>/<domain>.toml``; here it is looked up, chosen and filled.

A placeholder is ``{name}``. It is filled once, by ``fill``: what players typed is data and never read again.
"""

import os.path
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from mafia_cli.rules.model import Cause
from mafia_cli.rules.roles import Role

LANGUAGES: Final = ("ru", "en")

_HERE: Final = os.path.dirname(__file__)
_PLACE: Final = re.compile(r"\{(\w+)\}")


def fill(template: str, params: Mapping[str, object]) -> str:
    """Return the template with every ``{name}`` replaced once; ``KeyError`` for a name that is not given."""
    return _PLACE.sub(lambda place: str(params[place[1]]), template)


def placeholders(template: str) -> set[str]:
    """Return the names a template wants."""
    return set(_PLACE.findall(template))


def _russian(n: int) -> str:
    last, tens = n % 10, n % 100
    if last == 1 and tens != 11:
        return "one"
    return "few" if 2 <= last <= 4 and not 12 <= tens <= 14 else "many"


def _english(n: int) -> str:
    return "one" if n == 1 else "other"


_PLURALS: Final[dict[str, Callable[[int], str]]] = {"ru": _russian, "en": _english}


def plural_form(lang: str, n: int) -> str:
    """Return the name of the plural form that ``n`` things take: one, few, many (ru); one, other (en)."""
    return _PLURALS[lang](abs(n))


@cache
def _load(lang: str, domain: str) -> dict[str, Any]:
    try:
        with open(os.path.join(_HERE, lang, f"{domain}.toml"), "rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        raise KeyError(domain) from None


def upper_first(text: str) -> str:
    """Return the text with its first letter large and the rest as it is."""
    return text[:1].upper() + text[1:]


def lower_first(text: str) -> str:
    """Return the text with its first letter small and the rest as it is."""
    return text[:1].lower() + text[1:]


class Words:
    """The wording of one language; a domain is read when it is first asked for."""

    __slots__ = ("lang",)

    def __init__(self, lang: str) -> None:
        """Take a language of ``LANGUAGES``; ``ValueError`` for any other."""
        if lang not in LANGUAGES:
            raise ValueError(lang)
        self.lang = lang

    def find(self, domain: str, key: str) -> Any:
        """Return what stands at a dotted key (text, list or table), as it is; ``KeyError`` when nothing does."""
        value: Any = _load(self.lang, domain)
        for part in key.split("."):
            if not isinstance(value, dict) or part not in value:
                raise KeyError(f"{self.lang}/{domain}: {key}")
            value = value[part]
        return value

    def whole(self, domain: str) -> Mapping[str, Any]:
        """Return a domain as it is; ``KeyError`` when there is none."""
        return _load(self.lang, domain)

    def text(self, domain: str, key: str, /, **params: object) -> str:
        """Return one text, filled; ``KeyError`` for an unknown key or a missing parameter."""
        return fill(self.variants(domain, key)[0], params)

    def variants(self, domain: str, key: str) -> list[str]:
        """Return the wordings of one text, unfilled: one, or several where the catalogue has a list."""
        value = self.find(domain, key)
        if isinstance(value, str):
            return [value]
        if not isinstance(value, list):
            raise KeyError(f"{self.lang}/{domain}: {key}")
        return value

    def plural(self, n: int, domain: str, key: str, /, **params: object) -> str:
        """Return the form of a counted text that fits ``n``, which fills ``{n}``."""
        return self.text(domain, f"{key}.{plural_form(self.lang, n)}", n=n, **params)

    def join(self, items: Iterable[str]) -> str:
        """Return "А, Б и В"."""
        names: Sequence[str] = list(items)
        if len(names) < 2:
            return "".join(names)
        comma, last = self.text("roles", "list.comma"), self.text("roles", "list.last")
        return comma.join(names[:-1]) + last + names[-1]

    def comma(self, items: Iterable[str]) -> str:
        """Return "А, Б, В"."""
        return self.text("roles", "list.comma").join(items)

    def role(self, role: Role, form: str = "name") -> str:
        """Return a role's name: ``name`` (a title), ``who``, ``whose``, ``to`` (inside a sentence)."""
        return self.text("roles", f"roles.{role}.{form}")

    def winner(self, winner: str | None) -> str:
        """Return the name of a winner; ``None`` and "" are a game broken off."""
        return self.text("roles", f"winner.{winner or 'broken'}")

    def causes(self, causes: Iterable[Cause]) -> str:
        """Return why somebody dies, as a phrase ("от рук мафии и от яда")."""
        return self.join(self.text("roles", f"cause.{cause}") for cause in causes)


@cache
def typed(name: str) -> frozenset[str]:
    """Return the words of every language that mean this when typed in the place of a value."""
    return frozenset(word for lang in LANGUAGES for word in Words(lang).text("cli", f"typed.{name}").split())
