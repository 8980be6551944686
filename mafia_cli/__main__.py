"""``python -m mafia_cli`` and the console script."""

import sys


def main() -> None:
    """Run the command line and exit with its status."""
    from mafia_cli.cli.app import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
