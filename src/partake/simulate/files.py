"""Output files: a row for each game with its number, its seed and the score of each seat, written chunk by chunk."""

from __future__ import annotations

import csv
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

from partake.engine.outcome import plain
from partake.engine.record.files import cannot_write
from partake.engine.record.games import GamesWriter
from partake.rules.edition import HexagonEdition
from partake.rules.extras import load
from partake.rules.messages import Message
from partake.simulate.contest import Contest
from partake.simulate.experiment import Experiment
from partake.simulate.ratings import Rating
from partake.simulate.standings import Standings
from partake.simulate.worker import Chunk

ROW_GROUP = 100_000
"""The least number of rows in a row group of a Parquet file, but for the last."""


class RecordsFile:
    """All games as records, in one file that appears when it is complete."""

    def __init__(self, path: Path, *, force: bool) -> None:
        self._games = GamesWriter(path, force=force)

    def __enter__(self) -> RecordsFile:
        self._games.__enter__()
        return self

    def __exit__(self, *problem: Any) -> None:
        self._games.__exit__(*problem)

    def write(self, chunk: Chunk) -> None:
        """Add the games of a chunk."""
        for record in chunk.records:
            self._games.write(record)


class GameFile(ABC):
    """A file that takes chunks in order; the constructor opens it, so that a wrong path is refused at once."""

    def __init__(self, path: Path, experiment: Experiment) -> None:
        self.path, self.experiment = path, experiment
        with self.errors_translated():
            self.open()

    def __enter__(self) -> GameFile:
        return self

    def __exit__(self, *_: object) -> None:
        with self.errors_translated():
            self.close()

    @contextmanager
    def errors_translated(self) -> Iterator[None]:
        """Translate an `OSError` into a `PartakeError`."""
        try:
            yield
        except OSError as problem:
            raise cannot_write(self.path, problem) from None

    def write(self, chunk: Chunk) -> None:
        """Add the games of a chunk."""
        with self.errors_translated():
            self.add(chunk)

    @abstractmethod
    def open(self) -> None:
        """Open the file and write its header."""

    @abstractmethod
    def add(self, chunk: Chunk) -> None:
        """Write the rows of a chunk."""

    @abstractmethod
    def close(self) -> None:
        """End the file."""


class CsvFile(GameFile):
    """The games as CSV."""

    def open(self) -> None:
        """Write the names of the columns."""
        self._file = self.path.open("w", encoding="utf-8", newline="")
        self._rows = csv.writer(self._file)
        self._rows.writerow(column_names(self.experiment))

    def add(self, chunk: Chunk) -> None:
        """A row for each game."""
        numbers = range(chunk.first, chunk.first + chunk.games)
        self._rows.writerows(
            zip(
                numbers,
                self.experiment.seeds(numbers),
                *map(_plain_numbers, chunk.columns),
                *chunk.overruns,
                strict=True,
            )
        )

    def close(self) -> None:
        """End the file."""
        self._file.close()


class ParquetFile(GameFile):
    """The games as Parquet, the experiment in the file's metadata."""

    def open(self) -> None:
        """Open the file and its Parquet writer."""
        self._arrow = load("pyarrow", extra="parquet", purpose=Message("a Parquet file"))
        parquet = load("pyarrow.parquet", extra="parquet", purpose=Message("a Parquet file"))
        number = self._arrow.float64() if has_fractions(self.experiment) else self._arrow.int64()
        game, seed, *scores = column_names(self.experiment)
        bots = len(self.experiment.names)
        fields = [
            (game, self._arrow.int64()),
            (seed, self._arrow.string()),
            *((name, number) for name in scores[:bots]),
        ]
        fields += [(name, self._arrow.int64()) for name in scores[bots:]]
        about = {b"partake": json.dumps(self.experiment.facts()).encode()}
        self._schema = self._arrow.schema(fields, metadata=about)
        self._file = self.path.open("wb")
        self._writer = parquet.ParquetWriter(self._file, self._schema)
        self._waiting: list[Any] = []

    def add(self, chunk: Chunk) -> None:
        """Buffer the rows until there are enough for a row group."""
        numbers = range(chunk.first, chunk.first + chunk.games)
        arrays = [numbers, self.experiment.seeds(numbers), *map(_plain_numbers, chunk.columns), *chunk.overruns]
        columns = [self._arrow.array(values, field.type) for values, field in zip(arrays, self._schema, strict=True)]
        self._waiting.append(self._arrow.Table.from_arrays(columns, schema=self._schema))
        if sum(len(table) for table in self._waiting) >= ROW_GROUP:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            rows = self._arrow.concat_tables(self._waiting)
            self._writer.write_table(rows, row_group_size=len(rows))
            self._waiting.clear()

    def close(self) -> None:
        """Write the last row group and the footer."""
        try:
            self._flush()
            self._writer.close()
        finally:
            self._file.close()


def column_names(experiment: Experiment) -> list[str]:
    """The names of the columns: `game`, `seed`, the score of each bot under its name, and its moves that were late."""
    late = [f"{name} late" for name in experiment.names] if experiment.has_limits else []
    return ["game", "seed", *experiment.names, *late]


def has_fractions(experiment: Experiment) -> bool:
    """Whether a score can be a fraction: shared unevenly, or the average of several tables."""
    edition, seats = experiment.setup.edition, len(experiment.setup.seats)
    if isinstance(experiment, Contest) and experiment.tables_each > 1:
        return True
    if not isinstance(edition, HexagonEdition) or not experiment.setup.options.ties_players:
        return False
    shared = (edition.points.best_ray, edition.points.scrapyard_penalty)
    return any(points % among for points in shared for among in range(1, seats + 1))


def write_standings(path: Path, found: Standings, ratings: Sequence[Rating]) -> None:
    """The standings as CSV, the best bot first: statistics, ratings, and the score and lead against each other bot."""
    names, rated = found.contest.names, {rating.bot: rating for rating in ratings}
    heads = ["bot", "deals", "mean", "margin", "wins", "shared", "trials"]
    heads += ["rating", "rating_low", "rating_high"] if rated else []
    heads += ["limit", "late", "slowest"] if found.contest.has_limits else []
    heads += [f"{what} {name}" for name in names for what in ("score against", "ahead of")] if len(names) > 1 else []
    rows: list[list[object]] = [[*heads]]
    for bot in found.ranked if found.games else ():
        scores, clock = found.seats[bot], found.clocks[bot]
        row: list[object] = [names[bot], found.games, scores.mean, scores.margin]
        row += [found.wins[bot], found.shared[bot], found.trials]
        if rated:
            rating = rated[names[bot]]
            row += [rating.points, rating.low, rating.high]
        if found.contest.has_limits:
            row += [found.contest.limit_of(bot), clock.overruns, clock.slowest]
        for other in range(len(names)) if len(names) > 1 else ():
            row += ["", ""] if other == bot else [found.score(bot, other), found.ahead(bot, other)]
        rows.append(row)
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)
    except OSError as problem:
        raise cannot_write(path, problem) from None


def _plain_numbers(column: Sequence[int | Fraction]) -> Iterable[int | float]:
    return [plain(score) for score in column]
