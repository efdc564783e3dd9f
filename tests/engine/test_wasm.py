"""The engine for browsers: what may become a module, that the same sources give the same one, and that those we have are of today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quintet.engine.wasm import manifest
from quintet.engine.wasm.link import LinkError, link
from tests.engine.test_cache import run

TINY = """
import hashlib, json, math
from quintet.engine.wasm.compile import compile_object, defer_entries
from quintet.engine.wasm.link import LinkError, link
defer_entries()
from quintet.engine._jit import I64, I, clock_ns, entry, helper, record, records
BOX = record([("number", I, (1,)), ("part", "f8", (1,))])

@helper
def twice(number):
    return number + number

@entry(I64, records(BOX))
def plain(box):
    box[0].number[0] = twice(box[0].number[0]) + clock_ns()
    return I(0)

@entry(I64, records(BOX))
def foreign(box):
    box[0].part[0] = math.log(box[0].part[0])
    return I(0)

@entry(I64, I64)
def bare(number):
    return number

made = link(compile_object(plain, "plain"), "plain").module
said = []
for wrong in (foreign, bare):
    try:
        link(compile_object(wrong, "wrong"), "wrong")
    except (LinkError, TypeError) as error:
        said.append(str(error))
print(json.dumps([hashlib.sha256(made).hexdigest(), made[:4].hex(), *said]))
"""


@pytest.mark.parametrize("game", manifest.playable())
def test_every_module_is_made_of_the_sources_we_have(game: str) -> None:
    assert not manifest.why_stale(game), "make wasm builds it anew"


def test_the_same_sources_give_the_same_module_and_what_no_page_has_is_refused() -> None:
    first, second = run(TINY), run(TINY)
    assert first == second
    digest, magic, foreign, bare = first
    assert len(digest) == 64
    assert bytes.fromhex(magic) == b"\0asm"
    assert "it needs log, which no page has" in foreign
    assert "a page can pass records only" in bare


def test_what_is_no_object_is_refused() -> None:
    with pytest.raises(LinkError, match="no WebAssembly object"):
        link(b"nothing", "analyse")


def test_a_manifest_is_stale_when_anything_about_it_is(tmp_path: Path) -> None:
    game = manifest.written()[0]
    made = manifest.read(game)
    assert made is not None
    assert "no module" in manifest.why_stale(game, tmp_path)
    manifest.write(game, made, tmp_path)
    assert "is not the one" in manifest.why_stale(game, tmp_path)
    (tmp_path / f"{game}.wasm").write_bytes((manifest.FOLDER / f"{game}.wasm").read_bytes())
    assert not manifest.why_stale(game, tmp_path)
    changed = json.loads((tmp_path / f"{game}.json").read_text()) | {"sources": "other"}
    (tmp_path / f"{game}.json").write_text(json.dumps(changed))
    assert "other sources" in manifest.why_stale(game, tmp_path)
