"""A real PostgreSQL for the tests: a cluster in a temporary folder, reached by a socket in that folder."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
    """A running PostgreSQL. `database` makes an empty one; `stop` and `kill` give no warning."""

    def __init__(self, folder: Path, connections: int = 200) -> None:
        self.folder = folder
        self._connections = connections
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
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c max_connections={self._connections}"
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

    def stop(self, how: str = "immediate") -> None:
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", how, "stop")

    def kill(self) -> None:
        """kill -9 of every process of the server."""
        self.pause()  # so that there are no new ones
        killed = self._signal(signal.SIGKILL)
        while any(map(_lives, killed)):
            time.sleep(0.01)
        for lock in (self.folder / "data" / "postmaster.pid", *self.folder.glob(".s.PGSQL.*")):
            lock.unlink()  # where nobody buries the dead, the next server would take them for alive

    def pause(self) -> None:
        """Every process stands still: connections stay open, and nothing answers."""
        os.kill(self._first(), signal.SIGSTOP)
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> list[int]:
        """Send it to the server and its children, whose numbers come back."""
        first = self._first()
        processes = [first, *(pid for pid, (_, parent) in _processes().items() if parent == first)]
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, number)
        return processes

    def _first(self) -> int:
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

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


def _processes() -> dict[int, tuple[str, int]]:
    """Every process of this machine: its state, and the one that started it."""
    found = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent = status.read_text().rpartition(")")[2].split()[:2]
            found[int(status.parent.name)] = (state, int(parent))
    return found


def _lives(process: int) -> bool:
    return _processes().get(process, ("Z", 0))[0] != "Z"


@contextmanager
def cluster(connections: int = 200) -> Iterator[Cluster]:
    folder = Path(tempfile.mkdtemp(prefix="quintet-pg-"))
    try:
        running = Cluster(folder, connections)
        try:
            yield running
        finally:
            with suppress(RuntimeError):  # a test may have left it dead
                running.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
