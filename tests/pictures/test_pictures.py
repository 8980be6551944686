"""The pictures of README.md are what the program shows: remade, they equal what is committed."""

import re
from xml.etree import ElementTree

import pytest
from make import HERE, PICTURES, beginning, chronicle, draw

REMAKE = "another picture than the committed one; if the program means it so: python tests/pictures/make.py"
FORMATS = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"}
"""The names of the two formats: the only addresses a picture holds."""


def committed(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_program_shows(name: str) -> None:
    assert draw(name) == committed(f"{name}.svg"), REMAKE


@pytest.mark.parametrize("name", [*PICTURES, "chronicle"])
def test_a_picture_fetches_nothing(name: str) -> None:
    svg = committed(f"{name}.svg")
    assert set(re.findall(r"\w+://[^\"' )]*", svg)) <= FORMATS
    assert "@font-face" not in svg
    assert "<script" not in svg


def test_the_page_of_the_chronicle_is_what_the_program_writes() -> None:
    page = chronicle()
    assert page == committed("chronicle.html"), REMAKE
    assert beginning(page) == committed("chronicle.svg"), REMAKE


def test_the_picture_of_the_page_says_what_the_page_says() -> None:
    picture = ElementTree.fromstring(committed("chronicle.svg"))
    said = [text for text in picture.itertext() if text.strip() and "{" not in text]
    page = re.sub(r"<[^>]+>", "\n", committed("chronicle.html").partition("<body>")[2]).splitlines()
    rest = iter(line for line in page if line.strip())
    assert len(said) > 80
    assert said == [next(rest) for _ in said]
