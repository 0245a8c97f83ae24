"""What it brings to play for the win instead of points, where the rules compare players.

    python bench/wins.py [--deals 500] [--only rays=best …] [--write]

One `search` sits among others that play for points, at each seat in turn, on the same deals; every seat has its first
tile placed by lot, so that boards differ. A shared win counts as its share: without a difference it would be one in as
many as there are seats. Nexus, whose games take long, is played on a fifth of the deals. `--write` puts the table into
results.md between its markers.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from math import sqrt
from statistics import fmean, stdev

import partake
from machine import describe
from marked import write_section
from partake.bots import Budget, named
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
    ("daffodil", {"rays": "best"}, 2, 0.4),
    ("nexus", {"scrapyard": "lowest"}, 2, 0.2),
    ("nexus", {"scrapyard": "passed"}, 2, 0.2),
)
"""Edition, options, seats, and the share of the deals that are played."""


class PointsBot(SearchBot):
    """Search for the most points."""

    def _place(self, call: Call, budget: Budget) -> tuple[Tile, int]:
        return player_of(call.variant).search(call.sheets, call.seat, call.drawn, call.hand, SearchBudget())


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", default="wins")
    parser.add_argument("--only", action="append", help="an option, like rays=best; may be repeated")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    lines = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for edition, options, seats, share in ROWS:
            if not args.only or any(f"{name}={value}" in args.only for name, value in options.items()):
                deals = max(2, round(share * args.deals))
                seeds = [f"{args.seed}/{deal}" for deal in range(deals)]
                found = list(pool.map(played, [edition] * deals, [options] * deals, [seats] * deals, seeds))
                lines.append(_row(edition, options, seats, found))
                print(lines[-1], flush=True)
                if args.write:
                    write_section("wins", "\n".join([*_heading(args), *lines]))


def played(edition: str, options: dict[str, str], seats: int, seed: str) -> tuple[float, float, float]:
    """One deal, played with the one who wants to win at each seat: share of wins, points ahead, its slowest move."""
    wins, ahead, slowest = [], [], 0.0
    for own in range(1, seats + 1):
        table = Table(arrange(partake.edition(edition), options, seats=seats), Seed.of(seed))
        bots = [(SearchBot if seat == own else PointsBot)(1) for seat in range(1, seats + 1)]
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


def _row(edition: str, options: dict[str, str], seats: int, found: list[tuple[float, float, float]]) -> str:
    wins, ahead, slowest = zip(*found, strict=True)
    text = " ".join(f"{name}={value}" for name, value in options.items())
    slow = sorted(slowest)[len(slowest) * 9 // 10]  # of the slowest moves of deals: a single one may have compiled
    return (
        f"| {edition} | {text} | {seats} | {seats * len(found):,} | {100 / seats:.0f} % | "
        f"{100 * fmean(wins):.1f} ± {100 * _margin(wins):.1f} % | {fmean(ahead):.1f} ± {_margin(ahead):.1f} | "
        f"{1000 * slow:.0f} |"
    )


def _margin(numbers: tuple[float, ...]) -> float:
    """Half the 95 % interval of a mean over deals: the games of one deal depend on each other."""
    return 1.96 * stdev(numbers) / sqrt(len(numbers))


def _heading(args: argparse.Namespace) -> Iterator[str]:
    yield f"## Playing to win, {date.today()}"
    yield ""
    yield f"`python bench/wins.py --deals {args.deals}` on {describe()}: one `search` that plays the second half of a"
    yield "game for the chance to win, among others that play for points, at each seat in turn on the same deals (seed"
    yield f"`{args.seed}`; the first tile of every seat placed by lot); 95 % intervals over deals. The slowest move"
    yield "of a game is in milliseconds of processor time, the ninth in ten."
    yield ""
    yield "| edition | options | seats | games | wins if equal | wins | points ahead | slowest move |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|"


if __name__ == "__main__":
    main()
