"""``python -m mafia_cli`` and the console script."""

import gc
import sys


def main() -> None:
    """Run the command line and exit with its status."""
    # A start makes many objects and no garbage: looking for it there, and again at the end, is a tenth of a command.
    gc.set_threshold(100_000, 20, 20)
    from mafia_cli.cli.app import run

    status = run(sys.argv[1:])
    gc.freeze()
    sys.exit(status)


if __name__ == "__main__":
    main()
