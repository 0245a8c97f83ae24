"""The features of the networks are what they say: gains, demands, closings, turned boards, shared factors."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from learn_games import random_position, title
from network_positions import BOARDS, SINGLE, active, of, shape_of
from partake.fast.scoring import EMPTY
from partake.learn.encoding import (
    BOARD_LINES,
    CELL_CLASSES,
    CELLS,
    DIRECTIONS,
    DRAWS,
    IS_TARGET,
    LINES,
    LINES_OF,
    MAX_NUMBERS,
    MAX_SHOWN,
    NUMBERS,
    RESERVES,
    TILE_NUMBERS,
    TILES,
    WORTH,
    Ints,
    turned_cells,
)
from partake.learn.network import gains
from partake.learn.network.factors import factors_of
from partake.learn.network.inputs import (
    AT_CLOSINGS,
    AT_COMPLETIONS,
    AT_DEMANDS,
    AT_GAINS,
    AT_INPUTS_END,
    AT_MEANS,
    AT_WANTED,
    GAIN_BUCKETS,
    GREATEST_WORTH,
    KEEPING_LEVELS,
    MAX_DEMAND,
    MAX_SUITABLE,
    MEAN_BUCKETS,
    PHASES,
    WANTED_LEVELS,
    inputs_of,
)
from partake.learn.position import BAG, EMPTIES, LEFT, OPEN, SHEET, STATES, set_up
from partake.rules.variant import Variant


def plain_gain(state: Ints, geo: Ints, line: int, number: int) -> float:
    """What a line gains by a tile with this number, 0 for a wild one, written plainly."""
    has, empty, n = int(state[STATES + line]), int(state[EMPTIES + line]), int(geo[NUMBERS])
    points = [int(geo[WORTH + (MAX_NUMBERS + 2) * line + index]) for index in range(n + 1)]
    left = [0, *(int(state[LEFT + geo[DIRECTIONS + line] * n + index]) for index in range(n))]
    share = 1.0 if line < geo[BOARD_LINES] else 0.3
    if empty == 0 or has > n or (has and left[has] < empty):
        return 0.0
    if not has:
        mean = sum(points[1:]) / n
        begun = mean if number == 0 else points[number] * min((left[number] - 1) / empty, 1)
        return share * (begun * float(gains.ODDS[empty - 1]) - mean * float(gains.ODDS[empty]))
    ease = min(0.5 + 0.25 * (left[has] - empty), 1)
    now = points[has] * float(gains.ODDS[empty]) * ease
    if number not in (0, has):
        return -share * now
    return share * (points[has] * (1 if empty == 1 else float(gains.ODDS[empty - 1]) * ease) - now)


@pytest.mark.parametrize("made", [made for made in SINGLE if made.options.placement == "free"], ids=title)
def test_the_features_of_gains_are_what_the_tiles_left_could_do(made: Variant) -> None:
    inputs, shape, rng = inputs_of(made), shape_of(made), np.random.default_rng(8)
    geo = inputs.geo
    scale = 45 / int(geo[GREATEST_WORTH])
    for _ in range(BOARDS):
        state, _ = random_position(shape, rng)
        cells = [c for c in range(geo[CELLS]) if state[SHEET + c] == EMPTY and not geo[IS_TARGET + c]]
        reserve = [c for c in range(geo[CELLS], geo[CELLS] + geo[RESERVES]) if state[SHEET + c] == EMPTY]
        best: dict[int, tuple[int, int]] = {}
        keeping: Counter[int] = Counter()
        for tile in (t for t in range(geo[TILES]) if state[BAG + t]):
            if reserve:
                best[tile] = (0, int(geo[CELLS]))
            for cell in cells:
                steps = 0  # each line in eighths of a point
                for way in range(3):
                    line, number = int(geo[LINES_OF + 3 * cell + way]), int(geo[TILE_NUMBERS + 3 * tile + way])
                    steps += int(np.round(np.float32(plain_gain(state, geo, line, number)) * np.float32(8)))
                keeping[tile] += steps > -4 * 8 / scale
                if tile not in best or (steps, -cell) > (best[tile][0], -best[tile][1]):
                    best[tile] = (steps, cell)
        found = set(active(state, inputs))
        for tile, (steps, _) in best.items():
            bucket = min(max(int((steps * scale / 8 + 27) / 4), 0), GAIN_BUCKETS - 1)
            case = (tile * GAIN_BUCKETS + bucket) * KEEPING_LEVELS + min(keeping[tile], KEEPING_LEVELS - 1)
            assert geo[AT_GAINS] + case in found
        assert sum(geo[AT_GAINS] <= feature < geo[AT_WANTED] for feature in found) == len(best)
        wanted = Counter(cell for _, cell in best.values())
        phase = min(int(state[OPEN]) * PHASES // int(geo[DRAWS]), PHASES - 1)
        for cell in cells + ([int(geo[CELLS])] if geo[RESERVES] else []):
            case = (cell * PHASES + phase) * WANTED_LEVELS + min(wanted[cell], WANTED_LEVELS - 1)
            assert geo[AT_WANTED] + case in found
        mean = sum(steps for steps, _ in best.values()) * scale / 8 / len(best)
        assert geo[AT_MEANS] + min(max(int(mean * 1.5 + 20), 0), MEAN_BUCKETS - 1) in found


@pytest.mark.parametrize("made", SINGLE, ids=title)
def test_demands_and_closings_are_counted_from_the_lines(made: Variant) -> None:
    inputs, shape, rng = inputs_of(made), shape_of(made), np.random.default_rng(9)
    geo, n = inputs.geo, int(inputs.geo[NUMBERS])
    for _ in range(BOARDS):
        state, _ = random_position(shape, rng)
        found = Counter(active(state, inputs))
        demands: Counter[int] = Counter()
        for line in range(geo[LINES]):
            if 0 < state[STATES + line] <= n:
                demands[int(geo[DIRECTIONS + line]) * n + int(state[STATES + line]) - 1] += int(state[EMPTIES + line])
        for which in range(3 * n):
            case = which * (MAX_DEMAND + 1) + min(demands[which], MAX_DEMAND)
            assert found[geo[AT_DEMANDS] + case * (geo[MAX_SHOWN] + 1) + state[LEFT + which]] == 1
        closings: Counter[int] = Counter()
        for cell in (c for c in range(geo[CELLS]) if state[SHEET + c] == EMPTY and not geo[IS_TARGET + c]):
            lines = [int(geo[LINES_OF + 3 * cell + way]) for way in range(3)]
            numbers = [
                int(state[STATES + i]) if state[EMPTIES + i] == 1 and state[STATES + i] <= n else 0 for i in lines
            ]
            shown = [[int(geo[TILE_NUMBERS + 3 * tile + way]) for way in range(3)] for tile in range(geo[TILES])]
            tiles = sum(
                bool(state[BAG + tile]) and all(not a or b in (0, a) for a, b in zip(numbers, shown[tile], strict=True))
                for tile in range(geo[TILES])
            )
            if any(numbers):
                code = (numbers[0] * (n + 1) + numbers[1]) * (n + 1) + numbers[2]
                case = code * (MAX_SUITABLE + 1) + min(tiles, MAX_SUITABLE)
                closings[int(geo[AT_CLOSINGS]) + case] += 1
                closings[int(geo[AT_COMPLETIONS]) + cell * inputs.sizes["closings"] + case] += 1
        groups = [(geo[AT_CLOSINGS], geo[AT_GAINS]), (geo[AT_COMPLETIONS], geo[AT_INPUTS_END])]
        assert {f: k for f, k in found.items() if any(first <= f < end for first, end in groups)} == closings


@pytest.mark.parametrize("made", [of("classic"), of("nexus"), of("nexus", scrapyard="none")], ids=title)
def test_a_board_turned_by_half_has_the_features_of_the_turned_names(made: Variant) -> None:
    inputs, shape, rng = inputs_of(made), shape_of(made), np.random.default_rng(4)
    zones = [made.board, *([made.scrapyard] if made.scrapyard else [])]
    images, first = [], 0
    for zone in zones:
        images += [first + image for image in turned_cells(zone)]
        first += len(zone.cells)
    assert inputs.has_symmetry
    assert inputs.turned[CELL_CLASSES : CELL_CLASSES + first].tolist() == images
    for _ in range(3 * BOARDS):
        state, deck = random_position(shape, rng)
        sheet = state[SHEET : SHEET + first].copy()
        turned_sheet, turned = sheet.copy(), np.zeros_like(state)
        turned_sheet[images] = sheet
        drawn = np.array(deck[: int(shape.geo[DRAWS] - state[OPEN])], np.int64)
        set_up(turned, inputs.geo, turned_sheet, drawn)
        assert active(state, inputs, inputs.turned) == active(turned, inputs)


def test_boards_without_that_symmetry_are_not_turned() -> None:
    assert not inputs_of(of("orchid")).has_symmetry


@pytest.mark.parametrize("made", [of("nexus"), of("orchid"), of("daffodil", rays="best")], ids=title)
def test_factors_join_features_of_one_group_that_say_nearly_the_same(made: Variant) -> None:
    inputs = inputs_of(made)
    factors, starts = factors_of(inputs), np.cumsum([0, *inputs.sizes.values()])
    assert factors.shape[0] == inputs.features
    used = np.unique(factors[factors >= 0])
    assert used.tolist() == list(range(len(used))), "numbered without gaps"
    groups = np.searchsorted(starts, np.arange(inputs.features), side="right")
    for column in factors.T:
        pairs = np.unique(np.stack([column, groups])[:, column >= 0], axis=1)
        assert len(np.unique(pairs[0])) == pairs.shape[1], "a factor belongs to one group"
    # The same case on another cell: all its features have a factor in common, and each cell has one of its own.
    first, size = int(inputs.geo[33]), inputs.sizes["cells"] // int(inputs.geo[CELLS])
    cases = factors[first : first + inputs.sizes["cells"]].reshape(int(inputs.geo[CELLS]), size, -1)
    assert (cases[:, :, 0] == cases[:1, :, 0]).all()
    assert len(np.unique(cases[:, 7, 1])) == int(inputs.geo[CELLS])


def test_completions_worth_the_same_points_share_a_factor() -> None:
    made, values = of("classic"), ((1, 5, 9), (2, 6, 7), (3, 4, 8))
    inputs = inputs_of(made)
    factors, first, each = factors_of(inputs), int(inputs.geo[AT_COMPLETIONS]), inputs.sizes["closings"]

    def factor(cell: str, *numbers: int) -> int:
        a, b, c = (shown.index(number) + 1 if number else 0 for shown, number in zip(values, numbers, strict=True))
        case = ((a * 4 + b) * 4 + c) * (MAX_SUITABLE + 1) + 1
        return int(factors[first + made.board.index[cell] * each + case, 1])

    assert factor("b1", 5, 0, 0) == factor("c3", 0, 0, 4), "a line of four fives, one of five fours"
    assert factor("b1", 9, 0, 0) != factor("c3", 9, 0, 0), "a line of four nines, one of five"
