"""What stands beside the board, as text with links: seats, clocks, counters, what is asked, and the moves so far."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from textual.content import Content

from quintet.games.contract import AnyGame, Counter
from quintet.table import View
from quintet.table.shapes import OutcomeView, SeatView
from quintet.wire.composer import Composer
from quintet.wire.picture import asks, clock_words, owing, short_name

MOVES_SHOWN = 300


def link(text: str, action: str, style: str = "bold underline") -> Content:
    """Words that can be clicked. The text is ours or a game's, never a person's."""
    return Content.from_markup(f"[{style}][@click={action}]$text[/][/]", text=text)


def join(parts: list[Content], between: str = " ") -> Content:
    return Content(between).join(parts)


# --- people ---------------------------------------------------------------------------------------------------------


def colour_words(game: AnyGame, view: View, seat: int) -> str:
    """`black`, `white and yellow`, or `seat 1` before a colour is chosen."""
    names = {piece.code: piece.name for piece in game.layout.palette}
    codes = view.info.colours[seat] or ""
    return " and ".join(names.get(code, code) for code in codes) or f"seat {seat + 1}"


def seat_words(game: AnyGame, view: View, seat: int) -> str:
    """The holder; the colours where one person holds several seats."""
    name = view.seats[seat].name or (view.players[seat] if seat < len(view.players) else "")
    namesakes = sum(other.name == view.seats[seat].name for other in view.seats)
    return name if name and namesakes == 1 else colour_words(game, view, seat).capitalize()


def seats_content(game: AnyGame, view: View, now: int) -> Content:
    """A line for each seat, and under it what is counted for it."""
    lines: list[Content] = []
    for seat in view.seats:
        lines.append(seat_line(game, view, seat, now))
        counted = [
            f"{c.label} {c.values[seat.seat]}"
            for c in view.info.counters
            if isinstance(c.values, tuple) and len(c.values) > seat.seat
        ]
        if counted:
            lines.append(Content("   " + ", ".join(counted)))
    return join(lines, "\n")


def seat_line(game: AnyGame, view: View, seat: SeatView, now: int) -> Content:
    turn = ">" if seat.seat in owing(view) else " "
    won = view.outcome is not None and seat.seat in view.outcome.winners
    name = short_name(seat.name) if seat.kind != "open" else "(open seat)"
    state = f" · {words}" if (words := seat_state(view, seat)) else ""
    clock = ""
    if view.clock is not None:
        clock = f"  {clock_words(view.clock, seat.seat, now)}"
    text = f"{'*' if won else turn} {colour_words(game, view, seat.seat)}: {name}"
    return Content.assemble((text, "bold" if turn == ">" or won else ""), state, (clock, "bold"))


def seat_state(view: View, seat: SeatView) -> str:
    if seat.kind == "invited":
        return "on its way"
    if seat.gone_at is not None:
        return "away"
    if view.status == "playing" and seat.submitted:
        return "has chosen"
    if view.status in ("seating", "counting") and seat.kind != "machine" and seat.ready:
        return "ready"
    return "you" if seat.seat in view.you and len(view.you) == 1 else ""


def counters_text(game: AnyGame, view: View) -> str:
    """The phase, and what is counted once or for each colour."""
    parts = [view.info.phase.capitalize()]
    parts += [counter_text(game, c) for c in view.info.counters if not isinstance(c.values, tuple)]
    return "; ".join(parts)


def counter_text(game: AnyGame, counter: Counter) -> str:
    if isinstance(counter.values, dict):
        names = {piece.code: piece.name for piece in game.layout.palette}
        return f"{counter.label}: {', '.join(f'{names.get(c, c)} {value}' for c, value in counter.values.items())}"
    return f"{counter.label}: {counter.values}"


# --- what is asked --------------------------------------------------------------------------------------------------


def state_text(game: AnyGame, view: View, composer: Composer | None, sealed: bool, now: int) -> str:
    """Where the game stands, as a sentence."""
    coming = next((seat.name for seat in view.seats if seat.kind == "invited"), None)
    if coming is not None and composer is None and view.status in ("seating", "playing"):
        return f"{coming} is on its way."
    if view.status == "seating":
        if any(seat.kind == "open" for seat in view.seats):
            return "Waiting for players: take a seat (o), or give one to a machine or bot (a)."
        return "The game starts when everybody is ready (g)."
    if view.status == "counting":
        left = max(0, (view.countdown or now) - now + 999) // 1000
        return f"Everybody is ready: the game starts in {left} s."
    if view.status == "closed":
        return "This room is closed."
    if view.outcome is not None:
        return outcome_text(game, view, view.outcome)
    names = [seat_words(game, view, seat) for seat in owing(view)]
    if composer is not None and not sealed:
        who = seat_words(game, view, composer.prompt.seat)
        return f"{who}: {composer.prompt.ask}" if len(view.you) > 1 else composer.prompt.ask
    if composer is not None:
        return f"Your move is sealed until {' and '.join(names)} {'have' if len(names) > 1 else 'has'} moved."
    if len(names) > 1:
        return f"{' and '.join(names)} choose together."
    if names and view.seats[owing(view)[0]].kind == "machine":
        first = "" if len(view.plies) > 1 else " The very first move of an engine takes longer."
        return f"{names[0]} is thinking.{first}"
    return f"{names[0]} is to move." if names else ""


def outcome_text(game: AnyGame, view: View, outcome: OutcomeView) -> str:
    names = [seat_words(game, view, seat) for seat in outcome.winners]
    reason = outcome.text
    if outcome.seat is not None and outcome.reason in ("resigned", "flagged"):
        did = "resigned" if outcome.reason == "resigned" else "ran out of time"
        reason = f"{seat_words(game, view, outcome.seat)} {did}"
    scores = f" ({' : '.join(map(str, outcome.scores))})" if outcome.scores else ""
    if not names:
        return f"{reason[:1].upper()}{reason[1:]}."
    if len(names) == len(view.seats):
        return f"A draw: {reason}{scores}."
    verb = "share first place" if len(names) > 1 else "wins"
    return f"{' and '.join(names)} {verb}: {reason}{scores}."


def composer_content(view: View, composer: Composer | None, sealed: bool) -> Content:
    """The pieces and words to choose from, and the move as it stands."""
    if composer is None or view.status != "playing":
        return Content("")
    lines = []
    if len(view.prompts) > 1:
        lines.append(
            join(
                [Content("Move of")]
                + [
                    link(
                        f"seat {p.seat + 1}", f"screen.compose_for({p.seat})", _pressed(p is composer.prompt)
                    )
                    for p in view.prompts
                ]
            )
        )
    if len(composer.keys) > 1:
        keys = [link(key, f"screen.want('{key}')", _pressed(key == composer.key)) for key in composer.keys]
        lines.append(join([Content("Piece (tab):"), *keys]))
    words = [
        link(f"{number} {word.place.label or word.text}", f"screen.word({number})")
        for number, word in enumerate(composer.words, start=1)
    ]
    if words:
        lines.append(join([Content("Words:"), *words], "  "))
    if (composer.started or composer.text is not None) and not sealed:
        lines.append(_move_line(composer))
    return join(lines, "\n")


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


def offer_content(view: View, now: int) -> Content:
    """The consent panel: what somebody asks, and the answers."""
    offer = view.offer
    if offer is None:
        return Content("")
    left = max(0, offer.expires - now) // 1000
    head = f"{offer.name} asks {asks(offer)} ({left} s). "
    if any(seat in view.you for seat in offer.waiting):
        answers = [link("Yes (y)", "screen.give('y')"), link("No (n)", "screen.give('n')")]
        return Content(head) + join(answers, "  ")
    if offer.by == view.guest:
        return Content(f"You ask {asks(offer)} ({left} s). ") + link("Take it back (n)", "screen.give('n')")
    return Content(head)


def hint_content(view: View) -> Content:
    if view.hint is None:
        return Content("A hint is on its way." if view.hint_due is not None else "")
    note = f" {view.hint.note}" if view.hint.note else ""
    return Content.assemble("Hint: ", link(view.hint.move, "screen.play_hint"), note)


# --- the moves ------------------------------------------------------------------------------------------------------


def moves_content(view: View, shown: int, width: int) -> Content:
    """The moves so far; the one that made the board shown is marked. Each can be clicked."""
    lines: list[Content] = []
    first = max(0, len(view.plies) - MOVES_SHOWN)
    for number in range(first, len(view.plies)):
        text = f"{number + 1}. {' / '.join(move for _, move in view.plies[number].moves)}"
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
