"""Other people's programs at the table."""
