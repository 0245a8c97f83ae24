"""`partake simulate`: many games by bots, counted, drawn and written to files."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from partake.bots import BOTS
from partake.cli.common import Parser, UsageError, add_options, chosen_options, find_edition, verb_parser
from partake.engine.setup import arrange
from partake.rules.errors import PartakeError
from partake.simulate import Chunk, Crew, Plan, Result, alone, chunks, cluster, make_plan, processes
from partake.simulate.crews import AddressError, parse_address
from partake.simulate.extras import MissingExtraError, load
from partake.simulate.files import CsvFile, GameFile, ParquetFile
from partake.simulate.plan import MOST_GAMES
from partake.simulate.plot import KINDS, check_plot, write_plot
from partake.simulate.progress import Progress
from partake.simulate.report import report

INTERRUPTED = 130
GAMES, MOST_WORKERS = 1000, 512
TRIAL, WORTH_WAITING = 0.5, 3.0
"""Seconds that this process plays alone before it asks for help, and seconds of work left that make help worth it."""
SUMMARY = """\
Play many games by bots and count them: mean with its 95 % confidence interval,
deviation, quantiles, a histogram. The same seed gives the same games whoever
plays them. Ctrl-C stops early and keeps what was done."""


def parser() -> Parser:
    """The parser of this verb."""
    found = verb_parser(
        "simulate",
        SUMMARY,
        [
            "partake simulate classic --games 1000000 --seed monday",
            "partake simulate nexus --bot greedy --bot random -o scrapyard=lowest --csv games.csv",
            "partake simulate orchid --bot greedy --plot orchid.svg",
            "partake simulate five --bot greedy --bot greedy --bot random --cluster tcp://192.168.1.5:8786",
        ],
    )
    names = ", ".join(f"{name} ({bot.summary})" for name, bot in BOTS.items())
    found.add_argument("edition", metavar="EDITION", help="the game, like classic")
    add_options(found)
    found.add_argument("--bot", metavar="NAME", action="append", default=[], help=f"one for each seat: {names}")
    found.add_argument("--games", metavar="N", default=str(GAMES), help=f"how many games (default: {GAMES})")
    found.add_argument("--workers", metavar="W", help="how many processes (default: as many as help)")
    found.add_argument("--seed", metavar="TEXT", help="what decides the games; without it they are new every time")
    found.add_argument("--cluster", metavar="ADDRESS", help="play on the Dask cluster with this scheduler")
    found.add_argument("--csv", metavar="FILE", type=Path, help="write every game to a CSV file")
    found.add_argument("--parquet", metavar="FILE", type=Path, help="write every game to a Parquet file")
    found.add_argument("--plot", metavar="FILE", type=Path, help="draw the histogram to a .png or .svg file")
    found.add_argument("--json", action="store_true", help="print JSON")
    return found


def run(args: argparse.Namespace) -> int:
    """Check everything, play, and report what was played."""
    edition, bots = find_edition(args, args.edition), args.bot
    for name in bots:
        if name not in BOTS:
            raise UsageError(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    games, workers = _number(args.games, "games", MOST_GAMES), _workers(args)
    bots = bots or ["random"] * edition.seats[0]
    setup = arrange(edition, chosen_options(args), seats=len(bots))
    seed = secrets.token_hex(4) if args.seed is None else args.seed
    try:
        plan = make_plan(setup, bots, games=games, seed=seed, wants_rows=bool(args.csv or args.parquet))
    except PartakeError as problem:
        raise UsageError(str(problem)) from None
    _check_files(args)
    return _run(args, plan, workers)


def _run(args: argparse.Namespace, plan: Plan, workers: int | None) -> int:
    with ExitStack() as opened:
        crew = opened.enter_context(_crew(args.cluster, workers))
        plan = plan.played_by(crew.has_fast)
        files = [opened.enter_context(file) for file in _files(args, plan)]
        stop = opened.enter_context(_Stop())
        result, start = Result(plan), time.monotonic()
        with Progress(plan.games) as progress:
            for chunk in _chunks(plan, crew, stop, is_trial=not args.cluster and workers is None):
                result.add(chunk)
                progress.add(chunk.games)
                for file in files:
                    file.write(chunk)
        seconds = time.monotonic() - start
    if args.plot and result.games:
        write_plot(args.plot, result)
    if args.json:
        print(json.dumps(result.to_json(), ensure_ascii=False, indent=1))
    else:
        print(report(result, seconds=seconds, signs=_has_signs()))
    return 0 if result.is_complete else INTERRUPTED


def _crew(address: str | None, workers: int | None) -> Any:
    if address:
        return cluster(address)
    return processes(workers) if workers and workers > 1 else alone()


def _chunks(plan: Plan, crew: Crew, stop: _Stop, *, is_trial: bool) -> Iterator[Chunk]:
    """All chunks; a crew on trial is helped by other processes when there is still much to do."""
    processors, start, done = _processors(), time.monotonic(), 0
    for chunk in chunks(plan, crew, stop=stop):
        yield chunk
        done += chunk.games
        spent = time.monotonic() - start
        is_long = spent > TRIAL and spent / done * (plan.games - done) > WORTH_WAITING
        if is_trial and is_long and processors > 1:
            break
    if done < plan.games and not stop():
        with processes(processors) as helpers:
            yield from chunks(plan, helpers, first=done + 1, stop=stop)


class _Stop:
    """Whether somebody asked to stop; whoever asks twice is not kept waiting."""

    def __init__(self) -> None:
        self._asked = False

    def __call__(self) -> bool:
        return self._asked

    def __enter__(self) -> _Stop:
        numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
        self._before = {number: signal.signal(number, self._ask) for number in numbers}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _ask(self, *_: object) -> None:
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True


def _workers(args: argparse.Namespace) -> int | None:
    if args.workers is None:
        return None
    if args.cluster:
        raise UsageError("a cluster has its own workers: give --workers or --cluster, not both")
    return _number(args.workers, "workers", MOST_WORKERS)


def _number(text: str, what: str, most: int) -> int:
    digits = text.replace("_", "").replace(",", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20 and 1 <= int(digits) <= most):
        raise UsageError(f"--{what} must be a whole number from 1 to {most}, not {text!r}")
    return int(digits)


def _check_files(args: argparse.Namespace) -> None:
    """See that everything that was asked for can be written, before any work."""
    chosen = [path for path in (args.csv, args.parquet, args.plot) if path is not None]
    if len({path.absolute() for path in chosen}) < len(chosen):
        raise UsageError("every output needs a file of its own")
    if Path("-") in chosen:
        raise UsageError("the standard output has the report: name a file")
    if args.plot and args.plot.suffix.lower() not in KINDS:
        raise UsageError(f"{args.plot}: a picture is a .png or a .svg file")
    try:
        if args.cluster:
            parse_address(args.cluster)
            load("distributed", extra="cluster", purpose="a cluster")
        if args.parquet:
            load("pyarrow.parquet", extra="parquet", purpose="a Parquet file")
        if args.plot:
            check_plot(args.plot)
    except (AddressError, MissingExtraError) as problem:
        raise UsageError(str(problem)) from None


def _files(args: argparse.Namespace, plan: Plan) -> Iterator[GameFile]:
    if args.csv:
        yield CsvFile(args.csv, plan)
    if args.parquet:
        yield ParquetFile(args.parquet, plan)


def _processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _has_signs() -> bool:
    try:
        "▏█".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
