"""Is there a wheel of everything we depend on, for every system and every Python that we name? Needs the network.

    .venv/bin/python tools/check_wheels.py [FOLDER]

resolves each extra for each system with uv, which must be installed, and downloads what it finds with pip, ready-made wheels only.
Prints one row of a table for each extra and Python; exits with 1 if anything that a player needs is missing.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {
    "Linux": ("x86_64-manylinux_2_28", ["manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"]),
    "macOS": ("aarch64-apple-darwin", [f"macosx_{version}_0_arm64" for version in range(11, 15)]),
    "Windows": ("x86_64-pc-windows-msvc", ["win_amd64"]),
}  # fmt: skip
"""What uv and what pip calls each system."""
PROMISED = ("base", "engine", "server", "terminal")


def main(folder: Path) -> int:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    names = ["base", *(name for name in extras if name not in ("all", "dev"))]
    print(f"| Extra | Python | {' | '.join(SYSTEMS)} |\n|---|---|{'---|' * len(SYSTEMS)}")
    broken = False
    for extra in names:
        for python in PYTHONS:
            found = {system: check(extra, python, system, folder) for system in SYSTEMS}
            broken |= extra in PROMISED and any(found.values())
            cells = " | ".join(missing or "yes" for missing in found.values())
            print(f"| {extra} | {python} | {cells} |", flush=True)
    return int(broken)


def check(extra: str, python: str, system: str, folder: Path) -> str:
    """What is missing; empty if nothing is."""
    platform, tags = SYSTEMS[system]
    wanted = [] if extra == "base" else ["--extra", extra]
    resolved = subprocess.run(
        ["uv", "pip", "compile", "--quiet", "--no-header", "--no-annotate", "--no-emit-index-url", "--only-binary", ":all:",
         "--python-platform", platform, "--python-version", python, *wanted, "-c", "requirements.lock", "pyproject.toml"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if resolved.returncode:
        return f"cannot be resolved: {' '.join(resolved.stderr.split())[:200]}"
    pins = [line.split(";")[0].strip() for line in resolved.stdout.splitlines() if "==" in line]
    if download(pins, python, tags, folder / system):
        return ""
    return "no " + ", ".join(pin for pin in pins if not download([pin], python, tags, folder / system))


def download(pins: list[str], python: str, tags: list[str], folder: Path) -> bool:
    for_system = [option for tag in tags for option in ("--platform", tag)]
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:",
        "--implementation", "cp", "--python-version", python, *for_system, "--dest", str(folder), *pins,
    ]  # fmt: skip
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else temporary)))
