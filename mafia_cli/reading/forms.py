"""Russian case forms by the declension of a word's own ending; a set of forms, not a grammar."""

import re
from functools import lru_cache
from typing import Final

GENITIVE, DATIVE, ACCUSATIVE, INSTRUMENTAL, PREPOSITIONAL = range(5)
_CASES: Final = 5
_HARD_SOFT: Final = "гкхжшщч"
_HUSHING: Final = "жшщчц"
_VOWELS: Final = "аеиоуыэюя"
_WORD: Final = re.compile(r"[а-я]+")
_MOST_WORDS: Final = 4

_Case = tuple[str, ...]


def _on(stem: str, endings: str) -> list[_Case]:
    """Return the forms: cases apart by spaces, variants of a case by a stroke; genitive, dative, accusative ..."""
    return [tuple(stem + ending for ending in case.split("/")) for case in endings.split()]


def _merge(*tables: list[_Case]) -> list[_Case]:
    return [sum(case, ()) for case in zip(*tables, strict=True)]


def _adjective(stem: str, *, soft: bool) -> list[_Case]:
    if soft:
        return _on(stem, "его ему его им ем")
    return _on(stem, "ого ому ого ым/им ом")


def _masculine(stem: str) -> list[_Case]:
    return _on(stem, "а у а ем/ом е" if stem[-1:] in _HUSHING else "а у а ом е")


def _consonant(word: str) -> list[_Case]:
    tables = [_masculine(word)]
    if word.endswith(("ов", "ев", "ин", "ын")):
        tables.append(_on(word, "а у а ым е"))
    if len(word) >= 4 and word.endswith(("ец", "ел", "ок", "ек", "ер")) and word[-3] not in _VOWELS:
        tables.append(_masculine(word[:-2] + word[-1]))
        if word[-3] == "л":
            tables.append(_masculine(word[:-2] + "ь" + word[-1]))
    if word.endswith(("ец", "яц")) and len(word) >= 4 and (word[-3] in _VOWELS or word[-2] == "я"):
        tables.append(_masculine(word[:-2] + "йц"))
    if word == "лев":
        tables.append(_masculine("льв"))
    return _merge(*tables)


def _in_a(stem: str, word: str) -> list[_Case]:
    last = stem[-1:]
    plural = "и" if last in _HARD_SOFT else "ы"
    instrumental = "ей/ею/ой" if last in _HUSHING else "ой/ою"
    table = _on(stem, f"{plural} е у {instrumental} е")
    if word.endswith(("ова", "ева", "ина", "ына", "ская", "цкая")):
        table = _merge(table, _on(stem, "ой ой у ой/ою ой"))
    return table


def _in_short_i(word: str) -> list[_Case]:
    stem, tail = word[:-1], word[-2:]
    noun = _on(stem, "я ю я ем е/и" if tail == "ий" else "я ю я ем е")
    if tail == "ий":
        return _merge(noun, _adjective(word[:-2], soft=word[-3:-2] not in "гкх"))
    if tail == "ый":
        return _adjective(word[:-2], soft=False)
    if tail == "ой":
        return _merge(noun, _adjective(word[:-2], soft=False))
    if tail == "ей" and len(word) >= 6:
        return _merge(noun, _on(word[:-2], "ья ью ья ьем ье"))
    return noun


def _in_soft_sign(word: str) -> list[_Case]:
    stem = word[:-1]
    feminine: list[_Case] = [(stem + "и",), (stem + "и",), (word,), (word + "ю",), (stem + "и",)]
    table = _merge(_on(stem, "я ю я ем е"), feminine)
    if word.endswith(("ень", "оть")) and len(word) >= 4:
        table = _merge(table, _on(word[:-3] + word[-2], "я ю я ем е"))
    if word.endswith("овь"):
        short: _Case = (word[:-3] + "ви",)
        table = _merge(table, [short, short, (word,), (word + "ю",), short])
    return table


def _word_cases(word: str) -> list[_Case]:
    """Return the forms of one lower-case word without ё in five cases; as it is where it is not declined."""
    stem, last = word[:-1], word[-1:]
    if len(word) < 2 or not _WORD.fullmatch(word):
        return [(word,)] * _CASES
    if word.endswith("ая") and len(word) > 3:
        return _merge(_on(word[:-2], "ой ой ую ой/ою ой"), _on(word[:-2], "ей ей ую ей/ею ей"))
    if word.endswith("яя") and len(word) > 3:
        return _on(word[:-2], "ей ей юю ей/ею ей")
    if word.endswith(("ое", "ее")) and len(word) > 3:
        return _adjective(word[:-2], soft=word.endswith("ее"))
    if word.endswith(("ые", "ие")) and len(word) > 3:
        return _on(word[:-2], "ых/их ым/им ых/их ыми/ими ых/их")
    if word.endswith("ия"):
        return _on(stem, "и и ю ей/ею и")
    match last:
        case "а":
            return _in_a(stem, word)
        case "я":
            return _on(stem, "и е ю ей/ею е")
        case "й":
            return _in_short_i(word)
        case "ь":
            return _in_soft_sign(word)
        case "о":
            return _on(stem, "а у о ом е")
        case "е":
            return _merge(_on(stem, "а у е ем е"), _on(stem, "я ю е ем е"))
        case "ы" | "и":
            return _on(stem, "ов/ей ам/ям ов/ей ами/ями ах/ях")
        case "у" | "ю" | "э" | "ъ":
            return [(word,)] * _CASES
        case _:
            return _consonant(word)


@lru_cache(maxsize=4096)
def case_table(name: str) -> dict[str, frozenset[int]]:
    """Return the case forms of a name, lower case, е for ё, with the cases that each may be; see ``GENITIVE`` on."""
    low = name.lower().replace("ё", "е")
    words = _WORD.findall(low)
    if not words or len(words) > _MOST_WORDS:
        return {}
    parts = re.split(r"([а-я]+)", low)
    if "".join(parts[2::2]).strip().isalnum() or any(char.isalpha() for char in "".join(parts[::2])):
        return {}
    found: dict[str, set[int]] = {}
    tables = [_word_cases(word) for word in words]
    for case in range(_CASES):
        made = [parts[0]]
        for position, word in enumerate(words):
            tail = parts[2 * position + 2]
            endings = tables[position][case]
            choices = (*endings, word) if position < len(words) - 1 else endings
            made = [one + form + tail for one in made for form in choices]
        for form in made:
            found.setdefault(form, set()).add(case)
    return {form: frozenset(cases) for form, cases in found.items() if form != low or ACCUSATIVE in cases}


def case_forms(name: str) -> frozenset[str]:
    """Return the case forms of a name but the name itself; each word of it declined or left alone."""
    return frozenset(case_table(name)) - {name.lower().replace("ё", "е")}


def stem(name: str) -> str:
    """Return a folded name without its ending: names of one stem are told apart only letter for letter."""
    cut = name[:-1] if name[-1:] in "аяьийоеыуюэ" else name
    return cut if len(cut) >= 2 else ""
