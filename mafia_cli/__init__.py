"""An assistant for the host of a chat Mafia game."""

__version__ = "1.0.0"
