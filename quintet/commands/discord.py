"""`quintet discord`: the bot for Discord."""

from __future__ import annotations

import argparse
from pathlib import Path

from quintet.commands import Commands, command
from quintet.commands.arguments import add_game_files, take_game_files
from quintet.commands.serve import LAZY_HELP, count, port_number
from quintet.commands.store import STORE_HELP
from quintet.extras import need


def add(commands: Commands) -> None:
    parser = command(
        commands, "discord", discord, "Play in Discord channels, with slash commands.",
        "The bot's token is read from QUINTET_DISCORD_TOKEN.", needs=("discord", "engine", "server"),
    )  # fmt: skip
    parser.add_argument(
        "--config", type=Path, metavar="FILE",
        help="a TOML file with the ids of gamerooms, channels and roles; /quintet setup makes them otherwise",
    )  # fmt: skip
    parser.add_argument("--store", metavar="URL", help=STORE_HELP)
    parser.add_argument(
        "--server", metavar="URL",
        help="play in the rooms of this server, together with browsers and terminals (default: one of its own, on the store)",
    )  # fmt: skip
    parser.add_argument(
        "--port", type=port_number, default=0, help="port of its own server, for browsers on this machine (default: a free one)"
    )  # fmt: skip
    parser.add_argument(
        "--public", metavar="URL", default="",
        help="where browsers find the rooms, for a link under every table (default: the address of --server, if it is not this machine's own)",
    )  # fmt: skip
    parser.add_argument(
        "--workers", type=count, default=1, metavar="N", help="processes that think for engine seats (default: 1)"
    )  # fmt: skip
    parser.add_argument("--lazy", action="store_true", help=LAZY_HELP)
    add_game_files(parser)
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="how much to log (default: info)",
    )


def discord(parsed: argparse.Namespace) -> None:
    take_game_files(parsed)
    from quintet.chat.run import Settings, run

    if parsed.server is None:
        need("engine", "quintet discord with rooms of its own")
    run(
        Settings(
            config=parsed.config,
            store=parsed.store,
            server=parsed.server,
            port=parsed.port,
            public=parsed.public,
            workers=max(1, parsed.workers),
            lazy=parsed.lazy,
            log_level=parsed.log_level,
        )
    )
