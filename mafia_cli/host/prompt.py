"""One line from the host: the only door to prompt_toolkit and questionary.

Ctrl-C raises ``KeyboardInterrupt``, Ctrl-D ``EOFError``. Where nothing may be drawn
(``plain.wanted``) the line comes without them.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from mafia_cli import screen
from mafia_cli.host import plain
from mafia_cli.script.errors import SaveError
from mafia_cli.words.catalogue import Words
from mafia_cli.words.clean import as_typed


def need_terminal(flags: str) -> None:
    """Raise ``SaveError`` (``no_terminal``, naming the flags to use instead) unless somebody can be asked here."""
    if not sys.stdin.isatty():
        raise SaveError("no_terminal", flags=flags)


def line(
    message: str,
    *,
    toolbar: Callable[[], str] | str | None = None,
    suggest: Iterable[str] = (),
    earlier: Sequence[str] = (),
    check: Callable[[str], str] | None = None,
) -> str:
    """Ask for one line (a paste may bring several) and return it as typed.

    ``suggest``: words offered while typing; ``earlier``: lines that the arrow up brings back, the last one first;
    ``check`` returns what is wrong with an answer, "" when it will do.
    """
    if plain.wanted():
        return plain.line(message, toolbar, check)
    from prompt_toolkit.application import get_app_session
    from prompt_toolkit.completion import FuzzyWordCompleter
    from prompt_toolkit.history import InMemoryHistory

    asked = _one_session(get_app_session())
    offered = list(suggest)
    # Set, not passed to ``prompt``: what is ``None`` there stays as the last question had it.
    asked.completer = FuzzyWordCompleter(offered) if offered else None
    asked.validator = _validator(check) if check else None
    asked.bottom_toolbar = toolbar
    asked.refresh_interval = 0.5 if callable(toolbar) else 0
    asked.default_buffer.history = InMemoryHistory(list(earlier))
    answer: str = asked.prompt([("class:question", f" {message} ")])
    return answer


@lru_cache(maxsize=1)
def _one_session(_: Any) -> Any:
    """Return the prompt of this terminal: one for the whole evening, as making it costs five times a line."""
    from prompt_toolkit import PromptSession

    return PromptSession(
        style=_quiet_style(),
        input_processors=[_shown_safe()],
        key_bindings=_without_mouse(),
        complete_while_typing=True,
        validate_while_typing=False,
        enable_suspend=True,  # Ctrl-Z as in a shell; else it would stand in the line
    )


def _validator(check: Callable[[str], str]) -> Any:
    from prompt_toolkit.document import Document
    from prompt_toolkit.validation import ValidationError, Validator

    class Checked(Validator):
        def validate(self, document: Document) -> None:
            if wrong := check(document.text):
                raise ValidationError(message=wrong, cursor_position=len(document.text))

    return Checked()


def choose(words: Words, message: str, titles: Sequence[str], first: int = 0) -> int | str:
    """Let the host pick one of these by arrows or by its number; return its position, or what is pasted instead."""
    if plain.wanted():
        return plain.choose(words, message, titles, min(first, len(titles) - 1))
    import questionary

    choices = [questionary.Choice(title, value=at) for at, title in enumerate(titles)]
    asked = questionary.select(
        message,
        choices=choices,
        default=choices[min(first, len(choices) - 1)],
        qmark="",
        pointer="»",
        instruction=words.text("desk", "menu.instruction"),
        style=_quiet_style(),
    )
    asked.application.key_bindings = _with_paste(asked.application.key_bindings)
    picked: int | str = asked.unsafe_ask()
    return picked


def _with_paste(bindings: Any) -> Any:
    from prompt_toolkit.key_binding import merge_key_bindings
    from prompt_toolkit.keys import Keys

    more = _without_mouse()
    more.add(Keys.BracketedPaste)(lambda event: event.app.exit(result=event.data))
    return merge_key_bindings([bindings, more])


def _without_mouse() -> Any:
    """No mouse is used here; a colour in a text that comes unbracketed looks like one and brings the library down."""
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.keys import Keys

    bindings = KeyBindings()
    bindings.add(Keys.Vt100MouseEvent)(lambda event: None)
    return bindings


def _quiet_style() -> Any:
    from questionary import Style

    return Style([("question", "bold"), ("answer", ""), ("bottom-toolbar", "noreverse")])


def _shown_safe() -> Any:
    """What is pasted may be a player's text: shown while it is typed it must not turn the line round either."""
    from prompt_toolkit.layout.processors import Processor, Transformation, TransformationInput

    class Shown(Processor):
        def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
            return Transformation([(one[0], as_typed(one[1])) for one in transformation_input.fragments])

    return Shown()


def yes(
    words: Words,
    message: str | Callable[[], str],
    *,
    default: bool = True,
    aside: Callable[[str], bool] | None = None,
) -> bool:
    """Ask for д/н, y/n or a bare Enter (the default, shown large).

    ``aside`` takes what is no answer and tells whether it could use it: then the question is asked again. A ``message``
    made anew each time may be "" at last: there is nothing to ask any more, and the answer is no.
    """
    hint = words.text("desk", "ask.yes_default" if default else "ask.no_default")
    agree, refuse = (set(words.text("desk", f"ask.{key}").split()) for key in ("yes", "no"))
    again = True
    while True:
        if again:
            question = message if isinstance(message, str) else message()
            if not question:
                return False
            print("\n".join(screen.wrap_lines(question.split("\n"))))
        text = line(hint)
        answer = text.strip().casefold()
        if not answer or answer in agree | refuse:
            return answer in agree if answer else default
        again = aside is not None and aside(text)
        if not again:
            print(words.text("desk", "ask.command_first" if answer.startswith("/") else "ask.yes_or_no"))
