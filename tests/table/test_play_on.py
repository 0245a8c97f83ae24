"""Playing on from a position of a finished game: against a bot, on new draws, and for nobody's statistics."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from partake.engine.hexagon.view import HexagonView
from partake.engine.record.text import format_record, parse_record
from partake.review import review
from partake.review.hexagon.model import Review
from partake.rules.errors import PartakeError
from partake.store.rows import Status
from partake.table.challenges import Challenges
from partake.table.model import ConflictError, Person, SeatRequest
from partake.table.play_on import PlayOn, moves_before
from partake.table.statistics import statistics
from table_service import Evening, spend

HOST, BOT = SeatRequest("host"), SeatRequest("bot", "random")


async def seen(at: Evening, table: str, person: Person) -> HexagonView:
    """What a person sees."""
    view = (await at.state(table, person)).view
    assert isinstance(view, HexagonView)
    return view


async def finish(at: Evening, table: str, person: Person) -> None:
    """Play a game to its end, with all its pauses."""
    while (await at.info(table)).status == Status.PLAYING:
        if (await seen(at, table, person)).must_act:
            await at.act(table, person)
        else:
            await at.pass_by(1.0)


@pytest.mark.parametrize(
    "wanted",
    [{}, {"options": {"draw": 2}}, {"edition": "daffodil", "options": {"stamens": "reserve"}}, {"edition": "orchid"}],
    ids=str,
)
def test_the_position_stands_on_both_boards_and_the_game_goes_on_to_its_end(
    tmp_path: Path, wanted: dict[str, Any]
) -> None:
    async def course(at: Evening) -> None:
        [ann] = await at.guests("Ann")
        first = await at.table(ann, seats=(HOST, BOT), **wanted)
        await finish(at, first, ann)
        record, play_on = await at.tables.record(first), PlayOn(at.tables)
        moves = moves_before(record, game=1, seat=1, at=9)
        then = await at.tables.replays.view(first, record, moves, 1)
        info = await play_on.create(first, ann, moves=moves, level="random")
        assert (info.status, [seat.bot for seat in info.seats]) == (Status.PLAYING, [None, "random"])
        assert info.given
        view = await seen(at, info.id, ann)
        assert isinstance(then, HexagonView)
        assert (view.drawn, view.hand, view.cells[0]) == (then.drawn, then.hand, then.cells[0])
        assert [tile for tile in view.cells[1] if tile] == [tile for tile in then.cells[0] if tile]
        await finish(at, info.id, ann)
        played = await at.tables.record(info.id)
        assert parse_record(format_record(played), at.tables.catalogue) == played
        assert played.seed is not None
        assert played.commitment == info.commitment
        last = await seen(at, info.id, ann)
        assert last.drawn[: len(then.drawn)] == then.drawn
        assert last.drawn != (await seen(at, first, ann)).drawn, "what comes next is drawn anew"
        [only] = statistics(at.tables.catalogue, await at.people.games(ann))
        assert only["games"] == 1, "it counts for nobody's statistics"
        with pytest.raises(ConflictError, match="began in the middle"):
            await Challenges(at.tables).create(info.id, ann)
        assert (await at.tables.rematch(info.id, ann)).given == 0
        kept.append(info.id)

    async def later(at: Evening) -> None:
        assert (await at.tables.record(kept[0])).given
        assert await at.tables.replay(kept[0], 5)

    kept: list[str] = []
    spend(tmp_path, course)
    spend(tmp_path, later)


def test_it_can_be_reviewed_and_played_on_once_more(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        [ann] = await at.guests("Ann")
        first = await at.table(ann)
        await finish(at, first, ann)
        play_on = PlayOn(at.tables)
        second = await play_on.create(first, ann, moves=15, level="random")
        await finish(at, second.id, ann)
        found = review(await at.tables.record(second.id), seconds=0)
        assert isinstance(found, Review)
        assert [len(player.moves) for player in found.games[0].players] == [19, 19]
        record = await at.tables.record(second.id)
        for seat in (1, 2):
            moves = moves_before(record, game=1, seat=seat, at=12)
            third = await play_on.create(second.id, ann, moves=moves, seat=seat, level="random")
            assert len((await seen(at, third.id, ann)).drawn) == 12

    spend(tmp_path, course)


def test_a_stranger_to_the_game_may_play_on_from_the_board_of_any_seat(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, cleo = await at.guests("Ann", "Cleo")
        first = await at.table(ann, seats=(HOST, BOT), options={"rounds": 2})
        await finish(at, first, ann)
        record, play_on = await at.tables.record(first), PlayOn(at.tables)
        moves = moves_before(record, game=2, seat=2, at=4)
        info = await play_on.create(first, cleo, moves=moves, seat=2, level="random")
        view = await seen(at, info.id, cleo)
        then = await at.tables.replays.view(first, record, moves, 2)
        assert isinstance(then, HexagonView)
        assert (view.cells[0], view.rounds) == (then.cells[1], 1)

    spend(tmp_path, course)


def test_what_cannot_be_played_on_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        [ann] = await at.guests("Ann")
        play_on = PlayOn(at.tables)
        table = await at.table(ann)
        with pytest.raises(ConflictError, match="when it is over"):
            await play_on.create(table, ann, moves=3)
        await finish(at, table, ann)
        length = len((await at.tables.record(table)).moves)
        for moves, sentence in ((0, "nothing to play on"), (length, "nothing to play on"), (999, "moves")):
            with pytest.raises(PartakeError, match=sentence):
                await play_on.create(table, ann, moves=moves)
        with pytest.raises(ConflictError, match="no seat 2"):
            await play_on.create(table, ann, moves=9, seat=2)
        with pytest.raises(PartakeError, match="bot"):
            await play_on.create(table, ann, moves=9, level="nobody")
        with pytest.raises(ConflictError, match="no such move"):
            moves_before(await at.tables.record(table), game=1, seat=1, at=40)

    spend(tmp_path, course)


def test_f10_take_five_cannot_be_played_on(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        from recorded import FIVE

        [ann] = await at.guests("Ann")
        record = parse_record(FIVE, at.tables.catalogue)
        play_on = PlayOn(at.tables)

        async def found(table: str, person: str | None = None) -> Any:
            return record

        at.tables.record = found  # type: ignore[method-assign]
        with pytest.raises(ConflictError, match="lay face down"):
            await play_on.create("any", ann, moves=9)

    spend(tmp_path, course)
