"""A game as the host's decisions: read from a file into seats, replayed, edited, written back."""
