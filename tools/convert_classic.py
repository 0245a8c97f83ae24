"""Give the rows of plain Classic's network to the features of the general learner that say the same.

    python tools/convert_classic.py OUT.npz [--games 3000]

Lines, demands, tiles and stages have the same features in both. Where buckets differ (cells, closings, gains, wanted,
means) a row of the general network is the mean of the rows that the same cell or tile has in Classic's own, over boards
of games by `value`. The result plays a little worse; learning goes on from it:

    partake train classic --model network --start network-classic --out FOLDER
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

from partake.fast.shuffle import shuffle_all
from partake.learn.classic import board, features, prospects
from partake.learn.classic.files import load_network
from partake.learn.classic.lookahead import Scratch, one_ply_values
from partake.learn.classic.lookahead import new_scratch as old_scratch
from partake.learn.classic.network import SCALE
from partake.learn.classic.player import network_file
from partake.learn.classic.self_play import EXACT_CELLS
from partake.learn.encoding import AT_CELLS, AT_LINES, AT_STAGES, AT_TILES
from partake.learn.network.files import about_network, network_name
from partake.learn.network.inputs import (
    AT_DEMANDS,
    AT_GAINS,
    AT_MEANS,
    AT_WANTED,
    Inputs,
    closing_feature,
    inputs_of,
)
from partake.learn.network.lookahead import active_features, new_scratch
from partake.learn.network.model import Ints, Network, zero_network
from partake.learn.network.packing import pack
from partake.learn.position import new_position, put, start, take
from partake.learn.weights import write_weights

STAGES = (0, 0, 2, 3, 4)
"""[general stage] the stage of Classic's own network with most of its boards."""


def main() -> None:
    """Write the converted network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=3000)
    args = parser.parse_args()
    path = network_file()
    assert path is not None
    old, inputs = load_network(path), inputs_of(board.CLASSIC)
    pairs = co_occurrences(args.games, old, inputs)
    new = zero_network(inputs.features, old.width)
    for source, target, size in same(inputs.geo):
        new.rows[target : target + size] = old.rows[source : source + size]
        new.direct[target : target + size] = old.direct[source : source + size]
    for feature, sources in pairs.items():
        names, counts = np.array(list(sources)), np.array(list(sources.values()), np.float32)
        new.rows[feature] = (old.rows[names] * counts[:, None]).sum(0) / counts.sum()
        new.direct[feature] = (old.direct[names] * counts).sum() / counts.sum()
    for stage, source in enumerate(STAGES):
        for name in Network._fields[2:]:
            getattr(new, name)[stage] = getattr(old, name)[source]
    about = {
        **about_network(board.CLASSIC), "scale": float(SCALE), "seed": 3, "games": 3258112, "width": old.width,
        "converted": path.name,
    }  # fmt: skip
    write_weights(args.out, about, pack(new, np.flatnonzero(new.rows.any(axis=1))))
    print(
        f"{network_name(board.CLASSIC)}: {len(pairs)} rows are means, {np.count_nonzero(new.rows.any(axis=1))} in all"
    )


def same(geo: Ints) -> list[tuple[int, int, int]]:
    """Groups with the same features: the first of Classic's own, the first of the general ones, and their number."""
    return [
        (features.AT_LINES, int(geo[AT_LINES]), features.AT_CELLS - features.AT_LINES),
        (features.AT_CELLS, int(geo[AT_CELLS]), features.AT_NUMBERS - features.AT_CELLS),
        (features.AT_NUMBERS, int(geo[AT_DEMANDS]), features.AT_TILES - features.AT_NUMBERS),
        (features.AT_TILES, int(geo[AT_TILES]), board.TILES),
        (features.AT_STAGES, int(geo[AT_STAGES]), board.CELLS + 1),
        (prospects.AT_GAINS, int(geo[AT_GAINS]), prospects.AT_WANTED - prospects.AT_GAINS),
        (prospects.AT_WANTED, int(geo[AT_WANTED]), prospects.AT_MEANS - prospects.AT_WANTED),
        (prospects.AT_MEANS, int(geo[AT_MEANS]), prospects.FEATURES - prospects.AT_MEANS),
    ]


def co_occurrences(games: int, old: Network, inputs: Inputs) -> dict[int, Counter[int]]:
    """[general feature] how often each feature of Classic's own says the same of the same cell or tile."""
    geo = inputs.geo
    found: defaultdict[int, Counter[int]] = defaultdict(Counter)
    mine, theirs = new_scratch(inputs, 8), old_scratch()
    state, pos, out = new_position(), np.zeros(board.SIZE, np.int64), np.zeros(prospects.MAX_ACTIVE, np.int64)
    wide, decks = np.zeros(1024, np.int64), np.empty((games, board.TILES), np.int8)
    shuffle_all(np.uint64(77), 0, board.DRAWS, decks)
    rng = np.random.default_rng(1)
    at_cells, at_gains, at_wanted, at_means = (int(geo[at]) for at in (AT_CELLS, AT_GAINS, AT_WANTED, AT_MEANS))
    end_cells = at_cells + 19 * 500
    groups = (  # [first, end, size of an entity] in Classic's own, then in the general one
        ((features.AT_CELLS, features.AT_NUMBERS, 500), (at_cells, end_cells, 500)),
        ((prospects.AT_GAINS, prospects.AT_WANTED, 56), (at_gains, at_gains + 27 * 56, 56)),
        ((prospects.AT_WANTED, prospects.AT_MEANS, 32), (at_wanted, at_wanted + 19 * 32, 32)),
        ((prospects.AT_MEANS, prospects.FEATURES, 60), (at_means, at_means + 60, 60)),
    )
    per_cell = features.CLOSINGS * (board.TILES_PER_NUMBER + 1)
    for game in range(games):
        start(state, geo)
        board.start(pos)
        for draw in range(board.DRAWS - 2):
            tile = int(decks[game, draw])
            take(state, geo, tile)
            board.take(pos, tile, -1)
            values = theirs.values[0]
            cell = int(one_ply_values(pos, tile, EXACT_CELLS, old, theirs, values))
            if game % 2 and rng.random() < 0.3:
                noise = rng.gumbel(0, 2.5, board.CELLS)
                cell = int(np.argmax(np.where(pos[board.OPEN : board.OPEN + board.CELLS] > 0, values + noise, -1e9)))
            board.put(pos, cell, tile)
            put(state, geo, cell, tile)
            has = np.sort(features_of(pos, theirs, out))
            gets = np.sort(wide[: active_features(state, geo, mine, wide)])
            for (first, end, each), (start_at, stop, size) in groups:
                a = has[(has >= first) & (has < end)]
                b = gets[(gets >= start_at) & (gets < stop)]
                at = {int((f - first) // each): int(f) for f in a}
                for f in b:
                    source = at.get(int((f - start_at) // size))
                    if source is not None:
                        found[int(f)][source] += 1
            closings = has[(has >= features.AT_CLOSINGS) & (has < features.STANDING)]
            for f in closings:
                feature = closing_feature(state, geo, int((f - features.AT_CLOSINGS) // per_cell))
                if feature >= 0:
                    found[int(feature)][int(f)] += 1
    return found


def features_of(pos: Ints, theirs: Scratch, out: Ints) -> Ints:
    """The active features of Classic's own network."""
    return out[: prospects.active_features(pos, False, theirs.prospect, out)].copy()


if __name__ == "__main__":
    main()
