"""The command line, one module a group of commands. Each `add` declares arguments and names the function to call.

A handler takes the parsed arguments and returns an exit code (None is 0). Anything heavy is imported inside it, so that
`quintet --help` stays quick.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

Handler: TypeAlias = Callable[[argparse.Namespace], int | None]


class Commands(Protocol):
    """What argparse's `add_subparsers` returns, as far as we use it."""

    def add_parser(self, name: str, *, help: str, description: str) -> argparse.ArgumentParser: ...  # noqa: A002  (argparse's word)


def command(
    commands: Commands,
    name: str,
    run: Handler,
    summary: str,
    details: str = "",
    appendix: Callable[[], str] | None = None,
    needs: tuple[str, ...] = (),
) -> argparse.ArgumentParser:
    """Declare one command; the caller adds its arguments to what is returned.

    The `appendix` ends its help. It is only written when somebody reads it. `needs` are the extras (see quintet/extras.py)
    to name together where one of them is missing.
    """
    parser = commands.add_parser(name, help=summary, description=f"{summary} {details}".strip())
    parser.set_defaults(run=run, appendix=appendix, command=name, needs=needs, parser=parser)
    return parser


def listing(title: str, entries: Mapping[str, str]) -> str:
    """Names and what they mean, in two columns as wide as the terminal: part of an appendix."""
    import shutil
    import textwrap

    wide = max(map(len, entries)) + 4
    width = max(shutil.get_terminal_size().columns - 2, wide + 24)
    lines = [f"{title}:"]
    for name, text in entries.items():
        begin = f"  {name}".ljust(wide)
        lines += textwrap.wrap(text, width, initial_indent=begin, subsequent_indent=" " * wide)
    return "\n".join(lines) + "\n"
