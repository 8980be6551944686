"""Reading what people type and paste: nicks, role words, moves, votes, rosters. Pure functions over frozen data."""
