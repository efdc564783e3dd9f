"""What stands beside the board, as text with links: seats, clocks, counters, what is asked, and the moves so far."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from textual.content import Content

from quintet.games.contract import AnyGame, capital
from quintet.say.advice import hint_text
from quintet.say.clocks import clock_text
from quintet.say.counts import seat_text, standing
from quintet.say.endings import account_lines
from quintet.say.people import pieces, side, sides
from quintet.say.state import CHANGING, PATIENCE, ask_text, badges, hand_overs, offer_text, sealed_text
from quintet.say.state import state_text as say_state
from quintet.say.told import told_ply
from quintet.table import View
from quintet.table.shapes import SeatView
from quintet.wire.composer import Composer
from quintet.wire.hands import Hands
from quintet.wire.picture import short_name

MOVES_SHOWN = 300


def link(text: str, action: str, style: str = "bold underline") -> Content:
    """Words that can be clicked. The text is ours or a game's, never a person's."""
    return Content.from_markup(f"[{style}][@click={action}]$text[/][/]", text=text)


def join(parts: list[Content], between: str = " ") -> Content:
    return Content(between).join(parts)


# --- people ---------------------------------------------------------------------------------------------------------


def seats_content(game: AnyGame, view: View, now: int) -> Content:
    """A line for each seat, and under it what is counted for it."""
    lines: list[Content] = []
    for seat in view.seats:
        lines.append(seat_line(game, view, seat, now))
        counted = seat_text(game, view.info, seat.seat)
        if counted:
            lines.append(Content("   " + counted))
    return join(lines, "\n")


def seat_line(game: AnyGame, view: View, seat: SeatView, now: int) -> Content:
    turn = ">" if seat.seat in view.owing else " "
    won = view.outcome is not None and seat.seat in view.outcome.winners
    name = short_name(seat.name) if seat.kind != "open" else "open seat"
    state = "".join(f" · {text}" for _, text in badges(view, seat))
    clock = ""
    if view.clock is not None:
        clock = f"  {clock_text(view.clock, seat.seat, now)}"
    text = f"{'*' if won else turn} {side(game, view.info, seat.seat)}: {name}"
    return Content.assemble((text, "bold" if turn == ">" or won else ""), state, (clock, "bold"))


def counters_text(view: View) -> str:
    """The phase, and what is counted once."""
    return capital("; ".join(standing(view.info)))


# --- what is asked --------------------------------------------------------------------------------------------------


def state_text(game: AnyGame, view: View, composer: Composer | None, hands: Hands, now: int) -> str:
    """Where the game stands, as a sentence, and the keys for what can be done about it."""
    if hands.handing_over and hands.seat is not None and view.status == "playing":
        return hand_overs(game, view)[hands.seat][0]
    if composer is not None and view.status == "playing":
        sealed = dict(view.sealed).get(composer.prompt.seat)
        told = ask_text(game, view, composer.prompt)
        if sealed is not None:
            told = sealed_text(game, view) if composer.text == sealed else CHANGING
        return f"{told} {view.queue}".strip()
    told = say_state(game, view)
    if view.outcome is not None:
        heads = [capital(name) for name in sides(game, view.info)]
        return "\n".join([told, *account_lines(view.outcome.account, heads)])
    if view.status == "seating":
        seats_open = any(seat.kind == "open" for seat in view.seats)
        return f"{told} {'o takes a seat, a gives one away.' if seats_open else 'g says that you are.'}"
    if view.status == "counting":
        return f"{told} {max(0, (view.countdown or now) - now + 999) // 1000} s"
    thinks = any(view.seats[seat].kind == "machine" for seat in view.owing)
    if view.queue:
        return f"{told} {view.queue}"
    return f"{told} {PATIENCE}" if thinks and len(view.plies) < 2 else told


def composer_content(
    game: AnyGame, view: View, composer: Composer | None, hands: Hands, sealed: bool
) -> Content:
    """The pieces and words to choose from, and the move as it stands."""
    if view.status != "playing":
        return Content("")
    lines = [_whose(game, view, hands)] if len(view.prompts) > 1 else []
    if hands.handing_over and hands.seat is not None:
        answer = link(f"1 {hand_overs(game, view)[hands.seat][1]}", "screen.here")
        return join([*lines, answer], "\n")
    if composer is None:
        return Content("")
    if len(composer.keys) > 1:
        keys = [
            link(_piece(game, key), f"screen.want('{key}')", _pressed(key == composer.key))
            for key in composer.keys
        ]
        lines.append(join([Content("Tab:"), *keys]))
    words = [
        link(f"{number} {word.place.label or word.text}", f"screen.word({number})")
        for number, word in enumerate(composer.words, start=1)
    ]
    if words:
        lines.append(join([Content("Or:"), *words], "  "))
    if (composer.started or composer.text is not None) and not sealed:
        lines.append(_move_line(composer))
    return join(lines, "\n")


def _whose(game: AnyGame, view: View, hands: Hands) -> Content:
    """Which of somebody's seats that choose together the move is for."""
    seats = [
        link(side(game, view.info, p.seat), f"screen.compose_for({p.seat})", _pressed(p.seat == hands.seat))
        for p in view.prompts
    ]
    return join([Content("Move of"), *seats])


def _piece(game: AnyGame, key: str) -> str:
    """A piece to choose, or a stack of it."""
    return f"{len(key)} {pieces(game.layout, key)}" if len(key) > 1 else pieces(game.layout, key)


def _pressed(on: bool) -> str:
    return "bold reverse" if on else "underline"


def _move_line(composer: Composer) -> Content:
    if composer.text is None:
        made = " ".join(choice.text for choice in composer.chosen)
        return join([Content(f"{made} … go on, or"), link("take back (backspace)", "screen.take_back")])
    parts = [link(f"Play {composer.text} (p)", "screen.play")]
    if composer.started:
        parts.append(link("take back (backspace)", "screen.take_back", "underline"))
    return join(parts, "  ")


def offer_content(game: AnyGame, view: View, now: int) -> Content:
    """The consent panel: what somebody asks, and the answers."""
    offer = view.offer
    if offer is None:
        return Content("")
    left = max(0, offer.expires - now) // 1000
    head = f"{offer_text(game, view)} ({left} s) "
    if any(seat in view.you for seat in offer.waiting):
        answers = [link("Yes (y)", "screen.give('y')"), link("No (n)", "screen.give('n')")]
        return Content(head) + join(answers, "  ")
    if offer.by == view.guest:
        return Content(head) + link("Take it back (n)", "screen.give('n')")
    return Content(head)


def hint_content(game: AnyGame, view: View, hands: Hands) -> Content:
    """The hint for the move being made; at a screen that is shared it is for nobody else."""
    if view.hint is not None and (hands.handing_over or hands.seat not in (None, view.hint.seat)):
        return Content("")
    if view.hint is None:
        return Content("A hint is on its way." if view.hint_due is not None else "")
    return link(hint_text(game, view.hint), "screen.play_hint")


# --- the moves ------------------------------------------------------------------------------------------------------


def moves_content(game: AnyGame, view: View, shown: int, width: int) -> Content:
    """The moves so far; the one that made the board shown is marked. Each can be clicked."""
    lines: list[Content] = []
    first = max(0, len(view.plies) - MOVES_SHOWN)
    for number in range(first, len(view.plies)):
        text = f"{number + 1}. {' / '.join(move.text for move in told_ply(game, view.plies[number]).moves)}"
        style = "bold reverse" if number + 1 == shown else ""
        clipped = textwrap.shorten(text, max(10, width), placeholder=" …")
        action = f"screen.show_ply({number + 1})"
        lines.append(link(clipped, action, style or "not bold"))
    return join(lines, "\n")


def people_text(view: View) -> str:
    """Who watches."""
    seated = {seat.guest for seat in view.seats}
    watching = [person.name for person in view.people if person.guest not in seated]
    return f"Watching: {', '.join(watching)}" if watching and not view.offline else ""


def title_parts(game: AnyGame, view: View, link_: str, connected: bool) -> Iterator[str]:
    yield game.title
    if link_:
        yield f"room {view.room}"
        if not connected:
            yield "connection lost, trying again"
