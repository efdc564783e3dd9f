"""The wheel: built, installed into an environment of its own, and used there."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from quintet import __version__
from quintet.games import GAMES
from tests.hiding import ROOT

BASE = ("msgspec", "platformdirs")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel and what the base needs, and nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    for name in BASE:
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        (packages / name).symlink_to(Path(spec.origin).parent)
    return folder


def surroundings(environment: Path, *, everything: bool = False) -> dict[str, str]:
    """Far from the checkout; with `everything`, all that is installed here can be found."""
    here = os.pathsep.join(path for path in sys.path if path.endswith("site-packages"))
    return {"PATH": os.defpath, "HOME": str(environment)} | ({"PYTHONPATH": here} if everything else {})


def quintet(environment: Path, *arguments: str, stdin: str = "") -> str:
    """What the installed command prints."""
    ran = subprocess.run(
        [str(environment / "bin" / "quintet"), *arguments],
        cwd=environment,
        env=surroundings(environment),
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stderr
    return ran.stdout


def test_it_holds_everything_that_is_no_python_too(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    for path in (ROOT / "quintet").rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            assert path.relative_to(ROOT).as_posix() in inside
    for path in (ROOT / "docs").rglob("*.md"):
        assert f"quintet/docs/{path.relative_to(ROOT / 'docs').as_posix()}" in inside
    beside = {name for name in inside if name.startswith("quintet/docs/")}
    assert {Path(name).suffix for name in beside} == {".md"}, (
        "pictures of the pages are for who reads them there"
    )
    assert {name.partition("/")[0] for name in inside} == {"quintet", f"quintet-{__version__}.dist-info"}


def test_the_base_alone_lists_explains_and_plays(environment: Path) -> None:
    listed = quintet(environment, "games")
    assert [line.split()[0] for line in listed.splitlines() if not line.startswith(" ")] == list(GAMES)
    for name, kind in GAMES.items():
        assert quintet(environment, "rules", name).startswith(f"# {kind.title}")
    played = quintet(environment, "play", "reversi", "--seed", "1", stdin="d3\nsave game.json\nquit\n")
    assert len(re.findall(r"^Seat \d .* plays ", played, re.MULTILINE)) == 2
    assert "d3" in quintet(environment, "show", "--record", "game.json", "--json")
    assert quintet(environment, "--version") == f"quintet {__version__}\n"


def test_with_the_server_it_serves_the_web_client(environment: Path) -> None:
    server = subprocess.Popen(
        [str(environment / "bin" / "quintet"), "serve", "--port", "0", "--store", "memory:", "--lazy"],
        cwd=environment,
        env=surroundings(environment, everything=True),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        with urlopen(address) as page:
            assert b"<title>" in page.read()
        with urlopen(f"{address}static/main.js") as script:
            assert script.read() == (ROOT / "quintet" / "web" / "main.js").read_bytes()
    finally:
        server.terminate()
        server.communicate()


def test_what_it_says_of_itself(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        about = archive.read(f"quintet-{__version__}.dist-info/METADATA").decode()
    assert "Requires-Dist: msgspec\n" in about
    assert "Requires-Python: >=3.11" in about
    always = [
        line for line in about.splitlines() if line.startswith("Requires-Dist") and "extra ==" not in line
    ]
    assert [line.split()[1] for line in always] == list(BASE)
