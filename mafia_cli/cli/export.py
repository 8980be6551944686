"""``mafia export``: a game written down for the group."""

from pathlib import Path
from typing import Annotated, Final

import typer

from mafia_cli.cli.commands import settings_of
from mafia_cli.cli.common import bad_option
from mafia_cli.script import disk
from mafia_cli.script.errors import RefusedError, SaveError
from mafia_cli.session import look
from mafia_cli.settings import Report, Settings
from mafia_cli.texts import game_words
from mafia_cli.words.clean import safe

FORMATS: Final = ("html", "md", "txt", "json")


def export(
    ctx: typer.Context,
    form: Annotated[str | None, typer.Option("--format", metavar="|".join(FORMATS))] = None,
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="FILE")] = None,
    opened: Annotated[bool, typer.Option("--open")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> Report:
    """Write the whole finished game, or the public part of an unfinished one.

    A page goes into a file named after the game, the other formats to standard output; ``--output -`` prints.
    """
    settings = settings_of(ctx)
    form = form or _format_of(output)
    if form not in FORMATS:
        raise bad_option("--format", form, ", ".join(FORMATS))
    source = settings.path(unfinished=False)
    text = _text(settings, source, form)
    if output is None and (form == "html" or opened):
        output = f"{source.stem}.{form}"
    if output in (None, "-"):
        return Report(text, as_data=True)
    path = Path(output).expanduser()
    _may_write(path, yes=yes)
    disk.write_bytes(path, text.encode())
    words = settings.words
    said = [words.text("chronicle", "export.saved", path=safe(str(path)))]
    if opened:
        said.append(words.text("chronicle", "export.opened" if _open(path) else "export.not_opened"))
    return Report("\n".join(said))


def _format_of(output: str | None) -> str:
    suffix = Path(output).suffix.removeprefix(".").lower() if output else ""
    return suffix if suffix in FORMATS else "html"


def _text(settings: Settings, source: Path, form: str) -> str:
    from mafia_cli.chronicle import data, page, plain
    from mafia_cli.chronicle.story import tell

    script, played = look(source)
    if played.faults:
        raise RefusedError(played.faults)
    words = settings.words if settings.lang_given else game_words(script, settings.words)
    story = tell(words, script, played, source.parent)
    match form:
        case "html":
            return page.page(words, story)
        case "md":
            return plain.markdown(words, story)
        case "txt":
            return plain.text(words, story)
        case _:
            return data.as_json(words, script, played, story, source.parent)


def _may_write(path: Path, *, yes: bool) -> None:
    """A page made here may be written over; for anything else ``--yes`` is wanted; a save never."""
    if path.suffix.lower() == ".toml":
        raise bad_option("--output", str(path), ", ".join(f".{form}" for form in FORMATS))
    if yes or not path.exists():
        return
    from mafia_cli.chronicle.page import MARK

    if MARK.encode() not in disk.read(path)[:400]:
        raise SaveError("file_exists", path=str(path))


def _open(path: Path) -> bool:
    import webbrowser

    try:
        return webbrowser.open(path.resolve().as_uri())
    except webbrowser.Error:
        return False
