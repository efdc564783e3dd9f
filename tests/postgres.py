"""A real PostgreSQL for the tests: a cluster in a temporary folder, reached by a socket in that folder."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MISSING = (
    "these tests start a PostgreSQL of their own and found none; install it with: apt-get install postgresql"
)


def programs() -> Path:
    """The folder of initdb and pg_ctl, the newest where there are several."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]), reverse=True
    )
    on_path = shutil.which("initdb")
    if not found and on_path is None:
        raise RuntimeError(MISSING)
    return found[0].parent if found else Path(str(on_path)).resolve().parent


def unprivileged() -> tuple[list[str], str]:
    """How to run a program as somebody PostgreSQL accepts, and who that is: it refuses to run as root."""
    if os.geteuid() != 0:
        return [], pwd.getpwuid(os.geteuid()).pw_name
    known = {entry.pw_name for entry in pwd.getpwall()}
    user = "postgres" if "postgres" in known else "nobody"
    return ["runuser", "-u", user, "--"], user


class Cluster:
    """A running PostgreSQL. `database` makes an empty one; `restart` kills the server without warning first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._bin = programs()
        self._as_user, self._user = unprivileged()
        self._made = 0
        if self._as_user:
            shutil.chown(folder, self._user)
        self._run(
            "initdb", "-D", str(folder / "data"), "-U", "quintet", "-A", "trust", "-E", "UTF8", "--no-sync"
        )
        self.start()

    def start(self) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c max_connections=200"
        self._run(
            "pg_ctl",
            "-D",
            str(self.folder / "data"),
            "-l",
            str(self.folder / "log"),
            "-w",
            "-o",
            options,
            "start",
        )

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")

    def database(self) -> str:
        """The address of a new, empty database."""
        self._made += 1
        name = f"test{self._made}"
        self._run("createdb", "-h", str(self.folder), "-U", "quintet", name)
        return f"postgresql://quintet@/{name}?host={self.folder}"

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [*self._as_user, str(self._bin / program), *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd="/", timeout=60,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr}")


@contextmanager
def cluster() -> Iterator[Cluster]:
    folder = Path(tempfile.mkdtemp(prefix="quintet-pg-"))
    try:
        running = Cluster(folder)
        try:
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
