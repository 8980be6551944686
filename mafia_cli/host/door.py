"""The way in: the last game in one line, Enter goes on with it; a new one, an earlier one, a sample."""

from pathlib import Path

from mafia_cli import screen
from mafia_cli.host import desk
from mafia_cli.host.prompt import line, need_terminal
from mafia_cli.saves import store
from mafia_cli.saves.script import Raw, RefusedError
from mafia_cli.saves.text import SaveError
from mafia_cli.session import look
from mafia_cli.settings import Report, Settings, fault_text
from mafia_cli.words.clean import short

_SHOWN = 9


def enter(settings: Settings) -> Report:
    """Offer what there is and go where the host says; raises ``RefusedError`` without a terminal."""
    need_terminal("mafia new / night / vote / announce")
    if settings.game is not None:
        return _open(settings, settings.path(unfinished=False))
    last: Path | None = None
    try:
        last = store.latest(settings.folder, unfinished=True)
    except SaveError as error:
        fault = error.faults[0]
        if fault.place:  # a damaged file comes first: no other game steps into its place, nor a new one
            last = Path(fault.place)
        elif fault.problem.code not in ("no_game", "all_finished"):
            raise
    return _choose(settings, last)


def _choose(settings: Settings, last: Path | None) -> Report:
    words = settings.words
    hurt = _hurt(settings, last) if last else ""
    shown = hurt or (words.text("desk", "door.last", game=_line(settings, last)) if last else "")
    _say(shown or words.text("desk", "door.none"))
    kind = "_hurt" if hurt else "" if last else "_over" if store.game_files(settings.folder) else "_none"
    keys = f"door.keys{kind}"
    _say(words.text("desk", keys))
    known = {key: set(words.text("desk", f"door.{key}").split()) for key in ("new", "games", "sample", "leave")}
    while True:
        said = line("> ").strip().casefold()
        if not said and not hurt:
            return _open(settings, last) if last else _new(settings)
        if said in known["new"]:
            return _new(settings)
        if said in known["leave"]:
            return Report()
        if said in known["sample"]:
            from mafia_cli.host.demo import demo_text

            return Report(demo_text(words))
        if said in known["games"]:
            found = _games(settings)
            wrong = _hurt(settings, found) if found else ""
            if found and not wrong:
                return _open(settings, found)
            _say(wrong)
        _say(words.text("desk", keys))


def _say(text: str) -> None:
    if text:
        print("\n".join(screen.wrap_lines(text.split("\n"))))


def _games(settings: Settings) -> Path | None:
    """List the last games and let the host take one by its number."""
    words = settings.words
    files = store.game_files(settings.folder)[:_SHOWN]
    for number, path in enumerate(files, 1):
        _say(f"{number} {_line(settings, path)}")
    said = line(words.text("desk", "door.which")).strip()
    return files[int(said) - 1] if said in {str(number) for number in range(1, len(files) + 1)} else None


def _line(settings: Settings, path: Path) -> str:
    """Return a game in one line: its name, where it stands, how many live."""
    words = settings.words
    try:
        doc, played = look(path)
    except RefusedError:
        return words.text("desk", "door.damaged", name=short(path.stem))
    name = next(filter(str.strip, (short(str(doc.get("name", ""))), short(path.stem))), "")
    if played.game is None or played.faults:
        return words.text("desk", "door.setup" if unfinished_setup(doc) else "door.damaged", name=name)
    game = played.game
    open_kind = f"open_{played.open_step['kind']}" if played.open_step else ""
    key = open_kind or ("finished" if store.is_finished(doc) else game.phase)
    coming = {"open_night": game.night + 1, "open_day": game.day + 1, "day": game.day}
    number = coming.get(key, game.night)
    state = words.text("desk", f"door.state_{key}", n=number, alive=len(game.alive))
    return f"{name}: {state}"


def _hurt(settings: Settings, path: Path) -> str:
    """Return what is wrong with a save and how it is put right, "" when it can be gone on with."""
    try:
        doc, played = look(path)
        faults = [] if unfinished_setup(doc) else played.faults
    except RefusedError as error:
        faults = error.faults
    if not faults:
        return ""
    mend = settings.words.text("desk", "door.mend", name=short(path.stem))
    head = settings.words.text("desk", "door.damaged", name=short(path.stem))
    return "\n".join([head, fault_text(settings.words, faults[:_SHOWN]), mend])


def unfinished_setup(doc: Raw) -> bool:
    """Tell whether a game is still being set up by the wizard."""
    players = doc.get("players", [{}])
    known = isinstance(players, list) and all(isinstance(player, dict) for player in players)
    return known and "setup" in doc and not doc.get("steps") and not all("role" in player for player in players)


def _open(settings: Settings, path: Path) -> Report:
    doc = store.load(path)
    if unfinished_setup(doc):
        return _new(settings, path)
    return desk.run(settings, path)


def _new(settings: Settings, path: Path | None = None) -> Report:
    from mafia_cli.host import wizard

    made = wizard.run(settings, path)
    return made if isinstance(made, Report) else desk.run(settings, made)
