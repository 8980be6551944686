"""What can be done to a game at any time: one table, for the desk and for flags."""
