"""Make plain Classic's network for the features of all boards, out of the one that had features of its own.

    python tools/distil_classic.py FOLDER [--batches 6000]

An earlier revision had a learner for plain Classic alone, and its network had learned from 3,258,112 games. Its code is
taken from the project's history. Knowledge distillation: it plays games, cells by lot in every other one, and the
general network learns what the old one says of each afterstate (with three open cells or fewer, what is exact). The
general network begins with the rows of the features that say the same or nearly so.
"""

from __future__ import annotations

import argparse
import io
import math
import subprocess
import tarfile
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numba import njit

import partake
import partake.learn
from partake.fast.bits import Word
from partake.fast.shuffle import checked_seed, randbelow, shuffle, stream_start
from partake.learn.encoding import AT_CELLS, AT_LINES, AT_STAGES, AT_TILES, DRAWS, Ints
from partake.learn.network.averaging import AveragedNetwork
from partake.learn.network.backprop import TrainingBatch
from partake.learn.network.factors import factors_of
from partake.learn.network.files import about_network, network_name
from partake.learn.network.inputs import (
    AT_COMPLETIONS,
    AT_DEMANDS,
    AT_GAINS,
    AT_MEANS,
    AT_WANTED,
    MAX_SUITABLE,
    Inputs,
    inputs_of,
)
from partake.learn.network.lookahead import Buffers, active_features, new_scratch, stage_of
from partake.learn.network.model import Network, zero_network
from partake.learn.network.optimizer import Optimiser
from partake.learn.network.packing import pack
from partake.learn.network.self_play import MOVE_GAMMA, gumbel_choice, new_batch
from partake.learn.position import OPEN, POSITION_SIZE, put, start, take
from partake.learn.recipe import recipe
from partake.learn.weights import write_text, write_weights

REVISION = "6b16ad1"
"""The last revision with Classic's own learner."""
FILES = ("src/partake/learn/classic", "src/partake/data/weights/network-classic.npz",
         "src/partake/data/weights/network-classic.json")  # fmt: skip


def _archive() -> Path:
    root, folder = Path(__file__).parent.parent, Path(tempfile.mkdtemp())
    found = subprocess.run(["git", "archive", REVISION, *FILES], cwd=root, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(found)) as files:
        files.extractall(folder, filter="data")
    partake.learn.__path__.append(str(folder / "src/partake/learn"))
    return folder / FILES[1]


OLD_FILE = _archive()
from partake.learn.classic import board, features, prospects  # type: ignore[import-not-found]  # noqa: E402
from partake.learn.classic.files import load_network  # type: ignore[import-not-found]  # noqa: E402
from partake.learn.classic.lookahead import Scratch, one_ply_values  # type: ignore[import-not-found]  # noqa: E402
from partake.learn.classic.lookahead import new_scratch as old_scratch  # noqa: E402
from partake.learn.classic.network import SCALE  # type: ignore[import-not-found]  # noqa: E402

EXACT_CELLS = 3
"""With at most this many open cells the old network's values are exact."""
BOARDS = board.DRAWS - 2
"""Afterstates of a game: what the general lookahead counts needs no learning."""
GAMES = 150
"""Games of a batch."""
SEED = 4242
"""The seed of the games."""
KEPT = 200
"""Batches that are learned from once more."""
RATES = (1e-3, 1e-5)
"""Adam's learning rate at the beginning and at the end, with a cosine between them."""
TEMPERATURE = 2.5
"""Points that a cell may be worse by and still be taken e times less often only, in games by lot."""
STAGES = (0, 0, 2, 3, 4)
"""[general stage] the stage of the old network with most of its boards."""


@njit(nogil=True)
def collect(
    seed: Word, first: int, games: int, old: Network, old_buffers: Scratch, geo: Ints, turned: Ints, scratch: Buffers,
    batch: TrainingBatch,
) -> None:  # fmt: skip
    """Play games number first, first + 1, … of a seed by the old network; collect afterstates with its values."""
    pos, state, deck = np.zeros(board.SIZE, np.int64), np.zeros(POSITION_SIZE, np.int64), np.empty(board.TILES, np.int8)
    values, index = old_buffers.values[0], 0
    for game in range(first, first + games):
        word = shuffle(deck, board.DRAWS, stream_start(seed, game))
        board.start(pos)
        start(state, geo)
        temperature = TEMPERATURE if game % 4 == 1 else TEMPERATURE / 3
        for draw in range(BOARDS):
            tile = deck[draw]
            board.take(pos, tile, -1)
            take(state, geo, tile)
            cell = int(one_ply_values(pos, tile, EXACT_CELLS, old, old_buffers, values))
            word += MOVE_GAMMA
            if game % 2:
                cell = gumbel_choice(values, temperature, word)
            batch.targets[index] = values[cell]
            batch.targets[index] -= board.put(pos, cell, tile)
            put(state, geo, cell, tile)
            word += MOVE_GAMMA
            names = turned if randbelow(word, 2) == 1 else geo
            active = active_features(state, names, scratch, scratch.after)
            for i in range(active):
                batch.features[index, i] = scratch.after[i]
            batch.counts[index], batch.stages[index] = active, stage_of(state[OPEN], geo[DRAWS])
            index += 1


def beginning(old: Network, inputs: Inputs) -> Network:
    """The rows of features that say the same, or nearly so, and the hidden layers of the stages."""
    geo, new = inputs.geo, zero_network(inputs.features, old.width)
    groups = (
        (features.AT_LINES, AT_LINES, features.AT_CELLS - features.AT_LINES),
        (features.AT_CELLS, AT_CELLS, features.AT_NUMBERS - features.AT_CELLS),
        (features.AT_NUMBERS, AT_DEMANDS, features.AT_TILES - features.AT_NUMBERS),
        (features.AT_TILES, AT_TILES, board.TILES),
        (features.AT_STAGES, AT_STAGES, board.CELLS + 1),
        (prospects.AT_GAINS, AT_GAINS, prospects.AT_WANTED - prospects.AT_GAINS),
        (prospects.AT_WANTED, AT_WANTED, prospects.AT_MEANS - prospects.AT_WANTED),
        (prospects.AT_MEANS, AT_MEANS, prospects.FEATURES - prospects.AT_MEANS),
    )
    pairs = [(np.arange(size) + source, np.arange(size) + geo[at]) for source, at, size in groups]
    cases, levels = np.arange(board.CELLS * features.CLOSINGS), board.TILES_PER_NUMBER + 1
    pairs += [
        (features.AT_CLOSINGS + cases * levels + left, geo[AT_COMPLETIONS] + cases * (MAX_SUITABLE + 1) + left)
        for left in range(MAX_SUITABLE + 1)
    ]
    for source, target in pairs:
        new.rows[target], new.direct[target] = old.rows[source], old.direct[source]
    for name in Network._fields[2:]:
        getattr(new, name)[...] = getattr(old, name)[list(STAGES)]
    return new


def main() -> None:
    """Learn, and write the network, its recipe and nothing else."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--batches", type=int, default=6000)
    args = parser.parse_args()
    old, inputs = load_network(OLD_FILE), inputs_of(board.CLASSIC)
    factors, scale = factors_of(inputs), float(SCALE)
    optimiser = Optimiser(factors, width=old.width, scale=scale, direct_rate=0.5)
    learned = AveragedNetwork(beginning(old, inputs), optimiser, factors="factors")
    old_buffers, scratch = old_scratch(), new_scratch(inputs, old.width)
    kept: list[TrainingBatch] = []
    rng, began, error = np.random.default_rng(SEED), time.monotonic(), 0.0

    def play(number: int) -> TrainingBatch:
        batch = new_batch(GAMES * BOARDS, inputs.most_active)
        collect(
            checked_seed(SEED), number * GAMES, GAMES, old, old_buffers, inputs.geo, inputs.turned, scratch, batch
        )  # fmt: skip
        return batch

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(play, 0)
        for number in range(args.batches):
            batch, waiting = waiting.result(), pool.submit(play, number + 1)
            kept.append(batch)
            if len(kept) > KEPT:
                kept.pop(int(rng.integers(KEPT)))
            most, least = RATES
            rate = least + (most - least) * (1 + math.cos(math.pi * number / args.batches)) / 2
            for one in (batch, kept[int(rng.integers(len(kept)))]):
                error += 0.01 * (learned.learn(one, rate) - error)
            if number % 20 == 0:
                print(f"\r{number:,} of {args.batches:,} batches, error {error:.3f} ", end="", flush=True)
    about = {**about_network(board.CLASSIC), "scale": scale, "seed": SEED, "seats": 1, "width": old.width}
    path = args.folder / f"{network_name(board.CLASSIC)}.npz"
    games = args.batches * GAMES
    used = np.flatnonzero(learned.average.rows.any(axis=1))
    # The games that the old network had learned from count as learned.
    write_weights(path, {**about, "earlier": 3_258_112, "games": games}, pack(learned.average, used))
    command = f"python tools/distil_classic.py FOLDER --batches {args.batches}"
    write_text(path.with_suffix(".toml"), recipe(path, command, games, time.monotonic() - began, about))


if __name__ == "__main__":
    main()
