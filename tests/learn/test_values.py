"""The features of a board, found step by step or all at once, are the same; full boards count as the engine counts."""

from __future__ import annotations

import numpy as np
import pytest

import partake
from learn_games import all_variants, open_list, random_position, title
from partake.engine.hexagon.counting import own_items, scrapyard
from partake.engine.hexagon.counting_rules import counting_rules, indices
from partake.engine.hexagon.placement import open_positions
from partake.engine.hexagon.scoring import scores
from partake.fast.scoring import EMPTY, scoring_scratch
from partake.learn.encoding import DRAWS, GROUPS, TILE_SYMBOLS, Encoding, Ints, encoding_of, turned_cells
from partake.learn.features import MAX_ACTIVE, active_features, changed_directions, common_features, features_around
from partake.learn.one_ply import choose, choose_two, placement_value, sum_of_weights
from partake.learn.position import OPEN, POINTS, POSITION_SIZE, SHEET, UNDO, put, set_up, take, unput
from partake.learn.scrapyard_value import scrapyard_values
from partake.learn.terminal_value import final_scores, final_value, own_total, update_rivals
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, variant

VARIANTS = all_variants()
BOARDS = 12


def held(state: Ints, shape: Encoding) -> list[int]:
    out = np.zeros(MAX_ACTIVE, np.int64)
    return sorted(out[: active_features(state, shape.geo, out)].tolist())


def cells_of(made: Variant, state: Ints) -> tuple[Tile | None, ...]:
    row = state[SHEET : SHEET + len(made.positions)]
    return tuple(None if tile == EMPTY else made.tiles.tiles[tile] for tile in row)


def whole_weights(shape: Encoding, rng: np.random.Generator) -> np.ndarray:
    """Whole numbers, so that sums are exact in any order."""
    return rng.integers(-8, 9, shape.features).astype(np.float32)


@pytest.mark.parametrize("made", VARIANTS, ids=title)
def test_a_placement_changes_just_the_features_that_are_said_to_change(made: Variant) -> None:
    """The value after every legal placement, found from the changes, is the value of the board that it makes."""
    shape, rng = encoding_of(made, share=True), np.random.default_rng(5)
    values, out, room = whole_weights(shape, rng), np.zeros(MAX_ACTIVE, np.int64), scoring_scratch(shape.arrays)
    for _ in range(BOARDS):
        state, deck = random_position(shape, rng, int(rng.integers(shape.geo[DRAWS] - 2)))
        tile = deck[int(shape.geo[DRAWS] - state[OPEN])]
        take(state, shape.geo, tile)
        base = sum_of_weights(out, common_features(state, shape.geo, out), values)
        before = state.copy()
        for place in open_list(state, shape, tile):
            value = placement_value(state, shape.geo, shape.arrays, values, base, place, tile, room, out)
            put(state, shape.geo, place, tile)
            assert value == state[POINTS] + sum_of_weights(out, active_features(state, shape.geo, out), values)
            unput(state, shape.geo, place)
            assert (state[:UNDO] == before[:UNDO]).all(), "a trial leaves a trace"


@pytest.mark.parametrize("made", VARIANTS, ids=title)
def test_a_position_is_the_same_however_it_came_about(made: Variant) -> None:
    """Played tile by tile, or laid out from the sheet: the same features, places that are open, and points."""
    shape, rng = encoding_of(made), np.random.default_rng(6)
    for _ in range(BOARDS):
        state, deck = random_position(shape, rng)
        drawn = deck[: int(shape.geo[DRAWS] - state[OPEN])]
        again = np.zeros(POSITION_SIZE, np.int64)
        set_up(again, shape.geo, state[SHEET : SHEET + len(made.positions)].copy(), np.array(drawn, np.int64))
        assert held(state, shape) == held(again, shape)
        assert state[POINTS] == again[POINTS]
        assert max(held(state, shape)) < shape.features
        for tile in deck[len(drawn) : len(drawn) + 3]:
            cells = cells_of(made, state)
            theirs = open_positions(made, cells, made.tiles.tiles[tile])
            if made.options.scrapyard == "passed":
                theirs += [i for i in made.yard if cells[i] is None]
            slots = [i for i in theirs if i in made.reserve]
            assert open_list(state, shape, tile) == sorted({*theirs} - {*slots[1:]})


@pytest.mark.parametrize("made", VARIANTS, ids=title)
def test_full_boards_count_as_the_engine_counts_them(made: Variant) -> None:
    """Alone after the best moves from the reserve, and at a table of three with what compares the players."""
    shape, rng = encoding_of(made), np.random.default_rng(8)
    room, totals = scoring_scratch(shape.arrays), np.zeros(3, np.int64)
    for _ in range(4):
        states = np.stack([random_position(shape, rng, made.draws)[0] for _ in range(3)])
        sheets = [cells_of(made, state) for state in states]
        if made.reserve:
            best = [max(own_points(made, moved) for moved in relocations(made, cells)) for cells in sheets]
            assert [own_total(state, shape.geo, shape.arrays, room) for state in states] == best
            continue
        update_rivals(states, shape.geo)
        final_scores(states, shape.geo, shape.arrays, room, totals)
        theirs = [sum(item.points for item in items) for items in scores(made, sheets)]
        assert totals.tolist() == [60 * points for points in theirs]
        if made.scrapyard:
            assert [scrapyard_values(state, shape.geo)[0] for state in states] == [
                scrapyard(counting_rules(made), indices(made, cells))["value"] for cells in sheets
            ]
        duel = scores(made, sheets[:2])
        update_rivals(states[:2], shape.geo)
        found = [final_value(state, shape.geo, shape.arrays, room) for state in states[:2]]
        assert found == [float(sum(item.points for item in items)) for items in duel]


def own_points(made: Variant, cells: tuple[Tile | None, ...]) -> float:
    return float(sum(item["points"] for item in own_items(counting_rules(made), indices(made, cells))))


def relocations(made: Variant, cells: tuple[Tile | None, ...]) -> list[tuple[Tile | None, ...]]:
    """The sheet as it is and after every sequence of moves from the reserve."""
    found = [cells]
    for slot in made.reserve:
        tile = cells[slot]
        if tile is None or tile.is_wild:
            continue
        for before in list(found):
            for target in made.targets:
                if before[target] is None:
                    after = list(before)
                    after[slot], after[target] = None, tile
                    found.append(tuple(after))
    return found


def test_classic_has_its_12010_features_and_no_others() -> None:
    """Other models are trained on exactly these places."""
    sizes = encoding_of(variant(partake.edition("classic"))).sizes  # type: ignore[arg-type]
    assert list(sizes) == list(GROUPS)
    assert [sizes[name] for name in GROUPS[:6]] == [2265, 9500, 90, 108, 27, 20]
    assert sum(sizes.values()) == 12_010


def test_classic_features_by_hand() -> None:
    """The empty board, and one tile in the middle: every feature named."""
    made = variant(partake.edition("classic"))  # type: ignore[arg-type]
    shape, state = encoding_of(made), np.zeros(POSITION_SIZE, np.int64)
    set_up(state, shape.geo, np.full(19, EMPTY), np.array([], np.int64))
    lines = [151 * line for line in range(15)]
    cells = [2265 + 500 * cell for cell in range(19)]
    counts = [11_765 + 10 * i + 9 for i in range(9)]
    pairs = [11_855 + 4 * i + 3 for i in range(27)]
    tiles = [11_963 + tile for tile in range(27)]
    assert held(state, shape) == [*lines, *cells, *counts, *pairs, *tiles, 11_990 + 19]
    sheet = np.full(19, EMPTY)
    sheet[9] = 0  # 1-2-3 in the middle: the smallest number of each direction, on lines 2, 7 and 12
    set_up(state, shape.geo, sheet, np.array([0]))
    found = held(state, shape)
    for line in (2, 7, 12):
        assert 151 * line + 1 + 3 * 10 + 8 in found, "the first number, four tiles missing, eight left"
    assert 2265 + 500 * 9 not in {feature // 500 * 500 for feature in found}
    assert 11_990 + 18 in found


def test_boards_that_a_half_turn_swaps_share_features() -> None:
    made = variant(partake.edition("classic"))  # type: ignore[arg-type]
    shape, rng = encoding_of(made, share=True), np.random.default_rng(1)
    turned = turned_cells(made.board)
    assert turned != list(range(19))
    for _ in range(20):
        state, deck = random_position(shape, rng)
        drawn = np.array(deck[: 19 - int(state[OPEN])], np.int64)
        other = np.zeros(POSITION_SIZE, np.int64)
        set_up(other, shape.geo, state[SHEET : SHEET + 19][turned].copy(), drawn)
        assert held(state, shape) == held(other, shape)
    assert turned_cells(partake.edition("daffodil").board) == list(range(21))  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("classic", {}),
        ("daffodil", {"stamens": "first", "placement": "adjacent"}),
        ("orchid", {"placement": "adjacent"}),
    ],
)
def test_two_tiles_are_placed_together_as_well_as_can_be(edition: str, options: dict[str, str]) -> None:
    """The pair of placements that is found is worth what trying every order and every pair of places finds."""
    made = variant(partake.edition(edition), {**options, "draw": 2})  # type: ignore[arg-type]
    shape, rng = encoding_of(made, share=True), np.random.default_rng(2)
    geo, arrays, out = shape.geo, shape.arrays, np.zeros(MAX_ACTIVE, np.int64)
    values, room = whole_weights(shape, rng), scoring_scratch(shape.arrays)
    for placed in (0, 2, 6, made.draws - 4):
        state, deck = random_position(shape, rng, placed)
        one, other = deck[placed], deck[placed + 1]
        take(state, geo, one)
        take(state, geo, other)
        best = -1e9
        for first, second in ((one, other), (other, one)):
            for place in open_list(state, shape, first):
                put(state, geo, place, first, 2)
                best = max(best, choose(state, geo, arrays, values, second, room, out)[0])
                unput(state, geo, place, 2)
        value, order, place, _ = choose_two(state, geo, arrays, values, (one, other), room, out)
        assert value == best
        assert place in open_list(state, shape, other if order else one)


def test_only_lines_that_turn_carry_their_cells_along() -> None:
    """A tile that continues a line changes no cell of that line but its own."""
    shape = encoding_of(variant(partake.edition("classic")))  # type: ignore[arg-type]
    state, out = np.zeros(POSITION_SIZE, np.int64), np.zeros(MAX_ACTIVE, np.int64)
    sheet = np.full(19, EMPTY)
    sheet[9] = 0
    set_up(state, shape.geo, sheet, np.array([0]))
    assert changed_directions(state, shape.geo, 8, 1) == 0b110, "above the middle: the vertical line keeps its number"
    assert features_around(state, shape.geo, 8, 0, out) == 5
    assert shape.geo[TILE_SYMBOLS] in (1, 2)
