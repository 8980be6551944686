"""The pure game: seats and role ids in, states and facts out. No I/O, no wording, standard library only."""
