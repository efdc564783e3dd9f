"""A match as text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from quintet.arena.match import FORFEITS
from quintet.arena.rating import Estimate, Sprt
from quintet.arena.summary import Meeting, Standing, Summary
from quintet.games.title import title

SHOWN_FORFEITS = 10


def write_report(summary: Summary) -> str:
    """Who won what, how sure that is, how long they thought, and what went wrong."""
    parts = [head(summary), columns(standing_rows(summary.standings))]
    parts += [meeting_text(meeting) for meeting in summary.meetings]
    if summary.sprt is not None and summary.meetings:
        parts.append(sprt_text(summary.sprt, summary.meetings[0]))
    if summary.results:
        parts.append("\n".join([seat_text(summary), *ending_lines(summary)]))
    return "\n\n".join(parts)


def head(summary: Summary) -> str:
    return f"{title(summary.game)}: {len(summary.results)} of {summary.total} games"


def standing_rows(standings: Sequence[Standing]) -> list[list[str]]:
    rated = any(standing.rating is not None for standing in standings)
    rows = [
        ["player", "games", "won", "drawn", "lost", "score", "time/move", "slowest", "depth", "nodes/move"]
        + ["Elo"] * rated
    ]
    return rows + [standing_row(standing) for standing in standings]


def standing_row(standing: Standing) -> list[str]:
    return [
        standing.player,
        *(str(n) for n in (standing.games, standing.wins, standing.draws, standing.losses)),
        percent(standing.score),
        duration(standing.seconds),
        duration(standing.slowest),
        "" if standing.depth is None else f"{standing.depth:.1f}",
        "" if standing.nodes is None else f"{standing.nodes:,.0f}",
        *([] if standing.rating is None else [elo_text(standing.rating)]),
    ]


def columns(rows: Sequence[Sequence[str]]) -> str:
    """The first column to the left, the others to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    )


def percent(part: float) -> str:
    return f"{100 * part:.1f} %"


def duration(seconds: float) -> str:
    """`1.25 s`, `520 ms`, `43 µs`: three figures at most, in the unit that fits."""
    for factor, unit in ((1, "s"), (1_000, "ms"), (1_000_000, "µs")):
        value = float(f"{seconds * factor:.3g}")
        if value >= 1:
            return f"{value:.0f} {unit}" if value >= 100 else f"{value:g} {unit}"
    return "0 s" if seconds <= 0 else "under 1 µs"


def likelihood(part: float) -> str:
    """In percent; nothing that a match proves is written as if it were certain."""
    if 0.0005 <= part < 0.9995:
        return percent(part)
    return "less than 0.1 %" if part < 0.5 else "more than 99.9 %"


def elo_text(estimate: Estimate) -> str:
    """`+120 (+80 to +163)`."""
    return f"{signed(estimate.elo)} ({signed(estimate.low)} to {signed(estimate.high)})"


def signed(elo: float) -> str:
    if math.isinf(elo):
        return "+∞" if elo > 0 else "−∞"
    return f"{round(elo):+d}".replace("-", "−")


def meeting_text(meeting: Meeting) -> str:
    told, *others = meeting_lines(meeting)
    if meeting.sample:
        counts = ", ".join(f"{value:.3g}: {count}" for value, count in meeting.counts.items())
        others.append(f"openings by the part of the points taken: {counts}")
    return "\n  ".join([f"{meeting.first} against {meeting.second}: {told}", *others])


def meeting_lines(meeting: Meeting) -> list[str]:
    """What was won and lost, and what that means, from the side of the first."""
    won = f"{meeting.wins} won, {meeting.draws} drawn, {meeting.losses} lost"
    if not meeting.sample:
        return [won]
    found = meeting.estimate
    openings = "1 opening" if len(meeting.sample) == 1 else f"{len(meeting.sample)} openings"
    return [
        f"{won}, {percent(found.score)} over {openings}",
        f"Elo {elo_text(found)} with 95 %; better with {likelihood(found.better)}",
    ]


def sprt_text(sprt: Sprt, meeting: Meeting) -> str:
    low, high = sprt.bounds
    verdict = sprt.verdict(meeting.sample)
    told = {
        "elo0": f"accepted: not better by {sprt.elo1:g} Elo",
        "elo1": f"accepted: better by {sprt.elo1:g} Elo rather than {sprt.elo0:g}",
        None: "not decided yet",
    }[verdict]
    ratio = sprt.ratio(meeting.sample)
    span = f"{ratio:.2f} between {low:.2f} and {high:.2f}"
    return f"SPRT from {sprt.elo0:g} to {sprt.elo1:g} Elo: {span}; {told}".replace("-", "−")


def seat_shares(summary: Summary) -> list[float]:
    """The part of the points that each seat took, whoever sat in it."""
    count = max(len(summary.results), 1)
    return [
        sum(result.points(seat) for result in summary.results) / count for seat in range(summary.game.seats)
    ]


def seat_text(summary: Summary) -> str:
    shares = enumerate(seat_shares(summary), start=1)
    return "Points by seat: " + ", ".join(f"seat {seat} {percent(part)}" for seat, part in shares)


def ending_counts(summary: Summary) -> list[tuple[str, int]]:
    """Each reason in words, and how many games ended by it."""
    words = summary.game.reasons | FORFEITS
    return [(words.get(reason, reason), count) for reason, count in summary.reasons.items()]


def ending_lines(summary: Summary) -> list[str]:
    told = ", ".join(f"{reason} {count}" for reason, count in ending_counts(summary))
    return [f"Ended by: {told}", *forfeit_lines(summary)]


def forfeit_lines(summary: Summary) -> Iterable[str]:
    for result in summary.forfeits[:SHOWN_FORFEITS]:
        who = "" if result.culprit is None else f"{result.pairing.seats[result.culprit]} "
        yield f"  game {result.pairing.number}: {who}{FORFEITS[result.reason]}: {result.error}".rstrip(": ")
    if len(summary.forfeits) > SHOWN_FORFEITS:
        yield f"  and {len(summary.forfeits) - SHOWN_FORFEITS} more"
