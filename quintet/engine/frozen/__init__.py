"""Players that are kept as they are, to measure others against. Nothing here is ever improved."""
