"""Who this window is on a server: kept in a file, so that a window that was closed comes back to its seat."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
import platformdirs

from quintet.wire.client import Client, ServerError

PROGRAM = "quintet window"


def tokens_file() -> Path:
    return platformdirs.user_config_path("quintet") / "window.json"


def known_tokens() -> dict[str, str]:
    """By server, who we are there; nobody yet where nothing readable was kept."""
    try:
        return msgspec.json.decode(tokens_file().read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError):
        return {}


def keep_token(address: str, token: str) -> None:
    tokens = known_tokens()
    if tokens.get(address) == token:
        return
    with suppress(OSError):  # then this window is a new guest the next time
        file = tokens_file()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_bytes(msgspec.json.encode(tokens | {address: token}))


async def come_back(link: str) -> Client:
    """A connection to the server of a room, as the guest that we were there before."""
    client = Client(link, program=PROGRAM)
    client.token = known_tokens().get(client.address)
    try:
        await client.open()
    except ServerError as error:
        if error.code != "wrong-token":
            raise
        client = Client(link, program=PROGRAM)  # another server than the one that knew us
        await client.open()
    if client.token is not None:
        keep_token(client.address, client.token)
    return client
