"""The standings of a contest as text: statistics, a bar with the interval of each bot, and all pairs compared."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from partake.rules.errors import capitalised
from partake.rules.extras import MissingExtraError
from partake.rules.messages import Message, Plural, said
from partake.simulate.contest import seating
from partake.simulate.ratings import Rating
from partake.simulate.report import aligned, clock_lines, decimal, game_text, number, rounded, share
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

WINS = Message("wins alone, with the range of its 95 % interval")
"""What the bars are, where bots sit together."""
MEANS = Message("mean score, with the range of its 95 % interval")
"""What the bars are, where each plays alone."""


def arena_report(found: Standings, *, signs: bool = True) -> str:
    """The report of a contest; `signs` allows characters beyond ASCII."""
    return "\n".join(line.rstrip() for line in _lines(found, signs))


def _lines(found: Standings, signs: bool) -> Iterator[str]:
    experiment, seconds = found.contest, found.seconds
    played = found.games * len(experiment.tables)
    contest = Plural(
        "{game}: {count} bot on the same deals, {seating}",
        "{game}: {count} bots on the same deals, {seating}",
        count=len(experiment.bots),
        game=game_text(experiment),
        seating=seating(experiment.setup),
    )
    yield said(contest)
    rate = rounded(played / max(seconds, 1e-6))
    told = Message(
        "{deals}, {games} in {seconds:.1f} s, {rate} a second; seed {seed}",
        deals=Plural("{count:,} deal", "{count:,} deals", count=found.games),
        games=Plural("{count:,} game", "{count:,} games", count=played),
        seconds=seconds,
        rate=rate,
        seed=experiment.seed,
    )
    yield said(told)
    if not found.is_complete:
        yield said(_interrupted(found.games, experiment.games))
    if not found.games:
        return
    yield ""
    yield from _table(found, signs)
    yield ""
    yield from _bars(found, signs)
    if experiment.has_limits:
        yield ""
        yield from clock_lines(found)
    if len(experiment.bots) > 1:
        yield ""
        yield from _pairs(found, signs)
        yield ""
        yield from _ratings(found)
    if len(experiment.bots) > 2:
        yield ""
        yield from _cross_table(found)


def _interrupted(done: int, asked: int) -> Message:
    """The sentence about a contest that was stopped early."""
    if not done:
        return Message("Interrupted before the first of {asked:,} deals was finished.", asked=asked)
    return Message("Interrupted: these are deals 1 to {done:,} of {asked:,}.", done=done, asked=asked)


def _table(found: Standings, signs: bool) -> Iterator[str]:
    heads = [
        "", Message("mean"), "±" if signs else "+-", Message("median"), Message("deviation"), Message("least"),
        Message("most"), Message("wins"), "95 %", Message("shared"),
    ]  # fmt: skip
    rows = [list(map(said, heads)), *(_row(found, bot) for bot in found.ranked)]
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
        decimal(scores.mean, 2),
        _margin(scores),
        number(scores.quantile(50)),
        decimal(scores.deviation, 2),
        number(scores.least),
        number(scores.most),
        share(found.wins[bot], found.trials),
        said(Message("{low:.1f} to {high:.1f}", low=100 * wins[0], high=100 * wins[1])),
        share(found.shared[bot], found.trials),
    ]


def label(found: Standings, bot: int) -> str:
    """A bot's spelling, with its number where two are spelled alike."""
    return found.contest.names[bot]


def _bars(found: Standings, signs: bool) -> Iterator[str]:
    """The wins of bots that sit together, else their means: solid up to the interval, then its range."""
    by_wins = found.contest.seats > 1
    ranges = {bot: _range(found, bot, by_wins) for bot in found.ranked}
    names = {bot: label(found, bot) for bot in found.ranked}
    low = min(0.0, *(start for start, _ in ranges.values()))
    high = max(*(end for _, end in ranges.values()), low + 1e-9, 0.0)
    width = max(map(len, names.values()))
    yield f"{'':<{width}}  {said(WINS if by_wins else MEANS)}"
    solid, shade = (SOLID, RANGE) if signs else (ASCII_SOLID, ASCII_RANGE)
    for bot, (start, end) in ranges.items():
        before, upto = (round(WIDTH * (x - low) / (high - low)) for x in (start, end))
        upto = max(upto, before + 1, 1)
        middle = decimal(100 * found.wins[bot] / found.trials if by_wins else found.seats[bot].mean, 1)
        middle = f"{middle} %" if by_wins else middle
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
    yield said(Message("ahead on the same deals, with 95 % interval"))
    rows = []
    for rank, one in enumerate(found.ranked, start=1):
        for other in found.ranked[rank:]:
            ahead, sign = (found.differences[one, other], 1) if one < other else (found.differences[other, one], -1)
            who = f"{label(found, one)} {minus} {label(found, other)}"
            rows.append((who, decimal(sign * ahead.mean, 2), f"{around} {_margin(ahead)}", _verdict(ahead)))
    yield from _columns(rows)


def _ratings(found: Standings) -> Iterator[str]:
    """The ratings, the best bot first."""
    try:
        rated = {rating.bot: rating for rating in found.ratings}
    except MissingExtraError as problem:
        yield capitalised(said(problem))
        return
    if found.anchor is None:
        yield said(Message("rating (Bradley-Terry on the Elo scale, mean 0), with 95 % interval, and score in duels"))
    else:
        words = Message(
            "rating (Bradley-Terry on the Elo scale, {anchor} is 0), with 95 % interval, and score in duels",
            anchor=found.anchor,
        )
        yield said(words)
    rows = []
    for rating in sorted(rated.values(), key=lambda rating: -rating.points):
        is_known = rating.high - rating.low > 1e-6  # neither the anchor nor who always wins has one
        span = Message("{low:+.0f} to {high:+.0f}", low=rating.low, high=rating.high) if is_known else "-"
        note = _bound(rating) if rating.is_bound else ""
        rows.append((rating.bot, said(Message("{points:+.0f}", points=rating.points)), said(span),
                     percent(rating.score), note))  # fmt: skip
    yield from aligned(rows)


def _bound(rating: Rating) -> str:
    """What is said of a bot whose rating no number of deals could find."""
    won = Message("won every duel: it is at least so strong")
    return said(won if rating.score == 1 else Message("lost every duel: it is at most so strong"))


def _cross_table(found: Standings) -> Iterator[str]:
    """The score of each bot against each other in percent, and its mean lead in points."""
    yield said(Message("score against each other in duels, and the mean lead in points"))
    order = found.ranked
    rows = [("", *(str(place) for place in range(1, len(order) + 1)))]
    for place, bot in enumerate(order, start=1):
        cells = (
            "-" if other == bot else f"{percent(found.score(bot, other))} {_signed(found.ahead(bot, other))}"
            for other in order
        )
        rows.append((f"{place} {label(found, bot)}", *cells))
    yield from aligned(rows)


def percent(part: float) -> str:
    """A share as whole and tenths of percent."""
    return said(Message("{percent:.1f} %", percent=100 * part))


def _signed(points: float) -> str:
    return said(Message("{points:+.1f}", points=points))


def _columns(rows: Sequence[tuple[str, str, str, str]]) -> Iterator[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for name, mean, margin, verdict in rows:
        yield f"{name:<{widths[0]}}  {mean:>{widths[1]}} {margin:<{widths[2]}}  {verdict}"


def _verdict(ahead: Statistics) -> str:
    """Nothing if the interval excludes zero, else that the order is not certain."""
    if ahead.margin is None:
        return ""
    return "" if math.fabs(ahead.mean) > ahead.margin else said(Message("not certain"))


def _margin(found: Statistics) -> str:
    return "-" if found.margin is None else decimal(found.margin, 2)
