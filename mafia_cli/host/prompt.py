"""One line from the host: the only door to questionary. Ctrl-C raises ``KeyboardInterrupt``, Ctrl-D ``EOFError``.

Where nothing may be drawn (``plain.wanted``) the line comes without questionary.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
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
    import questionary

    def validate(text: str) -> bool | str:
        return (check(text) or True) if check else True

    extra: dict[str, Any] = {"input_processors": [_shown_safe()], "key_bindings": _without_mouse()}
    if toolbar is not None:
        extra["bottom_toolbar"] = toolbar
    if callable(toolbar):
        extra["refresh_interval"] = 0.5
    extra["enable_suspend"] = True  # Ctrl-Z as in a shell; else it would stand in the line
    offered = list(suggest)
    if offered:
        extra["completer"] = _completer(offered)
        extra["complete_while_typing"] = True
    if earlier:
        extra["history"] = _history(earlier)
    answer: str = questionary.text(message, qmark="", validate=validate, style=_quiet_style(), **extra).unsafe_ask()
    return answer


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


def _history(lines: Sequence[str]) -> Any:
    from prompt_toolkit.history import InMemoryHistory

    return InMemoryHistory(list(lines))


def _completer(offered: Sequence[str]) -> Any:
    from prompt_toolkit.completion import FuzzyWordCompleter

    return FuzzyWordCompleter(list(offered))


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
