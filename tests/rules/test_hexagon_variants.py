"""H25 to H27, H30 to H33 and H38 to H41: where tiles go in the variants."""

from __future__ import annotations

import pytest

import partake
from boards import ORCHID_EXAMPLE, Called, hexagon_edition, look, moves, open_cells, play_through, read
from partake.engine.actions import TakeBack
from partake.engine.outcome import Outcome, Score
from partake.rules.errors import IllegalActionError
from partake.rules.tiles import Tile

CLASSIC_CELLS = {cell.name for cell in hexagon_edition("classic").board.cells}
STAMENS = {"b4", "c2", "e2"}
ORCHIDS = {"c1", "c4", "f3"}
SLOTS = {"x1", "x2", "x3"}
YARD = {f"s{i}" for i in range(1, 8)}


def test_h25_each_later_tile_touches_one_already_placed() -> None:
    game = Called("classic", placement="adjacent")
    game.call("9-7-8")
    assert open_cells(game.view()) == CLASSIC_CELLS
    game.play(1, "9-7-8@a1")
    game.call("1-2-3")
    assert open_cells(game.view()) == {"a2", "b1", "b2"}
    with pytest.raises(IllegalActionError, match=r"^c3 does not touch a tile already placed$"):
        game.play(1, "1-2-3@c3")
    game.play(1, "1-2-3@b2")
    game.call("1-2-4")
    assert open_cells(game.view()) == {"a2", "b1", "b3", "c2", "c3"}


def test_h26_suns_touch_suns_and_moons_touch_moons() -> None:
    game = Called("classic", placement="symbol")
    game.place({"a1": "9-7-8"})
    game.call("1-2-4")
    assert open_cells(game.view()) == CLASSIC_CELLS - {"a1"}
    game.play(1, "1-2-4@e3")
    game.call("1-2-3")
    assert open_cells(game.view()) == {"a2", "b1", "b2"}
    with pytest.raises(IllegalActionError, match=r"^d4 does not touch a tile with the same symbol as 1-2-3$"):
        game.play(1, "1-2-3@d4")
    game.play(1, "1-2-3@b2")
    game.call("1-6-3")
    assert open_cells(game.view()) == {"d3", "d4", "e2"}


def test_h26_the_reason_is_the_symbol_where_tiles_are_passed_on_too() -> None:
    game = Called("nexus", seats=["Ann", "Bob"], placement="symbol", scrapyard="passed")
    game.call("9-7-8")
    game.play(1, "9-7-8@a1")
    game.play(2, "9-7-8@a1")
    game.call("1-2-3")
    with pytest.raises(IllegalActionError, match=r"^d4 does not touch a tile with the same symbol as 1-2-3$"):
        game.play(1, "1-2-3@d4")


def test_h26_anywhere_if_no_such_cell_is_free() -> None:
    game = Called("classic", placement="symbol")
    game.place({"a1": "9-7-8", "a2": "1-2-4", "b2": "1-6-3", "b1": "5-2-3"})
    game.call("1-2-3")
    assert open_cells(game.view()) == CLASSIC_CELLS - {"a1", "a2", "b1", "b2"}


def test_h27_tiles_are_called_in_pairs_and_placed_in_any_order() -> None:
    game = Called("classic", draw=2)
    with pytest.raises(IllegalActionError, match=r"^2 tiles are drawn at a time, not 1$"):
        game.call("9-7-8")
    game.call("9-7-8", "1-2-3")
    assert [str(tile) for tile in game.view().hand] == ["9-7-8", "1-2-3"]
    assert open_cells(game.view(), "9-7-8") == open_cells(game.view(), "1-2-3") == CLASSIC_CELLS
    game.play(1, "1-2-3@c3")
    assert game.view().must_act
    assert [str(tile) for tile in game.view().hand] == ["9-7-8"]
    game.play(1, "back")
    assert [str(tile) for tile in game.view().hand] == ["9-7-8", "1-2-3"]
    game.play(1, "9-7-8@c3")
    game.play(1, "1-2-3@a1")
    assert not game.view().must_act


@pytest.mark.parametrize(
    ("edition", "calls"), [("classic", [2] * 9 + [1]), ("daffodil", [2] * 10 + [1]), ("nexus", [2] * 22)]
)
def test_h27_the_last_odd_tile_is_called_alone(edition: str, calls: list[int]) -> None:
    table = partake.start(edition, seed="h27", draw=2)
    assert [len(view.called) for view in play_through(table) if view.called] == calls


def daffodil_cells() -> set[str]:
    return {cell.name for cell in hexagon_edition("daffodil").board.cells}


def test_h30_open_stamens_are_ordinary_cells() -> None:
    game = Called("daffodil")
    game.call("9-7-8")
    assert open_cells(game.view()) == daffodil_cells()


def test_h30_stamens_first() -> None:
    game = Called("daffodil", stamens="first")
    for tile, cell, free in (
        ("9-7-8", "e2", STAMENS),
        ("*-*-*", "c2", {"b4", "c2"}),
        ("1-2-3", "b4", {"b4"}),
    ):
        game.call(tile)
        assert open_cells(game.view()) == free
        with pytest.raises(IllegalActionError, match=r"^the first tiles go on the stamens$"):
            game.play(1, f"{tile}@a1")
        game.play(1, f"{tile}@{cell}")
    game.call("1-2-4")
    assert open_cells(game.view()) == daffodil_cells() - STAMENS


def test_h30_stamens_last() -> None:
    game = Called("daffodil", stamens="last")
    tiles = [str(tile) for tile in hexagon_edition("daffodil").tiles.tiles]
    petals = sorted(daffodil_cells() - STAMENS)
    game.call(tiles[0])
    with pytest.raises(IllegalActionError, match=r"^c2 is a stamen: they are filled last$"):
        game.play(1, f"{tiles[0]}@c2")
    assert open_cells(game.view()) == set(petals)
    game.play(1, f"{tiles[0]}@{petals[0]}")
    game.place(dict(zip(petals[1:], tiles[1:18], strict=True)))
    game.call("*-*-*")
    assert open_cells(game.view()) == STAMENS


def reserve_game(reserve: list[str]) -> Called:
    """A Daffodil game whose 21 tiles are placed, these three in the reserve."""
    game = Called("daffodil", stamens="reserve")
    others = [str(tile) for tile in hexagon_edition("daffodil").tiles.tiles if str(tile) not in reserve]
    game.place(dict(zip(sorted(SLOTS), reserve, strict=True)))
    game.place(dict(zip(sorted(daffodil_cells() - STAMENS), others, strict=False)))
    return game


def test_h31_three_tiles_go_in_the_reserve_at_any_time() -> None:
    game = Called("daffodil", stamens="reserve")
    game.call("9-7-8")
    assert open_cells(game.view()) == daffodil_cells() - STAMENS | SLOTS
    with pytest.raises(IllegalActionError, match=r"^c2 takes no tile before the end: only tiles of the reserve move"):
        game.play(1, "9-7-8@c2")
    game.play(1, "9-7-8@x2")
    game.place({"x1": "1-2-3", "x3": "1-*-*"})
    game.call("5-2-3")
    assert open_cells(game.view()) == daffodil_cells() - STAMENS


def test_h31_full_petals_leave_the_reserve() -> None:
    game = Called("daffodil", stamens="reserve")
    tiles = [str(tile) for tile in hexagon_edition("daffodil").tiles.tiles]
    game.place(dict(zip(sorted(daffodil_cells() - STAMENS), tiles, strict=False)))
    game.call(tiles[20])
    assert open_cells(game.view()) == SLOTS


def test_h31_there_is_no_reserve_in_a_game_without_one() -> None:
    game = Called("classic")
    game.call("9-7-8")
    with pytest.raises(IllegalActionError, match=r"^there is no reserve in this game: place the tile that was called$"):
        game.play(1, "done")


def test_h31_at_the_end_up_to_three_tiles_move_and_wildcards_may_not() -> None:
    game = reserve_game(["9-7-8", "1-*-*", "5-2-3"])
    with pytest.raises(IllegalActionError, match=r"^the reserve is used only at the end, when all tiles are placed$"):
        game.play(1, "9-7-8>c2")
    game.close()
    assert game.view().relocating
    assert moves(game.view()) == {
        *(f"{tile}>{stamen}" for tile in ("9-7-8", "5-2-3") for stamen in STAMENS),
        "done",
    }
    with pytest.raises(IllegalActionError, match=r"^1-\*-\* has a wild stripe: it stays in the reserve$"):
        game.play(1, "1-*-*>c2")
    game.play(1, "9-7-8>c2")
    assert moves(game.view()) == {"5-2-3>e2", "5-2-3>b4", "done", "back"}
    game.play(1, "back")
    game.play(1, "5-2-3>c2")
    game.play(1, "done")
    with pytest.raises(IllegalActionError, match=r"^you have said that you are done$"):
        game.play(1, "9-7-8>e2")
    game.close()
    assert game.outcome is not None


def test_h32_the_first_three_tiles_are_exempt_with_stamens_first() -> None:
    for placement in ("adjacent", "symbol"):
        game = Called("daffodil", stamens="first", placement=placement)
        for tile, free in (("9-7-8", STAMENS), ("9-2-3", STAMENS - {"b4"}), ("1-2-3", {"e2"})):
            game.call(tile)
            assert open_cells(game.view()) == free
            game.play(1, f"{tile}@{min(free)}")
    game = Called("daffodil", stamens="first", placement="symbol")
    game.place({"b4": "9-7-8", "c2": "1-2-4", "e2": "1-6-3"})
    game.call("1-2-3")
    assert open_cells(game.view()) == {"a1", "a2", "b3", "b5", "c4", "c5"}


def test_h32_reserve_and_scrapyard_are_never_bound() -> None:
    game = Called("daffodil", stamens="reserve", placement="adjacent")
    game.place({"a1": "9-7-8"})
    game.call("1-2-3")
    assert open_cells(game.view()) == {"a2", "b3"} | SLOTS
    game = Called("nexus", placement="adjacent")
    game.place({"s1": "9-7-8"})
    game.call("1-2-3")
    assert len(open_cells(game.view())) == 37 + 6
    game.play(1, "1-2-3@a1")
    game.call("4-2-3")
    assert open_cells(game.view()) == {"a2", "b1", "b2"} | YARD - {"s1"}


def test_h33_each_tile_goes_on_nexus_or_the_scrapyard_until_both_are_full() -> None:
    game = Called("nexus")
    game.call("9-7-8")
    assert open_cells(game.view()) >= YARD
    assert len(open_cells(game.view())) == 44
    game.play(1, "9-7-8@s4")
    tiles = [str(tile) for tile in hexagon_edition("nexus").tiles.tiles if str(tile) != "9-7-8"]
    game.place(dict(zip([cell.name for cell in hexagon_edition("nexus").board.cells], tiles, strict=False)))
    game.call(tiles[40])
    assert open_cells(game.view()) == YARD - {"s4"}


def test_h38_the_left_neighbour_chooses_the_cell_of_a_scrapped_tile() -> None:
    game = Called("nexus", seats=["Ann", "Bob", "Cem"], scrapyard="passed")
    assert game.view().holders == (2, 3, 1)
    game.call("9-7-8")
    assert YARD.isdisjoint(open_cells(game.view(1)))
    with pytest.raises(IllegalActionError, match=r"^your neighbour chooses the cell: write 9-7-8@s to scrap the tile$"):
        game.play(1, "9-7-8@s1")
    game.play(1, "9-7-8@s")
    assert game.view(2).handed == ((1, Tile(9, 7, 8)),)
    assert {f"9-7-8@{cell}/1" for cell in YARD} <= moves(game.view(2))
    game.play(2, "9-7-8@a1")
    assert game.view(2).to_act == (2, 3)
    with pytest.raises(IllegalActionError, match=r"^you do not hold the scrapyard of seat 1$"):
        game.play(3, "9-7-8@s4/1")
    with pytest.raises(IllegalActionError, match=r"^seat 1 has not scrapped 1-2-3$"):
        game.play(2, "1-2-3@s4/1")
    with pytest.raises(IllegalActionError, match=r"^a2 is not an empty cell of that scrapyard$"):
        game.play(2, "9-7-8@a2/1")
    game.play(2, "9-7-8@s4/1")
    with pytest.raises(IllegalActionError, match=r"^there is nothing to take back$"):
        game.play(1, "back")
    game.play(3, "9-7-8@a1")
    game.call("1-2-3")
    assert game.view(3).sheets[0]["s4"] == Tile(9, 7, 8)


def test_h38_a_full_scrapyard_takes_no_more() -> None:
    game = Called("nexus", seats=2, scrapyard="passed")
    for i, tile in enumerate(hexagon_edition("nexus").tiles.tiles[:7], start=1):
        game.call(str(tile))
        game.play(1, f"{tile}@s")
        game.play(2, f"{tile}@s{i}/1")
        game.play(2, f"{tile}@s")
        game.play(1, f"{tile}@s{i}/2")
    game.call("12-11-10")
    assert "12-11-10@s" not in moves(game.view(1))
    with pytest.raises(IllegalActionError, match=r"^your scrapyard is full$"):
        game.play(1, "12-11-10@s")


def test_h38_the_last_cell_of_a_scrapyard_takes_one_tile_of_a_pair() -> None:
    game = Called("nexus", seats=2, scrapyard="passed", draw=2)
    for one, other in (("1-2-3", "1-2-5"), ("1-2-8", "1-2-10"), ("1-6-3", "1-6-5")):
        game.call(one, other)
        cell = len(game.view().drawn)
        for tile, target in ((one, cell - 1), (other, cell)):
            game.play(1, f"{tile}@s")
            game.play(2, f"{tile}@s{target}/1")
            game.play(2, f"{tile}@{'abcdefg'[target]}1")
    game.call("12-11-8", "12-11-10")
    game.play(1, "12-11-8@s")
    assert "12-11-10@s" not in moves(game.view(1))
    with pytest.raises(IllegalActionError, match=r"^your scrapyard is full$"):
        game.play(1, "12-11-10@s")
    game.play(1, "back")
    assert {"12-11-8@s", "12-11-10@s"} <= moves(game.view(1))


def test_h38_in_later_games_the_standings_decide_who_holds_what() -> None:
    table = partake.start("nexus", seats=3, seed="h38", scrapyard="passed", rounds=2)
    while look(table.view()).round == 1:
        table.deal()
        while table.to_act:
            seat = table.to_act[0]
            actions = [a for a in table.view(seat).legal if not isinstance(a, TakeBack)]
            table.play(seat, actions[seat * 7 % len(actions)])
    view = look(table.view())
    first, second, third = view.standings.standings
    assert view.standings.totals[first - 1] >= view.standings.totals[second - 1] >= view.standings.totals[third - 1]
    assert (first, second, third) != (1, 2, 3)
    assert {first: view.holders[first - 1], second: view.holders[second - 1], third: view.holders[third - 1]} == {
        first: second,
        second: third,
        third: first,
    }


def test_h39_without_scrapyard_nexus_is_played_alone() -> None:
    table = partake.start("nexus", seed="h39", scrapyard="none")
    seen = list(play_through(table))
    assert sum(len(view.called) for view in seen) == 37
    assert table.outcome is not None
    assert {item.kind for item in table.outcome.scores[0].items}.isdisjoint({"scrapyard", "penalty"})


def orchid_cells() -> set[str]:
    return {cell.name for cell in hexagon_edition("orchid").board.cells} - ORCHIDS


@pytest.mark.parametrize("symbol", ["sun", "moon"])
def test_h40_orchid_is_played_with_one_symbol(symbol: str) -> None:
    table = partake.start("orchid", seed="h40", symbols=symbol)
    *_, last = play_through(table)
    symbols = hexagon_edition("orchid").tiles.symbols
    assert {symbols[tile] for tile in last.drawn} == {symbol}
    assert len(last.drawn) == 25
    assert last.variant.scrapyard is None
    assert last.variant.options.rays == "none"


def test_h40_orchid_cells_take_no_tile_and_the_reserve_takes_three() -> None:
    game = Called("orchid")
    game.call("1-2-3")
    assert open_cells(game.view()) == orchid_cells() | SLOTS
    assert len(orchid_cells()) == 22
    with pytest.raises(IllegalActionError, match=r"^c4 takes no tile before the end: only tiles of the reserve move"):
        game.play(1, "1-2-3@c4")
    game.play(1, "1-2-3@x3")
    game.place({"x1": "1-2-8", "x2": "9-2-3"})
    game.call("9-7-8")
    assert open_cells(game.view()) == orchid_cells()


def test_h40_a_full_board_leaves_the_reserve() -> None:
    game = Called("orchid", symbols="moon")
    tiles = [str(tile) for tile in game.view().variant.tiles.tiles]
    game.place(dict(zip(sorted(orchid_cells()), tiles, strict=False)))
    game.call(tiles[30])
    assert open_cells(game.view()) == SLOTS


def test_h41_up_to_three_reserve_tiles_move_onto_orchid_cells_one_each() -> None:
    game = Called("orchid")
    game.place(read("orchid", ORCHID_EXAMPLE))
    game.close()
    reserve = ("1-11-10", "1-2-3", "9-11-10")
    assert moves(game.view()) == {*(f"{tile}>{cell}" for tile in reserve for cell in ORCHIDS), "done"}
    game.play(1, "1-11-10>c1")
    with pytest.raises(IllegalActionError, match=r"^c1 is not an empty cell that takes a tile of the reserve$"):
        game.play(1, "1-2-3>c1")
    with pytest.raises(IllegalActionError, match=r"^1-11-10 is not in your reserve$"):
        game.play(1, "1-11-10>c4")
    with pytest.raises(IllegalActionError, match=r"^a1 is not an empty cell that takes a tile of the reserve$"):
        game.play(1, "1-2-3>a1")
    game.play(1, "1-2-3>c4")
    game.play(1, "9-11-10>f3")
    assert moves(game.view()) == {"done", "back"}


def test_h41_tiles_left_in_the_reserve_count_for_nothing() -> None:
    game = Called("orchid")
    game.place(read("orchid", ORCHID_EXAMPLE))
    game.close()
    before = game.view().scores[0]
    game.play(1, "done")
    game.close()
    assert game.outcome == Outcome((Score("Player 1", before.items),))
    left = {cell: tile for cell, tile in read("orchid", ORCHID_EXAMPLE).items() if cell not in SLOTS}
    assert partake.sheet("orchid", left).score.total == before.total
