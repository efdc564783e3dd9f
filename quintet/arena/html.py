"""A match as one HTML page that needs nothing else: style and plots stand in it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape

from quintet.arena import plot
from quintet.arena.rating import PAIR_RESULTS, Sprt, Z
from quintet.arena.report import (
    elo_text,
    ending_lines,
    meeting_text,
    percent,
    seat_text,
    sprt_text,
    standing_rows,
)
from quintet.arena.summary import Meeting, Summary
from quintet.games.title import title as game_title

STYLE = """
:root { color-scheme: light dark; --ink: #1d1d1b; --paper: #fbfaf7; --soft: #d9d5cb; --main: #2c6e8f; --other: #c2703d; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e4da; --paper: #1a1b1d; --soft: #45464a; --main: #7fc0de; --other: #e59a6b; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--soft); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
pre { white-space: pre-wrap; font: inherit; }
svg { display: block; width: 100%; max-width: 40rem; font: 12px system-ui, sans-serif; }
svg text { fill: var(--ink); } .grid { stroke: var(--soft); } .level { stroke: var(--other); stroke-dasharray: 5 4; }
.bar { stroke: var(--main); stroke-width: 3; } .dot, .won { fill: var(--main); } .drawn { fill: var(--soft); }
.lost { fill: var(--other); } .curve { fill: none; stroke: var(--main); stroke-width: 2; }
b.won { color: var(--main); } b.drawn { color: var(--soft); } b.lost { color: var(--other); }
.band { fill: var(--main); opacity: .18; }
"""
KEY = '<p><b class="won">■</b> won <b class="drawn">■</b> drawn <b class="lost">■</b> lost</p>'
MOST_POINTS = 400
"""A curve with more points than this shows evenly chosen ones."""
LENGTHS = 12
"""Columns in which the lengths of the games are counted."""


def write_html(summary: Summary) -> str:
    title = f"{game_title(summary.game)}: " + " – ".join(standing.player for standing in summary.standings)
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n<h1>{escape(title)}</h1>\n"
        + "\n".join(sections(summary))
        + "\n</html>\n"
    )


def sections(summary: Summary) -> Iterable[str]:
    yield f"<p>{len(summary.results)} of {summary.total} games.</p>"
    yield table(standing_rows(summary.standings))
    yield section("Won, drawn, lost", KEY, results_plot(summary))
    yield section("Elo, with the bar that holds it in 95 of 100 cases", elo_plot(summary))
    for meeting in summary.meetings:
        yield section(f"{meeting.first} against {meeting.second}", *meeting_parts(meeting))
    if summary.sprt is not None and summary.meetings:
        yield section("Sequential test", *sprt_parts(summary.sprt, summary.meetings[0]))
    yield section("Seconds for a move: the mean, and the slowest", *time_plots(summary))
    yield section("Seats", paragraph(seat_text(summary)))
    yield section("Lengths of the games, in moves", length_plot(summary))
    yield section("How the games ended", paragraph("\n".join(ending_lines(summary))))


def section(title: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2>" + "".join(parts) + "</section>"


def paragraph(text: str) -> str:
    return f"<pre>{escape(text)}</pre>"


def table(rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows[1:]
    )
    return f'<div class="wide"><table>\n<tr>{head}</tr>\n{body}</table></div>'


# --- the plots --------------------------------------------------------------------------------------------------------


def results_plot(summary: Summary) -> str:
    rows = [
        (it.player, [(it.wins, "won"), (it.draws, "drawn"), (it.losses, "lost")]) for it in summary.standings
    ]
    return plot.bars("Games won, drawn and lost", rows)


def elo_plot(summary: Summary) -> str:
    rows = [(it.player, it.rating) for it in summary.standings if it.rating is not None]
    if not rows:
        rows = [(f"{it.first} over {it.second}", it.estimate) for it in summary.meetings if it.sample]
    told = "; ".join(f"{name} {elo_text(found)}" for name, found in rows)
    return plot.intervals(told, [(name, found.elo, found.low, found.high) for name, found in rows])


def meeting_parts(meeting: Meeting) -> Iterable[str]:
    yield paragraph(meeting_text(meeting).split(": ", 1)[1])
    if not meeting.sample:
        return
    points, band = score_curve(meeting.sample)
    title = f"Score of {meeting.first} after each opening: {percent(meeting.estimate.score)} in the end"
    yield plot.curve(title, points, [50.0], band)
    possible = sorted({*PAIR_RESULTS, *meeting.sample})
    counts = [(f"{value:.3g}", meeting.counts.get(value, 0)) for value in possible]
    yield plot.columns("Openings by the part of the points taken", counts)


def score_curve(sample: Sequence[float]) -> tuple[list[plot.Point], list[tuple[float, float, float]]]:
    """The score so far, in percent, and the band that it was known to lie in."""
    points, band = [], []
    total = squares = 0.0
    for count, value in enumerate(sample, start=1):
        total, squares = total + value, squares + value * value
        mean = total / count
        error = Z * math.sqrt(max(squares / count - mean * mean, 0.25 / count) / count)
        points.append((float(count), 100 * mean))
        band.append((float(count), 100 * max(0.0, mean - error), 100 * min(1.0, mean + error)))
    step = -(-len(points) // MOST_POINTS)
    return points[::-step][::-1], band[::-step][::-1]


def sprt_parts(sprt: Sprt, meeting: Meeting) -> Iterable[str]:
    yield paragraph(sprt_text(sprt, meeting))
    step = -(-max(len(meeting.sample), 1) // 100)
    ends = [*range(len(meeting.sample), 0, -step), 0][::-1]
    points = [(float(end), sprt.ratio(meeting.sample[:end])) for end in ends]
    yield plot.curve("Log-likelihood ratio after each opening", points, sprt.bounds)


def time_plots(summary: Summary) -> Iterable[str]:
    yield plot.bars("Mean", [(it.player, [(it.seconds, "won")]) for it in summary.standings], " s")
    yield plot.bars("Slowest", [(it.player, [(it.slowest, "lost")]) for it in summary.standings], " s")


def length_plot(summary: Summary) -> str:
    lengths = [len(result.moves) for result in summary.results]
    shortest, longest = min(lengths, default=0), max(lengths, default=0)
    width = (longest - shortest) // LENGTHS + 1
    counts = Counter((length - shortest) // width for length in lengths)
    columns = []
    for index in range((longest - shortest) // width + 1):
        first = shortest + index * width
        name = f"{first}" if width == 1 else f"{first}–{first + width - 1}"
        columns.append((name, counts[index]))
    return plot.columns("Lengths of the games", columns)
