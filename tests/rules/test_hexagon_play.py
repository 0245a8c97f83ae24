"""H15 to H21: how all hexagon games are played."""

from __future__ import annotations

import pytest

import partake
from boards import HEXAGON, Called, hexagon_edition, look, moves, open_cells, play_through
from partake.engine.actions import DEALER, Draw, Place
from partake.engine.notation import format_action
from partake.engine.setup import arrange, make_game
from partake.rules.errors import IllegalActionError, OptionError
from partake.rules.tiles import Tile

CLASSIC_CELLS = {cell.name for cell in hexagon_edition("classic").board.cells}

Options = dict[str, str | int | bool]
PLAYED: list[tuple[str, Options, int, int]] = [
    ("classic", {}, 19, 27),
    ("daffodil", {}, 21, 31),
    ("daffodil", {"stamens": "reserve"}, 21, 31),
    ("nexus", {}, 44, 64),
    ("nexus", {"scrapyard": "none"}, 37, 64),
    ("orchid", {}, 25, 32),
    ("orchid", {"symbols": "moon"}, 25, 32),
    ("orchid", {"symbols": "both"}, 25, 64),
]


@pytest.mark.parametrize(("edition", "options", "draws", "tiles"), PLAYED)
def test_h15_everybody_places_the_same_tiles_until_the_boards_are_full(
    edition: str, options: Options, draws: int, tiles: int
) -> None:
    table = partake.start(edition, seats=2, seed="h15", data=(), is_open=False, **options)
    seen = list(play_through(table))
    assert len(seen[0].variant.tiles.tiles) == tiles
    calls = [view.called[0] for view in seen if view.called]
    assert len(calls) == len(set(calls)) == draws
    final = look(table.view())
    for sheet in final.sheets:
        assert {tile for _, tile in sheet} == set(calls)
    empty = {cell for cell in final.variant.positions if final.sheets[0][cell] is None}
    assert len(empty) == len(final.variant.targets)


def test_h15_the_next_tile_is_drawn_when_all_have_placed() -> None:
    table = partake.start("classic", seats=3, seed="h15")
    draw = table.deal()
    assert isinstance(draw, Draw)
    assert table.view().to_act == (1, 2, 3)
    for seat, cell in ((2, "a1"), (3, "c3"), (1, "e3")):
        with pytest.raises(IllegalActionError, match=r"^the game waits for its players$"):
            table.deal()
        table.play(seat, Place(draw.tiles[0], cell))
    assert not table.to_act
    assert table.deal() != draw


def test_h15_nobody_knows_the_order_beforehand() -> None:
    one, other = (partake.start("classic", seats=2, seed=seed) for seed in ("one", "other"))
    assert one.view(1) == other.view(1)
    assert look(one.view(1)).bag == hexagon_edition("classic").tiles.tiles
    one.deal(), other.deal()
    assert look(one.view(1)).bag != look(other.view(1)).bag


def test_h15_node_counts_of_classic() -> None:
    game = make_game(arrange(partake.edition("classic"), {"takeback": "no"}))
    start = game.start()
    placed = [
        game.play(drawn, 1, action)
        for draw in game.legal(start, DEALER)
        for drawn in [game.play(start, DEALER, draw)]
        for action in game.legal(drawn, 1)
    ]
    assert len(placed) == 513
    second = sum(
        len(game.legal(game.play(state, DEALER, draw), 1)) for state in placed for draw in game.legal(state, DEALER)
    )
    assert second == 240_084


def test_h16_every_tile_must_be_placed_and_only_the_called_one() -> None:
    game = Called("classic")
    with pytest.raises(IllegalActionError, match=r"^nothing has been called yet$"):
        game.play(1, "9-7-8@c3")
    game.call("9-7-8")
    assert open_cells(game.view()) == CLASSIC_CELLS
    assert game.view().must_act
    with pytest.raises(IllegalActionError, match=r"^1-2-3 is not yours to place now: 9-7-8 was called$"):
        game.play(1, "1-2-3@c3")
    with pytest.raises(IllegalActionError, match=r"^not everybody has placed: the dealer must wait$"):
        game.call("1-2-3")


def test_h16_one_tile_per_cell() -> None:
    game = Called("classic")
    game.place({"c3": "9-7-8"})
    game.call("1-2-3")
    assert open_cells(game.view()) == CLASSIC_CELLS - {"c3"}
    with pytest.raises(IllegalActionError, match=r"^c3 is taken by 9-7-8$"):
        game.play(1, "1-2-3@c3")
    with pytest.raises(IllegalActionError, match=r"^there is no cell f1$"):
        game.play(1, "1-2-3@f1")


@pytest.mark.parametrize(
    ("tiles", "reason"),
    [
        (("9-7-8",), "9-7-8 has been drawn before"),
        (("12-2-3",), "12-2-3 is not in the bag: it is not one of the tiles of this game"),
        (("1-2-3", "1-2-4"), "1 tile is drawn at a time, not 2"),
    ],
)
def test_h16_the_dealer_cannot_call_what_is_not_in_the_bag(tiles: tuple[str, ...], reason: str) -> None:
    game = Called("classic")
    game.place({"c3": "9-7-8"})
    with pytest.raises(IllegalActionError) as problem:
        game.call(*tiles)
    assert str(problem.value) == reason


def test_h17_a_placed_tile_may_be_moved_until_the_next_draw() -> None:
    game = Called("classic")
    game.call("9-7-8")
    game.play(1, "9-7-8@c3")
    assert moves(game.view()) == {"back"}
    assert not game.view().must_act
    game.play(1, "back")
    assert game.view().must_act
    assert dict(game.view().sheet) == {}
    game.play(1, "9-7-8@a1")
    game.call("1-2-3")
    assert "back" not in moves(game.view())
    with pytest.raises(IllegalActionError, match=r"^there is nothing to take back$"):
        game.play(1, "back")
    assert dict(game.view().sheet) == {"a1": Tile(9, 7, 8)}


def test_h17_without_take_back_a_placed_tile_stays() -> None:
    game = Called("classic", takeback=False)
    game.place({"c3": "9-7-8"})
    assert game.view().legal == ()
    with pytest.raises(IllegalActionError, match=r"^this game is played without take-back$"):
        game.play(1, "back")


@pytest.mark.parametrize("edition", HEXAGON)
def test_h18_one_to_eight_players(edition: str) -> None:
    for seats in (1, 8):
        assert len(partake.start(edition, seats=seats).view().setup.seats) == seats
    with pytest.raises(OptionError, match=rf"^{edition} takes 1 to 8 players, not 9; an open table takes more$"):
        partake.start(edition, seats=9)
    with pytest.raises(OptionError, match=rf"^{edition} takes 1 to 8 players, not 0"):
        partake.start(edition, seats=0)


def test_h18_open_tables_take_more_unless_the_rules_tie_players_together() -> None:
    table = partake.start("nexus", seats=100, is_open=True)
    table.deal()
    assert len(table.to_act) == 100
    reason = r"^an open table needs rules under which no player's score depends on another's board$"
    for edition, options in (("classic", {"rays": "best"}), ("nexus", {"scrapyard": "lowest"})):
        with pytest.raises(OptionError, match=reason):
            partake.start(edition, seats=9, is_open=True, seed=None, data=(), **options)
    with pytest.raises(OptionError, match=r"^nexus takes 1 to 8 players, not 9$"):
        partake.start("nexus", seats=9, scrapyard="passed")


def test_h19_a_call_reads_vertical_rising_falling() -> None:
    assert format_action(Draw((Tile(vertical=1, rising=11, falling=10),))) == "+1-11-10"
    assert format_action(Draw((Tile(vertical=9, rising=2, falling=4),))) == "+9-2-4"


def test_h20_points_of_several_games_add_up_and_the_caller_changes() -> None:
    table = partake.start("classic", seats=["Ann", "Bob"], seed="h20", rounds=4)
    callers = {view.round: view.caller for view in play_through(table)}
    assert callers == {1: 1, 2: 2, 3: 1, 4: 2}
    outcome = table.outcome
    assert outcome is not None
    for score in outcome.scores:
        assert score.total == sum(score.of_round(number).total for number in (1, 2, 3, 4))
        assert {item.round for item in score.items} <= {1, 2, 3, 4}
    games = look(table.view()).finished
    assert len({game.sheets[0] for game in games}) == 4


def test_h20_the_highest_total_wins_and_equal_totals_share() -> None:
    game = Called("classic", seats=["Ann", "Bob", "Cem"])
    column = ["9-2-3", "9-2-4", "9-2-8"]
    others = [str(tile) for tile in hexagon_edition("classic").tiles.tiles if str(tile) not in column][:16]
    cells = [cell for cell in game.view().variant.positions if cell[0] != "a"]
    for i, tile in enumerate([*column, *others]):
        game.call(tile)
        good = [f"a{i + 1}"] if i < 3 else [cells[i - 3]]
        spoilt = {"a3": "e3", "e3": "a3"}.get(good[0], good[0])
        for seat, cell in ((1, good[0]), (2, good[0]), (3, spoilt)):
            game.play(seat, f"{tile}@{cell}")
    game.close()
    assert game.outcome is not None
    assert game.outcome.totals[0] == game.outcome.totals[1] >= 27
    assert game.outcome.totals[2] < game.outcome.totals[0]
    assert game.outcome.winners == (1, 2)
    assert str(game.outcome).startswith("Ann and Bob share the win: ")


def test_h21_two_people_share_one_seat_and_one_board() -> None:
    table = partake.start("nexus", seats=[("Ann", "Bob"), "Cem & Dot"], scrapyard="lowest")
    assert table.setup.names == ("Ann & Bob", "Cem & Dot")
    table.deal()
    assert table.to_act == (1, 2)
    assert len(look(table.view()).sheets) == 2
    with pytest.raises(OptionError, match=r"^at most two people share a seat$"):
        partake.start("nexus", seats=[("Ann", "Bob", "Cem")])
