"""The page brings its typefaces: small, loaded when their letters are needed, and never in the way of what is read."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Response, expect

from tests.web.conftest import OpenPage
from tests.web.waiting import at_rest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "quintet" / "web"
FACE = re.compile(r'@font-face \{[^}]*url\("/static/type/([\w-]+)\.woff2"\)[^}]*unicode-range: ([^;]+);')


def test_every_face_is_there_with_the_letters_it_was_cut_for() -> None:
    sheets = "".join((WEB / "style" / name).read_text("utf-8") for name in ("type.css", "pages.css"))
    faces = dict(FACE.findall(sheets))
    files = {path.stem: path for path in (WEB / "type").glob("*.woff2")}
    assert faces.keys() == files.keys()
    tool = (ROOT / "tools" / "typefaces.py").read_text("utf-8")
    assert all(f'"{letters}"' in tool for letters in faces.values())
    assert sheets.count("font-display: swap") == len(faces), "text is never invisible"
    assert max(path.stat().st_size for path in files.values()) < 12_000
    assert "SIL OPEN FONT LICENSE" in (WEB / "type" / "OFL.txt").read_text("utf-8")


def test_letters_are_loaded_when_a_name_needs_them(sit_down: OpenPage) -> None:
    player = sit_down()
    loaded: list[Response] = []
    player.page.on("response", lambda answer: loaded.append(answer))
    page = player.open("/settings").page
    expect(page.locator("h1")).to_have_css("font-family", re.compile("Quintet Serif"))
    at_rest(page.locator("h1"))  # its letters are there, and those of what stands below it
    assert page.evaluate("document.fonts.check('16px \"Quintet Sans\"', 'Settings')")
    fetched = {Path(answer.url).stem for answer in loaded if answer.url.endswith(".woff2")}
    assert {"sans-400-plain", "serif-600-plain"} <= fetched
    assert not [name for name in fetched if not name.endswith("plain")]
    with page.expect_response(re.compile("sans-400-europe")):
        page.fill("[name=name]", "Łukasz")
    page.fill("[name=name]", "Юлия 由紀")
    page.evaluate("document.fonts.ready")
    wide = page.evaluate("document.querySelector('[name=name]').value")
    assert wide == "Юлия 由紀"
