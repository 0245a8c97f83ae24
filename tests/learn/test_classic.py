"""The network of plain Classic: positions, features and endings are exact; it learns, and goes on where it stopped."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from partake.engine.hexagon.sheet import Sheet
from partake.fast.shuffle import shuffle_all
from partake.learn.classic import board
from partake.learn.classic.batch_games import (
    ONE_PLY,
    SEARCH,
    SEARCH_EXACT_CELLS,
    VALUE,
    Depth,
    choose,
    correction_factor,
    scores,
    scores_and_luck,
)
from partake.learn.classic.board import CELLS, CLASSIC, DRAWS, OPEN, SIZE, TILES, TILES_LEFT, Position
from partake.learn.classic.endgame import endgame_value, new_endgame_scratch
from partake.learn.classic.features import LOST, MAX_STANDING, WON, changes, standing
from partake.learn.classic.files import load_network
from partake.learn.classic.lookahead import expected_correction, new_scratch, one_ply_values, two_ply_value
from partake.learn.classic.network import ACCUMULATOR, SCALE, new_network, stage_of
from partake.learn.classic.player import network_file
from partake.learn.classic.prospects import (
    AT_GAINS,
    AT_MEANS,
    AT_WANTED,
    FEATURES,
    GAIN_BUCKETS,
    GAIN_FLOOR,
    GAIN_WIDTH,
    KEEPING_LEVELS,
    MAX_ACTIVE,
    MEAN_BUCKETS,
    MEAN_OFFSET,
    MEAN_RESOLUTION,
    ODDS,
    PHASES,
    WANTED_LEVELS,
    active_features,
    gain,
    new_prospect_scratch,
    update_all_gains,
)
from partake.learn.classic.self_play import EXACT_CELLS
from partake.learn.network.packing import STEP, pack, unpack
from partake.learn.weights import WeightsError, write_weights

Filled = list[tuple[int, int]]
ALL = np.arange(FEATURES)
PINNED_ONE_PLY = 167.65
"""The mean of one-ply play by the shipped network over 500 games of a seed."""
PINNED_VALUE = 168.39
"""The mean of the bot `value` by it over the same games."""
PINNED_SEARCH = 174.79
"""The mean of three-ply search by it over the first 100 of them."""


def random_board(rng: np.random.Generator, placed: int) -> tuple[Position, Filled]:
    """A board on which the tiles lie where they fit better than by chance, so that lines stay alive."""
    pos = np.zeros(SIZE, np.int64)
    board.start(pos)
    filled: Filled = []
    for tile in rng.permutation(TILES)[:placed]:
        board.take(pos, tile, -1)
        empty = [cell for cell in range(CELLS) if pos[OPEN + cell]]
        fits = [
            sum(s in (0, p) for s, p in zip(board.states_at(pos, c), board.TILE_NUMBERS[tile], strict=True))
            for c in empty
        ]
        cell = empty[int(np.argmax(np.array(fits) + 2 * rng.random(len(empty))))]
        board.put(pos, cell, tile)
        filled.append((cell, int(tile)))
    return pos, filled


def called(rng: np.random.Generator, placed: int) -> tuple[Position, int, int]:
    """A board by lot, a tile that is called, and an empty cell."""
    pos, _ = random_board(rng, placed)
    tile = next(tile for tile in range(TILES) if pos[board.BAG + tile])
    board.take(pos, tile, -1)
    return pos, tile, next(cell for cell in range(CELLS) if pos[OPEN + cell])


def engine_score(filled: Filled) -> int:
    cells = [None] * CELLS
    placed = {cell: CLASSIC.tiles.tiles[tile] for cell, tile in filled}
    return int(Sheet(CLASSIC, tuple(placed.get(i) for i in range(len(cells)))).score.total)


def counted_out(filled: Filled, empty: list[int], left: list[int]) -> float:
    """The final score to expect, by trying everything with the engine's own scoring."""
    if not empty:
        return engine_score(filled)
    return sum(
        max(
            counted_out([*filled, (cell, tile)], [c for c in empty if c != cell], [t for t in left if t != tile])
            for cell in empty
        )
        for tile in left
    ) / len(left)


@pytest.mark.parametrize("empty", [1, 2])
def test_the_endgame_value_is_what_trying_everything_with_the_engine_gives(empty: int) -> None:
    rng, scratch = np.random.default_rng(empty), new_endgame_scratch()
    for _ in range(8):
        pos, filled = random_board(rng, CELLS - empty)
        cells = [cell for cell in range(CELLS) if pos[OPEN + cell]]
        left = [tile for tile in range(TILES) if pos[board.BAG + tile]]
        expected = counted_out(filled, cells, left)
        assert engine_score(filled) + endgame_value(pos, scratch) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("empty", [3, 4])
def test_an_endgame_value_is_the_mean_over_tiles_of_the_best_shorter_one(empty: int) -> None:
    rng, scratch = np.random.default_rng(empty), new_endgame_scratch()
    for _ in range(60 if empty == 3 else 10):
        pos, _ = random_board(rng, CELLS - empty)
        total = 0.0
        for tile in range(TILES):
            if pos[board.BAG + tile]:
                board.take(pos, tile, -1)
                values = []
                for cell in range(CELLS):
                    if pos[OPEN + cell]:
                        states = board.states_at(pos, cell)
                        values.append(board.put(pos, cell, tile) + endgame_value(pos, scratch))
                        board.unput(pos, cell, states)
                total += max(values)
                board.take(pos, tile, 1)
        before = pos.copy()
        assert endgame_value(pos, scratch) == pytest.approx(total / pos[TILES_LEFT], abs=1e-3)
        assert (pos == before).all()


def test_placing_and_taking_back_leaves_a_position_as_it_was_and_counts_points_as_the_engine_does() -> None:
    rng = np.random.default_rng(0)
    for placed in range(CELLS):
        pos, filled = random_board(rng, placed)
        tile = int(rng.choice([tile for tile in range(TILES) if pos[board.BAG + tile]]))
        board.take(pos, tile, -1)
        before = pos.copy()
        for cell in range(CELLS):
            if pos[OPEN + cell]:
                states, promised = board.states_at(pos, cell), board.points_of(pos, cell, tile)
                points = board.put(pos, cell, tile)
                assert points == promised == engine_score([*filled, (cell, tile)]) - engine_score(filled)
                board.unput(pos, cell, states)
                assert (pos == before).all()


def test_the_changes_of_a_placement_lead_to_the_features_after_it() -> None:
    rng, notes = np.random.default_rng(1), np.zeros((2, MAX_STANDING), np.int64)
    found = np.zeros(MAX_STANDING, np.int64)
    for trial in range(60):
        pos, _ = random_board(rng, trial % CELLS)
        tile = int(rng.choice([tile for tile in range(TILES) if pos[board.BAG + tile]]))
        board.take(pos, tile, -1)
        before = Counter(found[: standing(pos, False, found)].tolist())
        for cell in range(CELLS):
            if pos[OPEN + cell]:
                lost, won = changes(pos, cell, tile, notes)
                after = before.copy()
                after.subtract(notes[LOST, :lost].tolist())
                after.update(notes[WON, :won].tolist())
                states = board.states_at(pos, cell)
                board.put(pos, cell, tile)
                assert +after == Counter(found[: standing(pos, False, found)].tolist())
                board.unput(pos, cell, states)


def test_the_turned_features_are_those_of_the_turned_board() -> None:
    rng, found, scratch = np.random.default_rng(2), np.zeros((2, MAX_ACTIVE), np.int64), new_prospect_scratch()
    for placed in range(CELLS):
        pos, filled = random_board(rng, placed)
        turned = np.zeros(SIZE, np.int64)
        board.start(turned)
        for cell, tile in filled:
            board.take(turned, tile, -1)
            board.put(turned, CELLS - 1 - cell, tile)
        one, other = active_features(pos, True, scratch, found[0]), active_features(turned, False, scratch, found[1])
        assert sorted(found[0, :one]) == sorted(found[1, :other])


def test_a_one_ply_value_is_what_the_network_makes_of_all_features_after_the_placement() -> None:
    rng, network, scratch = np.random.default_rng(8), new_network(8), new_scratch()
    network.direct[:] = rng.normal(0, 0.01, FEATURES)
    found, values = np.zeros(MAX_ACTIVE, np.int64), np.zeros(CELLS)
    for placed in range(CELLS - EXACT_CELLS - 1):
        pos, _ = random_board(rng, placed)
        tile = int(rng.choice([tile for tile in range(TILES) if pos[board.BAG + tile]]))
        board.take(pos, tile, -1)
        one_ply_values(pos, tile, EXACT_CELLS, network, scratch, values)
        for cell in range(CELLS):
            if pos[OPEN + cell]:
                states = board.states_at(pos, cell)
                points = board.put(pos, cell, tile)
                seen, stage = (
                    found[: active_features(pos, False, scratch.prospect, found)],
                    stage_of(pos[board.OPEN_CELLS]),
                )
                one = np.maximum(network.rows[seen].sum(axis=0), 0)
                two = np.maximum(network.w2[stage] @ one + network.b2[stage], 0)
                three = np.maximum(network.w3[stage] @ two + network.b3[stage], 0)
                whole = network.w4[stage] @ three + network.b4[stage] + network.direct[seen].sum()
                assert values[cell] == pytest.approx(points + SCALE * whole, abs=1e-2)
                board.unput(pos, cell, states)


def test_prospects_are_what_trying_every_tile_on_every_cell_gives() -> None:
    rng, scratch, found = np.random.default_rng(9), new_prospect_scratch(), np.zeros(MAX_ACTIVE, np.int64)
    for placed in range(CELLS - 1):
        pos, _ = random_board(rng, placed)
        tiles = [tile for tile in range(TILES) if pos[board.BAG + tile]]
        cells = [cell for cell in range(CELLS) if pos[OPEN + cell]]
        seen = found[: active_features(pos, False, scratch, found)]
        gains, wanted = {}, Counter[int]()
        for tile in tiles:
            numbers = board.TILE_NUMBERS[tile]
            tried = {
                cell: [gain(pos, line, n) for line, n in zip(board.LINES_OF[cell], numbers, strict=True)]
                for cell in cells
            }
            best = max(cells, key=lambda cell: sum(value for value, _ in tried[cell]))
            gains[tile] = sum(value for value, _ in tried[best])
            wanted[best] += 1
            keeping = min(sum(not any(ends for _, ends in lines) for lines in tried.values()), KEEPING_LEVELS - 1)
            step = min(max(int((gains[tile] - GAIN_FLOOR) / GAIN_WIDTH), 0), GAIN_BUCKETS - 1)
            assert AT_GAINS + (tile * GAIN_BUCKETS + step) * KEEPING_LEVELS + keeping in seen
        at = [(feature - AT_WANTED) // (PHASES * WANTED_LEVELS) for feature in seen if AT_WANTED <= feature < AT_MEANS]
        counts = [(feature - AT_WANTED) % WANTED_LEVELS for feature in seen if AT_WANTED <= feature < AT_MEANS]
        assert dict(zip(at, counts, strict=True)) == {cell: min(wanted[cell], WANTED_LEVELS - 1) for cell in cells}
        mean = sum(gains.values()) / len(tiles)
        assert seen[-1] - AT_MEANS == pytest.approx(
            min(max(mean * MEAN_RESOLUTION + MEAN_OFFSET, 0), MEAN_BUCKETS - 1), abs=1
        )


def test_a_tile_gains_where_it_completes_a_line_and_loses_where_it_ends_one() -> None:
    pos, scratch = np.zeros(SIZE, np.int64), new_prospect_scratch()
    board.start(pos)
    line = int(np.argmax(board.LENGTHS))
    cells, way = board.CELLS_OF[line], board.DIRECTIONS[line]
    fitting = [tile for tile in range(TILES) if board.TILE_NUMBERS[tile, way] == 3]
    for cell, tile in zip(cells[:-1], fitting[:4], strict=True):
        board.take(pos, tile, -1)
        board.put(pos, cell, tile)
    update_all_gains(pos, scratch)
    worth = board.WORTH[line, 3]
    for tile in range(TILES):
        is_fit = board.TILE_NUMBERS[tile, way] == 3
        assert scratch.ends[line] >> tile & 1 == (not is_fit)
        assert scratch.gains[line, tile] == pytest.approx(worth * (1 - ODDS[1] if is_fit else -ODDS[1]))


@pytest.mark.parametrize("depth", [ONE_PLY, VALUE, SEARCH._replace(candidates=3)])
def test_without_luck_a_score_does_not_depend_on_the_tiles_that_end_the_game(depth: Depth) -> None:
    rng, network = np.random.default_rng(4), new_network(4)
    opening, rest = np.split(rng.permutation(TILES), [DRAWS - 4])
    decks = np.array([[*opening, *rng.permutation(rest)[:4]] for _ in range(12)], np.int8)
    found, luck = scores_and_luck(network, decks, depth=depth)
    assert (found == scores(network, decks, depth=depth)).all()
    assert len(set(found)) > 1
    assert found - luck == pytest.approx(found[0] - luck[0], abs=1e-2)


def test_a_two_ply_value_is_the_mean_of_the_best_answers() -> None:
    network, scratch = new_network(3), new_scratch()
    pos, tile, cell = called(np.random.default_rng(3), 9)
    found = two_ply_value(pos, tile, cell, 5, network, scratch)
    points, total = board.put(pos, cell, tile), 0.0
    for other in range(TILES):
        if pos[board.BAG + other]:
            board.take(pos, other, -1)
            best = one_ply_values(pos, other, 4, network, scratch, scratch.values[0])
            total += scratch.values[0, best]
            board.take(pos, other, 1)
    assert found == pytest.approx(points + total / pos[TILES_LEFT])


@pytest.mark.parametrize("placed", [0, 4, 9, 13])
def test_value_takes_the_best_extrapolated_two_ply_value_of_close_cells_after_the_first_move(placed: int) -> None:
    network, scratch = new_network(7), new_scratch()
    network.rows[:] *= 20
    pos, tile, _ = called(np.random.default_rng(placed), placed)
    values, left = np.zeros(CELLS), CELLS - 1 - placed
    best = one_ply_values(pos, tile, EXACT_CELLS, network, scratch, values)
    near = [int(cell) for cell in np.argsort(-values, kind="stable")[: VALUE.candidates]]
    near = [cell for cell in near if values[cell] > values[best] - VALUE.margin]
    two_ply = {cell: two_ply_value(pos, tile, cell, SEARCH_EXACT_CELLS, network, scratch) for cell in near}
    more = {cell: found - values[cell] if left > SEARCH_EXACT_CELLS else 0.0 for cell, found in two_ply.items()}
    expected = max(near, key=lambda cell: two_ply[cell] + more[cell]) if placed and len(near) > 1 else best
    assert choose(pos, tile, VALUE, network, scratch)[0] == expected
    assert choose(pos, tile, ONE_PLY, network, scratch)[0] == best


def test_an_expected_correction_is_what_two_plies_find_more_after_the_next_tiles() -> None:
    network, scratch = new_network(5), new_scratch()
    pos, tile, cell = called(np.random.default_rng(5), 9)
    before = pos.copy()
    found = expected_correction(pos, tile, cell, 5, network, scratch)
    assert (pos == before).all()
    board.put(pos, cell, tile)
    more = []
    for other in (other for other in range(TILES) if pos[board.BAG + other]):
        board.take(pos, other, -1)
        best = one_ply_values(pos, other, 4, network, scratch, scratch.values[0])
        more.append(two_ply_value(pos, other, best, 5, network, scratch) - scratch.values[0, best])
        board.take(pos, other, 1)
    assert found == pytest.approx(np.mean(more))
    assert np.abs(more).max() > 0


def test_where_the_answers_are_exact_a_correction_counts_once() -> None:
    assert correction_factor(SEARCH_EXACT_CELLS + 1) == 1
    assert all(correction_factor(left) > correction_factor(left - 1) for left in range(SEARCH_EXACT_CELLS + 2, CELLS))


def test_laying_and_lifting_a_tile_is_placing_it_but_for_codes_and_demands() -> None:
    rng = np.random.default_rng(6)
    kept = np.ones(SIZE, np.bool_)
    kept[board.CODE : board.CODE + CELLS] = kept[board.DEMAND : board.DEMAND + 9] = False
    for placed in range(CELLS):
        pos, tile, _ = called(rng, placed)
        for cell in (cell for cell in range(CELLS) if pos[OPEN + cell]):
            laid, put = pos.copy(), pos.copy()
            board.lay(laid, cell, tile)
            board.put(put, cell, tile)
            assert (laid[kept] == put[kept]).all()
            board.lift(laid, cell, board.states_at(pos, cell))
            assert (laid == pos).all()


def test_a_network_survives_its_file(tmp_path: Path) -> None:
    network = new_network(4)
    network.direct[:] = 0.01
    path = tmp_path / "network.npz"
    about = {"kind": "network", "rules": CLASSIC.edition.digest}
    write_weights(path, about, pack(network, ALL))
    found = load_network(path)
    assert found.rows == pytest.approx(network.rows, abs=STEP / 2)
    assert (found.w3 == network.w3).all()
    data = path.read_bytes()
    damaged, foreign = tmp_path / "damaged.npz", tmp_path / "foreign.npz"
    damaged.write_bytes(data[:5000] + bytes(20) + data[5020:])
    with pytest.raises(WeightsError, match="damaged"):
        load_network(damaged)
    write_weights(foreign, {**about, "rules": "other"}, pack(network, ALL))
    with pytest.raises(WeightsError, match="no network for Classic"):
        load_network(foreign)
    write_weights(foreign, about, {"rows": network.rows[:10]})
    with pytest.raises(WeightsError, match="another size"):
        load_network(foreign)


def test_rows_that_were_never_learned_are_not_kept() -> None:
    network = new_network(5)
    found = unpack(pack(network, np.array([7])), FEATURES, ACCUMULATOR)
    assert np.flatnonzero(np.abs(found.rows).sum(axis=1)).tolist() == [7]


@pytest.mark.slow
def test_the_shipped_network_plays_as_well_as_it_did_when_it_was_shipped() -> None:
    """Sums of floats may differ in their last bits between processors, and a game with them: hence a margin."""
    path = network_file()
    assert path is not None
    decks = np.empty((500, TILES), np.int8)
    shuffle_all(np.uint64(500), 0, DRAWS, decks)
    network = load_network(path)
    assert scores(network, decks).mean() == pytest.approx(PINNED_ONE_PLY, abs=0.3)
    assert scores(network, decks, depth=VALUE).mean() == pytest.approx(PINNED_VALUE, abs=0.3)
    assert scores(network, decks[:100], depth=SEARCH).mean() == pytest.approx(PINNED_SEARCH, abs=0.8)
    assert path.stat().st_size <= 5_000_000
