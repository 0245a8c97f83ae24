"""How well the networks of variants play, on the published decks of their editions, beside the linear tables.

    python bench/networks.py [--games 2000] [--searched 200] [--only orchid …] [--folder DIR] [--write]

`value` is the bot with the second looks that it can afford; `one ply` and the table of the same variant play the same
decks without any. Where the rules compare players two of the same play, and the second places its first tile by lot.
With `--searched` so many of the decks (of Nexus a quarter) are played by `search` too, with eight candidates; without
luck means: less what each tile that came promised more than all that could have come, which is nothing on average.
Where players are compared, or tiles come in pairs, `search` is left out: `bench/wins.py` and `bench/bots.py` measure
it. Games are played compiled, as the tests show the bots to play them. `--write` replaces the rows of these editions in
results.md.
"""

from __future__ import annotations

import argparse
import math
import time
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import partake
from machine import describe
from marked import write_section
from partake.learn.linear_learner import RANDOM_CALLS, play_decks, seats_of
from partake.learn.network.batch_games import AFFORDABLE, scores_and_luck
from partake.learn.network.files import load_network
from partake.learn.network.learner import score_part
from partake.learn.registry import PACKAGED, values_for
from partake.learn.search_budget import CANDIDATES
from partake.learn.td import LinearModel
from partake.learn.weights import read_weights
from partake.rules.edition import HexagonEdition
from partake.rules.variant import Variant, variant
from partake.simulate.deck_lists import decks, published_seed

Scores = NDArray[np.float64]
SEARCHED_SHARE = {"nexus": 0.25}
"""The share of the decks that `search` plays on boards where a game takes long."""


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--searched", type=int, default=0, help="decks that `search` plays")
    parser.add_argument("--only", action="append", help="an edition; may be repeated")
    parser.add_argument("--file", action="append", help="a file, without its suffix; may be repeated")
    parser.add_argument("--folder", type=Path, default=PACKAGED, help="where the networks are")
    parser.add_argument("--write", action="store_true", help="put the tables into results.md")
    args = parser.parse_args()
    for edition in args.only or ("classic", "daffodil", "nexus", "orchid"):
        found = sorted(args.folder.glob(f"network-{edition}*.npz"))
        found = [path for path in found if not args.file or path.stem in args.file]
        rows = {path: _value_row(path, args.games) for path in found if args.games}
        wanted = int(args.searched * SEARCHED_SHARE.get(edition, 1.0))
        searched = [row for path in found if wanted and (row := _search_row(path, wanted))]
        text = "\n".join(
            [
                f"## Networks of {edition}, {date.today()}",
                "",
                f"`python bench/networks.py --games {args.games} --searched {args.searched} --only {edition}` on",
                f"{describe()}: the first decks of the published list (`partake-{edition}-50000`), means with 95 %",
                "intervals, differences on the same decks; milliseconds of one core.",
                "",
                "| file | decks | table | one ply | `value` | ahead of the table | ms a move |",
                "|---|---:|---:|---:|---:|---:|---:|",
                *rows.values(),
                "",
                "| file | decks | `search` | without luck | ahead of `value`, without luck | ms a move |",
                "|---|---:|---:|---:|---:|---:|",
                *searched,
            ]
        )
        print(f"\n{text}\n", flush=True)
        if args.write:
            write_section(f"networks-{edition}", text, program="networks")


def _value_row(path: Path, games: int) -> str:
    made = _made(path)
    tiles, table = decks(made, published_seed(made.edition.name), games), f"{games:,}"
    one_ply = _network_scores(path, made, tiles, 1)
    start = time.process_time()
    mine = _network_scores(path, made, tiles, AFFORDABLE)
    spent = (time.process_time() - start) / (games * made.draws * seats_of(made))
    theirs = _table_scores(made, tiles)
    row = f"| `{path.stem}` | {table} | {_mean(theirs)} | {_mean(one_ply)} | {_mean(mine)} | {_mean(mine - theirs)} "
    print(f"{row}| {1000 * spent:.2f} |", flush=True)
    return f"{row}| {1000 * spent:.2f} |"


def _search_row(path: Path, games: int) -> str | None:
    made = _made(path)
    if made.options.draw > 1 or made.options.ties_players:
        return None
    tiles = decks(made, published_seed(made.edition.name), games).astype(np.int8)
    inputs, network, scale = load_network(path, made)
    scores_and_luck(inputs, network, scale, tiles[:1], candidates=CANDIDATES)  # compiles
    start = time.process_time()
    scores, luck = scores_and_luck(inputs, network, scale, tiles, candidates=CANDIDATES)
    spent = (time.process_time() - start) / (games * made.draws)
    value, value_luck = scores_and_luck(inputs, network, scale, tiles, candidates=AFFORDABLE)
    ahead = _mean((scores - luck) - (value - value_luck))
    row = f"| `{path.stem}` | {games:,} | {_mean(scores)} | {_mean(scores - luck)} | {ahead} | {1000 * spent:.1f} |"
    print(row, flush=True)
    return row


def _made(path: Path) -> Variant:
    """The variant of a network."""
    about = read_weights(path).about
    edition = partake.edition(about["edition"])
    assert isinstance(edition, HexagonEdition)
    return variant(edition, about["options"], seats=2)


def _network_scores(path: Path, made: Variant, tiles: NDArray[np.uint8], candidates: int) -> Scores:
    _, network, scale = load_network(path, made)
    return score_part(tiles.astype(np.int8), network, made, seats_of(made), scale, candidates).astype(np.float64)


def _table_scores(made: Variant, tiles: NDArray[np.uint8]) -> Scores:
    encoding, values = values_for(made)
    model = LinearModel(values, values, values)
    found: Scores = play_decks(encoding, model, tiles.astype(np.int8), seats_of(made), random_calls=RANDOM_CALLS)[1]
    return found[:, 0]


def _mean(values: Scores) -> str:
    return f"{values.mean():.1f} ± {1.96 * values.std() / math.sqrt(len(values)):.1f}"


if __name__ == "__main__":
    main()
