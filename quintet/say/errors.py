"""An error of ours as a whole sentence, as every face shows it: on a command line it goes on where the program's name stood."""

from __future__ import annotations


def error_text(error: BaseException) -> str:
    """Its text with a capital letter and a full stop; the name of a space or a piece keeps its writing."""
    text = str(error).strip() or "That did not work"
    if text.split()[0].isalpha():
        text = text[0].upper() + text[1:]
    return text + ("" if text.endswith((".", "!", "?")) else ".")
