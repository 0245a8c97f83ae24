"""How well networks play, on the published decks of their editions, beside the linear values that they began with.

    python bench/networks.py [--games 2000] [--searched 200] [--only orchid …] [--row "nexus draw=2" …] [--write]

Each variant that has a file is measured, and some that are played by the file of the nearest one. `value` is the bot
with the second looks that it can afford; one-ply play and that of the linear values have the same decks. Where the
rules compare players two of the same play, and the second places its first tile by lot. With `--searched` so many of
the decks (of Nexus a quarter) are played by `search` too, with eight candidates; without luck means: less what each
tile that came promised more than all that could have come, which is nothing on average. Without a file, where players
are compared, or where tiles come in pairs, `search` is left out: `bench/wins.py` and `bench/bots.py` measure it. Games
are played compiled, as the tests show the bots to play them. `--write` replaces the rows of these editions in
results.md.
"""

from __future__ import annotations

import argparse
import math
import time
from datetime import date

import numpy as np
from numpy.typing import NDArray

import partake
from machine import describe
from marked import write_section
from partake.learn.linear_learner import RANDOM_CALLS, play_decks, seats_of
from partake.learn.network.batch_games import AFFORDABLE, scores_and_luck
from partake.learn.network.files import network_file
from partake.learn.network.inputs import inputs_of
from partake.learn.network.learner import score_part
from partake.learn.network.transfer import file_for, network_for
from partake.learn.registry import PACKAGED, unusual_options, values_for
from partake.learn.search_budget import CANDIDATES
from partake.learn.td import LinearModel
from partake.learn.weights import read_weights
from partake.rules.edition import HexagonEdition
from partake.rules.variant import Variant, variant
from partake.simulate.deck_lists import decks, published_seed

Scores = NDArray[np.float64]
SEARCHED_SHARE = {"nexus": 0.25}
"""The share of the decks that `search` plays on boards where a game takes long."""
UNTRAINED: dict[str, tuple[dict[str, str], ...]] = {
    "classic": (
        {"draw": "2"}, {"rays": "each", "placement": "adjacent"}, {"rays": "each", "placement": "symbol"},
        {"rays": "each", "draw": "2"}, {"placement": "adjacent", "draw": "2"},
    ),
    "daffodil": (
        {"draw": "2"}, {"rays": "each", "draw": "2"}, {"rays": "each", "placement": "symbol"},
        {"stamens": "first", "rays": "each"}, {"stamens": "last", "rays": "each"},
        {"stamens": "reserve", "placement": "adjacent"},
    ),
    "nexus": (
        {"rays": "none"}, {"draw": "2"},
        {"scrapyard": "lowest", "placement": "adjacent"}, {"rays": "none", "placement": "adjacent"},
        {"scrapyard": "none", "placement": "symbol"},
    ),
    "orchid": (
        {"draw": "2"}, {"symbols": "moon", "draw": "2"}, {"symbols": "moon", "placement": "adjacent"},
        {"symbols": "both", "placement": "adjacent"}, {"symbols": "both", "rays": "none"},
    ),
}  # fmt: skip
"""Variants without a file that are measured."""


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--searched", type=int, default=0, help="decks that `search` plays")
    parser.add_argument("--only", action="append", help="an edition; may be repeated")
    parser.add_argument("--row", action="append", help="a variant as the tables name it; may be repeated")
    parser.add_argument("--write", action="store_true", help="put the tables into results.md")
    args = parser.parse_args()
    for edition in args.only or UNTRAINED:
        found = [made for made in _measured(edition) if not args.row or _title(made) in args.row]
        rows = [_value_row(made, args.games) for made in found if args.games]
        wanted = int(args.searched * SEARCHED_SHARE.get(edition, 1.0))
        searched = [row for made in found if wanted and network_file(made) and (row := _search_row(made, wanted))]
        text = "\n".join(
            [
                f"## Networks of {edition}, {date.today()}",
                "",
                f"`python bench/networks.py --games {args.games} --searched {args.searched} --only {edition}` on",
                f"{describe()}: the first decks of the published list (`partake-{edition}-50000`), means with 95 %",
                "intervals, differences on the same decks; milliseconds of one core.",
                "",
                "| variant | played by | decks | linear | one ply | `value` | ahead of linear | ms a move |",
                "|---|---|---:|---:|---:|---:|---:|---:|",
                *rows,
                "",
                "| variant | decks | `search` | without luck | ahead of `value`, without luck | ms a move |",
                "|---|---:|---:|---:|---:|---:|",
                *searched,
            ]
        )
        print(f"\n{text}\n", flush=True)
        if args.write:
            write_section(f"networks-{edition}", text, program="networks")


def _measured(edition: str) -> list[Variant]:
    """The variants with a file, then those without."""
    found = partake.edition(edition)
    assert isinstance(found, HexagonEdition)
    own = [read_weights(path).about["options"] for path in sorted(PACKAGED.glob(f"network-{edition}*.npz"))]
    return [variant(found, options, seats=2) for options in (*own, *UNTRAINED[edition])]


def _title(made: Variant) -> str:
    """The edition, and each option that is not the first on offer."""
    return " ".join([made.edition.name, *(f"{name}={value}" for name, value in unusual_options(made).items())])


def _value_row(made: Variant, games: int) -> str:
    tiles = decks(made, published_seed(made.edition.name), games)
    one_ply = _network_scores(made, tiles, 1)
    start = time.process_time()
    mine = _network_scores(made, tiles, AFFORDABLE)
    spent = (time.process_time() - start) / (games * made.draws * seats_of(made))
    theirs = _linear_scores(made, tiles)
    name = file_for(made).stem.removeprefix("network-")
    means = " | ".join(_mean(scores) for scores in (theirs, one_ply, mine, mine - theirs))
    row = f"| {_title(made)} | {name} | {games:,} | {means} | {1000 * spent:.2f} |"
    print(row, flush=True)
    return row


def _search_row(made: Variant, games: int) -> str | None:
    if made.options.draw > 1 or made.options.ties_players:
        return None
    tiles = decks(made, published_seed(made.edition.name), games).astype(np.int8)
    inputs, (network, scale) = inputs_of(made), network_for(made)
    scores_and_luck(inputs, network, scale, tiles[:1], candidates=CANDIDATES)  # compiles
    start = time.process_time()
    scores, luck = scores_and_luck(inputs, network, scale, tiles, candidates=CANDIDATES)
    spent = (time.process_time() - start) / (games * made.draws)
    value, value_luck = scores_and_luck(inputs, network, scale, tiles, candidates=AFFORDABLE)
    ahead = _mean((scores - luck) - (value - value_luck))
    row = f"| {_title(made)} | {games:,} | {_mean(scores)} | {_mean(scores - luck)} | {ahead} | {1000 * spent:.1f} |"
    print(row, flush=True)
    return row


def _network_scores(made: Variant, tiles: NDArray[np.uint8], candidates: int) -> Scores:
    network, scale = network_for(made)
    return score_part(tiles.astype(np.int8), network, made, seats_of(made), scale, candidates).astype(np.float64)


def _linear_scores(made: Variant, tiles: NDArray[np.uint8]) -> Scores:
    encoding, values = values_for(made)
    model = LinearModel(values, values, values)
    found: Scores = play_decks(encoding, model, tiles.astype(np.int8), seats_of(made), random_calls=RANDOM_CALLS)[1]
    return found[:, 0]


def _mean(values: Scores) -> str:
    return f"{values.mean():.1f} ± {1.96 * values.std() / math.sqrt(len(values)):.1f}"


if __name__ == "__main__":
    main()
