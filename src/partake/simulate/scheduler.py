"""Chunk scheduler: submits chunks of adaptive size to an executor and yields them in order; `simulate` and `arena`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from pathlib import Path
from typing import TypeVar

from partake.bots.worker import ENDED
from partake.engine.contract import Setup
from partake.engine.setup import arrange
from partake.rules.catalogue import catalogue
from partake.rules.edition import Edition
from partake.rules.errors import PartakeError
from partake.simulate.contest import Contest, make_contest
from partake.simulate.contest_worker import play_contest_chunk
from partake.simulate.executors import InProcess, WorkerPool, has_fast
from partake.simulate.experiment import Experiment, make_experiment
from partake.simulate.result import Result
from partake.simulate.standings import Standings
from partake.simulate.worker import Chunk, play_chunk

R = TypeVar("R", bound=Result)
Stop = Callable[[], bool]
"""Whether to stop before all games are played."""

CHUNK_SECONDS = 0.2
"""The target duration of a chunk: several are done each second, and stopping is quick."""
MAX_GROWTH = 16
"""The largest factor between the sizes of consecutive chunks."""
MAX_CHUNK = 4_000_000
"""The largest number of games in a chunk, which bounds the memory of a worker."""
POLL_SECONDS = 0.1
"""The interval at which `stop` is asked while a chunk is awaited."""


def never() -> bool:
    """The default of `stop`: play all games."""
    return False


def simulate(
    what: Setup | Edition | str,
    bots: Sequence[str] = ("random",),
    *,
    games: int = 1000,
    seed: str = "1",
    executor: Executor | None = None,
    workers: int = 1,
    chunk: int | None = None,
    data: Sequence[str | Path] = (),
    **options: str | int | bool,
) -> Result:
    """Play games 1 to `games` of a seed with a bot at each seat, and return their statistics.

    The result does not depend on the executor, on the number of its workers or on the size of chunks.
    """
    experiment = make_experiment(_setup(what, bots, data, options), bots, games=games, seed=seed)
    return _run(Result(experiment.with_engine(has_fast=has_fast)), executor, workers, chunk)


def arena(
    edition: Edition | str,
    bots: Sequence[str],
    *,
    games: int = 100,
    seed: str = "1",
    seats: int | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    chunk: int | None = None,
    data: Sequence[str | Path] = (),
    **options: str | int | bool,
) -> Standings:
    """Play deals 1 to `games` of a seed with each bot, alone or at tables of `seats`, and compare the bots.

    The result does not depend on the executor, on the number of its workers or on the size of chunks.
    """
    found = catalogue(*data).edition(edition) if isinstance(edition, str) else edition
    contest = make_contest(found, bots, options, seats=seats, games=games, seed=seed)
    return _run(Standings(contest), executor, workers, chunk)


def _run(result: R, executor: Executor | None, workers: int, chunk: int | None) -> R:
    """Play all games of a result's experiment on an executor, or in this process, and add them."""
    pool = WorkerPool(executor or InProcess(), workers if executor else 1)
    for done in chunks(result.experiment, pool, size=chunk):
        result.add(done)
    return result


def _setup(
    what: Setup | Edition | str, bots: Sequence[str], data: Sequence[str | Path], options: dict[str, str | int | bool]
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
    play = play_contest_chunk if isinstance(experiment, Contest) else play_chunk
    if size is not None and size < 1:
        raise PartakeError("a chunk has at least one game, not {size}", size=size)
    waiting: deque[Future[Chunk]] = deque()
    next_size = size or 1
    try:
        while (first <= experiment.games or waiting) and not stop():
            while first <= experiment.games and len(waiting) < pool.max_pending:
                count = min(next_size, experiment.games - first + 1)
                waiting.append(pool.executor.submit(play, experiment, first, count))
                first += count
            if wait([waiting[0]], timeout=POLL_SECONDS).done:
                done = waiting.popleft().result()
                yield done
                next_size = size or _fitting_size(done)
        while waiting and waiting[0].done():
            yield waiting.popleft().result()
    except BrokenExecutor:
        raise PartakeError(ENDED) from None
    finally:
        for future in waiting:
            future.cancel()


def _fitting_size(done: Chunk) -> int:
    """The number of games that would have taken `CHUNK_SECONDS`, within the bounds of growth and size."""
    fitting = int(done.games * CHUNK_SECONDS / max(done.seconds, 1e-6))
    return max(1, min(fitting, done.games * MAX_GROWTH, MAX_CHUNK))
