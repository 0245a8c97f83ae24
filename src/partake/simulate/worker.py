"""Playing a chunk of games: what a worker does, wherever it is."""

from __future__ import annotations

import time
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from partake.bots import parse_spelling
from partake.engine.chance import Seed
from partake.engine.contract import Setup
from partake.engine.outcome import Outcome
from partake.engine.table import Table
from partake.simulate.experiment import Experiment, word_of
from partake.simulate.optional_packages import load

Points = int | Fraction


@dataclass(frozen=True)
class Chunk:
    """What came out of consecutive games."""

    first: int
    """The number of the first game, from 1."""
    games: int
    counts: tuple[Mapping[Points, int], ...]
    """For each seat how often each score came."""
    wins: tuple[int, ...]
    """How many games each seat won alone."""
    shared: tuple[int, ...]
    """How many it won with others."""
    seconds: float
    """How long it took."""
    columns: tuple[Sequence[Points], ...] = ()
    """For each seat the score of every game, if the experiment wants rows."""


def play_chunk(experiment: Experiment, first: int, games: int) -> Chunk:
    """Play so many games of an experiment from this number on."""
    start = time.perf_counter()
    if experiment.compiled:
        return _compiled(experiment, first, games, start)
    outcomes = [play_game(experiment, game) for game in range(first, first + games)]
    columns = tuple(tuple(outcome.totals[seat] for outcome in outcomes) for seat in range(len(experiment.bots)))
    alone = Counter(outcome.winners[0] for outcome in outcomes if len(outcome.winners) == 1)
    shared = Counter(seat for outcome in outcomes if len(outcome.winners) > 1 for seat in outcome.winners)
    seats = range(1, len(experiment.bots) + 1)
    return Chunk(
        first,
        games,
        counts=tuple(Counter(column) for column in columns),
        wins=tuple(alone[seat] for seat in seats),
        shared=tuple(shared[seat] for seat in seats),
        seconds=time.perf_counter() - start,
        columns=columns if experiment.wants_rows else (),
    )


def play_game(experiment: Experiment, game: int) -> Outcome:
    """One game of an experiment with the readable engine, with the seed `SEED/GAME`; bots see only their views."""
    return play_table(experiment.setup, experiment.bots, f"{experiment.seed}/{game}")


def play_table(setup: Setup, bots: Sequence[str], seed: str) -> Outcome:
    """One game at a table with this seed, from which every seat's bot has its own lots."""
    table = Table(setup, Seed.of(seed))
    seated = [parse_spelling(bot).seat(word_of(f"{seed}/seat {seat}")) for seat, bot in enumerate(bots, start=1)]
    while (outcome := table.outcome) is None:
        if table.to_act:
            seat = table.to_act[0]
            table.play(seat, seated[seat - 1].choose(table.view(seat)))
        else:
            table.deal()
    return outcome


def _compiled(experiment: Experiment, first: int, games: int, start: float) -> Chunk:
    """Random games of one seat; a match of several rounds is as many games of the stream, added up."""
    from partake.fast import random_scores

    numpy = load("numpy", extra="fast", purpose="this simulation")
    variant = experiment.variant
    if variant is None:
        raise TypeError("only hexagon games are compiled")
    rounds = variant.options.rounds
    scores = random_scores(variant, games * rounds, seed=experiment.word, first=first * rounds)
    if rounds > 1:
        scores = scores.reshape(-1, rounds).sum(axis=1)
    least = int(scores.min())
    counts: Mapping[Points, int] = {least + i: int(n) for i, n in enumerate(numpy.bincount(scores - least)) if n}
    columns: tuple[Sequence[Points], ...] = (array("q", scores.tobytes()),) if experiment.wants_rows else ()
    return Chunk(first, games, (counts,), (games,), (0,), time.perf_counter() - start, columns)
