"""The one compiled function of each game: a position and a request in, an answer out."""
