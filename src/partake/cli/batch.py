"""What `simulate` and `arena` share: options, executors, output files, progress, graceful interruption."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from partake.bots.specifier import ThinkingError, parse_bot_spec, with_thinking
from partake.cli.arguments import INTERRUPTED, Parser, UsageError
from partake.cli.interruption import Stop
from partake.cli.opponents import announce_bots
from partake.rules.extras import MissingExtraError, load
from partake.rules.messages import Message
from partake.simulate import Chunk, Experiment, Result, WorkerPool, alone, chunks, cluster, processes
from partake.simulate.executors import AddressError, parse_address
from partake.simulate.experiment import MOST_GAMES
from partake.simulate.files import CsvFile, GameFile, ParquetFile
from partake.simulate.plot import KINDS, check_plot, write_plot
from partake.simulate.progress import Progress

MOST_WORKERS = 512
"""The largest number of processes that can be asked for."""
TRIAL_SECONDS = 0.5
"""How long this process plays alone before a process pool is considered."""
WORTHWHILE_SECONDS = 3.0
"""The remaining work, in seconds of one process, that makes starting a process pool worthwhile."""


def add_batch_options(parser: Parser, *, games: int, how_many: Message) -> None:
    """Add the options for the number of games, the executor and the output files."""
    parser.add_argument("--games", metavar="N", default=str(games), help=how_many)
    parser.add_argument(
        "--think",
        metavar="THINK",
        help="how hard bots may think about a move: steps, like 200, or a time, like 0.5s or 80ms; a bot can have "
        "its own, like greedy@200",
    )
    parser.add_argument("--workers", metavar="W", help="how many processes (default: as many as help)")
    parser.add_argument("--seed", metavar="TEXT", help="what decides the games; without it they are new every time")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on the Dask cluster with this scheduler")
    parser.add_argument("--csv", metavar="FILE", type=Path, help="write every game to a CSV file")
    parser.add_argument("--parquet", metavar="FILE", type=Path, help="write every game to a Parquet file")
    parser.add_argument("--plot", metavar="FILE", type=Path, help="draw the scores to a .png or .svg file")
    parser.add_argument("--json", action="store_true", help="print JSON")


def number_of_games(args: argparse.Namespace) -> int:
    """The number of games that was asked for."""
    return whole_number(args.games, "games", MOST_GAMES)


def chosen_seed(args: argparse.Namespace) -> str:
    """The seed that was given, or a random one."""
    return secrets.token_hex(4) if args.seed is None else str(args.seed)


def with_budgets(bots: list[str], think: str | None) -> list[str]:
    """The bots, with the thinking budget of `--think` where they have none of their own."""
    try:
        return with_thinking(bots, think)
    except ThinkingError as problem:
        raise UsageError("--think: {problem}", problem=problem) from None


def run_batch(args: argparse.Namespace, experiment: Experiment, result: Result) -> float:
    """Play an experiment into a result, write the files, and return the seconds that it took."""
    workers = _workers(args)
    check_files(args)
    is_foreign = any(parse_bot_spec(bot).is_foreign for bot in experiment.bots)
    is_trial = not (args.cluster or workers or is_foreign)
    with ExitStack() as opened:
        stop = opened.enter_context(Stop())
        if not args.cluster:
            announce_bots(experiment.bots, experiment.setup.edition.family)
        pool = opened.enter_context(_worker_pool(args.cluster, workers, is_foreign=is_foreign))
        experiment = experiment.with_engine(has_fast=pool.has_fast)
        result.experiment = experiment
        files = [opened.enter_context(file) for file in _files(args, experiment)]
        start = time.monotonic()
        with Progress(experiment.games) as progress:
            for chunk in _chunks(experiment, pool, stop, is_trial=is_trial):
                result.add(chunk)
                progress.add(chunk.games)
                for file in files:
                    file.write(chunk)
        return time.monotonic() - start


def print_result(args: argparse.Namespace, result: Result, report: str) -> int:
    """Write the plot, print the result as JSON or the report, and return the exit code."""
    if args.plot and result.games:
        write_plot(args.plot, result)
    print(json.dumps(result.to_json(), ensure_ascii=False, indent=1) if args.json else report)
    return 0 if result.is_complete else INTERRUPTED


def _worker_pool(address: str | None, workers: int | None, *, is_foreign: bool) -> Any:
    """Where games are played; bots of other packages never in this process, which must be able to end them."""
    if address:
        return cluster(address)
    if is_foreign:
        return processes(workers or _processors())
    return processes(workers) if workers and workers > 1 else alone()


def _chunks(experiment: Experiment, pool: WorkerPool, stop: Stop, *, is_trial: bool) -> Iterator[Chunk]:
    """All chunks; after a trial in this process, a process pool takes over where much remains to be done."""
    processors, start, done = _processors(), time.monotonic(), 0
    for chunk in chunks(experiment, pool, stop=stop):
        yield chunk
        done += chunk.games
        spent = time.monotonic() - start
        is_long = spent > TRIAL_SECONDS and spent / done * (experiment.games - done) > WORTHWHILE_SECONDS
        if is_trial and is_long and processors > 1:
            break
    if done < experiment.games and not stop():
        with processes(processors) as others:
            yield from chunks(experiment, others, first=done + 1, stop=stop)


def _workers(args: argparse.Namespace) -> int | None:
    if args.workers is None:
        return None
    if args.cluster:
        raise UsageError("a cluster has its own workers: give --workers or --cluster, not both")
    return whole_number(args.workers, "workers", MOST_WORKERS)


def whole_number(text: str, what: str, most: int) -> int:
    """The whole number from 1 on that an option was given."""
    digits = text.replace("_", "").replace(",", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20 and 1 <= int(digits) <= most):
        raise UsageError(
            "--{what} must be a whole number from 1 to {most}, not {given!r}", what=what, most=most, given=text
        )
    return int(digits)


def check_files(args: argparse.Namespace) -> None:
    """Check before any work that the output files can be written and their packages are installed."""
    chosen = [path for path in (args.csv, args.parquet, args.plot) if path is not None]
    if len({path.absolute() for path in chosen}) < len(chosen):
        raise UsageError("every output needs a file of its own")
    if Path("-") in chosen:
        raise UsageError("the standard output has the report: name a file")
    if args.plot and args.plot.suffix.lower() not in KINDS:
        raise UsageError("{file}: a picture is a .png or a .svg file", file=args.plot)
    try:
        if args.cluster:
            parse_address(args.cluster)
            load("distributed", extra="cluster", purpose=Message("a cluster"))
        if args.parquet:
            load("pyarrow.parquet", extra="parquet", purpose=Message("a Parquet file"))
        if args.plot:
            check_plot(args.plot)
    except (AddressError, MissingExtraError) as problem:
        raise UsageError(problem) from None


def _files(args: argparse.Namespace, experiment: Experiment) -> Iterator[GameFile]:
    if args.csv:
        yield CsvFile(args.csv, experiment)
    if args.parquet:
        yield ParquetFile(args.parquet, experiment)


def _processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def has_signs() -> bool:
    """Whether the output takes characters beyond ASCII."""
    try:
        "▏█".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
