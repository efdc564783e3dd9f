"""Matches between players: who meets whom, playing it, and what it proves."""
