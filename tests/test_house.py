"""The house: imports point one way, no file is too long, nothing dangerous is imported, wording is in catalogues."""

import ast
import re
from functools import cache
from pathlib import Path

import mafia_cli

ROOT = Path(mafia_cli.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
BANNED = {"socket", "http", "urllib", "ftplib", "smtplib", "subprocess", "pickle", "marshal", "shelve", "ctypes"}
TEXTS = {"session", "texts", "themes", "people", "settings", "screen", "chronicle"}
PURE = {"rules", "script", "words", "reading", "balance"}
MAY_IMPORT: dict[str, set[str]] = {
    "rules": set(),
    "words": {"rules"},
    "script": {"rules"},
    "reading": {"rules", "words"},
    "workers": set(),
    "balance": {"rules", "workers"},
    "session": {"rules", "script"},
    "people": {"rules", "script", "reading", "words"},
    "settings": {"rules", "script", "words"},
    "themes": {"rules", "script", "words"},
    "texts": {"rules", "script", "words", "themes"},
    "screen": {"rules", "script", "words", "session", "texts"},
    "chronicle": {"rules", "script", "words", "session", "texts", "workers"},
    "actions": PURE | TEXTS,
    "host": PURE | TEXTS | {"actions"},
    "cli": PURE | TEXTS | {"actions", "host", "workers"},
    "__main__": {"cli"},
    "__init__": set(),
}


def room(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return (*ast.walk(ast.parse(path.read_text(encoding="utf-8"))),)


@cache
def imported(path: Path) -> set[str]:
    names = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add(node.module or "")
            names |= {f"{node.module}.{alias.name}" for alias in node.names if node.module == "mafia_cli"}
    return names


def test_files_keep_to_the_house() -> None:
    for path in FILES:
        here = room(path)
        names = imported(path)
        rooms = {name.split(".")[1] for name in names if name.startswith("mafia_cli.")} - {here, "__version__"}
        assert rooms <= MAY_IMPORT[here], path
        tops = {name.split(".")[0] for name in names}
        assert not tops & BANNED, path
        if here == "rules":
            assert not tops & {"os", "sys", "pathlib", "tomllib", "io", "random"}, path
        if here != "host":
            assert not tops & {"questionary", "prompt_toolkit"}, path
        if here != "screen":
            assert "rich" not in tops, path
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 600, path


VOWELS, HUSHING = "аеиоуыэюя|аяьийоеыуюэ", "гкхжшщчц?|жшщчц"
KEYS = "ёйцукенгшщзхъфывапролджэячсмитьбю"
LETTERS = {
    "reading/answers.py": r"[а-яё]{0,5}|\(\?<=.*\[A-ZА-Я\].*|\.\*.*\[ое\]м\)",  # the endings of declension
    # the endings of cases
    "reading/forms.py": rf"\(?\[а-я\]\+\)?|{VOWELS}|{HUSHING}| ?[а-яё]{{1,3}}(?:[ /]+[а-яё]{{1,3}})* ?|[сц]кая",
    "reading/normal.py": rf"[α-ωϲеёіјѕ]|[a-zα-ωϲ]*[а-яѕјіё]{{1,2}}[α-ω]?|\[а-яё\]|хъжэбюё|{KEYS}",  # look-alikes, keys
    "reading/nicks.py": r"\(\?:-\?\(\?:[а-яa-z|]+\)\)\?|ь",  # the endings of a number: 3-го, 3rd
    "reading/told.py": "[Ѐӿ]",  # where the letters begin and end
    "reading/roles.py": "х",  # 3х2: the letter for a times sign
    "reading/formats.py": r".*\(\?: г.*",  # the date of a message as chats write it
    "reading/words.py": r"#\{2,3\} \?\(\?=\[a-zа-яё\]\)",  # a mark before a command
    "words/clean.py": r"\[.*Ѐ-҂Ҋ-ԯ.*\]\*|[Ѐ҂]",  # where the letters begin and end
    "words/substitutes.py": "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґў",  # letters that some code pages lack
}
"""The files that hold Cyrillic letters, and what their strings may be: letters as data, never wording."""


def test_no_russian_wording_and_no_eval_in_code() -> None:
    for path in FILES:
        calls = {one.func.id for one in nodes(path) if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)}
        assert not calls & {"eval", "exec", "compile", "__import__"}, path
        told = {id(one.value) for one in nodes(path) if isinstance(one, ast.Expr)}  # docstrings are for readers
        texts = [one.value for one in nodes(path) if isinstance(one, ast.Constant) and id(one) not in told]
        russian = [text for text in texts if isinstance(text, str) and re.search(r"[\u0400-\u04ff]", text)]
        may = LETTERS.get(path.relative_to(ROOT).as_posix(), "")
        assert [text for text in russian if not re.fullmatch(may, text)] == [], path
        assert bool(russian) == bool(may), path


REACHES_OUT = {
    *("asyncio", "ssl", "selectors", "socketserver", "xmlrpc", "telnetlib", "nntplib", "imaplib", "poplib"),
    *("requests", "httpx", "aiohttp", "urllib3", "pty", "code", "codeop", "runpy", "dill", "cloudpickle", "yaml"),
    *("jsonpickle", "copyreg", "cffi", "pdb", "mailbox", "wsgiref", "dbm"),
}
ONLY_IN = {
    "webbrowser": {"chronicle", "cli/export.py"},
    "multiprocessing": {"workers"},
    "select": {"host/plain.py"},
    "concurrent": {"workers"},
    "importlib": {"cli/app.py", "words", "script", "themes.py"},
}
SHELLS = {"system", "popen", "execv", "execve", "execvp", "execl", "execlp", "spawnv", "spawnl", "startfile", "fork"}


def test_nothing_reaches_out() -> None:
    """No network, no shell, nothing pickled; what starts a browser or processes or waits for a key is in its place."""
    for path in FILES:
        name = path.relative_to(ROOT).as_posix()
        tops = {one.split(".")[0] for one in imported(path)}
        assert not tops & REACHES_OUT, path
        for module, rooms in ONLY_IN.items():
            assert module not in tops or name in rooms or room(path) in rooms, path
        used = {one.attr for one in nodes(path) if isinstance(one, ast.Attribute) and _is_name(one.value, "os")}
        assert not used & SHELLS, path
        assert not any(one.startswith("os.") and one.split(".")[1] in SHELLS for one in taken(path)), path


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def taken(path: Path) -> set[str]:
    """Every name taken from a module, as ``module.name``."""
    froms = [node for node in nodes(path) if isinstance(node, ast.ImportFrom)]
    return {f"{node.module}.{alias.name}" for node in froms for alias in node.names}
