"""What `simulate` and `arena` share: options, executors, output files, progress, graceful interruption."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from typing import Any

from partake.bots.discovery import uses_kernels
from partake.bots.specifier import BotSpec, ThinkingError, parse_budget, with_thinking
from partake.cli.arguments import INTERRUPTED, Parser, UsageError, add_traceback, telling_traceback
from partake.cli.clusters import add_cluster, check_cluster
from partake.cli.interruption import Stop
from partake.cli.opponents import announce_levels
from partake.cli.outputs import add_force, check_output, check_picture
from partake.rules.extras import MissingExtraError, load
from partake.rules.messages import Message
from partake.simulate import Experiment, Result, alone, cluster, processes
from partake.simulate.executors import has_fast
from partake.simulate.experiment import MOST_GAMES
from partake.simulate.files import CsvFile, GameFile, ParquetFile, RecordsFile
from partake.simulate.plot import write_plot
from partake.simulate.progress import Progress
from partake.simulate.scheduler import play

MOST_WORKERS = 512
"""The largest number of processes that can be asked for."""


def add_batch_options(parser: Parser, *, games: int, how_many: Message) -> None:
    """Add the options for the number of games, the executor and the output files."""
    parser.add_argument("--games", metavar="N", default=str(games), help=how_many)
    parser.add_argument(
        "--think",
        metavar="THINK",
        help="how hard bots may think about a move: steps, like 200, or a time, like 0.5s or 80ms; a bot can have "
        "its own, like greedy@200",
    )
    parser.add_argument(
        "--limit",
        metavar="TIME",
        help="the time for a move of bots that are not told any, like 0.5s: moves beyond it are counted, and a bot of "
        "your own is ended five seconds later (without it after a minute)",
    )
    parser.add_argument("--workers", metavar="W", help="how many processes (default: as many as help)")
    parser.add_argument("--seed", metavar="TEXT", help="what decides the games; without it they are new every time")
    add_cluster(parser)
    parser.add_argument("--csv", metavar="FILE", type=Path, help="write every game to a CSV file")
    parser.add_argument("--parquet", metavar="FILE", type=Path, help="write every game to a Parquet file")
    parser.add_argument(
        "--records", metavar="FILE", type=Path, help="write the records of all games to a .partake or .jsonl file"
    )
    parser.add_argument("--plot", metavar="FILE", type=Path, help="draw the scores to a .png or .svg file")
    add_force(parser)
    add_traceback(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def number_of_games(args: argparse.Namespace) -> int:
    """The number of games that was asked for."""
    return whole_number(args.games, "games", MOST_GAMES)


def chosen_seed(args: argparse.Namespace) -> str:
    """The seed that was given, or a random one."""
    return secrets.token_hex(4) if args.seed is None else str(args.seed)


def move_limit(args: argparse.Namespace) -> float | None:
    """The seconds of `--limit`."""
    if args.limit is None:
        return None
    try:
        seconds = parse_budget(args.limit).seconds
    except ThinkingError:
        seconds = None
    if seconds is None:
        raise UsageError("--limit must be a time, like 0.5s or 80ms, not {given!r}", given=args.limit)
    return seconds


def wanted(args: argparse.Namespace) -> dict[str, Any]:
    """What an experiment keeps besides its statistics, and its limit."""
    return {
        "wants_rows": bool(args.csv or args.parquet),
        "wants_records": bool(args.records),
        "limit": move_limit(args),
    }


def with_budgets(bots: list[str], think: str | None) -> list[BotSpec]:
    """The bots, with the thinking budget of `--think` where they have none of their own."""
    try:
        return with_thinking(bots, think)
    except ThinkingError as problem:
        raise (UsageError(problem) if think is None else UsageError("--think: {problem}", problem=problem)) from None


def run_batch(args: argparse.Namespace, result: Result) -> None:
    """Play the experiment of a result, and write the files."""
    workers = _workers(args)
    check_files(args)
    experiment = result.experiment
    is_foreign = any(bot.is_foreign for bot in experiment.specs)
    with ExitStack() as opened:
        opened.enter_context(telling_traceback(args))
        stop = opened.enter_context(Stop())
        if not args.cluster:
            announce_levels(experiment.specs, experiment.setup.edition.family)
        pool = opened.enter_context(_worker_pool(args.cluster, workers, is_foreign=is_foreign))
        result.experiment = experiment = experiment.with_engine(has_fast=pool.has_fast)
        progress = opened.enter_context(Progress(experiment.games))
        files: list[Any] = [opened.enter_context(file) for file in _files(args, experiment)]
        play(
            result,
            pool,
            grow=1 if args.cluster or workers else processors(),
            stop=stop,
            files=[*files, progress],
            getting_ready=lambda: _announced(experiment),
        )


def print_result(args: argparse.Namespace, result: Result, report: Callable[[], str]) -> int:
    """Write the plot, print the result as JSON or the report, and return the exit code."""
    if args.plot and result.games:
        write_plot(args.plot, result)
    print(json.dumps(result.to_json(), ensure_ascii=False, indent=1) if args.json else report())
    return 0 if result.is_complete else INTERRUPTED


def _announced(experiment: Experiment) -> AbstractContextManager[object]:
    """Says that kernels are compiled, if an experiment needs some and they are not."""
    family = experiment.setup.edition.family
    is_learned = any(uses_kernels(spec.name, None, family) for spec in experiment.specs if spec.source is None)
    if not experiment.compiled and not (is_learned and has_fast()):
        return nullcontext()
    from partake.fast.compiling import announced  # needs the extra

    return announced("fast") if experiment.compiled else announced("fast", "learn")


def _worker_pool(address: str | None, workers: int | None, *, is_foreign: bool) -> Any:
    """Where games are played; bots of others never in this process, which must be able to end them."""
    if address:
        return cluster(address)
    if is_foreign:
        return processes(workers or 1)
    return processes(workers) if workers and workers > 1 else alone()


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
    named = (args.csv, args.parquet, args.records, args.plot, getattr(args, "standings", None))
    chosen = [path for path in named if path is not None]
    if len({path.absolute() for path in chosen}) < len(chosen):
        raise UsageError("every output needs a file of its own")
    if Path("-") in chosen:
        raise UsageError("the standard output has the report: name a file")
    check_picture(args.plot, force=args.force)
    for path in chosen:
        check_output(path, force=args.force)
    check_cluster(args)
    try:
        if args.parquet:
            load("pyarrow.parquet", extra="parquet", purpose=Message("a Parquet file"))
    except MissingExtraError as problem:
        raise UsageError(problem) from None


def _files(args: argparse.Namespace, experiment: Experiment) -> Iterator[GameFile | RecordsFile]:
    if args.csv:
        yield CsvFile(args.csv, experiment)
    if args.parquet:
        yield ParquetFile(args.parquet, experiment)
    if args.records:
        yield RecordsFile(args.records, force=args.force)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def has_signs() -> bool:
    """Whether the output takes characters beyond ASCII."""
    try:
        "▏█".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
