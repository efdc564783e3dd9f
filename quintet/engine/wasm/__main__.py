"""`make wasm`: the module of every game, or of those that are named, with its manifest and what the engine has learned.

What is up to date is left alone, unless `--again` is said.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import importlib
import subprocess
import sys
import time
from pathlib import Path

from msgspec import json

from quintet.engine import players
from quintet.engine.wasm import manifest
from quintet.engine.wasm.manifest import ANSWER_LAYOUT, FOLDER, FORMAT, REQUEST_LAYOUT, Manifest
from quintet.engine.wasm.module import Sizes


def build(game: str, folder: Path = FOLDER) -> Manifest:
    """Make everything that a page needs of a game."""
    folder.mkdir(parents=True, exist_ok=True)
    sources, file = manifest.sources(game), folder / f"{game}.wasm"
    command = [sys.executable, "-m", "quintet.engine.wasm.module", game, str(file)]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603  (ourselves)
    sizes = json.decode(said, type=Sizes)
    player = importlib.import_module(f"{players.__name__}.{game}")
    planes, learned = manifest.planes(player.WORK, dict(player.knowledge()))
    if learned:
        (folder / f"{game}.gz").write_bytes(gzip.compress(learned, 9, mtime=0))
    made = Manifest(
        format=FORMAT,
        sources=sources,
        module=hashlib.sha256(file.read_bytes()).hexdigest(),
        data=sizes.data,
        state=sizes.state,
        work=sizes.work,
        request=REQUEST_LAYOUT,
        answer=ANSWER_LAYOUT,
        knowledge=hashlib.sha256(learned).hexdigest() if learned else "",
        planes=planes,
        functions=sizes.functions,
    )
    manifest.write(game, made, folder)
    return made


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="make wasm", description=__doc__)
    parser.add_argument(
        "game", nargs="*", help=f"of {', '.join(manifest.playable())}; all of them if none is named"
    )
    parser.add_argument("--again", action="store_true", help="also what is up to date")
    wanted = parser.parse_args(arguments)
    for game in wanted.game:
        if game not in manifest.playable():
            parser.error(f"there is no {game}; there are {', '.join(manifest.playable())}")
    for game in wanted.game or manifest.playable():
        why = manifest.why_stale(game)
        if not why and not wanted.again:
            print(f"{game}: up to date")
            continue
        begun = time.monotonic()
        made = build(game)
        size = (FOLDER / f"{game}.wasm").stat().st_size
        print(f"{game}: {size:,} bytes, {made.module[:16]}, {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
