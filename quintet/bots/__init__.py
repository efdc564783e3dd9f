"""Other people's programs at the table."""

from quintet.bots.bot import Bot

__all__ = ["Bot"]
