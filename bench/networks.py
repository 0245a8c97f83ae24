"""How well the networks of variants play, on the published decks of their editions, beside the linear tables.

    python bench/networks.py [--games 2000] [--candidates 8] [--searched 0] [--only orchid …] [--folder DIR] [--write]

One candidate is the bot `value`, with the second looks that it can afford; with more, `search` takes one at so many
places. Games are played compiled,
as the tests show the bots to play them, the same decks by the table of the same variant. Where the rules compare
players two of the same play, and the second places its first tile by lot. `--searched` says how many of the decks bots
with more than one candidate play, on which the table searches too, through its player; where players are compared, or
tiles come in pairs, they are left out.
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
from partake.engine.hexagon.sheet import Sheet
from partake.learn.learner import RANDOM_CALLS, SEATS_COMPARED, play_decks
from partake.learn.linear_player import LinearPlayer
from partake.learn.network.batch_games import AFFORDABLE, scores_and_luck
from partake.learn.network.files import load_network
from partake.learn.network.learner import score_part
from partake.learn.registry import PACKAGED, values_for
from partake.learn.search_budget import SearchBudget
from partake.learn.td import LinearModel
from partake.learn.weights import read_weights
from partake.rules.edition import HexagonEdition
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, variant
from partake.simulate.deck_lists import decks, published_seed

Scores = NDArray[np.float64]


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--candidates", type=int, default=8)
    parser.add_argument("--searched", type=int, default=0, help="decks that `search` plays")
    parser.add_argument("--only", action="append", help="an edition; may be repeated")
    parser.add_argument("--folder", type=Path, default=PACKAGED, help="where the networks are")
    parser.add_argument("--write", action="store_true", help="put the table into results.md")
    args = parser.parse_args()
    rows = []
    for path in sorted(args.folder.glob("network-*.npz")):
        about = read_weights(path).about
        if "options" not in about or (args.only and about["edition"] not in args.only):
            continue  # plain Classic has a benchmark of its own
        edition = partake.edition(about["edition"])
        assert isinstance(edition, HexagonEdition)
        made = variant(edition, about["options"], seats=2)
        rows.append(_row(path, made, "value", args.games, 1))
        print(rows[-1], flush=True)
        if args.searched and made.options.draw == 1 and not made.options.ties_players:
            rows.append(_row(path, made, f"search@{args.candidates}", args.searched, args.candidates))
            print(rows[-1], flush=True)
    text = "\n".join(
        [
            f"## Networks of variants, {date.today()}",
            "",
            f"`python bench/networks.py --games {args.games} --searched {args.searched}` on {describe()}: the first",
            "decks of the published lists (`partake-EDITION-50000`), means with 95 % intervals; the table of the same",
            "variant plays the same decks in the same way. Milliseconds are processor time of one core.",
            "",
            "| file | bot | decks | network | table | ahead by | ms a move |",
            "|---|---|---:|---:|---:|---:|---:|",
            *rows,
        ]
    )
    if args.write:
        write_section("networks", text)


def _row(path: Path, made: Variant, bot: str, games: int, candidates: int) -> str:
    tiles = decks(made, published_seed(made.edition.name), games)
    _network_scores(path, made, tiles[:1], candidates)  # compiles
    start = time.process_time()
    mine = _network_scores(path, made, tiles, candidates)
    spent = (time.process_time() - start) / (games * made.draws * _seats(made))
    theirs = _table_scores(made, tiles) if candidates == 1 else _searched_scores(made, tiles, candidates)
    numbers = f"{_mean(mine)} | {_mean(theirs)} | {_mean(mine - theirs)} | {1000 * spent:.2f}"
    return f"| `{path.stem}` | `{bot}` | {games:,} | {numbers} |"


def _seats(made: Variant) -> int:
    return SEATS_COMPARED if made.options.ties_players else 1


def _network_scores(path: Path, made: Variant, tiles: NDArray[np.uint8], candidates: int) -> Scores:
    inputs, network, scale = load_network(path, made)
    if candidates > 1:
        decks = tiles.astype(np.int8)
        return scores_and_luck(inputs, network, scale, decks, candidates=candidates, has_luck=False)[0]
    found = score_part(tiles.astype(np.int8), network, made, _seats(made), scale, AFFORDABLE)
    return found.astype(np.float64)


def _table_scores(made: Variant, tiles: NDArray[np.uint8]) -> Scores:
    encoding, values = values_for(made)
    model = LinearModel(values, values, values)
    found: Scores = play_decks(encoding, model, tiles.astype(np.int8), _seats(made), random_calls=RANDOM_CALLS)[1]
    return found[:, 0]


def _searched_scores(made: Variant, tiles: NDArray[np.uint8], candidates: int) -> Scores:
    player, found = LinearPlayer(made), []
    for deck in tiles:
        cells: list[Tile | None] = [None] * len(made.positions)
        drawn: list[Tile] = []
        for index in deck:
            drawn.append(made.tiles.tiles[index])
            _, at = player.search([tuple(cells)], 1, drawn, drawn[-1:], SearchBudget(candidates))
            cells[at] = drawn[-1]
        for tile, position in player.relocate([tuple(cells)], 1):
            cells[cells.index(tile)], cells[position] = None, tile
        found.append(float(Sheet(made, tuple(cells)).score.total))
    return np.array(found)


def _mean(values: Scores) -> str:
    return f"{values.mean():.1f} ± {1.96 * values.std() / math.sqrt(len(values)):.1f}"


if __name__ == "__main__":
    main()
