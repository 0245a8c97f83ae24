"""Benchmarks as data: rows that can be measured again, and what came out beside the published value."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from partake.bench.published import Published
from partake.rules.errors import PartakeError
from partake.rules.messages import Message

RUNS = 9
"""The runs of which the best counts, where a number is a speed."""


class BenchmarkError(PartakeError):
    """A benchmark, or a row of one, that does not exist."""


@dataclass(frozen=True, slots=True)
class Row:
    """One number that can be measured."""

    name: str
    unit: str
    measure: Callable[[float], float]
    """Measures it; 1 is the effort of the published number, 0.1 about a tenth of its time."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A table of rows."""

    name: str
    about: Message
    """What it measures."""
    minutes: float
    """About how long all rows take."""
    script: str
    """The script of the sources that makes the published table."""
    rows: Callable[[], Sequence[Row]]
    """Makes the rows, which may need extras."""

    def find(self, words: Sequence[str]) -> list[Row]:
        """The row of this name, or else all rows whose names have all these words; all of them for no words."""
        rows, wanted = list(self.rows()), [word.casefold() for word in words]
        exact = [row for row in rows if row.name.casefold() == " ".join(wanted)]
        found = exact or [row for row in rows if set(wanted) <= set(row.name.casefold().split())]
        if not found:
            raise BenchmarkError(
                "{name} has no row {words!r}; 'partake bench {name} --list' lists them",
                name=self.name,
                words=" ".join(words),
            )
        return found


@dataclass(frozen=True, slots=True)
class Comparison:
    """A row measured here, beside the published value."""

    row: Row
    here: float
    published: Published | None

    @property
    def ratio(self) -> float | None:
        """Here over published."""
        return self.here / self.published.value if self.published and self.published.value else None


def compare(row: Row, known: Published | None, *, effort: float = 1.0) -> Comparison:
    """Measure a row."""
    return Comparison(row, row.measure(effort), known)


def best_seconds(
    run: Callable[[], object], clock: Callable[[], float] = time.process_time, *, runs: int = RUNS
) -> float:
    """The shortest of some runs, after one that compiles or loads what is needed; processor time unless told."""
    run()
    times = []
    for _ in range(runs):
        start = clock()
        run()
        times.append(clock() - start)
    return max(min(times), 1e-9)


def steps_per_second(step: Callable[[], int], seconds: float) -> float:
    """How many steps a second, after one to get ready; `step` says how many it took."""
    step()
    steps, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        steps += step()
    return steps / elapsed


def title(edition: str, options: dict[str, str], seats: int = 1) -> str:
    """The name of a variant's row: `nexus scrapyard=passed seats=4`."""
    words = [edition, *(f"{name}={value}" for name, value in options.items())]
    return " ".join([*words, f"seats={seats}"] if seats > 1 else words)
