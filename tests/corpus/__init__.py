"""Cases as data that both Python and JavaScript run."""
