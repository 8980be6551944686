"""The one place where chance comes from the system: a game's keys, each drawn by itself, so none tells of another."""

import secrets


def drawn(seed: int | None = None) -> dict[str, int]:
    """Return the header's keys of chance, of 63 bits each (an integer of TOML is signed).

    ``seed`` deals, ``lots`` names mirrored mafiosi and heirs, ``wording`` chooses the words of the chat: what players
    see of one excludes nothing of the others. A ``seed`` that is given stands for all three, as in a case.
    """
    if seed is not None:
        return {"seed": seed}
    return {key: secrets.randbits(63) for key in ("seed", "lots", "wording")}
