"""A save that an editor changed while the desk holds it: the host says which of the two the game goes on with."""

from collections.abc import Callable

from mafia_cli.host.prompt import yes
from mafia_cli.script.errors import RefusedError
from mafia_cli.session import Session
from mafia_cli.settings import fault_text
from mafia_cli.words.catalogue import Words


def settle(words: Words, session: Session, aside: Callable[[str], bool] | None = None) -> list[str]:
    """Ask which stands, the file as it is now or the game as it was here; return what to say.

    The other one is kept as a backup. A file that does not play is named with its fault and can only be written over
    or left alone, to be mended first. ``aside`` as for ``yes``.
    """
    try:
        if yes(words, words.text("desk", "underneath.take"), aside=aside):
            session.take_from_disk()
            return [words.text("desk", "underneath.taken")]
    except RefusedError as error:
        question = f"{fault_text(words, error.faults)}\n{words.text('desk', 'underneath.broken')}"
        if not yes(words, question, default=False, aside=aside):
            return [words.text("desk", "underneath.left")]
    session.write_over()
    return [words.text("desk", "underneath.written")]
