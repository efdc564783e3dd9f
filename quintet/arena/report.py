"""A match as text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from quintet.arena.match import FORFEITS
from quintet.arena.rating import Estimate, Sprt
from quintet.arena.summary import Meeting, Standing, Summary
from quintet.games.contract import REASONS
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
        ["player", "games", "won", "drawn", "lost", "score", "s/move", "slowest", "depth", "nodes/move"]
        + ["Elo"] * rated
    ]
    return rows + [standing_row(standing) for standing in sorted(standings, key=lambda it: -it.score)]


def standing_row(standing: Standing) -> list[str]:
    return [
        standing.player,
        *(str(n) for n in (standing.games, standing.wins, standing.draws, standing.losses)),
        percent(standing.score),
        f"{standing.seconds:.3f}",
        f"{standing.slowest:.3f}",
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


def elo_text(estimate: Estimate) -> str:
    """`+120 (+80 to +163)`."""
    return f"{signed(estimate.elo)} ({signed(estimate.low)} to {signed(estimate.high)})"


def signed(elo: float) -> str:
    if math.isinf(elo):
        return "+∞" if elo > 0 else "−∞"
    return f"{round(elo):+d}".replace("-", "−")


def meeting_text(meeting: Meeting) -> str:
    won = f"{meeting.wins} won, {meeting.draws} drawn, {meeting.losses} lost"
    if not meeting.sample:
        return f"{meeting.first} against {meeting.second}: {won}"
    found = meeting.estimate
    openings = "1 opening" if len(meeting.sample) == 1 else f"{len(meeting.sample)} openings"
    counts = ", ".join(f"{value:.3g}: {count}" for value, count in meeting.counts.items())
    return (
        f"{meeting.first} against {meeting.second}: {won}, {percent(found.score)} over {openings}\n"
        f"  Elo {elo_text(found)} with 95 %; better with {percent(found.better)}\n"
        f"  openings by the part of the points taken: {counts}"
    )


def sprt_text(sprt: Sprt, meeting: Meeting) -> str:
    low, high = sprt.bounds
    verdict = sprt.verdict(meeting.sample)
    told = {
        "elo0": f"accepted: not better by {sprt.elo1:g} Elo",
        "elo1": f"accepted: better by {sprt.elo1:g} Elo rather than {sprt.elo0:g}",
        None: "not decided yet",
    }[verdict]
    ratio = sprt.ratio(meeting.sample)
    return (
        f"SPRT from {sprt.elo0:g} to {sprt.elo1:g} Elo: {ratio:.2f} between {low:.2f} and {high:.2f}; {told}"
    )


def seat_text(summary: Summary) -> str:
    """What each seat took, whoever sat in it."""
    seats = range(summary.game.seats)
    count = max(len(summary.results), 1)
    parts = [sum(result.points(seat) for result in summary.results) / count for seat in seats]
    return "Points by seat: " + ", ".join(f"seat {seat} {percent(part)}" for seat, part in enumerate(parts))


def ending_lines(summary: Summary) -> list[str]:
    words: dict[str, str] = {str(reason): text for reason, text in REASONS.items()} | FORFEITS
    told = ", ".join(f"{words.get(reason, reason)} {count}" for reason, count in summary.reasons.items())
    return [f"Ended by: {told}", *forfeit_lines(summary)]


def forfeit_lines(summary: Summary) -> Iterable[str]:
    for result in summary.forfeits[:SHOWN_FORFEITS]:
        who = "" if result.culprit is None else f"{result.pairing.seats[result.culprit]} "
        yield f"  game {result.pairing.number}: {who}{FORFEITS[result.reason]}. {result.error}".rstrip(". ")
    if len(summary.forfeits) > SHOWN_FORFEITS:
        yield f"  and {len(summary.forfeits) - SHOWN_FORFEITS} more"
