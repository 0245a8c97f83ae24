"""Who wins at one table, where the rules compare players: scores of equals among themselves say little there.

    python bench/wins.py [--deals 500] [--pairs search:points expert:skilled …] [--only rays=best …] [--write]

One of the first bot of a pair sits among others of the second, at each seat in turn, on the same deals; every seat has
its first tile placed by lot, so that boards differ. `points` is `search` for the most points instead of the win;
other names are those of bots and levels. A shared win counts as
its share: without a difference it would be one in as many as there are seats. Nexus, whose games take long, is played
on a fifth of the deals. `--write` puts the table into results.md between its markers.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from itertools import product
from math import sqrt
from statistics import fmean, stdev

import partake
from machine import describe
from marked import write_section
from partake.bots import Bot, Budget, named
from partake.bots.hexagon.search import SearchBot
from partake.bots.hexagon.value import Call
from partake.engine.chance import Seed
from partake.engine.hexagon.view import HexagonView
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.learn.player import player_of
from partake.learn.search_budget import SearchBudget
from partake.rules.tiles import Tile
from partake.simulate.experiment import seed_number

ROWS = (
    ("classic", {"rays": "best"}, 2, 1.0),
    ("classic", {"rays": "best"}, 4, 0.2),
    ("daffodil", {"rays": "best"}, 2, 0.6),
    ("nexus", {"scrapyard": "lowest"}, 2, 0.2),
    ("nexus", {"scrapyard": "passed"}, 2, 0.2),
)
"""Edition, options, seats, and the share of the deals that are played."""


class PointsBot(SearchBot):
    """Search for the most points."""

    def _place(self, call: Call, budget: Budget) -> tuple[Tile, int]:
        return player_of(call.variant).search(call.sheets, call.seat, call.drawn, call.hand, SearchBudget())


OWN: dict[str, type[Bot]] = {"points": PointsBot}
"""The bots that are measured here only."""


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--pairs", nargs="+", default=["search:points", "expert:skilled"])
    parser.add_argument("--seed", default="wins")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--only", action="append", help="an option, like rays=best; may be repeated")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    lines = []
    chosen = [row for row in ROWS if not args.only or any(f"{k}={v}" in args.only for k, v in row[1].items())]
    with ProcessPoolExecutor(args.workers) as pool:
        for pair, (edition, options, seats, share) in product(args.pairs, chosen):
            deals = max(2, round(share * args.deals))
            seeds = [f"{args.seed}/{deal}" for deal in range(deals)]
            found = list(pool.map(played, [pair] * deals, [edition] * deals, [options] * deals, [seats] * deals, seeds))
            lines.append(_row(pair, edition, options, seats, found))
            print(lines[-1], flush=True)
            if args.write:
                write_section("wins", "\n".join([*_heading(args), *lines]))


def _bot(name: str) -> type[Bot]:
    return OWN[name] if name in OWN else named(name)


def played(pair: str, edition: str, options: dict[str, str], seats: int, seed: str) -> tuple[float, float, float]:
    """One deal, played with the first of the pair at each seat: share of wins, points ahead, its slowest move."""
    mine, theirs = map(_bot, pair.split(":"))
    wins, ahead, slowest = [], [], 0.0
    for own in range(1, seats + 1):
        table = Table(arrange(partake.edition(edition), options, seats=seats), Seed.of(seed))
        bots = [(mine if seat == own else theirs)(1) for seat in range(1, seats + 1)]
        while table.outcome is None:
            if not table.to_act:
                table.deal()
                continue
            seat = table.to_act[0]
            view = table.view(seat)
            assert isinstance(view, HexagonView)
            is_first = len(view.drawn) == 1 and not view.handed
            bot = named("random")(seed_number(f"{seed}/{seat}")) if is_first else bots[seat - 1]
            began = time.process_time()
            action = bot.choose(view)
            if seat == own:
                slowest = max(slowest, time.process_time() - began)
            table.play(seat, action)
        totals, winners = [float(total) for total in table.outcome.totals], table.outcome.winners
        wins.append(1 / len(winners) if own in winners else 0.0)
        ahead.append(totals[own - 1] - fmean(totals[: own - 1] + totals[own:]))
    return fmean(wins), fmean(ahead), slowest


def _row(pair: str, edition: str, options: dict[str, str], seats: int, found: list[tuple[float, float, float]]) -> str:
    wins, ahead, slowest = zip(*found, strict=True)
    text = " ".join(f"{name}={value}" for name, value in options.items())
    slow = sorted(slowest)[len(slowest) * 9 // 10]  # of the slowest moves of deals: a single one may have compiled
    return (
        f"| {pair.replace(':', ' against ')} | {edition} | {text} | {seats} | {seats * len(found):,} | "
        f"{100 / seats:.0f} % | "
        f"{100 * fmean(wins):.1f} ± {100 * _margin(wins):.1f} % | {fmean(ahead):.1f} ± {_margin(ahead):.1f} | "
        f"{1000 * slow:.0f} |"
    )


def _margin(numbers: tuple[float, ...]) -> float:
    """Half the 95 % interval of a mean over deals: the games of one deal depend on each other."""
    return 1.96 * stdev(numbers) / sqrt(len(numbers))


def _heading(args: argparse.Namespace) -> Iterator[str]:
    yield f"## Playing to win, {date.today()}"
    yield ""
    yield f"`python bench/wins.py --deals {args.deals} --pairs {' '.join(args.pairs)}` on {describe()}: one bot among"
    yield f"others of another kind, at each seat in turn on the same deals (seed `{args.seed}`; the first tile of every"
    yield "seat placed by lot); 95 % intervals over deals. `search` plays the second half of a game for the win,"
    yield "`points` is the same for the most points. The slowest move of a"
    yield "game is in milliseconds of processor time, the ninth in ten."
    yield ""
    yield "| bots | edition | options | seats | games | wins if equal | wins | points ahead | slowest move |"
    yield "|---|---|---|---:|---:|---:|---:|---:|---:|"


if __name__ == "__main__":
    main()
