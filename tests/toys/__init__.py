"""Games for tests only."""
