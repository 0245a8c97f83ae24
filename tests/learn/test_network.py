"""The network of any variant: its features are what they say, and step by step the same as all at once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import partake
from learn_games import all_variants, open_list, random_position, title
from partake.fast.scoring import EMPTY, scoring_scratch
from partake.fast.shuffle import shuffle_all
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
    MAX_POSITIONS,
    MAX_SHOWN,
    NUMBERS,
    RESERVES,
    TILE_NUMBERS,
    TILES,
    WORTH,
    Encoding,
    Ints,
    encoding_of,
    turned_cells,
)  # fmt: skip
from partake.learn.features import MAX_ACTIVE
from partake.learn.network import gains
from partake.learn.network.batch_games import choose, scores_and_luck
from partake.learn.network.factors import factors_of
from partake.learn.network.files import about_network, load_network, network_file
from partake.learn.network.inputs import (
    AT_CLOSINGS,
    AT_DEMANDS,
    AT_GAINS,
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
    Inputs,
    inputs_of,
)
from partake.learn.network.learner import NetworkLearner
from partake.learn.network.lookahead import (
    WIDTH,
    active_features,
    expected_best,
    new_scratch,
    one_ply_values,
    stage_of,
)
from partake.learn.network.model import Network, random_network
from partake.learn.network.packing import pack
from partake.learn.network.player import NetworkPlayer
from partake.learn.network.self_play import collect, new_batch
from partake.learn.one_ply import choose_two
from partake.learn.position import BAG, EMPTIES, LEFT, OPEN, POINTS, SHEET, STATES, put, set_up, take
from partake.learn.search_budget import ILLEGAL, SearchBudget
from partake.learn.two_ply import one_ply_values as linear_one_ply_values
from partake.learn.weights import WeightsError, write_weights
from partake.rules.edition import HexagonEdition
from partake.rules.variant import Variant, variant

VARIANTS = all_variants()
SINGLE = [made for made in VARIANTS if made.options.draw == 1]
BOARDS = 4


def of(name: str, **options: str) -> Variant:
    edition = partake.edition(name)
    assert isinstance(edition, HexagonEdition)
    return variant(edition, options, seats=2)


def shape_of(made: Variant) -> Encoding:
    """The encoding without shared weights, for the helpers that play."""
    return encoding_of(made)


def some_network(inputs: Inputs, seed: int = 3) -> Network:
    network = random_network(seed, factors_of(inputs), width=WIDTH, spread=0.05, output_spread=0.3, output=1.0)
    network.direct[:] = np.random.default_rng(seed).normal(0, 0.05, inputs.features)
    return network


def active(state: Ints, inputs: Inputs, geo: Ints | None = None) -> list[int]:
    out = np.zeros(MAX_ACTIVE, np.int64)
    names = inputs.geo if geo is None else geo
    return sorted(out[: active_features(state, names, new_scratch(inputs), out)].tolist())


def value_of(state: Ints, inputs: Inputs, network: Network, scale: float) -> float:
    """The value of a position by the formula, in NumPy."""
    features, stage = active(state, inputs), stage_of(int(state[OPEN]), int(inputs.geo[DRAWS]))
    hidden = np.maximum(network.rows[features].sum(axis=0), 0)
    hidden = np.maximum(network.w2[stage] @ hidden + network.b2[stage], 0)
    hidden = np.maximum(network.w3[stage] @ hidden + network.b3[stage], 0)
    learned = network.direct[features].sum() + network.w4[stage] @ hidden + network.b4[stage]
    return float(state[POINTS] + scale * learned)


@pytest.mark.parametrize("made", VARIANTS, ids=title)
def test_the_value_of_every_placement_is_that_of_the_board_it_makes(made: Variant) -> None:
    inputs, shape, rng = inputs_of(made), shape_of(made), np.random.default_rng(5)
    network, scratch, values, scale = some_network(inputs), new_scratch(inputs), np.zeros(MAX_POSITIONS), 50.0
    for _ in range(BOARDS):
        state, deck = random_position(shape, rng, int(rng.integers(shape.geo[DRAWS] - 2)))
        tile = deck[int(shape.geo[DRAWS] - state[OPEN])]
        take(state, inputs.geo, tile)
        before = state.copy()
        one_ply_values(state, inputs.geo, inputs.arrays, network, scale, tile, scratch, values)
        legal = open_list(state, shape, tile)
        yard = range(len(made.board.cells), int(inputs.geo[CELLS]))
        expected = {}
        for position in legal:
            after = before.copy()
            put(after, inputs.geo, position, tile)
            expected[position] = value_of(after, inputs, network, scale)
        if made.options.scrapyard == "passed":  # only the cell that hurts most
            scrapped = [position for position in legal if position in yard]
            worst = min(scrapped, key=expected.__getitem__, default=None)
            expected = {key: value for key, value in expected.items() if key not in yard or key == worst}
        found = {position: float(value) for position, value in enumerate(values) if value > ILLEGAL}
        assert found == pytest.approx(expected, abs=0.05)
        assert max(active(state, inputs)) < inputs.features
        assert len(active(state, inputs)) <= inputs.most_active


@pytest.mark.parametrize("made", VARIANTS, ids=title)
def test_with_direct_weights_alone_it_is_the_linear_model(made: Variant) -> None:
    inputs, shape, linear = inputs_of(made), shape_of(made), encoding_of(made, share=True)
    rng, scale = np.random.default_rng(6), 64.0
    weights = rng.integers(-8, 9, linear.features).astype(np.float32)
    network = random_network(1, factors_of(inputs), width=WIDTH, spread=0.05)
    network.direct[: len(inputs.shared)] = weights[inputs.shared] / scale
    room, out = scoring_scratch(linear.arrays), np.zeros(MAX_ACTIVE, np.int64)
    values, theirs, scratch = np.zeros(MAX_POSITIONS), np.zeros(MAX_POSITIONS), new_scratch(inputs)
    for _ in range(BOARDS):
        state, deck = random_position(shape, rng)
        tile = deck[int(shape.geo[DRAWS] - state[OPEN])]
        take(state, inputs.geo, tile)
        one_ply_values(state, inputs.geo, inputs.arrays, network, scale, tile, scratch, values)
        linear_one_ply_values(state, linear.geo, linear.arrays, weights, tile, room, out, theirs)
        if made.options.scrapyard == "passed":  # of scrapyard cells of one value either may be named
            values.sort()
            theirs.sort()
        assert values == pytest.approx(theirs, abs=0.01)


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
                closings[int(geo[AT_CLOSINGS]) + code * (MAX_SUITABLE + 1) + min(tiles, MAX_SUITABLE)] += 1
        assert {f: k for f, k in found.items() if geo[AT_CLOSINGS] <= f < geo[AT_GAINS]} == closings


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


@pytest.mark.parametrize(
    "made", [of("classic", rays="each"), of("daffodil", stamens="reserve"), of("nexus")], ids=title
)
def test_targets_are_the_best_values_of_what_comes_next(made: Variant) -> None:
    """One game without lots: with the tile that came, and with all that could have come."""
    inputs, scale = inputs_of(made), 40.0
    network, scratch, values = some_network(inputs), new_scratch(inputs), np.zeros(MAX_POSITIONS)
    one, every = new_batch(made.draws, inputs.most_active), new_batch(made.draws, inputs.most_active)
    for batch, others in ((one, 0), (every, 99)):
        collect(
            np.uint64(8), 0, 1, 1, 1, others, 0.0, inputs.geo, inputs.geo, inputs.arrays, network, scale, scratch, batch
        )
    deck = np.empty((1, len(made.tiles.tiles)), np.int8)
    shuffle_all(np.uint64(8), 0, made.draws, deck)
    state, _ = random_position(shape_of(made), np.random.default_rng(1), 0)
    for draw in range(made.draws - 2):
        tile = int(deck[0, draw])
        take(state, inputs.geo, tile)
        position = one_ply_values(state, inputs.geo, inputs.arrays, network, scale, tile, scratch, values)
        put(state, inputs.geo, position, tile)
        assert sorted(one.features[draw, : one.counts[draw]].tolist()) == active(state, inputs)
        after, tile = state.copy(), int(deck[0, draw + 1])
        mean = expected_best(state, inputs.geo, inputs.arrays, network, scale, scratch)
        take(after, inputs.geo, tile)
        best = one_ply_values(after, inputs.geo, inputs.arrays, network, scale, tile, scratch, values)
        assert one.targets[draw] == pytest.approx(values[best] - state[POINTS], abs=0.05)
        assert every.targets[draw] == pytest.approx(mean - state[POINTS], abs=0.05)
    assert one.counts[-2:].tolist() == [0, 0], "the last two boards are not learned: their values are exact"


@pytest.mark.parametrize("made", [of("orchid", symbols="moon"), of("daffodil")], ids=title)
def test_bots_play_as_the_batches_that_measure_them(made: Variant, tmp_path: Path) -> None:
    inputs, scale = inputs_of(made), 30.0
    network, path = some_network(inputs), tmp_path / "network.npz"
    write_weights(path, {**about_network(made), "scale": scale}, pack(network, np.arange(inputs.features)))
    player, scratch = NetworkPlayer(made, path), new_scratch(inputs)
    rng, shape = np.random.default_rng(2), shape_of(made)
    for placed in (5, 11, made.draws - 3, made.draws - 2):
        state, deck = random_position(shape, rng, placed)
        cells = tuple(
            None if tile == EMPTY else made.tiles.tiles[tile] for tile in state[SHEET : SHEET + len(made.positions)]
        )
        hand, drawn = [made.tiles.tiles[deck[placed]]], [made.tiles.tiles[tile] for tile in deck[: placed + 1]]
        take(state, inputs.geo, deck[placed])
        for candidates in (1, 3):
            position, first, *_ = choose(
                state, inputs.geo, inputs.arrays, player.network, scale, deck[placed], candidates, scratch
            )
            bot = player.search([cells], 1, drawn, hand, SearchBudget(candidates))
            assert bot == (hand[0], position)
            assert player.position_value([cells], 1, drawn, hand) == pytest.approx(first)
        assert player.place([cells], 1, drawn, hand) == player.search([cells], 1, drawn, hand, SearchBudget(1))


def test_luck_is_what_tiles_brought_more_than_all_that_could_have_come() -> None:
    made = of("daffodil")
    inputs, scale = inputs_of(made), 30.0
    network, scratch, values = some_network(inputs), new_scratch(inputs), np.zeros(MAX_POSITIONS)
    deck = np.empty((1, len(made.tiles.tiles)), np.int8)
    shuffle_all(np.uint64(5), 0, made.draws, deck)
    scores, luck = scores_and_luck(inputs, network, scale, deck[:, : made.draws])
    state, _ = random_position(shape_of(made), np.random.default_rng(1), 0)
    total, value = 0.0, 0.0
    for tile in map(int, deck[0, : made.draws]):
        expected = expected_best(state, inputs.geo, inputs.arrays, network, scale, scratch)
        take(state, inputs.geo, tile)
        best = one_ply_values(state, inputs.geo, inputs.arrays, network, scale, tile, scratch, values)
        value = float(values[best])
        total += value - expected
        put(state, inputs.geo, best, tile)
    assert scores[0] == value
    assert luck[0] == pytest.approx(total, abs=0.01)


def test_two_tiles_are_placed_as_the_linear_model_places_them() -> None:
    """With direct weights alone, where the order matters: the same pair of positions is best."""
    made = of("classic", draw="2", placement="adjacent")
    inputs, linear, rng, scale = inputs_of(made), encoding_of(made, share=True), np.random.default_rng(3), 64.0
    weights = rng.normal(0, 3, linear.features).astype(np.float32)
    network = random_network(1, factors_of(inputs), width=WIDTH, spread=0.05)
    network.direct[: len(inputs.shared)] = weights[inputs.shared] / scale
    learner = NetworkLearner(made, linear_games=0, batch=4)
    for mine, given in zip(learner.average, network, strict=True):
        mine[...] = given
    learner.scale = scale
    decks = learner.decks(7, 0, 3)
    room, out, scores = scoring_scratch(linear.arrays), np.zeros(MAX_ACTIVE, np.int64), []
    for deck in decks:
        state, _ = random_position(shape_of(made), rng, 0)
        for at in range(0, made.draws - 1, 2):
            tiles = (int(deck[at]), int(deck[at + 1]))
            for tile in tiles:
                take(state, linear.geo, tile)
            _, first, one, two = choose_two(state, linear.geo, linear.arrays, weights, tiles, room, out)
            put(state, linear.geo, one, tiles[first])
            put(state, linear.geo, two, tiles[1 - first])
        last = int(deck[-1])
        take(state, linear.geo, last)
        finals = np.zeros(MAX_POSITIONS)
        linear_one_ply_values(state, linear.geo, linear.arrays, weights, last, room, out, finals)
        scores.append(finals.max())
    assert learner.scores(decks).tolist() == scores


def test_files_say_what_is_wrong_with_them(tmp_path: Path) -> None:
    made, other = of("orchid"), of("orchid", symbols="moon")
    inputs, path = inputs_of(made), tmp_path / "network-orchid.npz"
    network = some_network(inputs)
    about = {**about_network(made), "scale": 60.0}
    write_weights(path, about, pack(network, np.arange(inputs.features)))
    _, found, scale = load_network(path, made)
    assert scale == 60.0
    assert found.rows == pytest.approx(network.rows, abs=float(np.abs(network.rows).max()) / 250)
    with pytest.raises(WeightsError, match="no network for orchid"):
        load_network(path, other)
    small, damaged = tmp_path / "small.npz", tmp_path / "damaged.npz"
    write_weights(small, about, {"rows": network.rows[:10]})
    with pytest.raises(WeightsError, match="another size"):
        load_network(small, made)
    data = path.read_bytes()
    damaged.write_bytes(data[:5000] + bytes(20) + data[5020:])
    with pytest.raises(WeightsError, match="damaged"):
        load_network(damaged, made)


def test_a_network_of_other_rules_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = of("daffodil", placement="adjacent")
    inputs, path = inputs_of(made), tmp_path / "network-daffodil-placement-adjacent.npz"
    monkeypatch.setenv("PARTAKE_WEIGHTS", str(tmp_path))
    about, arrays = {**about_network(made), "scale": 60.0}, pack(some_network(inputs), np.arange(9))
    write_weights(path, about, arrays)
    assert network_file(made) == path
    write_weights(path, {**about, "rules": "other"}, arrays)
    assert network_file(made) is None
