"""Handing out chunks and gathering them in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from pathlib import Path
from typing import TypeVar

from partake.engine.contract import Setup
from partake.engine.setup import arrange
from partake.rules.catalogue import catalogue
from partake.rules.edition import Edition
from partake.rules.errors import PartakeError
from partake.simulate.contest import Contest
from partake.simulate.contest_worker import play_heats
from partake.simulate.executors import Crew, InProcess
from partake.simulate.experiment import Experiment, make_experiment
from partake.simulate.optional_packages import has_fast
from partake.simulate.result import Result
from partake.simulate.worker import Chunk, play_chunk

R = TypeVar("R", bound=Result)

AIM = 0.2
"""How many seconds a chunk should take: several are done each second, and stopping is quick."""
GROWTH = 16
"""How many times larger than the one before a chunk may be."""
LARGEST = 4_000_000
TICK = 0.1


def never() -> bool:
    """Nobody wants to stop."""
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
    """Play games 1 to `games` of a seed, a bot at each seat, and count them.

    The result is the same whoever plays: this process, or the `workers` of an executor, in chunks of any size.
    """
    experiment = make_experiment(_setup(what, bots, data, options), bots, games=games, seed=seed).played_by(has_fast)
    return played(Result(experiment), executor, workers, chunk)


def played(result: R, executor: Executor | None, workers: int, chunk: int | None) -> R:
    """A result with all games of its experiment added, played by the workers of an executor or by this process."""
    for done in chunks(result.experiment, Crew(executor or InProcess(), workers if executor else 1), size=chunk):
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
    experiment: Experiment, crew: Crew, *, first: int = 1, size: int | None = None, stop: Callable[[], bool] = never
) -> Iterator[Chunk]:
    """The chunks of an experiment in order, from a game on, until all are played or somebody wants to stop.

    What is finished by then, without a gap, is still given. Without a `size` chunks take about a fifth of a second.
    """
    play = play_heats if isinstance(experiment, Contest) else play_chunk
    if size is not None and size < 1:
        raise PartakeError(f"a chunk has at least one game, not {size}")
    waiting: deque[Future[Chunk]] = deque()
    step = size or 1
    try:
        while (first <= experiment.games or waiting) and not stop():
            while first <= experiment.games and len(waiting) < crew.ahead:
                count = min(step, experiment.games - first + 1)
                waiting.append(crew.executor.submit(play, experiment, first, count))
                first += count
            if wait([waiting[0]], timeout=TICK).done:
                done = waiting.popleft().result()
                yield done
                step = size or _next_size(done)
        while waiting and waiting[0].done():
            yield waiting.popleft().result()
    except BrokenExecutor:
        raise PartakeError("a worker process ended all of a sudden: is there enough memory?") from None
    finally:
        for future in waiting:
            future.cancel()


def _next_size(done: Chunk) -> int:
    """As many games as would have taken the right time."""
    fitting = int(done.games * AIM / max(done.seconds, 1e-6))
    return max(1, min(fitting, done.games * GROWTH, LARGEST))
