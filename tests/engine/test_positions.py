"""A position as the beginning of another game: all seats have it, its tiles are out of the bag, its record holds."""

from __future__ import annotations

from typing import Any

import pytest

from partake.engine.actions import Draw, TakeBack
from partake.engine.chance import Seed
from partake.engine.hexagon.game import HexagonGame
from partake.engine.hexagon.view import HexagonView
from partake.engine.record.fields import settings
from partake.engine.record.json import record_from_json, record_to_json
from partake.engine.record.model import Record
from partake.engine.record.position import position_moves
from partake.engine.record.text import format_record, parse_record
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.rules.catalogue import catalogue
from partake.rules.errors import PartakeError, RecordError
from recorded import GOLDEN, steps_of

VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    ("classic", 1, {}),
    ("classic", 2, {"draw": "2", "placement": "adjacent"}),
    ("daffodil", 1, {"stamens": "reserve"}),
    ("daffodil", 2, {"stamens": "first", "placement": "symbol"}),
    ("nexus", 3, {"scrapyard": "passed"}),
    ("nexus", 1, {}),
    ("orchid", 2, {"draw": "2"}),
]
EVERY = 11
"""Of so many moments one is played on from."""


def game_of(name: str, seats: int, **options: Any) -> HexagonGame:
    """The game of the recorded steps."""
    return HexagonGame(arrange(catalogue().edition(name), options, seats=seats))


def finish(table: Table) -> Record:
    """The record of a game that everybody plays to its end as the rules list it."""
    while not table.is_over:
        if table.to_act:
            seat = table.to_act[0]
            table.play(seat, next(one for one in table.view(seat).legal if not isinstance(one, TakeBack)))
        else:
            table.deal()
    return table.record()


def played_on(view: HexagonView, seed: Seed) -> Table:
    """A game of two that begins with the board of a view's seat."""
    setup = arrange(view.setup.edition, {**settings(view.setup), "rounds": "1"}, seats=["Ann", "Bot"])
    moves, given = position_moves(setup, view)
    return Table.resume(Record(setup, seed.commitment, moves, seed, given=given))


@pytest.mark.parametrize(("name", "seats", "options"), VARIANTS, ids=str)
def test_a_game_goes_on_from_any_moment_of_another(name: str, seats: int, options: dict[str, Any]) -> None:
    game = game_of(name, seats, **options)
    moments = [step for step in steps_of(name, seats=seats, **options) if game.outcome(step.state) is None][1:]
    for number, step in enumerate(moments[::EVERY]):
        view = game.view(step.state, number % seats + 1)
        table = played_on(view, Seed.of(f"on {number}"))
        mine, bots = table.view(1), table.view(2)
        assert isinstance(mine, HexagonView)
        assert isinstance(bots, HexagonView)
        own = {tile for tile in view.cells[(view.seat or 1) - 1] if tile is not None}
        assert mine.cells[0] == bots.cells[1]
        assert {tile for tile in mine.cells[0] if tile is not None} == own or view.relocating
        assert (mine.drawn, mine.relocating) == (view.drawn, view.relocating)
        halfway, record = table.record(), finish(table)
        called = [tile for actor, action in record.moves if isinstance(action, Draw) for tile in action.tiles]
        assert called[: len(view.drawn)] == list(view.drawn)
        assert len(set(called)) == len(called) == view.variant.draws, "nothing that was drawn comes again"
        for kept in (halfway, record):
            assert parse_record(format_record(kept), catalogue()) == kept
            assert record_from_json(record_to_json(kept), catalogue()) == kept


def test_what_comes_next_is_the_order_of_the_seed_without_what_is_gone() -> None:
    step = steps_of("classic", seats=1)[20]
    view = game_of("classic", 1).view(step.state, 1)
    seed = Seed.of("another order")
    record = finish(played_on(view, seed))
    called = [tile for _, action in record.moves if isinstance(action, Draw) for tile in action.tiles]
    order = [tile for tile in seed.shuffled("round 1", view.variant.tiles.tiles) if tile not in view.drawn]
    assert called[len(view.drawn) :] == order[: 19 - len(view.drawn)]


def test_there_is_nothing_to_play_on_from_before_the_first_draw_after_the_end_and_for_spectators() -> None:
    steps = steps_of("classic", seats=1)
    game = game_of("classic", 1)
    for view in (game.view(steps[0].state, 1), game.view(steps[-1].state, 1), game.view(steps[9].state, None)):
        with pytest.raises(PartakeError, match="nothing to play on from here"):
            position_moves(game.setup, view)


def a_record() -> Record:
    """A finished game that was played on."""
    step = steps_of("classic", seats=1)[20]
    return finish(played_on(game_of("classic", 1).view(step.state, 1), Seed.of("given")))


def test_a_record_says_how_many_moves_were_given_and_is_believed_for_no_more() -> None:
    record = a_record()
    last = max(at for at, (_, action) in enumerate(record.moves) if isinstance(action, Draw))
    assert 0 < record.given < last
    text = format_record(record)
    assert f"Given: {record.given}\n" in text
    for wrong, sentence in (
        (text.replace(f"Given: {record.given}\n", ""), "is not what the seed gives"),
        (text.replace(f"Given: {record.given}", "Given: 1"), "is not what the seed gives"),
        (text.replace(f"Given: {record.given}", "Given: 0"), "the number of given moves cannot be"),
        (text.replace(f"Given: {record.given}", "Given: some"), "the number of given moves cannot be"),
        (text.replace(f"Given: {record.given}", "Given: 999"), "fewer moves than were given"),
    ):
        with pytest.raises(RecordError, match=sentence):
            parse_record(wrong, catalogue())


@pytest.mark.parametrize("given", [0, -1, True, "3", 2.5, None])
def test_in_json_too(given: object) -> None:
    with pytest.raises(RecordError, match="is not a number of moves"):
        record_from_json({**record_to_json(a_record()), "given": given}, catalogue())


@pytest.mark.parametrize("name", ["five-2", "classic-match"])
def test_a_match_and_take_five_may_have_given_moves_too(name: str) -> None:
    text = (GOLDEN / f"{name}.partake").read_text(encoding="utf-8")
    record = parse_record(text.replace("Commitment:", "Given: 3\nCommitment:", 1), catalogue())
    assert record.given == 3


def test_where_tiles_were_called_no_moves_are_given() -> None:
    record = record_to_json(a_record())
    with pytest.raises(RecordError, match="where tiles were called, no moves are given"):
        record_from_json({**record, "commitment": None, "seed": None}, catalogue())
