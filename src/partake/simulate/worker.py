"""What a worker runs: a chunk of consecutive games of an experiment."""

from __future__ import annotations

import time
from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from partake.bots import BotSpec, SeatedBot, parse_bot_spec
from partake.bots.worker import allow
from partake.engine.actions import Action
from partake.engine.chance import Seed
from partake.engine.contract import Setup, View
from partake.engine.outcome import Outcome
from partake.engine.table import Table
from partake.rules.extras import load
from partake.rules.messages import Message
from partake.simulate.experiment import Experiment, seed_number

Points = int | Fraction
"""A score; a fraction where players share a bonus or penalty."""

MARGIN = 5.0
"""The seconds beyond its own time after which a bot of another package is ended."""


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


def play_chunk(experiment: Experiment, first: int, games: int) -> Chunk:
    """Play games `first` to `first + games - 1` of an experiment."""
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
    """Play one game of an experiment on the readable engine, with the seed `SEED/GAME`; bots are given only views."""
    return play_table(experiment.setup, experiment.bots, f"{experiment.seed}/{game}")


def play_table(setup: Setup, bots: Sequence[str], seed: str) -> Outcome:
    """Play one game at a table; the seeds of the bots derive from the seed of the game."""
    table, specs = Table(setup, Seed.of(seed)), [parse_bot_spec(bot) for bot in bots]
    seated = [spec.seat(seed_number(f"{seed}/seat {seat}")) for seat, spec in enumerate(specs, start=1)]
    foreign = [spec.is_foreign for spec in specs]
    while (outcome := table.outcome) is None:
        if table.to_act:
            seat = table.to_act[0]
            choose = _watched(specs[seat - 1], seated[seat - 1]) if foreign[seat - 1] else seated[seat - 1].choose
            table.play(seat, choose(table.view(seat)))
        else:
            table.deal()
    return outcome


def _watched(spec: BotSpec, seated: SeatedBot) -> Callable[[View], Action]:
    """A bot of another package whose worker ends when it exceeds its time, if it was given one, by `MARGIN`."""

    def choose(view: View) -> Action:
        seconds = spec.budget.seconds
        allow(None if seconds is None else seconds + MARGIN, spec.name)
        action = seated.choose(view)
        allow(None)
        return action

    return choose


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
