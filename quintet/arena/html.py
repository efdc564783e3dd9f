"""A match as one HTML page that needs nothing else: style and plots stand in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape

from quintet.arena import plot
from quintet.arena.plot import Axis
from quintet.arena.rating import PAIR_RESULTS, TWO_GAMES, Sprt, estimate, expected_score
from quintet.arena.report import (
    duration,
    ending_counts,
    forfeit_lines,
    meeting_lines,
    percent,
    seat_shares,
    signed,
    sprt_text,
    standing_rows,
)
from quintet.arena.summary import Meeting, Summary
from quintet.games.title import title as game_title

STYLE = """
:root { color-scheme: light dark; --ink: #1d1d1b; --paper: #fbfaf7; --card: #fff; --faint: #5f5c55; --soft: #ddd9cf;
  --main: #2c6e8f; --even: #a9a59a; --other: #c2703d; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e4da; --paper: #1a1b1d; --card: #222427; --faint: #a8a59c; --soft: #3c3e42;
    --main: #7fc0de; --even: #77756f; --other: #e59a6b; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 70rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .3rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .4rem; }
p { margin: .3rem 0; } .faint { color: var(--faint); }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.standings { width: 100%; }
th, td { padding: .35rem .5rem; border-bottom: 1px solid var(--soft); text-align: right; overflow-wrap: normal; }
th { color: var(--faint); font-weight: 600; font-size: .875rem; vertical-align: bottom; }
td { white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
td:first-child { font-weight: 600; white-space: normal; overflow-wrap: break-word; }
.standings td:first-child { overflow-wrap: anywhere; min-width: 7rem; }
.cross th, .cross td:first-child { overflow-wrap: anywhere; min-width: 4.6rem; }
@media (max-width: 63rem) {
  .cross { font-size: .875rem; } .cross th, .cross td { padding: .35rem .3rem; }
  .standings, .standings tbody { display: block; } .standings tr:first-child { display: none; }
  .standings tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(5rem, 1fr)); gap: .5rem .8rem;
    background: var(--card); border: 1px solid var(--soft); border-radius: .5rem; padding: .7rem .9rem; margin: .7rem 0; }
  .standings td { border: 0; padding: 0; text-align: left; white-space: normal; overflow-wrap: anywhere; }
  .standings td:first-child { grid-column: 1 / -1; } .standings td:empty { display: none; }
  .standings td:nth-child(11) { grid-column: span 2; }
  .standings td:not(:first-child)::before { content: attr(data-name); display: block; color: var(--faint);
    font-size: .8rem; } }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: 1rem; margin: .8rem 0;
  align-items: start; }
figure { margin: 0; background: var(--card); border: 1px solid var(--soft); border-radius: .5rem; padding: .7rem .8rem; }
figcaption { font-weight: 600; margin-bottom: .3rem; }
svg { display: block; width: 100%; font: 12px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .axis { fill: var(--faint); }
.grid { stroke: var(--soft); } .level { stroke: var(--other); stroke-dasharray: 5 4; }
.bar { stroke: var(--main); stroke-width: 3; stroke-linecap: round; } .dot, .won { fill: var(--main); }
.drawn { fill: var(--even); } .lost { fill: var(--other); }
.curve { fill: none; stroke: var(--main); stroke-width: 2; } .band { fill: var(--main); opacity: .18; }
b.won { color: var(--main); } b.drawn { color: var(--even); } b.lost { color: var(--other); }
"""
KEY = (
    '<p class="faint"><b class="won">■</b> won &nbsp; <b class="drawn">■</b> drawn &nbsp; <b class="lost">■</b> lost;'
    " behind them the part of the points.</p>"
)
MOST_POINTS = 400
"""A curve with more points than this shows evenly chosen ones."""
LENGTHS = 12
"""Columns in which the lengths of the games are counted."""

GAMES = Axis(name="games", low=0, whole=True)
AFTER = Axis(name="after so many openings", whole=True)
ELO = Axis(name="Elo", whole=True, write=lambda value: signed(value) if value else "0")
SCORE = Axis(name="score", low=0, high=100, write=lambda value: f"{value:g} %")
COUNT = Axis(name="openings", low=0, whole=True)


def write_html(summary: Summary) -> str:
    title = game_title(summary.game)
    players = " – ".join(standing.player for standing in summary.standings)
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}: {escape(players)}</title>\n<style>{STYLE}</style>\n"
        f"<h1>{escape(title)}</h1>\n<p>{escape(players)}</p>\n" + "\n".join(sections(summary)) + "\n</html>\n"
    )


def sections(summary: Summary) -> Iterable[str]:
    yield f'<p class="faint">{len(summary.results)} of {summary.total} games.</p>'
    yield standings_table(summary)
    yield section("The match", KEY, plots(results_plot(summary), elo_plot(summary)))
    if len(summary.standings) > 2:
        yield section("Who took how much from whom", cross_table(summary))
    for meeting in summary.meetings:
        yield section(
            f"{meeting.first} against {meeting.second}", *meeting_parts(meeting, summary.game.seats)
        )
    if summary.sprt is not None and summary.meetings:
        yield section("Sequential test", *sprt_parts(summary.sprt, summary.meetings[0]))
    yield section("Thinking", plots(*time_plots(summary)))
    yield section("The games", plots(seat_plot(summary), length_plot(summary)), *ending_parts(summary))


def section(title: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2>" + "".join(parts) + "</section>"


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def plots(*figures: str) -> str:
    return f'<div class="plots">{"".join(figures)}</div>'


# --- the tables -------------------------------------------------------------------------------------------------------


def standings_table(summary: Summary) -> str:
    """A table where there is room for one; on a phone a card for each player, with the names beside the values."""
    head, *rows = standing_rows(summary.standings)
    lines = ["<tr>" + "".join(f"<th>{escape(name)}</th>" for name in head) + "</tr>"]
    for row in rows:
        cells = (
            f'<td data-name="{escape(name)}">{escape(cell)}</td>'
            for name, cell in zip(head, row, strict=True)
        )
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return table("standings", lines)


def cross_table(summary: Summary) -> str:
    """The part of the points that the player of each row took from that of each column."""
    players = [standing.player for standing in summary.standings]
    taken = {(met.first, met.second): met.estimate.score for met in summary.meetings if met.sample}
    taken |= {(second, first): 1 - score for (first, second), score in taken.items()}
    lines = ["<tr><th></th>" + "".join(f"<th>{escape(name)}</th>" for name in players) + "</tr>"]
    for row in players:
        cells = (f"{100 * taken[row, name]:.0f} %" if (row, name) in taken else "–" for name in players)
        lines.append(f"<tr><td>{escape(row)}</td>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    return table("cross", lines)


def table(style: str, lines: Iterable[str]) -> str:
    rows = "\n".join(lines)
    return f'<div class="wide"><table class="{style}">\n{rows}\n</table></div>'


# --- the plots --------------------------------------------------------------------------------------------------------


def results_plot(summary: Summary) -> str:
    rows = [
        (it.player, [(it.wins, "won"), (it.draws, "drawn"), (it.losses, "lost")], percent(it.score))
        for it in summary.standings
    ]
    return plot.bars("Games won, drawn and lost", GAMES, rows)


def elo_plot(summary: Summary) -> str:
    rows = [(it.player, it.rating) for it in summary.standings if it.rating is not None]
    if not rows:
        rows = [(f"{it.first} over {it.second}", it.estimate) for it in summary.meetings if it.sample]
    if not rows:  # no opening was played to its end
        return ""
    spans = [(name, (found.elo, found.low, found.high), signed(found.elo)) for name, found in rows]
    return plot.intervals("Elo, with the bar that holds it in 95 of 100 cases", ELO, spans)


def meeting_parts(meeting: Meeting, seats: int) -> Iterable[str]:
    yield from map(paragraph, meeting_lines(meeting))
    if not meeting.sample:
        return
    points, band = score_curve(meeting.sample, meeting.chance)
    title = f"Score of {meeting.first} so far, with its 95 % band"
    possible = sorted({*(PAIR_RESULTS if seats == 2 else (0.0, 0.5, 1.0)), *meeting.sample})
    counts = [(f"{100 * value:.0f} %", meeting.counts.get(value, 0)) for value in possible]
    taken = Axis(name=f"of the points taken by {plot.shortened(meeting.first)}")
    yield plots(
        plot.curve(title, (AFTER, SCORE), points, [50.0], band),
        plot.columns("Openings by what they brought", (taken, COUNT), counts),
    )


def score_curve(
    sample: Sequence[float], chance: float = TWO_GAMES
) -> tuple[list[plot.Point], list[plot.Span]]:
    """The score so far, in percent, and the band that it was known to lie in: at the end, the bar of the Elo."""
    step = -(-len(sample) // MOST_POINTS)
    points, band = [], []
    for count in range(len(sample), 0, -step):
        found = estimate(sample[:count], chance)
        points.append((float(count), 100 * found.score))
        band.append((float(count), 100 * expected_score(found.low), 100 * expected_score(found.high)))
    return points[::-1], band[::-1]


def sprt_parts(sprt: Sprt, meeting: Meeting) -> Iterable[str]:
    yield paragraph(sprt_text(sprt, meeting))
    if not meeting.sample:
        return
    step = -(-max(len(meeting.sample), 1) // 100)
    ends = [*range(len(meeting.sample), 0, -step), 0][::-1]
    points = [(float(end), sprt.ratio(meeting.sample[:end])) for end in ends]
    axes = (AFTER, Axis(name="log-likelihood ratio"))
    yield plots(plot.curve("Log-likelihood ratio, between the bounds that decide", axes, points, sprt.bounds))


def time_plots(summary: Summary) -> Iterable[str]:
    means = [(it.player, it.seconds, "won") for it in summary.standings]
    longest = [(it.player, it.slowest, "lost") for it in summary.standings]
    for title, rows in (("Mean time of a move", means), ("Longest time of a move", longest)):
        small = max((seconds for _, seconds, _ in rows), default=0) < 1
        axis = Axis(name="milliseconds" if small else "seconds", low=0)
        factor = 1000 if small else 1
        yield plot.bars(title, axis, [(name, [(factor * s, style)], duration(s)) for name, s, style in rows])


def seat_plot(summary: Summary) -> str:
    shares = seat_shares(summary)
    axis = Axis(name="part of the points", low=0, high=100, write=lambda value: f"{value:g} %")
    rows = [
        (f"seat {seat}", [(100 * part, "won")], percent(part)) for seat, part in enumerate(shares, start=1)
    ]
    return plot.bars("What each seat took, whoever sat in it", axis, rows)


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
    return plot.columns("Lengths of the games", (Axis(name="moves, with the opening"), GAMES), columns)


def ending_parts(summary: Summary) -> Iterable[str]:
    told = ", ".join(f"{reason} {count}" for reason, count in ending_counts(summary))
    yield paragraph(f"Ended by: {told}.")
    forfeits = "".join(f"<li>{escape(text.strip())}</li>" for text in forfeit_lines(summary))
    if forfeits:
        yield f"<ul>{forfeits}</ul>"
