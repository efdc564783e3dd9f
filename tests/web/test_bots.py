"""Bots that are signed on: the host finds them in the menu of a seat, and they come and play."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.test_pages import overflows
from tests.web.test_room import create

SOURCE = """
from quintet.bots import Bot


class First(Bot):
    def plays(self, game):
        return game.seats == 2

    def choose(self, position, prompt):
        return next(prompt.moves())
"""


@contextmanager
def bot(folder: Path, server: str, name: str) -> Iterator[subprocess.Popen[str]]:
    """`quintet bot` in a process of its own, signed on."""
    file = folder / "first.py"
    file.write_text(SOURCE)
    command = [sys.executable, "-m", "quintet", "bot", f"{file}:First", "--server", server, "--name", name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert "waits to be asked" in process.stdout.readline()
            yield process
        finally:
            process.kill()  # one that is stopped would not hear that it is to end


def test_a_host_gives_a_seat_to_a_bot_and_plays_it(
    server: str, sit_down: OpenPage, tmp_path: Path, keep_picture: Callable[[Page, str], None]
) -> None:
    ada = sit_down(confirm="never")
    create(ada, "reversi", "Ada and a robot")
    page = ada.page
    menu = page.locator("[data-seat='1'] select.fill")
    expect(menu.locator("option[value=level-1]")).to_have_text("Engine level 1 · first games")
    expect(menu.locator("optgroup[label=Bots]")).to_have_count(0)
    open_menu = menu.element_handle()
    with bot(tmp_path, server, "Robo") as process:
        expect(menu.locator("optgroup[label=Bots] option")).to_have_text("Robo")
        assert open_menu.evaluate("menu => menu.isConnected"), "it is not taken away from who is choosing"
        keep_picture(page, "bot-menu")
        menu.select_option(label="Robo")
        seat = page.locator("[data-seat='1']")
        expect(seat.locator(".name b")).to_have_text("Robo (bot)")
        expect(seat.locator(".badge.bot")).to_be_visible()
        expect(seat.locator(".badge.ready")).to_be_visible()
        keep_picture(page, "bot-seated")
        page.click(".ready-button")
        page.wait_for_selector(".table-page[data-status=playing]")
        rng = Random(7)
        for _ in range(3):
            ada.wait_for_turn()
            ada.play_some_move(rng)
        ada.wait_for_turn()
        assert [move[0] for move in ada.record().record().moves][:6] == [0, 1, 0, 1, 0, 1]
        keep_picture(page, "bot-playing")
        assert "Robo" not in page.locator("select.fill option").all_inner_texts()  # it is here already
        # The host replaces it in the middle of the game, and the machine goes on.
        page.locator("[data-seat='1'] select.fill").select_option("greedy")
        expect(seat.locator(".name b")).to_have_text("The greedy player")
        # It leaves the room, can be asked again, and is shown as gone when it is gone.
        expect(page.locator(".people-list li")).to_have_count(1)
        ada.do("resign", sure=True)
        page.wait_for_selector(".table-page[data-status=finished]")
        page.click("[data-seat='1'] .seat-tools button")
        menu.select_option(label="Robo")
        expect(seat.locator(".badge.bot")).to_be_visible()
        process.kill()
        expect(seat.locator(".badge.gone")).to_be_visible()
        page.click("[data-seat='1'] .seat-tools button")
        expect(seat.locator(".name b")).to_have_text("Open seat")


def test_a_bot_that_is_gone_before_it_comes_leaves_the_seat_open(
    server: str, sit_down: OpenPage, tmp_path: Path
) -> None:
    ada = sit_down()
    create(ada, "reversi", "Waiting for a robot")
    menu = ada.page.locator("[data-seat='1'] select.fill")
    with bot(tmp_path, server, "Ghost") as process:
        expect(menu.locator("optgroup[label=Bots] option")).to_have_text("Ghost")
        process.send_signal(19)  # stopped, not gone: it is asked and does not come
        menu.select_option(label="Ghost")
        seat = ada.page.locator("[data-seat='1']")
        expect(seat.locator(".badge.invited")).to_have_text("on its way")
        expect(seat.locator(".name b")).to_have_text("Ghost (bot)")
        expect(ada.page.locator(".ask")).to_have_text("Ghost (bot) is on its way.")
        process.kill()
        expect(seat.locator(".name b")).to_have_text("Open seat")
        expect(ada.page.locator(".toast")).to_contain_text("Ghost is no longer there")
    expect(menu.locator("optgroup[label=Bots]")).to_have_count(0)


def test_a_bot_is_not_offered_for_a_game_it_does_not_play(
    server: str, sit_down: OpenPage, tmp_path: Path
) -> None:
    ada = sit_down(width=360, height=740)
    ada.open("/play/omega?room").page.select_option("[name=players]", "3")
    ada.page.click(".start")
    menu = ada.page.locator("[data-seat='1'] select.fill")
    expect(menu.locator("option[value=greedy]")).to_have_count(1)
    with bot(tmp_path, server, "Pair"):
        expect(menu.locator("optgroup[label=Bots] option")).to_have_text("Pair")
        menu.select_option(label="Pair")  # it plays the game for two, but not for three
        expect(ada.page.locator(".toast")).to_contain_text("Pair does not want to play")
    assert not overflows(ada.page)
