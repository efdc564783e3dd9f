"""The command `quintet`: argument parsing only. Each command calls one function in quintet/commands/."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from quintet import __version__
from quintet.commands import (
    Handler,
    analyse,
    arena,
    bot,
    convert,
    discord,
    draw,
    engine,
    engines,
    explore,
    games,
    learn,
    perft,
    play,
    puzzles,
    referee,
    review,
    serve,
    show,
    status,
    store,
    terminal,
    think,
    window,
)
from quintet.games.errors import near, short
from quintet.inputs import UsageError

GROUPS = (
    games,
    show,
    draw,
    convert,
    perft,
    play,
    learn,
    terminal,
    window,
    analyse,
    explore,
    review,
    think,
    puzzles,
    arena,
    referee,
    bot,
    engine,
    engines,
    serve,
    status,
    discord,
    store,
)

BAD_INPUT = 2


class Parser(argparse.ArgumentParser):
    """argparse, with one clear line on stderr and exit code 2 for a wrong command line."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}\nTry '{self.prog} --help'.", file=sys.stderr)
        raise SystemExit(BAD_INPUT)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Options may stand before, between and after the words without a name."""
        words = [action for action in self._get_positional_actions() if action.nargs == "?"]
        if not words or self._mixing:
            return super().parse_known_args(args, namespace)
        self._mixing = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing = False

    _mixing = False

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """What no command knows is refused by the command it was given to, whose help says what there is."""
        parsed, unknown = self.parse_known_args(args, namespace)
        if unknown:
            asked: Parser = getattr(parsed, "parser", self)
            asked.error(asked.unknown(unknown[0]))
        return parsed

    def unknown(self, word: str) -> str:
        """What nobody asked for."""
        if word.startswith("-"):
            name = word.partition("=")[0]
            return f"there is no option {short(name)}{near(name, self._option_string_actions)}"
        return f"{short(word)} is a word too many"

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """What can be chosen, and what was probably meant."""
        if action.choices is None or value in action.choices:
            return
        hint = near(value, action.choices)
        if isinstance(action, argparse._SubParsersAction):
            raise argparse.ArgumentError(None, f"there is no command {short(value)}{hint}")
        name = "/".join(action.option_strings) or action.metavar or action.dest
        known = f"{f'{hint} It' if hint else '; it'} is one of: {', '.join(map(str, action.choices))}"
        raise argparse.ArgumentError(None, f"{name} cannot be {short(value)}{known}")

    def format_help(self) -> str:
        appendix: Callable[[], str] | None = self.get_default("appendix")
        return super().format_help() + (f"\n{appendix()}" if appendix else "")


def build_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="quintet",
        description="Five board games on one table.",
        epilog="'quintet COMMAND --help' says what a command takes. On a terminal 'quintet' alone asks what to play.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"quintet {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)
    for group in GROUPS:
        group.add(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    prepare_streams()
    parser = build_parser()
    try:
        parsed = parser.parse_args(arguments)
    except UsageError as error:  # such as a number that its option does not take
        raise SystemExit(refuse(error)) from None
    run: Handler | None = getattr(parsed, "run", None)
    if run is None and sys.stdin.isatty() and sys.stdout.isatty():
        parsed = parser.parse_args(["play"])
        run = parsed.run
    if run is None:
        parser.print_help()
        raise SystemExit(0)
    raise SystemExit(guarded(run, parsed))


def prepare_streams() -> None:
    """A closed input is an empty one, what is told to nobody is lost, and a terminal that cannot write a letter gets its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  (stays open for the whole run)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def guarded(run: Handler, parsed: argparse.Namespace) -> int:
    """Run a command; whatever a person could have caused ends in one sentence, never in a stack trace."""
    from quintet import extras
    from quintet.games.contract import GameError

    try:
        code = run(parsed) or 0
        sys.stdout.flush()
    except ModuleNotFoundError as error:
        missing = extras.told(error.name, f"quintet {parsed.command}", parsed.needs)
        if missing is None:  # no extra brings it: this is no installation of ours
            raise
        return refuse(UsageError(missing))
    except (GameError, UsageError, OSError) as error:
        if isinstance(error, BrokenPipeError):  # the reader, such as `head`, has gone
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        return refuse(error)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return code


def refuse(error: Exception) -> int:
    """Say what is wrong; the exit code."""
    told = str(error)
    if isinstance(error, OSError) and error.strerror:  # such as: no space left on device
        told = error.strerror.lower() + (f": {error.filename}" if error.filename else "")
    print(f"quintet: {told}", file=sys.stderr)
    return BAD_INPUT
