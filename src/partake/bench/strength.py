"""How well bots play: means of the published games, on the same deals, and milliseconds of a move of Classic."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from partake.bench.model import Row
from partake.bench.published import published
from partake.engine.setup import arrange
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.machine import cores
from partake.rules.variant import Variant, variant
from partake.simulate import alone, arena, processes, simulate
from partake.simulate.deck_lists import decks, published_seed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from partake.learn.network.inputs import Inputs
    from partake.learn.network.model import Network

SEED = "table"
"""The seed whose first games are played."""
RIVAL = "greedy"
"""The bot that others are measured by in Take Five."""
COMPARED = {"best", "lowest", "passed"}
"""Values of options that compare players: two of the same bot play."""
FEWEST = 20
"""The fewest games of a mean."""
ALONE = 50
"""The most games that are played in one process."""
TIMED = 200
"""Decks that the time of a move of Classic is measured on."""
CLASSIC = {"value": 10_000, "search@8": 10_000}
"""The bots measured on the published decks of Classic, and how many of the decks."""
PLAIN = "one-ply"
"""One-ply play by the network of Classic, as in its training: no bot, but what bots are compared with."""


def seats_for(options: dict[str, str]) -> int:
    """The number of seats that a variant is measured with."""
    return 2 if COMPARED & set(options.values()) else 1


def mean_score(bot: str, edition: str, options: dict[str, str], games: int) -> float:
    """The first seat's mean score over the first games of the seed; in Take Five the percentage of wins."""
    # A few games are over before other processes are ready.
    with processes(cores()) if games > ALONE else alone() as pool:
        if edition == "five":
            pairs = max(1, games // 2)
            met = arena("five", [bot, RIVAL], games=pairs, seed=SEED, executor=pool.executor, workers=pool.workers)
            return 100 * met.wins[0] / met.trials
        seats = seats_for(options)
        setup = arrange(catalogue().edition(edition), options, seats=seats)
        found = simulate(setup, [bot] * seats, games=games, seed=SEED, executor=pool.executor, workers=pool.workers)
        return found.seats[0].mean


def bot_rows() -> Sequence[Row]:
    """A bot's mean in a variant, over as many games as the published one."""
    return _rows("bots")


def level_rows() -> Sequence[Row]:
    """The same of the levels."""
    return _rows("levels")


def _rows(benchmark: str) -> list[Row]:
    found = []
    for name, known in published(benchmark).items():
        edition, *options, bot = name.split()
        chosen = dict(option.split("=") for option in options)
        measure = partial(_mean, bot, edition, chosen, known.games)
        found.append(Row(name, "%" if edition == "five" else "points", measure))
    return found


def _mean(bot: str, edition: str, options: dict[str, str], games: int, effort: float) -> float:
    return mean_score(bot, edition, options, max(min(games, FEWEST), round(games * effort)))


def shipped_network() -> tuple[Inputs, Network, float]:
    """The network that `value` and `search` play Classic by, what it sees, and its scale."""
    from partake.learn.network.files import load_network, network_file
    from partake.learn.weights import WeightsError

    path = network_file(classic())
    if path is None:
        raise WeightsError("there is no network for Classic")
    return load_network(path, classic())


def classic() -> Variant:
    """Plain Classic."""
    edition = catalogue().edition("classic")
    assert isinstance(edition, HexagonEdition)
    return variant(edition)


def classic_decks(games: int) -> NDArray[np.int8]:
    """The first decks of the published list."""
    found: NDArray[np.int8] = decks(classic(), published_seed("classic"), games)
    return found


def candidates_of(bot: str) -> int:
    """How many cells a bot takes a second look at: `value`, `search@8` with any number, or `one-ply` with none."""
    from partake.learn.network.batch_games import AFFORDABLE

    known = {PLAIN: 1, "value": AFFORDABLE}
    return known[bot] if bot in known else int(bot.removeprefix("search@"))


def seconds_per_move(games: NDArray[np.int8], candidates: int) -> float:
    """Seconds of one core for a move of Classic, compiling not included."""
    from partake.learn.network.batch_games import scores_and_luck

    inputs, network, scale = shipped_network()
    scores_and_luck(inputs, network, scale, games[:2], candidates=candidates, has_luck=False)
    start = time.process_time()
    scores_and_luck(inputs, network, scale, games, candidates=candidates, has_luck=False)
    return (time.process_time() - start) / games.size


def classic_rows() -> Sequence[Row]:
    """Mean and milliseconds per move of each bot on the published decks."""
    return [
        row
        for name, games in CLASSIC.items()
        for row in (
            Row(f"{name} mean", "points", partial(_classic_mean, name, games)),
            Row(f"{name} ms", "ms per move", partial(_classic_move, name)),
        )
    ]


def _classic_mean(bot: str, games: int, effort: float) -> float:
    from partake.learn.network.batch_games import scores_and_luck

    inputs, network, scale = shipped_network()
    found, _ = scores_and_luck(
        inputs, network, scale, classic_decks(round(games * effort)), candidates=candidates_of(bot), has_luck=False
    )
    return float(found.mean())


def _classic_move(bot: str, effort: float) -> float:
    return 1000 * seconds_per_move(classic_decks(max(10, round(TIMED * effort))), candidates_of(bot))
