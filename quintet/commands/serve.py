"""`quintet serve` and `quintet worker`: the server, and the machines that think for it."""

from __future__ import annotations

import argparse
import ipaddress
import os

from quintet.commands import Commands, command
from quintet.commands.arguments import add_game_files, take_game_files
from quintet.commands.store import KEPT_DAYS, STORE_HELP, days
from quintet.extras import need

LAZY_HELP = "load an engine when it is first asked for, not at the start: needs less memory, and the first answer comes later"


def add(commands: Commands) -> None:
    parser = command(
        commands, "serve", serve, "Serve rooms to browsers, terminals, windows and bots.", needs=("engine", "server")
    )  # fmt: skip
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1, this machine only)"
    )
    parser.add_argument(
        "--port", type=port_number, default=8642, help="port to listen on; 0 takes a free one (default: 8642)"
    )
    parser.add_argument("--store", metavar="URL", help=STORE_HELP)
    parser.add_argument(
        "--workers", type=count, default=max(1, (os.cpu_count() or 2) - 1), metavar="N",
        help="processes that think for engine seats; 0 leaves it to 'quintet worker' (default: one less than the cores)",
    )  # fmt: skip
    parser.add_argument("--lazy", action="store_true", help=LAZY_HELP)
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME",
        help="a name this server goes by; may be given several times (default: this machine's names when only it can"
        " connect, any name otherwise)",
    )  # fmt: skip
    parser.add_argument(
        "--behind-proxy", action="store_true", help="believe X-Forwarded-For and X-Forwarded-Proto; only behind a proxy that sets them"
    )  # fmt: skip
    parser.add_argument(
        "--trusted-proxy", action="append", default=[], type=network, metavar="NETWORK",
        help="believe them only from these addresses, such as 10.0.0.0/8; may be given several times",
    )  # fmt: skip
    parser.add_argument(
        "--messages-per-second", type=rate, default=10.0, metavar="N",
        help="what one connection may send in the long run; 0 for no limits at all, on connections and rooms either (default: 10)",
    )  # fmt: skip
    parser.add_argument(
        "--prune-after", type=days, default=KEPT_DAYS, metavar="DAYS",
        help=f"let go of rooms in which nobody played for so long, see 'quintet store prune'; 0 for never (default: {KEPT_DAYS})",
    )  # fmt: skip
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="how much to log (default: info)",
    )
    parser.add_argument("--open", action="store_true", help="open the browser")
    add_game_files(parser)

    worker = command(
        commands, "worker", worker_, "Think for the engine seats of servers on the same PostgreSQL.",
        "Start as many as you like, on any machine; give the servers --workers 0.", needs=("engine", "postgres", "server"),
    )  # fmt: skip
    worker.add_argument(
        "--store", metavar="URL", help="postgres://USER@HOST/DATABASE (default: QUINTET_STORE)"
    )
    worker.add_argument(
        "--processes", type=count, default=os.cpu_count() or 1, metavar="N", help="how many think at once (default: the cores)"
    )  # fmt: skip
    worker.add_argument("--lazy", action="store_true", help=LAZY_HELP)
    add_game_files(worker)


def worker_(parsed: argparse.Namespace) -> None:
    from quintet.server.queue import run_worker

    take_game_files(parsed)
    need("engine", "quintet worker")
    run_worker(parsed.store, max(1, parsed.processes), lazy=parsed.lazy)


def serve(parsed: argparse.Namespace) -> None:
    from quintet.server.serve import Settings
    from quintet.server.serve import serve as run

    take_game_files(parsed)
    if parsed.workers:
        need("engine", "quintet serve with workers of its own")
    run(
        Settings(
            host=parsed.host,
            port=parsed.port,
            store=parsed.store,
            workers=parsed.workers,
            lazy=parsed.lazy,
            allow_hosts=tuple(parsed.allow_host),
            behind_proxy=parsed.behind_proxy,
            trusted_proxies=tuple(parsed.trusted_proxy),
            messages_per_second=parsed.messages_per_second,
            prune_days=parsed.prune_after,
            log_level=parsed.log_level,
            open_browser=parsed.open,
        )
    )


def port_number(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


def network(text: str) -> str:
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        raise argparse.ArgumentTypeError("this takes an address or a network such as 10.0.0.0/8") from None


def count(text: str) -> int:
    if not text.isdecimal() or int(text) > 256:
        raise argparse.ArgumentTypeError("this takes a number from 0 to 256")
    return int(text)


def rate(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1e6:
        raise argparse.ArgumentTypeError("this takes a number from 0 to 1000000")
    return number
