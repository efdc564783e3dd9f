"""The files of deploy/: they hold together, and what they start can be started like that."""

from __future__ import annotations

import importlib
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from quintet.cli import build_parser
from tests.deploy.proxies import DEPLOY, nginx_file, program
from tests.hiding import ROOT

PAGE = (ROOT / "docs" / "deploy.md").read_text("utf-8")
UNIT = (DEPLOY / "quintet@.service").read_text("utf-8")
CONTAINER = (DEPLOY / "Containerfile").read_text("utf-8")


def compose() -> dict[str, Any]:
    read: dict[str, Any] = importlib.import_module("yaml").safe_load(
        (DEPLOY / "compose.yaml").read_text("utf-8")
    )
    return read


def values(name: str) -> list[str]:
    """What the unit says of this."""
    return re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)


def test_every_file_is_explained() -> None:
    for path in DEPLOY.iterdir():
        assert f"deploy/{path.name}" in PAGE


def test_what_the_unit_starts_is_a_command_of_ours() -> None:
    (line,) = values("ExecStart")
    program_, *arguments = shlex.split(line.replace("%i", "8642").replace("${QUINTET_SITE}", "x.org"))
    assert program_.endswith("/bin/quintet")
    parsed = build_parser().parse_args(arguments)
    assert (parsed.port, parsed.allow_host, parsed.trusted_proxy) == (8642, ["x.org"], ["127.0.0.0/8"])


def test_the_unit_is_started_again_however_long_the_database_is_away() -> None:
    assert values("Restart") == ["always"]
    assert values("StartLimitIntervalSec") == ["0"], (
        "otherwise five starts that fail within ten seconds are the last"
    )


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        assert values("NoNewPrivileges") == ["yes"], "there is no systemd here; at least it can be read"
        return
    copy = tmp_path / "quintet@8642.service"
    copy.write_text(re.sub(r"/opt/quintet/bin/quintet", "/bin/true", UNIT))
    ran = subprocess.run(
        ["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, check=False
    )
    about_ours = [line for line in ran.stderr.splitlines() if "quintet@" in line]
    assert (ran.returncode, about_ours) == (0, [])


def test_nginx_accepts_its_file(tmp_path: Path) -> None:
    whole = nginx_file(tmp_path, (20_001, 20_002), 20_003, 20_004)
    command = [program("nginx"), "-t", "-p", str(tmp_path), "-c", str(whole), "-e", str(tmp_path / "errors")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "warn" not in ran.stderr


def test_caddy_accepts_its_file(tmp_path: Path) -> None:
    environment = {"PATH": os.defpath, "HOME": str(tmp_path), "SITE": "x.org", "NODES": "one:8642 two:8642"}
    command = [program("caddy"), "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert ran.returncode == 0, ran.stderr
    assert '"dial":"one:8642"' in ran.stdout
    assert '"dial":"two:8642"' in ran.stdout


def test_what_the_containers_start_are_commands_of_ours() -> None:
    services = compose()["services"]
    for name in ("one", "two", "worker"):
        arguments = [re.sub(r"\$\{SITE.*\}", "x.org", str(word)) for word in services[name]["command"]]
        parsed = build_parser().parse_args(arguments)
        assert parsed.run is not None
        assert services[name]["environment"]["QUINTET_STORE"].startswith("postgres://")
    nodes = build_parser().parse_args(
        [re.sub(r"\$\{SITE.*\}", "x.org", str(word)) for word in services["one"]["command"]]
    )
    assert nodes.workers == 0, "the workers think"
    assert nodes.trusted_proxy == [compose()["networks"]["default"]["ipam"]["config"][0]["subnet"]]
    assert services["proxy"]["environment"]["NODES"].split() == ["one:8642", "two:8642"]


def test_every_value_that_the_containers_want_is_in_the_example() -> None:
    wanted = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text("utf-8")))
    example = (DEPLOY / "compose.env.example").read_text("utf-8")
    assert wanted == set(re.findall(r"^(\w+)=", example, re.MULTILINE))


def test_the_image_is_no_root_and_is_asked_whether_it_is_ready() -> None:
    last = CONTAINER[CONTAINER.rindex("\nFROM ") :]
    assert re.search(r"^USER quintet$", last, re.MULTILINE)
    assert "/ready" in last
    for source in re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINER, re.MULTILINE):
        for name in source.split():
            assert (ROOT / name).exists(), name
    (command,) = re.findall(r'^CMD (\["serve".*\])$', last, re.MULTILINE)
    assert build_parser().parse_args(re.findall(r'"([^"]+)"', command)).host == "0.0.0.0"


@pytest.mark.parametrize("line", re.findall(r"^(?:sudo -u \w+ )?quintet (.+)$", PAGE, re.MULTILINE))
def test_every_command_of_the_page_can_be_parsed(line: str) -> None:
    build_parser().parse_args(shlex.split(line.partition("#")[0].partition(" > ")[0].partition(" < ")[0]))
