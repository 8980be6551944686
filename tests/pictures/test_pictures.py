"""The pictures of README.md are what the program shows: remade, they equal what is committed."""

import re

import pytest
from make import HERE, PICTURES, chronicle, draw

REMAKE = "another picture than the committed one; if the program means it so: python tests/pictures/make.py"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_program_shows(name: str) -> None:
    committed = (HERE / f"{name}.svg").read_text(encoding="utf-8")
    assert draw(name) == committed, REMAKE


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_fetches_nothing(name: str) -> None:
    svg = (HERE / f"{name}.svg").read_text(encoding="utf-8")
    assert set(re.findall(r"\w+://[^\"' )]*", svg)) == {"http://www.w3.org/2000/svg"}  # the name of the format
    assert "@font-face" not in svg
    assert "<script" not in svg


def test_the_page_of_the_chronicle_is_what_the_program_writes() -> None:
    assert chronicle() == (HERE / "chronicle.html").read_text(encoding="utf-8"), REMAKE
