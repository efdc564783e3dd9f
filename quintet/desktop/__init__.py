"""The desktop window: it shows a game played by others, piece by piece, and can play one too."""
