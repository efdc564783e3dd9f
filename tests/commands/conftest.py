"""Commands are tested as they are used: arguments and input in, exit code and text out."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import pytest

from quintet.cli import main


class Ran(NamedTuple):
    code: object
    out: str
    err: str

    @property
    def json(self) -> list[Any]:
        """Each line of the output as JSON."""
        return [json.loads(line) for line in self.out.splitlines()]


Quintet: TypeAlias = Callable[..., Ran]


@pytest.fixture
def quintet(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Quintet:
    """`quintet("show", "reversi", stdin="...")` runs that command."""

    def run(*arguments: str, stdin: str | bytes = b"") -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        out, err = capsys.readouterr()
        return Ran(stop.value.code, out, err)

    return run
