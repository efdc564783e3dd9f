"""nginx and Caddy as deploy/ sets them up, on free ports of this machine and with a certificate for localhost."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from tests.hiding import ROOT
from tests.ports import free_port
from tests.waiting import PATIENCE, until

DEPLOY = ROOT / "deploy"


def program(name: str) -> str:
    """Where a server program is; Debian keeps them out of everybody's path."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/usr/local/sbin")
    assert found is not None, f"these tests drive {name}; install it with: tools/system-packages"
    return found


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost that signs itself, and its key."""
    made, key = folder / "certificate.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
               "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
               "-keyout", str(key), "-out", str(made)]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    return made, key


def nginx_file(folder: Path, ports: Sequence[int], plain: int, secure: int) -> Path:
    """Our file as it is, with other names, ports and a certificate, inside what Debian puts around it."""
    made, key = certificate(folder)
    ours = (DEPLOY / "nginx.conf").read_text("utf-8")
    for written, port in zip(("8642", "8643"), ports, strict=True):
        ours, found = re.subn(rf"127\.0\.0\.1:{written}\b", f"127.0.0.1:{port}", ours)
        assert found == 1
    ours = re.sub(r"^ *listen \[::\].*\n", "", ours, flags=re.MULTILINE)  # there may be no IPv6 here
    for old, new in {
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl": f"listen 127.0.0.1:{secure} ssl",
        "/etc/letsencrypt/live/games.example.org/fullchain.pem": str(made),
        "/etc/letsencrypt/live/games.example.org/privkey.pem": str(key),
        "games.example.org": "localhost",
    }.items():
        assert old in ours
        ours = ours.replace(old, new)
    inside = folder / "quintet.conf"
    inside.write_text(ours)
    whole = folder / "nginx.conf"
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole.write_text(
        f"daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/errors;\n"
        f"events {{}}\nhttp {{ access_log off;\n{temporary}include {inside}; }}\n"
    )
    return whole


@asynccontextmanager
async def nginx(folder: Path, ports: Sequence[int]) -> AsyncIterator[str]:
    """The address of the proxy in front of nodes on these ports; it ends with the test."""
    plain, secure = free_port(), free_port()
    whole = nginx_file(folder, ports, plain, secure)
    command = [program("nginx"), "-p", str(folder), "-c", str(whole), "-e", str(folder / "errors")]
    async with running(command, secure):
        yield f"https://localhost:{secure}/"


@asynccontextmanager
async def caddy(folder: Path, ports: Sequence[int]) -> AsyncIterator[str]:
    """The same with Caddy; without its certificate, which it would fetch from outside."""
    port = free_port()
    ours = (DEPLOY / "Caddyfile").read_text("utf-8")
    assert "\n{$SITE} {\n" in ours
    file = folder / "Caddyfile"
    file.write_text("{\n\tadmin off\n}\n" + ours.replace("\n{$SITE} {\n", f"\nhttp://localhost:{port} {{\n"))
    environment = {"PATH": os.defpath, "HOME": str(folder), "SITE": "localhost"}
    environment["NODES"] = " ".join(f"127.0.0.1:{port}" for port in ports)
    command = [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(file)]
    async with running(command, port, environment):
        yield f"http://localhost:{port}/"


@asynccontextmanager
async def running(
    command: list[str], port: int, environment: dict[str, str] | None = None
) -> AsyncIterator[None]:
    process = await asyncio.create_subprocess_exec(
        *command, env=environment, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )

    async def listening() -> bool:
        assert process.returncode is None, f"{command[0]} has ended"
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            return False
        writer.close()
        return True

    try:
        await until(listening)
        yield
    finally:
        process.terminate()
        async with asyncio.timeout(PATIENCE):
            await process.wait()


def trusting(folder: Path) -> ssl.SSLContext:
    """What a browser would need to believe that certificate."""
    return ssl.create_default_context(cafile=str(folder / "certificate.pem"))
