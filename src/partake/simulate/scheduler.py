"""Chunk scheduler: submits chunks of adaptive size to an executor and yields them in order; `simulate` and `arena`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from typing import Any, Protocol, TypeVar

from partake.bots import BotLike
from partake.bots.discovery import uses_kernels
from partake.engine.contract import Setup
from partake.engine.setup import arrange
from partake.rules.catalogue import catalogue
from partake.rules.edition import Edition
from partake.rules.errors import PartakeError
from partake.simulate.contest import Contest, make_contest
from partake.simulate.contest_worker import play_contest_chunk
from partake.simulate.executors import InProcess, Stop, WorkerPool, Workers, has_fast, never, processes
from partake.simulate.experiment import Experiment, make_experiment
from partake.simulate.files import RecordsFile
from partake.simulate.result import Result
from partake.simulate.standings import Standings
from partake.simulate.worker import Chunk, play_chunk, prepare

R = TypeVar("R", bound=Result)

CHUNK_SECONDS = 0.2
"""The target duration of a chunk: several are done each second, and stopping is quick."""
MAX_GROWTH = 16
"""The largest factor between the sizes of consecutive chunks."""
MAX_CHUNK = 4_000_000
"""The largest number of games in a chunk, which bounds the memory of a worker."""
TRIAL_SECONDS = 0.5
"""How long one process plays alone before others are considered."""
START_SECONDS = 0.3
"""What a worker process costs before its first game: 0.25 s of processor time were measured (docs/simulate.md)."""
KERNEL_SECONDS = 2.5
"""The same with kernels, which are loaded from the cache: 2.5 s were measured."""


def simulate(
    what: Setup | Edition | str,
    bots: Sequence[BotLike] = ("random",),
    *,
    games: int = 1000,
    seed: str = "1",
    limit: float | None = None,
    records: str | Path | None = None,
    force: bool = False,
    executor: Executor | None = None,
    workers: int = 1,
    chunk: int | None = None,
    data: Sequence[str | Path] = (),
    **options: str | int | bool,
) -> Result:
    """Play games 1 to `games` of a seed with a bot at each seat, and return their statistics, which print as a table.

    A bot is a name, a file like `mine.py:MyBot` or a class. All games are written to the file `records`, if there is
    one. The result does not depend on the executor, on the number of its workers or on the size of chunks.
    """
    setup = _setup(what, bots, data, options)
    experiment = make_experiment(
        setup, bots, games=games, seed=seed, limit=limit, wants_records=records is not None
    ).with_engine(has_fast=has_fast)
    return _run(Result(experiment), executor, workers, chunk, records, force)


def arena(
    edition: Edition | str,
    bots: Sequence[BotLike],
    *,
    games: int = 100,
    seed: str = "1",
    seats: int | None = None,
    anchor: str | None = None,
    limit: float | None = None,
    records: str | Path | None = None,
    force: bool = False,
    executor: Executor | None = None,
    workers: int = 1,
    chunk: int | None = None,
    data: Sequence[str | Path] = (),
    **options: str | int | bool,
) -> Standings:
    """Play deals 1 to `games` of a seed with each bot, alone or at tables of `seats`, and compare the bots.

    A bot is a name, a file like `mine.py:MyBot` or a class. The standings print as tables. All games are written to
    the file `records`, if there is one. The result does not depend on the executor, on the number of its workers or on
    the size of chunks.
    """
    found = catalogue(*data).edition(edition) if isinstance(edition, str) else edition
    contest = make_contest(
        found, bots, options, seats=seats, games=games, seed=seed, limit=limit, wants_records=records is not None
    )
    return _run(Standings(contest, anchor=anchor), executor, workers, chunk, records, force)


def _run(
    result: R, executor: Executor | None, workers: int, chunk: int | None, records: str | Path | None, force: bool
) -> R:
    """Play all games of a result's experiment on an executor, or in this process, and add them."""
    with ExitStack() as opened:
        files = [] if records is None else [opened.enter_context(RecordsFile(Path(records), force=force))]
        if executor is None and workers > 1:
            pool = opened.enter_context(processes(workers))
        else:
            pool = WorkerPool(executor or InProcess(), workers if executor else 1)
        play(result, pool, size=chunk, files=files)
    return result


class ChunkFile(Protocol):
    """A file that takes chunks in order."""

    def write(self, chunk: Chunk) -> None:
        """Add the games of a chunk."""


def play(
    result: Result,
    pool: WorkerPool,
    *,
    grow: int = 1,
    size: int | None = None,
    stop: Stop = never,
    files: Sequence[ChunkFile] = (),
    getting_ready: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> None:
    """Play the games of a result's experiment, add them to it and write them to files.

    Where `grow` is more than one, so many processes take over from the pool as soon as much remains to be done: a pool
    costs more than it saves before. The result's `seconds` are without the time in which workers start, load bots and
    compile, which happens in the context `getting_ready`.
    """
    experiment = result.experiment

    def played(where: WorkerPool) -> Iterator[float]:
        with getting_ready():
            get_ready(where, experiment)
        start, before = time.monotonic(), result.seconds
        for chunk in chunks(experiment, where, first=result.games + 1, size=size, stop=stop):
            result.add(chunk)
            for file in files:
                file.write(chunk)
            result.seconds = before + time.monotonic() - start
            yield result.seconds

    for spent in played(pool):
        left = spent / result.games * (experiment.games - result.games)
        if spent > TRIAL_SECONDS and is_worthwhile(experiment, left, grow):
            break
    if not result.is_complete and not stop():
        with processes(grow) as others:
            for _ in played(others):
                pass


def is_worthwhile(experiment: Experiment, left: float, processes: int) -> bool:
    """Whether so many processes save at least twice what they cost, when these seconds of work are left for one."""
    family = experiment.setup.edition.family
    has_kernels = experiment.compiled or any(
        spec.source is None and uses_kernels(spec.name, None, family) for spec in experiment.specs
    )
    return left * (1 - 1 / processes) > 2 * (KERNEL_SECONDS if has_kernels else START_SECONDS)


def get_ready(pool: WorkerPool, experiment: Experiment) -> None:
    """Let the workers load the bots and compile what they need; those of a cluster do it with their first games."""
    if isinstance(pool.executor, InProcess):
        prepare(experiment)
    elif isinstance(pool.executor, Workers):
        pool.executor.everywhere(prepare, experiment)


def _setup(
    what: Setup | Edition | str, bots: Sequence[BotLike], data: Sequence[str | Path], options: dict[str, Any]
) -> Setup:
    if isinstance(what, Setup):
        if options:
            raise PartakeError("a setup has its options: give an edition to choose others")
        return what
    return arrange(catalogue(*data).edition(what) if isinstance(what, str) else what, options, seats=len(bots))


def chunks(
    experiment: Experiment, pool: WorkerPool, *, first: int = 1, size: int | None = None, stop: Stop = never
) -> Iterator[Chunk]:
    """The chunks of an experiment in order, from game `first` on, until all are played or `stop` returns true.

    Chunks that are finished by then, without a gap, are still yielded. Without a `size` chunks take about
    `CHUNK_SECONDS`.
    """
    task = play_contest_chunk if isinstance(experiment, Contest) else play_chunk
    if size is not None and size < 1:
        raise PartakeError("a chunk has at least one game, not {size}", size=size)
    next_size = size or 1

    def calls() -> Iterator[tuple[Experiment, int, int]]:
        begin = first
        while begin <= experiment.games:
            count = min(next_size, experiment.games - begin + 1)
            yield experiment, begin, count
            begin += count

    for done in pool.map(task, calls(), stop=stop):
        yield done
        next_size = size or _fitting_size(done)


def _fitting_size(done: Chunk) -> int:
    """The number of games that would have taken `CHUNK_SECONDS`, within the bounds of growth and size."""
    fitting = int(done.games * CHUNK_SECONDS / max(done.seconds, 1e-6))
    return max(1, min(fitting, done.games * MAX_GROWTH, MAX_CHUNK))
