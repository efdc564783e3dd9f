"""What anybody gets to see, at once and as it changes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quintet.games.contract import apply_changes
from quintet.games.registry import GAMES
from quintet.table import SERVER, Broadcast, Step, step, update, view
from quintet.table.commands import Answer, AnyCommand, Ask, Close, Enter, GiveHint, Kick, Leave, Rename, Sit
from quintet.table.events import Hinted, Submitted
from quintet.wire import encode
from tests.table.mirror import Mirror
from tests.table.scene import Scene


def watched(scene: Scene, who: str, command: AnyCommand, *guests: str) -> dict[str, Mirror]:
    """What these guests have after a command, each told only of the change."""
    mirrors = {guest: Mirror(view(scene.table, guest)) for guest in guests}
    before = scene.table
    scene.when(who, command)
    for guest, mirror in mirrors.items():
        mirror.hear(update(before, scene.events, scene.table, guest))
    return mirrors


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_picture_has_all_a_face_needs(game: str) -> None:
    scene = Scene.playing(game)
    mine, theirs, other = (view(scene.table, guest) for guest in ("ann", "bob", "anybody"))
    assert mine.you == (0,)
    assert {prompt.seat for prompt in mine.prompts} == {0} & set(scene.table.turn)
    assert {prompt.seat for prompt in theirs.prompts} == {1} & set(scene.table.turn)
    assert other.prompts == ()
    assert other.you == ()
    assert [seat.name for seat in other.seats[:2]] == ["Ann", "Bob"]
    assert mine.info == scene.table.game.describe(scene.table.position)


def test_the_moves_can_be_stepped_through() -> None:
    scene = Scene.playing().play("b1", "a1", "a2")
    shown = view(scene.table, "anybody")
    board = shown.start
    for ply, kept in zip(shown.plies, scene.table.plies, strict=True):
        board = apply_changes(board, ply.changes)
        assert board == scene.table.game.board(kept.position)
    assert board == shown.board


def test_a_sealed_move_is_seen_by_its_own_player_only() -> None:
    scene = Scene.playing("omega", options={"size": 5})
    mirrors = watched(scene, "ann", scene.move(0, "wc3 bd4"), "ann", "bob", "eve")
    assert mirrors["ann"].view.sealed == ((0, "wc3 bd4"),)
    for guest in ("bob", "eve"):
        assert mirrors[guest].view.seats[0].submitted
        assert mirrors[guest].view.sealed == ()
        assert b"wc3 bd4" not in b"".join(mirrors[guest].heard)
        # A prompt names every free square; nothing else names this one.
        assert b"wc3" not in encode(replace(mirrors[guest].view, prompts=()))
    told = update(scene.table, scene.events, scene.table, "bob").events
    assert told == (Submitted(at=scene.now, seat=0, move=""),)


def test_that_a_sealed_move_was_changed_is_nobody_elses_business() -> None:
    scene = Scene.playing("omega", options={"size": 5})
    scene.when("ann", scene.move(0, "wc3 bd4"))
    before = scene.table
    scene.when("ann", scene.move(0, "wa1 bd4"))
    assert update(before, scene.events, scene.table, "bob").events == ()
    assert update(before, scene.events, scene.table, "ann").events == scene.events


def test_a_hint_is_told_to_its_player_only() -> None:
    scene = Scene.playing().when("ann", Ask(kind="hint")).when("bob", Answer(accept=True))
    hint = GiveHint(seat=0, version=scene.table.version, move="b1", note="best")
    mirrors = watched(scene, SERVER, hint, "ann", "bob", "eve")
    assert mirrors["ann"].view.hint is not None
    assert mirrors["bob"].view.hint is None
    told = update(scene.table, scene.events, scene.table, "bob").events
    assert told == (Hinted(at=scene.now, seat=0, move=""),)


def test_an_update_of_a_move_is_small_and_holds_what_changed() -> None:
    scene = Scene.playing().when("eve", Enter(name="Eve"))
    before = scene.table
    scene.play("b1")
    to_bob, to_eve = (update(before, scene.events, scene.table, guest) for guest in ("bob", "eve"))
    assert to_bob.version == scene.table.version
    assert to_bob.prompts
    assert not to_eve.prompts
    assert b"people" not in encode(to_eve)
    assert b"seats" not in encode(to_eve)
    assert len(encode(to_eve)) < 500


def test_the_answer_to_a_command_carries_its_id() -> None:
    scene = Scene.playing()
    before = scene.table
    scene.play("b1")
    assert update(before, scene.events, scene.table, "ann", answer=7).id == 7
    assert b'"id"' not in encode(update(before, scene.events, scene.table, "bob"))


def test_all_spectators_get_the_same_bytes() -> None:
    scene = Scene.playing()
    before = scene.table
    scene.play("b1")
    told = Broadcast(before, scene.events, scene.table)
    assert told.group("eve") == told.group("dan") != told.group("bob")
    assert encode(told.to("eve")) == encode(told.to("dan"))


def test_somebody_who_comes_is_told_of_alone_in_a_full_room() -> None:
    scene = Scene.playing()
    for number in range(300):
        scene.when(f"g{number}", Enter(name=f"Guest {number}"))
    before = scene.table
    scene.when("eve", Enter(name="Eve"))
    assert len(encode(update(before, scene.events, scene.table, "ann"))) < 300


@pytest.mark.parametrize(
    ("who", "command"),
    [
        ("bob", Rename(name="Robert")),
        ("bob", Leave(sure=True)),
        ("ann", Leave(sure=True)),
        ("ann", Kick(guest="bob", sure=True)),
        ("ann", Close()),
        ("ann", Ask(kind="draw")),
        ("ann", Ask(kind="undo")),
        ("eve", Enter(name="Eve")),
    ],
)
def test_an_update_makes_the_old_picture_the_new_one(who: str, command: AnyCommand) -> None:
    scene = Scene.playing().play("b1", "a1")
    for guest, mirror in watched(scene, who, command, "ann", "bob", "eve").items():
        assert mirror.view == view(scene.table, guest)


def test_an_open_offer_follows_the_name_of_who_asks() -> None:
    scene = Scene.playing().when("ann", Ask(kind="draw"))
    offer = watched(scene, "ann", Rename(name="Anna"), "bob")["bob"].view.offer
    assert offer is not None
    assert offer.name == "Anna"


def test_one_update_can_tell_several_steps() -> None:
    scene = Scene.hosted().play("b1", "a1", "a2")
    before, start = scene.table, len(scene.log)
    mirror = Mirror(view(before, "bob"))
    scene.when("ann", Ask(kind="undo")).when("bob", Answer(accept=True)).play("d3", "d2")
    scene.when("cat", Enter(name="Cat")).remove("bob").when("cat", Sit(seat=1))
    mirror.hear(update(before, tuple(scene.log[start:]), scene.table, "bob"))
    assert mirror.view == view(scene.table, "bob")


def test_looking_changes_nothing() -> None:
    scene = Scene.playing()
    before = repr(scene.table)
    view(scene.table, "ann")
    result = step(scene.table, "ann", scene.move(0, "b1"), scene.now)
    assert isinstance(result, Step)
    update(scene.table, result.events, result.table, "bob")
    assert repr(scene.table) == before
