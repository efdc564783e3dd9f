"""The terminal in a room on a server, together with others."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Select, Static
from websockets.asyncio.server import ServerConnection, serve

from quintet.games import game
from quintet.table.commands import Answer, Ask, Create, Enter, Ready, Sit
from quintet.terminal.app import QuintetApp
from quintet.terminal.dialogs import Choose
from quintet.terminal.panel import state_text
from quintet.terminal.rooms import Rooms
from quintet.terminal.settings import Settings
from quintet.terminal.setup import Setup
from quintet.terminal.table import TableScreen
from quintet.wire import encode
from quintet.wire.client import Client
from quintet.wire.hands import Hands
from quintet.wire.messages import Refused
from tests.server.harness import Node, serving
from tests.terminal.conftest import table_of, think
from tests.waiting import until

SIZE = (80, 24)


def part(app: QuintetApp, name: str) -> str:
    """What a part of the screen says."""
    return str(app.screen.query_one(f"#{name}", Static).content)


@pytest.fixture
async def node(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Node]:
    monkeypatch.setattr("quintet.table.draft.COUNTDOWN_MS", 50)
    async with serving(messages_per_second=0) as running:
        yield running


def program(**arguments: str) -> QuintetApp:
    return QuintetApp(settings=Settings(name="Ann", speed="none"), think=think, **arguments)  # type: ignore[arg-type]


def at_table(app: QuintetApp) -> Callable[[], bool]:
    return lambda: isinstance(app.screen, TableScreen) and app.screen.is_mounted


async def test_a_game_with_somebody_elsewhere(node: Node) -> None:
    async with Client(node.address) as ben:
        room = await ben.create(
            Create(name="Ours", game="reversi", options={"size": 4}, host_name="Ben", seats=("open", "me"))
        )
        await ben.join(room)
        app = program(room=f"{node.address.rstrip('/')}/r/{room}")
        async with app.run_test(size=SIZE) as pilot:
            await until(at_table(app))
            await pilot.pause()
            session = table_of(app).session
            await pilot.press("o")
            await until(lambda: session.view.you == (0,))
            await pilot.press("g")
            await ben.ask(Ready())
            await until(lambda: session.view.status == "playing")
            await pilot.pause()
            first = next(session.view.prompts[0].moves())
            await pilot.press("slash", *first, "enter")
            await until(lambda: len(session.view.plies) == 1)
            await ben.ask(Ask(kind="draw"))  # the consent panel
            await until(lambda: session.view.offer is not None)
            await pilot.pause()
            assert "asks for a draw" in str(app.screen.query_one("#offer", Static).content)
            await pilot.press("n")
            await until(lambda: session.view.offer is None)
            await pilot.press("w")  # the link is shown, and can be copied
            assert app.clipboard == session.link
            assert session.link in str(app.screen.query_one("#link", Static).content)
            await pilot.press("u")
            await until(lambda: ben.view is not None and ben.view.offer is not None)
            await ben.ask(Answer(accept=False))
            await until(lambda: any("Ben says no." in str(note.message) for note in app._notifications))
            await pilot.press("u")
            await until(lambda: ben.view is not None and ben.view.offer is not None)
            await ben.ask(Answer(accept=True))
            await until(lambda: not session.view.plies)
            await pilot.pause()
            await pilot.press("x", "y")  # nobody has moved: the game is called off
            await until(lambda: session.view.status != "playing")


async def test_a_room_is_opened_for_others(node: Node) -> None:
    app = program(server=node.address)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Setup))
        await pilot.pause()
        await pilot.press("ctrl+o")
        await until(at_table(app))
        session = table_of(app).session
        async with Client(session.link) as ben:
            await ben.join(ben.linked_room or "")
            await ben.ask(Enter(name="Ben"))
            await until(lambda: len(session.view.people) == 2)
        assert session.view.host == session.view.guest


async def test_the_host_gives_a_seat_to_a_bot(node: Node) -> None:
    app = program(server=node.address)
    async with app.run_test(size=SIZE) as pilot, Client(node.address) as robo:
        await pilot.pause()
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Setup))
        await pilot.pause()
        app.screen.query_one("#seat-1", Select).value = "open"
        await pilot.press("ctrl+o")
        await until(at_table(app))
        table = table_of(app)
        await robo.sign_on("Robo", (table.session.view.game,))
        await until(lambda: any(candidate.name == "Robo" for candidate in table.session.bench))
        labels = [action.label for action in table.possible()]
        assert "Give seat 2 to Engine level 3 · friendly games" in labels
        await pilot.press("a")
        await until(lambda: isinstance(app.screen, Choose))
        await pilot.pause()
        app.screen.query_one(OptionList).highlighted = labels.index("Give seat 2 to Robo (bot)")
        await pilot.press("enter")
        await until(lambda: table.session.view.seats[1].kind == "invited")
        await pilot.pause()
        assert "Robo (bot) · on its way" in str(table.query_one("#seats", Static).content)
        await robo.join(table.session.view.room)
        await robo.ask(Enter(name="Robo", bot=True))
        await robo.ask(Sit(seat=1))
        await until(lambda: table.session.view.seats[1].kind == "bot")
        assert "Give seat 2 to Robo (bot)" not in [action.label for action in table.possible()]
        assert "Free seat 2" in [action.label for action in table.possible()]


async def test_a_room_is_found_in_the_list(node: Node) -> None:
    async with Client(node.address) as ben:
        room = await ben.create(Create(name="Ours", game="reversi", host_name="Ben"))
        app = program(server=node.address)
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            menu = app.screen.query_one("#menu", OptionList)
            menu.highlighted = menu.get_option_index("rooms")
            await pilot.press("enter")
            await until(lambda: isinstance(app.screen, Rooms))
            options = app.screen.query_one(OptionList)
            await until(lambda: options.option_count > 0 and not options.get_option_at_index(0).disabled)
            await pilot.press("enter")  # what is marked is joined
            await until(at_table(app))
            assert table_of(app).session.view.room == room


async def test_a_server_that_does_not_answer_is_told_where_its_rooms_would_be() -> None:
    app = program(server="http://127.0.0.1:9")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.push_screen(Rooms())
        await until(lambda: isinstance(app.screen, Rooms) and bool(app.screen.query(OptionList)))
        options = app.screen.query_one(OptionList)
        await until(lambda: options.option_count > 0)
        told = str(options.get_option_at_index(0).prompt)
        assert told == "Nobody answers at http://127.0.0.1:9: no server runs there."


async def test_each_is_told_of_the_keys_that_bring_the_start_nearer(node: Node) -> None:
    async with Client(node.address) as ben:
        room = await ben.create(Create(name="Ours", game="onyx", host_name="Ben", seats=("me", "open")))
        await ben.join(room)
        app = program(room=room, server=node.address)
        async with app.run_test(size=SIZE) as pilot:
            await until(at_table(app))

            def said(part: str) -> str:
                return str(app.screen.query_one(part, Static).content)

            await until(lambda: "o takes a seat." in said("#ask"))
            assert "Placing" not in said("#title"), "nothing is placed before the game begins"
            await pilot.press("o")
            await until(lambda: "g says that you are ready." in said("#ask"))
            assert "takes a seat" not in said("#ask")
            await pilot.press("g")
            await until(lambda: "g says" not in said("#ask"))
            async with Client(node.address) as eve:
                told = state_text(game("onyx"), await eve.join(room), None, Hands(), 0)
            await ben.ask(Ready())
            await until(lambda: "Placing" in said("#title"))
    assert told == "The game starts when everybody is ready."


async def test_an_unknown_room_is_one_sentence(node: Node) -> None:
    app = program(room="nowhere", server=node.address)
    async with app.run_test(size=SIZE):
        await until(lambda: bool(app.failure))
    assert app.failure == "There is no such room; it may have been closed."
    assert app.return_code == 2


async def test_nobody_answers() -> None:
    app = program(room="http://127.0.0.1:9/r/abc")
    async with app.run_test(size=SIZE):
        await until(lambda: bool(app.failure))
    assert app.failure == "nobody answers at http://127.0.0.1:9: no server runs there"


async def test_a_server_of_another_version() -> None:
    async def refuse(socket: ServerConnection) -> None:
        await socket.recv()
        text = "This server speaks version 9 of the protocol; update the program."
        await socket.send(encode(Refused(code="wrong-protocol", text=text)), text=True)

    async with serve(refuse, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        app = program(room=f"http://127.0.0.1:{port}/r/abc")
        async with app.run_test(size=SIZE):
            await until(lambda: bool(app.failure))
    assert "version 9" in app.failure


async def test_a_server_that_goes_is_told_of_and_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    app = program()
    async with app.run_test(size=SIZE) as pilot:
        async with serving(messages_per_second=0) as node, Client(node.address) as ben:
            room = await ben.create(Create(name="Ours", game="reversi", host_name="Ben"))
            app.join_room(f"{node.address.rstrip('/')}/r/{room}")
            await until(at_table(app))
            await pilot.pause()
        await until(lambda: part(app, "title").startswith("Connection lost"))


@pytest.mark.parametrize("same_store", [False, True])
async def test_a_server_that_comes_back_without_the_room_is_not_waited_for(
    same_store: bool, tmp_path: Path
) -> None:
    """Because it was begun anew and knows nobody, or because it let the room go."""
    app, store = program(), f"sqlite:{tmp_path}/rooms" if same_store else "memory:"
    async with app.run_test(size=SIZE) as pilot:
        async with serving(store, messages_per_second=0) as node, Client(node.address) as ben:
            room = await ben.create(Create(name="Ours", game="reversi", host_name="Ben"))
            app.join_room(f"{node.address.rstrip('/')}/r/{room}")
            await until(at_table(app))
            port = int(node.address.rstrip("/").rpartition(":")[2])
            await pilot.pause()
        await until(lambda: part(app, "title").startswith("Connection lost"))
        if same_store:
            with closing(sqlite3.connect(tmp_path / "rooms")) as file, file:
                for table in ("event", "recent"):
                    file.execute(f"DELETE FROM {table}")
        async with serving(store, port, messages_per_second=0):
            await until(lambda: "knows nothing of this room" in part(app, "ask"))
            assert "onnection" not in part(app, "title")


async def test_a_room_needs_a_server() -> None:
    app = program()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.push_screen(Rooms())
        await pilot.pause()
        app.screen.query_one("#room", Input).value = "abc"
        app.screen.query_one("#room", Input).focus()
        await pilot.press("enter")
        await until(lambda: any("Name the server" in str(note.message) for note in app._notifications))


async def test_watchers_see_and_cannot_play(node: Node) -> None:
    async with Client(node.address) as ben, Client(node.address) as eve:
        room = await ben.create(Create(name="Ours", game="reversi", host_name="Ben"))
        await ben.join(room)
        await eve.join(room)
        await eve.ask(Enter(name="Eve"))
        await eve.ask(Sit(seat=1))
        await ben.ask(Ready())
        await eve.ask(Ready())
        app = program(room=room, server=node.address)
        async with app.run_test(size=SIZE) as pilot:
            await until(at_table(app))
            session = table_of(app).session
            await until(lambda: session.view.status == "playing")
            await ben.move("d3")
            await until(lambda: len(session.view.plies) == 1)
            await pilot.pause()
            await pilot.press("slash", *"c3", "enter")
            await until(lambda: any("Take a seat" in str(note.message) for note in app._notifications))
            assert len(session.view.plies) == 1


async def test_the_menu_leads_back_to_what_waits(node: Node) -> None:
    async with Client(node.address) as ben:
        room = await ben.create(
            Create(name="Ours", game="reversi", options={"size": 4}, seats=("open", "me"))
        )
        await ben.join(room)
        app = program(room=f"{node.address.rstrip('/')}/r/{room}")
        async with app.run_test(size=SIZE) as pilot:
            await until(at_table(app))
            await pilot.pause()
            session = table_of(app).session
            await pilot.press("o")
            await until(lambda: session.view.you == (0,))
            await session.ask(Ready())
            await ben.ask(Ready())
            await until(lambda: session.view.status == "playing")
        again = QuintetApp(settings=app.settings, think=think)
        async with again.run_test(size=SIZE) as pilot:
            waiting = again.screen.query_one("#waiting", OptionList)
            await until(lambda: waiting.option_count == 1)
            assert str(waiting.get_option_at_index(0).prompt).startswith(
                "Your move. Ours · Reversi (Board: 4 × 4)"
            )
            waiting.focus()
            await pilot.press("down", "enter")
            await until(at_table(again))
            await until(lambda: table_of(again).session.view.you == (0,))
