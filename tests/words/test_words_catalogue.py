"""The catalogues: both languages say the same things, and everything the rules can mean has its words."""

import ast
import pathlib
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st
from words_games import BOTH, EN, NASTY, RU

import mafia_cli
from mafia_cli.reading.kabum import read_kabum
from mafia_cli.rules.model import Cause, Kind
from mafia_cli.rules.roles import ROLES, Role, Side
from mafia_cli.rules.rulings import RULINGS
from mafia_cli.words import rulebook
from mafia_cli.words.catalogue import LANGUAGES, Words, fill, placeholders, plural_form

PACKAGE = pathlib.Path(mafia_cli.__file__).parent
WORDS = PACKAGE / "words"
DOMAINS = sorted(path.stem for path in (WORDS / "ru").glob("*.toml"))
FORMS = {"one", "few", "many", "other"}


def leaves(table: dict[str, Any], above: str = "") -> Iterator[tuple[str, set[str]]]:
    """Every text's key and its placeholders; the forms of a counted text are one text."""
    for key, value in table.items():
        place = f"{above}{key}"
        if isinstance(value, dict) and value and value.keys() <= FORMS:
            yield place, set().union(*map(placeholders, value.values()))
        elif isinstance(value, dict):
            yield from leaves(value, f"{place}.")
        else:
            yield place, set().union(*map(placeholders, [value] if isinstance(value, str) else value))


def loaded(lang: str, domain: str) -> dict[str, Any]:
    return tomllib.loads((WORDS / lang / f"{domain}.toml").read_text("utf-8"))


@pytest.mark.parametrize("domain", DOMAINS)
def test_both_languages_have_the_same_keys_and_placeholders(domain: str) -> None:
    russian, english = (dict(leaves(loaded(lang, domain))) for lang in LANGUAGES)
    assert russian == english


SPOKEN = ("private", "chat", "rulebook", "explain", "errors", "roles", "chronicle", "stats", "balance", "shelf", "cli")
"""Catalogues without lists of words that may be typed, which stand there in both languages."""


@pytest.mark.parametrize("path", [*(WORDS / "en" / f"{one}.toml" for one in SPOKEN), *WORDS.glob("themes/*.en.toml")])
def test_english_can_be_typed_by_who_has_no_cyrillic(path: pathlib.Path) -> None:
    assert re.findall(r"[\u0400-\u04ff]+", path.read_text("utf-8")) == []


@pytest.mark.parametrize("words", BOTH)
def test_the_kamikaze_is_told_a_word_that_is_read(words: Words) -> None:
    told = re.search(r'-\w+ "\w+"', words.text("private", "about.kamikaze"))
    assert told is not None
    assert read_kabum(told[0]) == told[0].split('"')[1]


def test_both_languages_have_the_same_domains() -> None:
    assert sorted(path.stem for path in (WORDS / "en").glob("*.toml")) == DOMAINS


@pytest.mark.parametrize("domain", DOMAINS)
def test_counted_texts_have_every_form_of_their_language(domain: str) -> None:
    def tables(table: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for value in table.values():
            if isinstance(value, dict):
                if value.keys() <= FORMS and "one" in value:
                    yield value
                yield from tables(value)

    for lang, forms in (("ru", {"one", "few", "many"}), ("en", {"one", "other"})):
        assert all(table.keys() == forms for table in tables(loaded(lang, domain)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_plural_rule_is_babels(lang: str) -> None:
    rule = Locale(lang).plural_form
    assert [plural_form(lang, n) for n in range(1001)] == [rule(n) for n in range(1001)]


@pytest.mark.parametrize(
    ("n", "said"),
    [(0, "0 голосов"), (1, "1 голос"), (2, "2 голоса"), (5, "5 голосов"), (11, "11 голосов"), (21, "21 голос")],
)
def test_votes_are_counted_in_russian(n: int, said: str) -> None:
    assert RU.plural(n, "chat", "count.votes") == said


def test_names_are_joined() -> None:
    assert RU.join([]) == ""
    assert RU.join(["А"]) == "А"
    assert RU.join(["А", "Б"]) == "А и Б"
    assert RU.join(["А", "Б", "В"]) == "А, Б и В"
    assert EN.join(["A", "B", "C"]) == "A, B and C"


@pytest.mark.parametrize("value", NASTY)
def test_what_fills_a_place_is_never_read_again(value: str) -> None:
    assert fill("{a} - {b}", {"a": value, "b": "{a}"}) == f"{value} - {{a}}"


@given(st.text(), st.text())
def test_filling_is_literal_whatever_the_text(first: str, second: str) -> None:
    assert fill("<{a}|{b}>", {"a": first, "b": second}) == f"<{first}|{second}>"


def test_a_missing_key_or_parameter_is_an_error_of_the_program() -> None:
    with pytest.raises(KeyError):
        RU.text("chat", "no.such")
    with pytest.raises(KeyError):
        RU.text("no_such_domain", "a")
    with pytest.raises(KeyError):
        RU.text("chat", "count")  # a table is no text
    with pytest.raises(KeyError):
        RU.text("chat", "night.call", night=1)  # town is missing
    with pytest.raises(ValueError, match="de"):
        Words("de")


def test_variants_are_one_or_several() -> None:
    assert len(RU.variants("chat", "morning.quiet")) == 1


@pytest.mark.parametrize("words", BOTH, ids=LANGUAGES)
def test_everything_the_rules_can_mean_has_its_words(words: Words) -> None:
    for role in Role:
        for form in ("name", "who", "whose"):
            assert words.role(role, form)
        assert words.text("roles", f"side.{ROLES[role].side}")
        assert words.find("private", f"about.{role}")
        assert words.find("rulebook", f"related.{role}")
    for cause in Cause:
        assert words.causes([cause])
    for side in Side:
        assert words.winner(side)
        assert words.find("chat", f"end.{side}")
    assert words.winner(None) == words.winner("")
    for code in ("nobody", "maniac", "town", "parity", "standoff"):
        assert words.find("chat", f"end.why.{code}")
    for ruling in RULINGS.values():
        assert words.text("rulebook", f"ruling.{ruling.id}.question")
        assert all(rulebook.choice(words, ruling.id, choice) for choice in ruling.choices)
    for number in rulebook.NUMBERS:
        assert rulebook.rule(words, number).startswith(f"{number}. ")


def test_every_number_a_rule_cites_is_in_the_rulebook() -> None:
    cited = {info.rule for info in ROLES.values()}
    cited |= {number for ruling in RULINGS.values() for number in ruling.rule.split(", ")} - {"end"}
    assert cited <= set(rulebook.NUMBERS)


RAISING = {"Problem", "SaveError", "fault", "_fault"}
"""Functions and classes whose first argument is a problem's code."""


def named(call: ast.Call, params: ast.expr | None) -> set[str] | None:
    """The names of the parameters a problem is raised with; ``None`` where they are not literal."""
    if params is None:
        return {str(one.arg) for one in call.keywords} if all(one.arg for one in call.keywords) else None
    if isinstance(params, ast.Dict) and all(isinstance(key, ast.Constant) for key in params.keys):
        return {str(key.value) for key in params.keys if isinstance(key, ast.Constant)}
    return None


def pattern(text: ast.JoinedStr) -> str:
    """A regular expression of what a filled text may be."""
    parts = (re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w.-]+" for part in text.values)
    return "".join(parts)


def raised_codes() -> Iterator[tuple[str, set[str] | None]]:
    """Every problem code written in the program (a pattern for a filled one), with the names of its parameters."""
    for tree in TREES:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISING and node.args:
                params = node.args[2] if node.func.id == "Problem" and len(node.args) > 2 else None
                code = node.args[0]
                for one in [code.body, code.orelse] if isinstance(code, ast.IfExp) else [code]:
                    if isinstance(one, ast.JoinedStr):
                        yield pattern(one), None
                    elif isinstance(one, ast.Constant):
                        yield re.escape(str(one.value)), named(node, params)


TREES = [ast.parse(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py")]
CODES = [
    (code, names)
    for raised, names in raised_codes()
    for code in [code for code in RU.find("errors", "problem") if re.fullmatch(raised, code)] or [raised]
]


def test_codes_are_found_in_the_source() -> None:
    assert {"target_out", "kabum_spent", "unknown_nick", "turn_mayor", "composition_several"} <= {
        code for code, _ in CODES
    }


@pytest.mark.parametrize("words", BOTH, ids=LANGUAGES)
def test_every_problem_raised_has_its_sentence_and_its_parameters(words: Words) -> None:
    for code, names in CODES:
        found = words.find("errors", f"problem.{code}")
        forms = [found] if isinstance(found, str) else list(found.values()) if names else [found["empty"]]
        for text in forms:
            if names is not None:
                assert placeholders(text) <= names | {"cite"}, code


WHOLE = {
    *("cli.placeholder", "desk.slash", "desk.texts", "table.slash", "table.texts", "table.phase_words"),
    *("table.timer_words", "desk.override.answers", "errors.type", "errors.what", "errors.disk"),
    *("reading.verbs", "reading.third", "reading.past", "reading.classes", "reading.pointing", "reading.signup"),
}
"""Tables taken whole: of each entry the words of its name stand in the program."""


OF_PACKS = {("reading", "themes")}
"""Tables whose entries are named by the theme packs that there are."""


def test_every_text_is_one_that_the_program_says() -> None:
    patterns, words = {r"errors\.toml\.\w+"}, set[str]()  # those are the words of Python's own parser
    for tree in TREES:
        filled = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
        parts = {id(part) for node in filled for part in node.values}
        texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in parts]
        names = [text for text in texts if isinstance(text, str)]
        patterns |= {re.escape(name) for name in names if re.fullmatch(r"[\w.-]+", name)}
        patterns |= {one for one in map(pattern, filled) if re.search(r"[a-z_]{2}", re.sub(r"\[.*?\]|\\.", "", one))}
        words |= {word for name in names for word in re.split(r"[\W_]+", name)}
    known = re.compile(rf"(?:{'|'.join(DOMAINS)})\.(?:spoken\.)?(?:{'|'.join(sorted(patterns))})|errors\.toml\.\w+")
    unsaid = []
    for domain in DOMAINS:
        for key, _ in leaves(
            {name: one for name, one in loaded("ru", domain).items() if (domain, name) not in OF_PACKS}
        ):
            key = re.sub(r"(problem\.\w+)\.(?:empty|given)$", r"\1", f"{domain}.{key}")
            table, _, name = key.rpartition(".")
            if not known.fullmatch(key) and not (table in WHOLE and set(re.split(r"[\W_]+", name)) <= words):
                unsaid.append(key)
    assert unsaid == []


@pytest.mark.parametrize("words", BOTH, ids=LANGUAGES)
@pytest.mark.parametrize("code", ["turn_kamikaze", "turn_healer", "turn_mayor", "turn_poison"])
def test_what_may_turn_the_end_has_its_sentence(code: str, words: Words) -> None:
    assert placeholders(words.find("errors", f"problem.{code}")) == {"seat"}


def test_every_kind_of_fact_is_told_to_the_host() -> None:
    from mafia_cli.words import explain

    assert set(Kind) == set(explain._BY_KIND) | {Kind.CAME, Kind.SKIPPED, Kind.CANCELLED, Kind.TOLD}
