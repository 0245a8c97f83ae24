"""How well the bots play: every edition and variant, with 95 % intervals.

    python bench/bots.py [--games 400] [--seed table] [--bot NAME …] [--only classic …] [--levels] [--write]

Every bot plays the same games, alone where boards do not touch; where rules compare players two of the same bot play
and the score is the first seat's. In Take Five every bot plays `greedy`, in both seats. Slow bots play fewer games, by
their cost; the table says how many. `--levels` measures the five levels, and how long their slowest move takes.
`--write` puts the table into results.md between its markers and, for the usual rules of each edition, into the data
that `partake bots` shows.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

import partake
from machine import describe
from marked import write_section
from partake.bots import BOTS, LEVELS, named
from partake.bots.levels import Level
from partake.bots.strength import FILE, Measurement, format_measurements, measured
from partake.engine.setup import arrange
from partake.rules.errors import PartakeError
from partake.simulate import WorkerPool, arena, make_experiment, processes, simulate
from partake.simulate.worker import play_table

Options = dict[str, str | int]
VARIANTS: tuple[tuple[str, Options], ...] = (
    ("classic", {}),
    ("classic", {"placement": "adjacent"}),
    ("classic", {"placement": "symbol"}),
    ("classic", {"draw": 2}),
    ("classic", {"rays": "each"}),
    ("classic", {"rays": "best"}),
    ("daffodil", {"stamens": "open"}),
    ("daffodil", {"stamens": "first"}),
    ("daffodil", {"stamens": "last"}),
    ("daffodil", {"stamens": "reserve"}),
    ("nexus", {"scrapyard": "threshold"}),
    ("nexus", {"scrapyard": "lowest"}),
    ("nexus", {"scrapyard": "passed"}),
    ("nexus", {"scrapyard": "none"}),
    ("orchid", {"symbols": "sun"}),
    ("orchid", {"symbols": "moon"}),
    ("orchid", {"symbols": "both"}),
    ("five", {}),
)
TIED = {"best", "lowest", "passed"}
RIVAL = "greedy"
USUAL = 0.25
"""How many seconds a game may take before fewer of them are played."""
FEWEST = 20


@dataclass(frozen=True)
class Cell:
    """One number of the table."""

    value: float
    low: float
    high: float
    games: int
    is_share: bool = False

    def __str__(self) -> str:
        if self.is_share:
            return f"{100 * self.value:.0f} % ({100 * self.low:.0f} to {100 * self.high:.0f}; {self.games})"
        return f"{self.value:.1f} ± {(self.high - self.low) / 2:.1f} ({self.games})"


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="games of each number; slow bots play fewer")
    parser.add_argument("--seed", default="table")
    parser.add_argument("--bot", action="append", help="may be repeated; all that are there without it")
    parser.add_argument("--only", action="append", help="an edition; may be repeated")
    parser.add_argument("--levels", action="store_true", help="the five levels instead of the bots")
    parser.add_argument("--write", action="store_true", help="put the table into results.md and the package's data")
    args = parser.parse_args()
    names = args.bot or list(LEVELS if args.levels else BOTS)
    with processes(os.cpu_count() or 1) as pool:
        rows = []
        for edition, options in VARIANTS:
            if not args.only or edition in args.only:
                rows.append((edition, options, {name: _cell(pool, args, name, edition, options) for name in names}))
                print(_row(*rows[-1]), flush=True)
    used = [name for name in names if any(cells[name] for _, _, cells in rows)]
    what = "levels" if args.levels else "bots"
    text = "\n".join(_section(args, what, used, [(e, o, {n: c[n] for n in used}) for e, o, c in rows]))
    print(f"\n{text}")
    if args.write:
        write_section(what, text, program="bots")
        FILE.write_text(format_measurements(_kept(args, rows)), encoding="utf-8")


def _cell(pool: WorkerPool, args: argparse.Namespace, name: str, edition: str, options: Options) -> Cell | None:
    """A bot's number for a variant; nothing if it does not play it or is not here."""
    try:
        if partake.edition(edition).family not in named(name).families or (edition, name) == ("five", RIVAL):
            return None
        games = _affordable(args, name, edition, options)
        if edition == "five":
            return _share(pool, args, name, games)
        seats = _seats(options)
        setup = arrange(partake.edition(edition), options, seats=seats)
        found = simulate(
            setup, [name] * seats, games=games, seed=args.seed, executor=pool.executor, workers=pool.workers
        )
        scores = found.seats[0]
        low, high = scores.interval or (scores.mean, scores.mean)
        return Cell(scores.mean, low, high, games)
    except PartakeError as problem:
        print(f"{name} does not play {edition} {options}: {problem}", flush=True)
        return None


def _share(pool: WorkerPool, args: argparse.Namespace, name: str, games: int) -> Cell:
    """How often a bot wins against the rival, each deck played in both seats."""
    decks = max(1, games // 2)
    found = arena("five", [name, RIVAL], games=decks, seed=args.seed, executor=pool.executor, workers=pool.workers)
    return Cell(found.wins[0] / found.trials, *found.win_interval(0), found.trials, is_share=True)


def _affordable(args: argparse.Namespace, name: str, edition: str, options: Options) -> int:
    """As many games as a bot of its speed can be asked for, by how long it takes for one; the first only warms up."""
    bots = [name, RIVAL] if edition == "five" else [name] * _seats(options)
    plan = make_experiment(arrange(partake.edition(edition), options, seats=len(bots)), bots, games=3, seed="trial")
    play_table(plan, range(len(plan.specs)), 1)
    start = time.perf_counter()
    play_table(plan, range(len(plan.specs)), 2)
    seconds = (time.perf_counter() - start) / len(bots)
    wanted = int(args.games)
    return max(min(wanted, FEWEST), min(wanted, int(wanted * USUAL / max(seconds, 1e-9))))


def _seats(options: Options) -> int:
    return 2 if TIED & {str(value) for value in options.values()} else 1


Row = tuple[str, Options, dict[str, Cell | None]]


def _row(edition: str, options: Options, cells: dict[str, Cell | None]) -> str:
    text = " ".join(f"{key}={value}" for key, value in options.items())
    return f"| {edition} | {text} | " + " | ".join(str(cell or "") for cell in cells.values()) + " |"


def _section(args: argparse.Namespace, what: str, names: list[str], rows: list[Row]) -> Iterator[str]:
    yield f"## {what.title()}, {date.today()}"
    yield ""
    command = f"python bench/bots.py --games {args.games}{' --levels' if args.levels else ''}"
    yield f"`{command}` on {describe()}: mean score with its 95 % interval and the number of games,"
    yield f"the first of the seed `{args.seed}` (one random player: the compiled engine's). Rules that compare"
    yield "players are played by two of the same bot, and the score is the first seat's. In Take Five it is the share"
    yield f"of games won against `{RIVAL}`, in both seats."
    yield ""
    yield "| edition | options | " + " | ".join(names) + " |"
    yield "|---|---|" + "---:|" * len(names)
    for row in rows:
        yield _row(*row)
    if args.levels:
        yield ""
        yield f"The slowest move of a game: {'; '.join(_slowest(name) for name in names)}."


def _slowest(name: str) -> str:
    """How long a bot takes at most for a move, over one game of each edition."""
    slowest = 0.0
    for edition, seats in (("classic", 1), ("daffodil", 1), ("nexus", 1), ("orchid", 1), ("five", 2)):
        table, bot = partake.start(edition, seats=seats, seed="slowest"), named(name)(1)
        for number in range(2000):
            if table.is_over:
                break
            if not table.to_act:
                table.deal()
                continue
            view = table.view(table.to_act[0])
            start = time.perf_counter()
            action = bot.choose(view)
            if number > 1:  # the first move may have to get ready
                slowest = max(slowest, time.perf_counter() - start)
            table.play(table.to_act[0], action)
    kind = named(name)
    limit = f" of {1000 * kind.seconds:.0f}" if issubclass(kind, Level) else ""
    return f"{name} {1000 * slowest:.0f}{limit} ms"


def _kept(args: argparse.Namespace, rows: list[Row]) -> list[Measurement]:
    """What was measured before and now, by the usual rules of each edition; the latest counts."""
    found = {(row.bot, row.edition): row for row in measured()}
    for edition, options, cells in rows:
        setup = arrange(partake.edition(edition), options, seats=2)
        if setup.options != arrange(partake.edition(edition), seats=2).options:
            continue
        for name, cell in cells.items():
            if cell is not None:
                value, low, high = (round(number, 4) for number in (cell.value, cell.low, cell.high))
                rival = RIVAL if cell.is_share else ""
                found[name, edition] = Measurement(
                    name, edition, value, low, high, cell.games, args.seed, str(date.today()), rival
                )
    order = [*BOTS, *LEVELS]
    return sorted(found.values(), key=lambda row: (order.index(row.bot), list(partake.editions()).index(row.edition)))


if __name__ == "__main__":
    main()
