"""Where the games of a training are played: on threads of this process, or on workers that somebody hands in.

A game depends on its number and on the weights that play it, so who plays it changes nothing. Parts are joined in the
order of their games.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from partake.fast.variant_arrays import Cells

T = TypeVar("T")
Model = TypeVar("Model", bound=tuple[Any, ...])


class Players(Protocol):
    """Workers that play games; `partake.simulate.WorkerPool` is such."""

    @property
    def workers(self) -> int:
        """The number of games that can be played at the same time."""

    def submit(self, function: Callable[..., T], /, *arguments: Any) -> Future[T]:
        """Run a call in a worker."""

    def share(self, value: T) -> T:
        """What stands for a large value in several calls, so that it is sent only once."""


class Threads:
    """Threads of this process, one for each processor: kernels release the interpreter's lock."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self.workers)

    def submit(self, function: Callable[..., T], /, *arguments: Any) -> Future[T]:
        """Run a call in a thread."""
        return self._pool.submit(function, *arguments)

    def share(self, value: T) -> T:
        """The value itself."""
        return value


def parts(first: int, games: int, workers: int) -> Iterator[tuple[int, int]]:
    """Consecutive games in about equal parts, one for each worker: the first game of each, and their number."""
    bounds = [first + games * part // workers for part in range(workers + 1)]
    return ((begin, end - begin) for begin, end in pairwise(bounds) if end > begin)


def score_decks(
    players: Players, play: Callable[..., NDArray[Any]], decks: Cells, model: Model, *arguments: Any
) -> NDArray[Any]:
    """The score of a game for each row of tiles, by `play(rows, model, *arguments)` for each part of the rows."""
    shared = players.share(model)
    cut = [decks[begin : begin + games] for begin, games in parts(0, len(decks), players.workers)]
    waiting = [players.submit(play, part, shared, *arguments) for part in cut]
    return np.concatenate([future.result() for future in waiting])


def writable(model: Model) -> Model:
    """A model that came from elsewhere, its arrays as kernels are compiled for: writable, contiguous and aligned."""
    make: Any = type(model)
    return make(*(np.require(array, requirements=["C", "A", "W"]) for array in model))  # type: ignore[no-any-return]
