"""What the verbs that play many games share: how many, by whom, into which files, and how to stop."""

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

from partake.bots.specifier import ThinkingError, with_thinking
from partake.cli.arguments import UsageError
from partake.cli.compile_notice import tell_preparing
from partake.simulate import Chunk, Crew, Experiment, Result, alone, chunks, cluster, processes
from partake.simulate.executors import AddressError, parse_address
from partake.simulate.experiment import MOST_GAMES
from partake.simulate.files import CsvFile, GameFile, ParquetFile
from partake.simulate.optional_packages import MissingExtraError, load
from partake.simulate.plot import KINDS, check_plot, write_plot
from partake.simulate.progress import Progress

INTERRUPTED = 130
MOST_WORKERS = 512
TRIAL, WORTH_WAITING = 0.5, 3.0
"""Seconds that this process plays alone before it asks for help, and seconds of work left that make help worth it."""
THINK_HELP = "how hard bots may think about a move: steps, like 200, or a time, like 0.5s or 80ms"


def add_many(parser: argparse.ArgumentParser, *, games: int, unit: str) -> None:
    """The options for how many games are played, by whom, and where they are written to."""
    parser.add_argument("--games", metavar="N", default=str(games), help=f"how many {unit} (default: {games})")
    parser.add_argument("--think", metavar="THINK", help=f"{THINK_HELP}; a bot can have its own, like greedy@200")
    parser.add_argument("--workers", metavar="W", help="how many processes (default: as many as help)")
    parser.add_argument("--seed", metavar="TEXT", help="what decides the games; without it they are new every time")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on the Dask cluster with this scheduler")
    parser.add_argument("--csv", metavar="FILE", type=Path, help="write every game to a CSV file")
    parser.add_argument("--parquet", metavar="FILE", type=Path, help="write every game to a Parquet file")
    parser.add_argument("--plot", metavar="FILE", type=Path, help="draw the scores to a .png or .svg file")
    parser.add_argument("--json", action="store_true", help="print JSON")


def games_asked(args: argparse.Namespace) -> int:
    """The number of games."""
    return whole_number(args.games, "games", MOST_GAMES)


def seed_asked(args: argparse.Namespace) -> str:
    """The seed, or a new one."""
    return secrets.token_hex(4) if args.seed is None else str(args.seed)


def thinking(bots: list[str], think: str | None) -> list[str]:
    """The bots with the thinking that was asked for."""
    try:
        return with_thinking(bots, think)
    except ThinkingError as problem:
        raise UsageError(f"--think: {problem}") from None


def carry_out(args: argparse.Namespace, experiment: Experiment, result: Result) -> float:
    """Play an experiment into a result, write the files, and give the seconds that it took."""
    workers = _workers(args)
    check_files(args)
    tell_preparing(experiment.bots, experiment.setup.edition.family)
    with ExitStack() as opened:
        crew = opened.enter_context(_crew(args.cluster, workers))
        experiment = experiment.played_by(crew.has_fast)
        result.experiment = experiment
        files = [opened.enter_context(file) for file in _files(args, experiment)]
        stop = opened.enter_context(Stop())
        start = time.monotonic()
        with Progress(experiment.games) as progress:
            for chunk in _chunks(experiment, crew, stop, is_trial=not args.cluster and workers is None):
                result.add(chunk)
                progress.add(chunk.games)
                for file in files:
                    file.write(chunk)
        return time.monotonic() - start


def tell(args: argparse.Namespace, result: Result, report: str) -> int:
    """Draw the picture, print the result as JSON or the report, and give the exit code."""
    if args.plot and result.games:
        write_plot(args.plot, result)
    print(json.dumps(result.to_json(), ensure_ascii=False, indent=1) if args.json else report)
    return 0 if result.is_complete else INTERRUPTED


def _crew(address: str | None, workers: int | None) -> Any:
    if address:
        return cluster(address)
    return processes(workers) if workers and workers > 1 else alone()


def _chunks(experiment: Experiment, crew: Crew, stop: Stop, *, is_trial: bool) -> Iterator[Chunk]:
    """All chunks; a crew on trial is helped by other processes when there is still much to do."""
    processors, start, done = _processors(), time.monotonic(), 0
    for chunk in chunks(experiment, crew, stop=stop):
        yield chunk
        done += chunk.games
        spent = time.monotonic() - start
        is_long = spent > TRIAL and spent / done * (experiment.games - done) > WORTH_WAITING
        if is_trial and is_long and processors > 1:
            break
    if done < experiment.games and not stop():
        with processes(processors) as helpers:
            yield from chunks(experiment, helpers, first=done + 1, stop=stop)


class Stop:
    """Whether somebody asked to stop; whoever asks twice is not kept waiting."""

    def __init__(self) -> None:
        self._asked = False

    def __call__(self) -> bool:
        """Whether somebody has asked to stop."""
        return self._asked

    def __enter__(self) -> Stop:
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
    return whole_number(args.workers, "workers", MOST_WORKERS)


def whole_number(text: str, what: str, most: int) -> int:
    """A number from 1 on that was typed after an option."""
    digits = text.replace("_", "").replace(",", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20 and 1 <= int(digits) <= most):
        raise UsageError(f"--{what} must be a whole number from 1 to {most}, not {text!r}")
    return int(digits)


def check_files(args: argparse.Namespace) -> None:
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
