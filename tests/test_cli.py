"""The command line as a whole; each command has its own file."""

from __future__ import annotations

import pytest

from quintet.cli import main


def test_without_a_command_it_says_what_it_can_do(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([])
    assert stop.value.code == 0
    assert "games" in capsys.readouterr().out


def test_a_wrong_command_gets_one_sentence_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["nonsense"])
    assert stop.value.code == 2
    assert "nonsense" in capsys.readouterr().err
