"""Keys that no hand presses: what an unbracketed paste brings along."""

from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from mafia_cli.host.prompt import choose, line
from mafia_cli.words.catalogue import Words

COLOURS = ["\x1b[31m", "\x1b[0m", "\x1b[38;5;1m", "\x1b[<1m", "\x1b[M !!"]


@pytest.mark.parametrize("colour", COLOURS)
def test_a_colour_in_what_is_typed_is_passed_over(colour: str, own_folder: Path) -> None:
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(f"doc{colour} ann\r{colour}\r")
        pipe.close()
        assert line("> ") == "doc ann"
        assert choose(Words("en"), "?", ["one", "two"], 1) == 1
