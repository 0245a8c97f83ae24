"""The standings of a contest as text: statistics, a bar with the interval of each bot, and all pairs compared."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from partake.simulate.contest import seating
from partake.simulate.report import interrupted, number, options_text, rounded, share
from partake.simulate.standings import Standings
from partake.simulate.statistics import Statistics

WIDTH = 44
"""The width of the longest bar, in columns."""
SOLID = "█"
"""The bar up to the interval."""
RANGE = "▒"
"""The interval."""
ASCII_SOLID = "#"
"""The bar up to the interval, in ASCII."""
ASCII_RANGE = ":"
"""The interval, in ASCII."""


def arena_report(found: Standings, *, seconds: float, signs: bool = True) -> str:
    """The report of a contest; `signs` allows characters beyond ASCII."""
    return "\n".join(line.rstrip() for line in _lines(found, seconds, signs))


def _lines(found: Standings, seconds: float, signs: bool) -> Iterator[str]:
    experiment = found.contest
    played = found.games * len(experiment.tables)
    game = f"{experiment.setup.edition.title}{options_text(experiment)}"
    yield f"{game}: {len(experiment.bots)} bots on the same deals, {seating(experiment.setup)}"
    rate = rounded(played / max(seconds, 1e-6))
    yield f"{found.games:,} deals, {played:,} games in {seconds:.1f} s, {rate} a second; seed {experiment.seed}"
    if not found.is_complete:
        yield interrupted(found.games, experiment.games, "deals")
    if not found.games:
        return
    yield ""
    yield from _table(found, signs)
    yield ""
    yield from _bars(found, signs)
    if len(experiment.bots) > 1:
        yield ""
        yield from _pairs(found, signs)


def _table(found: Standings, signs: bool) -> Iterator[str]:
    heads = ["", "mean", "±" if signs else "+-", "median", "deviation", "least", "most", "wins", "95 %", "shared"]
    rows = [heads, *(_row(found, bot) for bot in found.ranked)]
    if len(found.contest.bots) == 1:
        rows = [row[:7] for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        first, *rest = (f"{word:>{width}}" for word, width in zip(row, widths, strict=True))
        yield "  ".join([f"{row[0]:<{len(first)}}", *rest])


def _row(found: Standings, bot: int) -> list[str]:
    scores, wins = found.seats[bot], found.win_interval(bot)
    return [
        label(found, bot),
        f"{scores.mean:.2f}",
        _margin(scores),
        number(scores.quantile(50)),
        f"{scores.deviation:.2f}",
        number(scores.least),
        number(scores.most),
        share(found.wins[bot], found.trials),
        f"{100 * wins[0]:.1f} to {100 * wins[1]:.1f}",
        share(found.shared[bot], found.trials),
    ]


def label(found: Standings, bot: int) -> str:
    """A bot's spelling, with its number where two are spelled alike."""
    bots = found.contest.bots
    return bots[bot] if bots.count(bots[bot]) == 1 else f"{bots[bot]} ({bot + 1})"


def _bars(found: Standings, signs: bool) -> Iterator[str]:
    """The wins of bots that sit together, else their means: solid up to the interval, then its range."""
    by_wins = found.contest.seats > 1
    ranges = {bot: _range(found, bot, by_wins) for bot in found.ranked}
    names = {bot: label(found, bot) for bot in found.ranked}
    low = min(0.0, *(start for start, _ in ranges.values()))
    high = max(*(end for _, end in ranges.values()), low + 1e-9, 0.0)
    width = max(map(len, names.values()))
    yield f"{'':<{width}}  {'wins alone' if by_wins else 'mean score'}, with the range of its 95 % interval"
    solid, shade = (SOLID, RANGE) if signs else (ASCII_SOLID, ASCII_RANGE)
    for bot, (start, end) in ranges.items():
        before, upto = (round(WIDTH * (x - low) / (high - low)) for x in (start, end))
        upto = max(upto, before + 1, 1)
        middle = f"{100 * found.wins[bot] / found.trials:.1f} %" if by_wins else f"{found.seats[bot].mean:.1f}"
        bar = solid * min(before, upto - 1) + shade * (upto - before)
        yield f"{names[bot]:<{width}}  {bar:<{WIDTH + 1}} {middle:>8}"


def _range(found: Standings, bot: int, by_wins: bool) -> tuple[float, float]:
    if by_wins:
        return found.win_interval(bot)
    scores = found.seats[bot]
    return scores.interval or (scores.mean, scores.mean)


def _pairs(found: Standings, signs: bool) -> Iterator[str]:
    """The paired difference of each two bots, the better one first."""
    minus, around = ("−", "±") if signs else ("-", "+-")
    yield "ahead on the same deals, with 95 % interval"
    rows = []
    for rank, one in enumerate(found.ranked, start=1):
        for other in found.ranked[rank:]:
            ahead, sign = (found.differences[one, other], 1) if one < other else (found.differences[other, one], -1)
            who = f"{label(found, one)} {minus} {label(found, other)}"
            rows.append((who, f"{sign * ahead.mean:.2f}", f"{around} {_margin(ahead)}", _verdict(ahead)))
    yield from _columns(rows)


def _columns(rows: Sequence[tuple[str, str, str, str]]) -> Iterator[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for name, mean, margin, verdict in rows:
        yield f"{name:<{widths[0]}}  {mean:>{widths[1]}} {margin:<{widths[2]}}  {verdict}"


def _verdict(ahead: Statistics) -> str:
    """Nothing if the interval excludes zero, else that the order is not certain."""
    if ahead.margin is None:
        return ""
    return "" if math.fabs(ahead.mean) > ahead.margin else "not certain"


def _margin(found: Statistics) -> str:
    return "-" if found.margin is None else f"{found.margin:.2f}"
