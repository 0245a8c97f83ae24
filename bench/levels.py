"""What the levels give away with a move, and the scores they reach: the usual rules of each edition.

    python bench/levels.py [--games 200] [--reviewed 40] [--only classic …] [--level casual …] [--write]

Every level plays the same games alone, in Take Five two of the same level play each other. The first `--reviewed` games
are reviewed as those of people are (without the best board); Nexus and Take Five, whose reviews take ten times as long,
a quarter of them. `--write` puts the rows into the data that pages compare people with, replacing those measured anew.
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from statistics import fmean, quantiles

import partake
from partake.bots import LEVELS, parse_bot_spec
from partake.engine.chance import Seed
from partake.engine.record.files import read_record
from partake.engine.record.text import format_record
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.review.levels import FILE, LevelPlay, format_level_plays, level_plays
from partake.review.strength import Sums
from partake.review.summary import SeatSummary, summarise
from partake.rules.catalogue import catalogue
from partake.simulate.experiment import seed_number

DEAR = ("nexus", "five")
"""The editions whose reviews take long."""


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games whose scores are counted")
    parser.add_argument("--reviewed", type=int, default=40, help="games whose moves are evaluated")
    parser.add_argument("--seed", default="progress")
    parser.add_argument("--only", action="append", help="an edition; may be repeated")
    parser.add_argument("--level", action="append", help="may be repeated")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    with ProcessPoolExecutor(args.workers) as pool:
        for edition in args.only or list(partake.editions()):
            for level in args.level or LEVELS:
                began = time.perf_counter()
                row = _measured(pool, args, edition, level)
                print(f"{row} {time.perf_counter() - began:.0f} s", flush=True)
                if args.write:
                    _keep(row)


def _measured(pool: ProcessPoolExecutor, args: argparse.Namespace, edition: str, level: str) -> LevelPlay:
    is_dear = edition in DEAR
    games = args.games // 10 if edition == "five" else args.games
    reviewed = max(5, args.reviewed // 4) if is_dear else args.reviewed
    seeds = [f"{args.seed}/{game}" for game in range(games)]
    texts = list(pool.map(played, [edition] * games, [level] * games, seeds))
    found = [one for several in pool.map(summaries, texts[:reviewed]) for one in several]
    given, scores = Sums.of(found).given_away, sorted(score for text in texts for score in scores_of(text))
    assert given is not None
    parts = [round(part, 1) for part in quantiles(scores, n=20, method="inclusive")]
    return LevelPlay(
        level, edition, len(found), round(given.value, 4), round(given.low, 4), round(given.high, 4), len(scores),
        round(fmean(scores), 2), parts[4], parts[9], parts[14], parts[17], args.seed, str(date.today()),
    )  # fmt: skip


def played(edition: str, level: str, seed: str) -> str:
    """The record of a game by bots of one level."""
    seats = 2 if edition == "five" else 1
    table = Table(arrange(partake.edition(edition), {}, seats=seats), Seed.of(seed))
    bots = [parse_bot_spec(level).seat(seed_number(f"{seed}/seat {seat}")) for seat in range(1, seats + 1)]
    while table.outcome is None:
        if table.to_act:
            seat = table.to_act[0]
            table.play(seat, bots[seat - 1].choose(table.view(seat)))
        else:
            table.deal()
    return format_record(table.record())


def summaries(text: str) -> list[SeatSummary]:
    """What all seats of a record gave away."""
    record = read_record(text, catalogue())
    return summarise(record, range(1, len(record.setup.seats) + 1), progress=lambda done, total: None)


def scores_of(text: str) -> list[float]:
    """The scores of a record."""
    outcome = read_record(text, catalogue()).outcome
    return [] if outcome is None else [float(total) for total in outcome.totals]


def _keep(row: LevelPlay) -> None:
    rows = {(one.edition, one.level): one for edition in partake.editions() for one in level_plays(edition)}
    rows[row.edition, row.level] = row
    order = [(edition, level) for edition in partake.editions() for level in LEVELS]
    FILE.write_text(format_level_plays(rows[key] for key in order if key in rows), encoding="utf-8")
    level_plays.cache_clear()


if __name__ == "__main__":
    main()
