"""H34 to H38 and H42 to H44: bonus tiles, the longest ray, scrapyards and orchid cells, with the worked examples."""

from __future__ import annotations

from fractions import Fraction

import pytest

import partake
from boards import (
    ORCHID_EXAMPLE,
    Called,
    earned,
    hexagon_edition,
    look,
    play_through,
    read,
    scores_of,
    scrapyard_value,
    sheet,
)
from partake.engine.notation import format_action


def yard(tiles: str) -> dict[str, str]:
    """A scrapyard from its seven tiles, `s1` to `s7`; strokes only show the columns."""
    return {f"s{i}": tile for i, tile in enumerate(tiles.replace("/", " ").split(), start=1) if tile != "."}


# Nexus

COLUMN = {"a2": "9-2-5", "a3": "9-2-10", "a4": "9-11-5"}
RISING = {"b1": "1-7-3", "c1": "4-7-3", "d1": "12-7-3"}
FALLING = {"b2": "1-2-8", "c3": "4-2-8", "d4": "12-2-8", "e4": "1-7-8", "f4": "4-7-8", "g4": "12-7-8"}


@pytest.mark.parametrize(
    ("around", "points"),
    [
        (COLUMN | RISING | FALLING, {"line": 36 + 28 + 56, "bonus": 80}),
        (COLUMN | RISING, {"line": 36 + 28, "bonus": 40}),
        (COLUMN | FALLING, {"line": 36 + 56, "bonus": 40}),
        (RISING | FALLING, {"line": 28 + 56, "bonus": 40}),
        (COLUMN, {"line": 36}),
        ({}, {}),
    ],
)
def test_h34_a_gold_tile_counts_by_the_lines_that_cross_it(around: dict[str, str], points: dict[str, int]) -> None:
    found = partake.sheet("nexus", {"a1": "9-7-8"} | around, rays="none", scrapyard="none").score
    assert earned(found) == points
    bonus = [(str(i.tile), i.bonus, i.cells, i.crossed) for i in found.items if i.kind == "bonus"]
    crossed = {80: 3, 40: 2}.get(points.get("bonus", 0))
    assert bonus == ([("9-7-8", "gold", ("a1",), crossed)] if crossed else [])


def test_h34_a_silver_tile_is_worth_half_of_gold() -> None:
    rising = {"b1": "1-6-3", "c1": "4-6-3", "d1": "12-6-3"}
    falling = {"b2": "1-2-3", "c3": "4-2-3", "d4": "12-2-3", "e4": "1-7-3", "f4": "4-7-3", "g4": "12-7-3"}
    silver = {"a1": "9-6-3"}
    options = {"rays": "none", "scrapyard": "none"}
    bonuses = [
        earned(scores_of("nexus", silver | around, **options)[0]).get("bonus", 0)
        for around in (COLUMN | rising | falling, COLUMN | rising, COLUMN)
    ]
    assert bonuses == [40, 20, 0]


RAY_OF_4 = {"a1": "1-2-3", "a2": "4-2-5", "a3": "9-2-3", "a4": "12-2-5"}
RAY_OF_5 = {"b1": "1-2-5", "b2": "4-2-3", "b3": "9-2-5", "b4": "12-2-3", "b5": "1-6-3"}
OTHER_RAY_OF_4 = {"g1": "1-7-5", "g2": "4-6-5", "g3": "9-6-3", "g4": "12-7-3"}


def test_h35_only_the_longest_ray_counts_once() -> None:
    options = {"scrapyard": "none"}
    assert earned(scores_of("nexus", RAY_OF_4, **options)[0]) == {"ray": 40}
    assert earned(scores_of("nexus", RAY_OF_4 | RAY_OF_5, **options)[0]) == {"ray": 50}
    assert earned(scores_of("nexus", RAY_OF_4 | OTHER_RAY_OF_4, **options)[0]) == {"ray": 40}
    assert earned(scores_of("nexus", RAY_OF_4, rays="none", **options)[0]) == {}


def test_h35_a_ray_does_not_count_on_the_scrapyard() -> None:
    suns = yard("1-2-3 4-2-5 / 1-2-8 4-6-3 9-6-5 / 12-7-5 4-7-5")
    assert "ray" not in earned(scores_of("nexus", suns)[0])


LIMIT = """
    4-6-10 4-6-8 4-2-10 4-11-3
    12-2-3 12-6-10 12-2-8 12-11-10 12-7-3
    9-6-8 9-6-3 9-6-10 9-11-8 9-7-10 9-2-3
    9-11-3 4-6-5 4-6-3 1-11-10 4-7-8 1-6-10 1-11-3
    9-6-5 12-11-8 12-11-3 12-7-10 9-2-8 1-2-10
    1-2-5 1-11-5 1-7-3 1-7-10 1-2-8
    4-11-8 4-7-5 4-7-3 4-11-10
    1-7-5 1-2-3
    4-7-10 12-2-5 9-7-3
    9-11-10 9-7-5
"""


def test_h35_the_worked_total_of_628() -> None:
    found = sheet("nexus", LIMIT).score
    assert earned(found) == {"line": 498, "bonus": 140, "ray": 50, "penalty": -60}
    assert found.total == 628
    bonuses = sorted((item.bonus, item.points) for item in found.items if item.kind == "bonus")
    assert bonuses == [("gold", 80), ("silver", 20), ("silver", 40)]
    assert [(item.symbol, len(item.cells)) for item in found.items if item.kind == "ray"] == [("moon", 5)]
    assert scrapyard_value(found) == 53


YARDS = [
    pytest.param("1-6-3 1-6-8 / 4-6-10 9-6-3 1-7-8 / 1-6-10 1-7-3", 60, id="a full and a half silver"),
    pytest.param("4-2-10 4-11-8 / 1-2-8 1-6-5 1-6-3 / 1-11-8 1-6-8", 40, id="three silver halves"),
    pytest.param("4-7-10 4-7-5 / 4-7-3 4-7-8 4-6-5 / 12-7-3 1-6-8", 80, id="a full gold"),
    pytest.param("9-6-8 9-6-3 / 4-6-5 12-11-10 1-2-3 / 12-7-5 4-2-10", 40, id="two gold halves"),
    pytest.param("1-7-5 1-2-3 / 4-7-10 12-2-5 9-7-3 / 9-11-10 9-7-5", 53, id="lines 20 18 15"),
    pytest.param("9-6-3 9-11-3 / 12-11-10 12-11-3 12-7-5 / 9-11-10 9-7-3", 89, id="lines 36 33 20"),
    pytest.param("9-2-3 1-6-8 / 1-11-3 9-6-3 9-6-8 / 12-6-10 12-6-3", 58, id="lines 24 18 16"),
    pytest.param("12-7-3 1-2-8 / 12-7-5 1-2-3 9-6-8 / 1-2-5 4-6-3", 42, id="lines 16 14 12"),
    pytest.param("1-2-3 1-6-5 / 9-2-5 9-11-8 9-11-5 / 1-7-5 1-11-8", 59, id="lines 27 22 10"),
    pytest.param(". . / . . . / . .", 0, id="empty"),
]


@pytest.mark.parametrize(("tiles", "value"), YARDS)
def test_h36_a_scrapyard_is_worth_its_best_lines_silvers_or_gold(tiles: str, value: int) -> None:
    (found,) = scores_of("nexus", yard(tiles))
    assert scrapyard_value(found) == value
    assert earned(found) == ({"penalty": -60} if value < 60 else {})
    (item,) = (item for item in found.items if item.kind == "scrapyard")
    assert sum(part.points for part in item.parts) == value


WORTH = {value.values[1]: yard(str(value.values[0])) for value in YARDS}


def penalties(rule: str, *values: int) -> list[object]:
    found = scores_of("nexus", *(WORTH[value] for value in values), scrapyard=rule)
    assert [scrapyard_value(score) for score in found] == list(values)
    return [earned(score).get("penalty", 0) for score in found]


def test_h37_the_lowest_scrapyard_loses_60_whatever_its_value() -> None:
    assert penalties("lowest", 42, 53, 89) == [-60, 0, 0]
    assert penalties("lowest", 89, 80) == [0, -60]


def test_h37_ties_share_the_penalty() -> None:
    assert penalties("lowest", 42, 42, 89) == [-30, -30, 0]
    assert penalties("lowest", 42, 42, 42, 89) == [-20, -20, -20, 0]
    assert penalties("lowest", *[53] * 7, 58) == [Fraction(-60, 7)] * 7 + [0]
    assert penalties("lowest", *[53] * 8) == [Fraction(-15, 2)] * 8


def test_h38_the_highest_scrapyard_loses_60_and_ties_share() -> None:
    assert penalties("passed", 42, 53, 89) == [0, 0, -60]
    assert penalties("passed", 42, 53, 53) == [0, -30, -30]
    assert penalties("passed", 53, 53, 53, 0) == [-20, -20, -20, 0]


# Orchid


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("9-7-3 1-7-8 . 4-7-5 12-7-10", 28),
        ("9-7-3 1-7-8 1-7-3 4-7-5 12-7-10", 35),
        ("9-7-3 1-7-8 . 4-6-3 12-6-8", 0),
        ("9-7-3 1-7-8 4-6-3 4-7-5 12-7-10", 0),
        ("9-7-3 . . 4-7-5 12-7-10", 0),
    ],
)
def test_h42_an_orchid_row_counts_with_four_or_five_tiles(row: str, points: int) -> None:
    cells = zip(("a1", "b1", "c1", "d1", "e1"), row.split(), strict=True)
    assert partake.sheet("orchid", {cell: tile for cell, tile in cells if tile != "."}).score.total == points


@pytest.mark.parametrize(
    ("orchids", "points"),
    [({}, 18), ({"c1": "9-2-8"}, 27), ({"c1": "9-2-8", "c4": "9-6-5"}, 36), ({"c4": "4-2-5"}, 0)],
)
def test_h42_other_lines_do_without_an_empty_orchid_cell_too(orchids: dict[str, str], points: int) -> None:
    assert partake.sheet("orchid", {"c2": "9-2-3", "c3": "9-7-8"} | orchids).score.total == points


MOVES = (("1-11-10", "x1", "c1", 11), ("1-2-3", "x2", "c4", 86), ("9-11-10", "x3", "f3", -27))


def test_h43_the_three_worked_moves_in_play() -> None:
    game = Called("orchid")
    game.place(read("orchid", ORCHID_EXAMPLE))
    game.close()
    for tile, _, cell, gain in MOVES:
        before = game.view().scores[0].total
        game.play(1, f"{tile}>{cell}")
        assert game.view().scores[0].total - before == gain
    game.play(1, "back")
    game.play(1, "done")
    game.close()
    assert game.outcome is not None
    assert game.outcome.totals == (sheet("orchid", ORCHID_EXAMPLE).score.total + 11 + 86,)


def test_h43_what_each_move_would_bring_is_known_before_it_is_made() -> None:
    game = Called("orchid")
    game.place(read("orchid", ORCHID_EXAMPLE))
    assert game.view().gains == {}, "nothing moves before the end"
    game.close()
    for tile, _, cell, gain in MOVES:
        gains = {format_action(action): points for action, points in game.view().gains.items()}
        assert gains[f"{tile}>{cell}"] == gain
        assert set(gains) == {text for text in map(format_action, game.view().legal) if ">" in text}
        for text, points in gains.items():
            before = game.view().scores[0].total
            game.play(1, text)
            assert game.view().scores[0].total - before == points
            game.play(1, "back")
        game.play(1, f"{tile}>{cell}")
    assert game.view().gains == {}, "the reserve is empty"


def test_h43_the_three_worked_moves_on_sheets() -> None:
    tiles = read("orchid", ORCHID_EXAMPLE)
    before = earned(partake.sheet("orchid", tiles).score)
    gains = []
    for tile, slot, cell, _ in MOVES:
        del tiles[slot]
        tiles[cell] = tile
        after = earned(partake.sheet("orchid", tiles).score)
        gains.append((_gain(before, after, "line"), _gain(before, after, "bonus")))
        before = after
    assert gains == [(1 + 10, 0), (1 + 2 + 3, 80), (9 + 10 - 6, -40)]


def _gain(before: dict[str, object], after: dict[str, object], kind: str) -> int:
    return int(str(after.get(kind, 0))) - int(str(before.get(kind, 0)))


SUN_ROW = {"f1": "9-2-3", "f2": "9-7-8", "f4": "1-2-8", "f5": "4-6-3"}


@pytest.mark.parametrize(
    ("orchid", "points"), [({}, 40), ({"f3": "12-6-8"}, 50), ({"f3": "12-6-5"}, 0), ({"f3": "9-6-3"}, 0)]
)
def test_h44_with_both_symbols_the_longest_ray_counts_over_four_or_five_tiles(
    orchid: dict[str, str], points: int
) -> None:
    tiles = SUN_ROW | orchid
    assert partake.sheet("orchid", tiles, symbols="both").score.total == points
    assert partake.sheet("orchid", tiles, symbols="both", rays="none").score.total == 0


def test_h44_with_both_symbols_rays_are_on_by_default() -> None:
    table = partake.start("orchid", seed="h44", symbols="both")
    *_, last = play_through(table)
    assert last.variant.options.rays == "longest"
    assert {hexagon_edition("orchid").tiles.symbols[tile] for tile in last.drawn} == {"sun", "moon"}
    assert look(partake.start("orchid", symbols="both", rays="none").view()).variant.options.rays == "none"
    assert partake.sheet("orchid", SUN_ROW).score.total == 0
