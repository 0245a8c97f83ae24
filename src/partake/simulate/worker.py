"""What a worker runs: a chunk of consecutive games of an experiment."""

from __future__ import annotations

import time
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from partake.bots.discovery import uses_kernels
from partake.bots.worker import allow
from partake.engine.chance import Seed
from partake.engine.outcome import Outcome
from partake.engine.record.model import Record
from partake.engine.setup import LONGEST_NAME
from partake.engine.table import Table
from partake.rules.extras import load
from partake.rules.messages import Message
from partake.simulate.experiment import Experiment, seed_number

Points = int | Fraction
"""A score; a fraction where players share a bonus or penalty."""

MARGIN = 5.0
"""The seconds beyond its own time after which a bot of another package or a file is ended."""
HANGING = 60.0
"""The seconds after which such a bot is ended if it has no time of its own."""
LOADING = 60.0
"""The seconds in which such a bot must be imported."""
GRACE = 0.1
"""The share of its time, and `GRACE_SECONDS` besides, by which a move may be late before it is counted."""
GRACE_SECONDS = 0.01
"""What a busy machine may add to any move."""


class Clock(NamedTuple):
    """The moves of a bot against its limit."""

    moves: int = 0
    overruns: int = 0
    """The moves that took longer than the limit, grace included."""
    slowest: float = 0.0
    """The seconds of the longest move."""

    def __add__(self, other: tuple[object, ...]) -> Clock:
        """Both together."""
        assert isinstance(other, Clock)
        return Clock(self.moves + other.moves, self.overruns + other.overruns, max(self.slowest, other.slowest))


class Played(NamedTuple):
    """A game at a table."""

    outcome: Outcome
    clocks: tuple[Clock, ...]
    """The clock of each seat."""
    record: Record | None
    """What was played, if records are wanted."""


@dataclass(frozen=True)
class Chunk:
    """The results of consecutive games."""

    first: int
    """The number of the first game, from 1."""
    games: int
    counts: tuple[Mapping[Points, int], ...]
    """For each seat the number of games with each score."""
    wins: tuple[int, ...]
    """The number of games that each seat won alone."""
    shared: tuple[int, ...]
    """The number of games that each seat won with others."""
    seconds: float
    """The time that the chunk took."""
    columns: tuple[Sequence[Points], ...] = ()
    """For each seat the score of each game, if the experiment wants rows."""
    clocks: tuple[Clock, ...] = ()
    """The clock of each bot over all games."""
    overruns: tuple[Sequence[int], ...] = ()
    """For each bot the moves beyond its limit in each game, if there are limits and the experiment wants rows."""
    records: tuple[Record, ...] = ()
    """The games, if the experiment wants them."""


def prepare(experiment: Experiment) -> None:
    """Load the bots of an experiment, and let what is compiled be compiled, by one game or move of each."""
    if experiment.compiled and experiment.variant is not None:
        from partake.fast import random_scores

        random_scores(experiment.variant, 1, seed=0, first=1)
        return
    table = Table(experiment.setup, Seed.of("getting ready"))
    table.deal()
    view = table.view(table.to_act[0]) if table.to_act else None
    for spec in experiment.specs:
        if spec.is_foreign:
            allow(LOADING, str(spec))
        kind = spec.kind
        if view is not None and uses_kernels(spec.name, kind, experiment.setup.edition.family):
            kind(0).choose(view, spec.budget)
        if spec.is_foreign:
            allow(None)


def play_chunk(experiment: Experiment, first: int, games: int) -> Chunk:
    """Play games `first` to `first + games - 1` of an experiment."""
    start = time.perf_counter()
    if experiment.compiled:
        return _compiled(experiment, first, games, start)
    everybody = range(len(experiment.specs))
    played = [play_table(experiment, everybody, game) for game in range(first, first + games)]
    outcomes = [one.outcome for one in played]
    columns = tuple(tuple(outcome.totals[seat] for outcome in outcomes) for seat in everybody)
    alone = Counter(outcome.winners[0] for outcome in outcomes if len(outcome.winners) == 1)
    shared = Counter(seat for outcome in outcomes if len(outcome.winners) > 1 for seat in outcome.winners)
    return Chunk(
        first,
        games,
        counts=tuple(Counter(column) for column in columns),
        wins=tuple(alone[seat + 1] for seat in everybody),
        shared=tuple(shared[seat + 1] for seat in everybody),
        seconds=time.perf_counter() - start,
        columns=columns if experiment.wants_rows else (),
        clocks=tuple(sum((one.clocks[seat] for one in played), Clock()) for seat in everybody),
        overruns=overrun_columns(experiment, [[one.clocks[seat] for one in played] for seat in everybody]),
        records=tuple(one.record for one in played if one.record is not None),
    )


def overrun_columns(experiment: Experiment, clocks: Sequence[Sequence[Clock]]) -> tuple[Sequence[int], ...]:
    """For each bot its overruns in each game, where files are to have them."""
    if not (experiment.wants_rows and experiment.has_limits):
        return ()
    return tuple(tuple(clock.overruns for clock in games) for games in clocks)


def play_table(experiment: Experiment, bots: Sequence[int], game: int) -> Played:
    """Play one game with these bots of an experiment on the readable engine, with the seed `SEED/GAME`.

    Bots are given only views; their seeds derive from the seed of the game and their seats.
    """
    seed, specs = f"{experiment.seed}/{game}", [experiment.specs[bot] for bot in bots]
    table = Table(experiment.setup, Seed.of(seed))
    seated = [spec.seat(seed_number(f"{seed}/seat {seat}")) for seat, spec in enumerate(specs, start=1)]
    limits, clocks = [experiment.limit_of(bot) for bot in bots], [Clock()] * len(specs)
    while (outcome := table.outcome) is None:
        if not table.to_act:
            table.deal()
            continue
        at = table.to_act[0] - 1
        limit, view = limits[at], table.view(at + 1)
        if seated[at].is_foreign:
            allow(HANGING if limit is None else limit + MARGIN, str(specs[at]))
        start = time.perf_counter()
        action = seated[at].choose(view)
        took = time.perf_counter() - start
        if seated[at].is_foreign:
            allow(None)
        clocks[at] += Clock(1, int(is_overrun(took, limit)), took)
        table.play(at + 1, action)
    return Played(outcome, tuple(clocks), _record(table, specs) if experiment.wants_records else None)


def is_overrun(took: float, limit: float | None) -> bool:
    """Whether a move took longer than its limit and the grace allow."""
    return limit is not None and took > limit * (1 + GRACE) + GRACE_SECONDS


def _record(table: Table, specs: Sequence[object]) -> Record:
    """The record of a finished game, with the bots as the names of its seats, numbered where two are spelled alike."""
    words = [f"bot:{spec}"[: LONGEST_NAME - 4] for spec in specs]
    alike = [words[:place].count(word) for place, word in enumerate(words)]
    names = [f"{word} {before + 1}" if before else word for word, before in zip(words, alike, strict=True)]
    found = table.record()
    return replace(found, setup=replace(found.setup, seats=tuple((name,) for name in names)))


def _compiled(experiment: Experiment, first: int, games: int, start: float) -> Chunk:
    """Random games of one seat on the compiled engine; a match is the sum of `rounds` consecutive games."""
    from partake.fast import random_scores

    numpy = load("numpy", extra="fast", purpose=Message("this simulation"))
    variant = experiment.variant
    if variant is None:
        raise TypeError("only hexagon games are compiled")
    rounds = variant.options.rounds
    scores = random_scores(variant, games * rounds, seed=experiment.compiled_seed, first=first * rounds)
    if rounds > 1:
        scores = scores.reshape(-1, rounds).sum(axis=1)
    least = int(scores.min())
    counts: Mapping[Points, int] = {least + i: int(n) for i, n in enumerate(numpy.bincount(scores - least)) if n}
    columns: tuple[Sequence[Points], ...] = (array("q", scores.tobytes()),) if experiment.wants_rows else ()
    return Chunk(first, games, (counts,), (games,), (0,), time.perf_counter() - start, columns)
