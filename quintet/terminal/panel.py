"""What stands beside the board besides seats and moves, as text with links: what is asked, chosen, offered and hinted."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from quintet.games.contract import AnyGame, capital
from quintet.games.title import title
from quintet.say.advice import hint_text
from quintet.say.counts import standing
from quintet.say.endings import account_lines
from quintet.say.people import pieces, side, sides
from quintet.say.state import CHANGING, PATIENCE, ask_text, hand_overs, offer_text, sealed_text
from quintet.say.state import state_text as say_state
from quintet.table import View
from quintet.terminal.chips import chips
from quintet.terminal.flow import flow, join, link
from quintet.terminal.picture import Appearance
from quintet.wire.composer import Composer
from quintet.wire.hands import Hands

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
        return " ".join([told, *_seating(view)])
    if view.status == "counting":
        return f"{told} {max(0, (view.countdown or now) - now + 999) // 1000} s"
    thinks = any(view.seats[seat].kind == "machine" for seat in view.owing)
    if view.queue:
        return f"{told} {view.queue}"
    return f"{told} {PATIENCE}" if thinks and len(view.plies) < 2 else told


def _seating(view: View) -> Iterator[str]:
    """The keys by which this guest can bring the game nearer to its start."""
    own = [seat for seat in view.seats if seat.seat in view.you]
    free = any(seat.kind == "open" for seat in view.seats)
    if free and not own:
        yield "o takes a seat."
    if free and view.guest == view.host:
        yield "a gives one away." if not own else "a gives a seat away."
    if any(not seat.ready for seat in own):
        yield "g says that you are ready."


def composer_content(
    game: AnyGame,
    view: View,
    composer: Composer | None,
    hands: Hands,
    sealed: bool,
    look: Appearance,
    width: int,
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
    made = choosing_content(game, composer, look, width, sealed=sealed)
    return join([*lines, made] if made.plain else lines, "\n")


def choosing_content(
    game: AnyGame, composer: Composer, look: Appearance, width: int, *, sealed: bool = False
) -> Content:
    """What a move can be made of, and the move as it stands; one that is sealed is shown elsewhere."""
    lines: list[Content] = []
    if len(composer.keys) > 1:
        keys = [
            chips(game, key, look)
            + " "
            + link(_piece(game, key), f"screen.want('{key}')", _pressed(key == composer.key))
            for key in composer.keys
        ]
        lines.append(flow([Content("Tab:") + " " + keys[0], *keys[1:]], width, "  ", ""))
    words = [
        link(f"{number} {word.place.label or word.text}", f"screen.word({number})")
        for number, word in enumerate(composer.words, start=1)
    ]
    if words:
        lines.append(flow([Content("Or: ") + words[0], *words[1:]], width, "  ", ""))
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


# --- around it -----------------------------------------------------------------------------------------------------


def people_text(view: View) -> str:
    """Who watches."""
    seated = {seat.guest for seat in view.seats}
    watching = [person.name for person in view.people if person.guest not in seated]
    return f"Watching: {', '.join(watching)}" if watching and not view.offline else ""


def title_parts(game: AnyGame, view: View, *, lost: bool, earlier: bool) -> Iterator[str]:
    """How the connection does, what is played, and where the game stands or stood at an earlier ply: the last is cut first."""
    if lost:
        yield "Connection lost, trying again"
    yield title(game)
    if earlier or view.status == "playing":
        yield from (capital(part) for part in standing(view.info))


def link_content(room: str, view: View, width: int) -> Content:
    """Where others join; clicking it copies it."""
    if not room or view.status == "closed":
        return Content("")
    return flow([Content("Join at (w copies)"), link(room, "screen.copy_link", "underline")], width, " ", "")
