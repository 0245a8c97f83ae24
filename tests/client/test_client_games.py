"""Whole games over HTTP: people and bots at real servers, by the client alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import aclosing, asynccontextmanager
from typing import Any, TypeVar

import pytest

from partake import bots
from partake.client import MovesEvent, RefusedError, RemoteTable, Seat, Server, StaleError, StateEvent, connect
from partake.engine.actions import Action, TakeBack
from partake.engine.contract import Entry, View
from partake.engine.five.view import redacted
from partake.engine.hexagon.view import HexagonView
from partake.engine.table import Table
from served import Served, serving

T = TypeVar("T")
PATIENCE = 60.0
"""Seconds after which a test counts as hung."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("client")) as found:
        yield found


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


@asynccontextmanager
async def two(served: Served) -> AsyncIterator[tuple[Server, Server]]:
    """Ann and Bob."""
    async with connect(served.link, nickname="Ann") as ann, connect(served.link, nickname="Bob") as bob:
        yield ann, bob


async def table_of_two(ann: Server, edition: str = "classic", **options: Any) -> RemoteTable:
    return await ann.create_table(edition, seats=[Seat("host"), Seat()], options=options, pause=0)


def first(view: View) -> Action:
    """The first thing that is no step back."""
    return next(action for action in view.legal if not isinstance(action, TakeBack))


@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("classic", {}),
        ("classic", {"rounds": 2, "draw": 2}),
        ("nexus", {"scrapyard": "passed"}),
        ("daffodil", {"stamens": "reserve"}),
        ("five", {}),
    ],
)
def test_bots_of_two_programs_play_a_whole_game(served: Served, edition: str, options: dict[str, Any]) -> None:
    async def game() -> None:
        async with two(served) as (ann, bob):
            table = await table_of_two(ann, edition, **options)
            greedy = bots.named("greedy")
            ours, theirs = await asyncio.gather(table.play(greedy(1)), bob.table(table.id).play(greedy(2)))
            record = await table.record()
            assert ours == theirs == record.outcome
            assert record.setup.names == ("Ann", "Bob")
            assert record.seed is not None

    run(game())


def test_a_bot_is_given_what_it_would_see_at_the_table_itself(served: Served) -> None:
    """Its views are those of the record, replayed, for its seat: nothing more and nothing less."""
    seen: list[View] = []

    def choose(view: View) -> Action:
        seen.append(view)
        return first(view)

    async def game() -> None:
        async with two(served) as (ann, bob):
            table = await table_of_two(ann)
            await asyncio.gather(table.play(choose), bob.table(table.id).play(first))
            record = await table.record()
        again = Table(record.setup, record.seed)
        assert len(seen) == 19
        for view in seen:
            again.deal()
            assert view == again.view(1)
            assert isinstance(view, HexagonView)
            for seat in (1, 2):
                again.play(seat, first(again.view(seat)))

    run(game())


def test_a_seat_sees_its_own_view_and_nothing_of_what_the_rules_hide(served: Served) -> None:
    async def game() -> None:
        async with two(served) as (ann, bob), connect(served.link) as nobody:
            table = await table_of_two(ann)
            theirs = bob.table(table.id)
            await theirs.join()
            before = await theirs.state()
            spectator = await nobody.table(table.id).state()
            state = await table.state()
            action = state.legal[7]
            await table.move(action, expect=state.number)
            assert (await table.state()).view != state.view
            after = await theirs.state()
            assert after.view is not None
            assert before.view is not None
            assert {**after.view, "to_act": []} == {**before.view, "to_act": []}
            assert (after.number, after.view["to_act"]) == (before.number, [2])
            assert action not in json.dumps(after.view["sheets"])
            assert (spectator.seat, spectator.legal, spectator.must_act) == (None, (), False)
            with pytest.raises(RefusedError) as refused:
                await nobody.table(table.id).move(action)
            assert refused.value.status == 401

    run(game())


def test_a_stale_move_is_an_error_with_the_number_now(served: Served) -> None:
    async def game() -> None:
        async with connect(served.link, nickname="Ann") as ann:
            table = await ann.create_table("classic", pause=0)
            state = await table.state()
            moved = await table.move(state.legal[0], expect=state.number, key="one")
            again = await table.move(state.legal[0], expect=state.number, key="one")
            assert (again.number, again.repeated, moved.repeated) == (moved.number, True, False)
            with pytest.raises(StaleError, match="The game has moved on since then") as stale:
                await table.move(state.legal[0], expect=state.number)
            assert (stale.value.status, stale.value.number) == (409, (await table.state()).number)
            with pytest.raises(RefusedError, match="'nonsense' is not an action") as refused:
                await table.move("nonsense")
            assert refused.value.status == 422

    run(game())


def test_an_illegal_choice_of_a_bot_is_told_and_does_not_hang(served: Served) -> None:
    async def game() -> None:
        async with connect(served.link, nickname="Ann") as ann:
            table = await ann.create_table("classic", pause=0)
            with pytest.raises(RefusedError, match="nothing to take back"):
                await table.play(lambda view: TakeBack())

    run(game())


def test_intermissions_are_gone_over_and_a_bot_comes_back_in_the_middle(served: Served) -> None:
    """A match with pauses between its placements and games; a program that ends is followed by another."""
    calls = 0

    def choose(view: View) -> Action:
        nonlocal calls
        calls += 1
        if calls == 7:
            raise KeyError("the program has a mistake")
        return first(view)

    async def game() -> None:
        async with connect(served.link, nickname="Ann") as ann:
            table = await ann.create_table(
                "classic", seats=[Seat("host"), Seat.bot("random")], options={"rounds": 2}, pause=60
            )
            with pytest.raises(KeyError):
                await table.play(choose)
            outcome = await ann.table(table.id).play(choose)
            assert (calls, len(outcome.scores)) == (39, 2)

    run(game())


@pytest.mark.parametrize(("edition", "most"), [("classic", 1000), ("five", 60)])
def test_the_log_is_told_once_and_in_order(served: Served, edition: str, most: int) -> None:
    """For a spectator from before the start, and for one who comes in the middle."""

    async def follow(server: Server, table: str) -> list[Entry]:
        found: list[Entry] = []
        async with aclosing(server.table(table).log()) as log:
            async for entry in log:
                found.append(entry)
                if len(found) == most:
                    break
        return found

    async def game() -> None:
        async with two(served) as (ann, bob), connect(served.link) as nobody:
            table = await table_of_two(ann, edition)
            early = asyncio.create_task(follow(nobody, table.id))
            playing = [asyncio.create_task(one.play(first)) for one in (table, bob.table(table.id))]
            own = await follow(ann, table.id)
            late = await follow(nobody, table.id)
            assert own == late == await early
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            record = await table.record()
            assert own == list(redacted(record.moves, None)[: len(own)])
            assert len(own) == min(most, len(record.moves))

    run(game())


def test_events_come_in_their_classes_and_can_be_resumed_by_their_id(served: Served) -> None:
    async def game() -> None:
        async with connect(served.link, nickname="Ann") as ann:
            table = await ann.create_table("classic", pause=0)
            state = await table.state()
            async with aclosing(table.events()) as events:
                begun = await anext(events)
                assert isinstance(begun, StateEvent)
                assert begun.state.view == state.view
                await table.move(state.legal[0], expect=state.number)
                moved = await anext(event async for event in events if isinstance(event, MovesEvent))
                assert moved.moves[0] == f"1:{state.legal[0]}"
            async with aclosing(table.events(after=begun.id)) as events:
                assert moved == await anext(event async for event in events if isinstance(event, MovesEvent))

    run(game())


def test_streams_are_closed_with_what_listened_to_them(served: Served) -> None:
    async def open_streams() -> int:
        return sum(served.app.state.context.streams.count.values())

    async def game() -> None:
        async with connect(served.link, nickname="Ann") as ann:
            table = await ann.create_table("classic", seats=[Seat("host"), Seat()])
            playing = asyncio.create_task(table.play(first))
            async with aclosing(table.states()) as states:
                await anext(states)
                assert served.do(open_streams()) > 0
                playing.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await playing
            while served.do(open_streams()):
                await asyncio.sleep(0.01)

    run(game())


def test_people_tokens_and_the_rest_are_typed(served: Served) -> None:
    async def walk() -> None:
        async with connect(served.link, nickname="Ann") as ann:
            made = await ann.new_token("my bot", manage=True)
            assert [one.label for one in await ann.tokens()] == ["my bot"]
            assert made.token is not None
            async with connect(served.link, token=made.token) as program:
                assert await program.me() == await ann.me()
                assert (await program.rename("Anna")).nickname == "Anna"
                assert {one.name for one in await program.editions()} >= {"classic", "five"}
                assert "greedy" in {one.name for one in await program.bots()}
                assert (await program.choose(public=True)).public
                assert (await program.choices()).milestones
                day = await program.today()
                table = await program.begin_daily(day.day, "classic")
                assert (await program.begin_daily(day.day, "classic")).id == table.id
                assert (await table.play(first)).totals[0] == (await program.games())[0].total
                assert (await program.statistics())[0].games == 1
                assert (await program.progress())[0].games == 1
                assert (await program.day(day.day)).deals[0].mine is not None
                assert (await program.leaders("classic")).page == 1
                assert await program.tables() == ()
                tournament = await program.create_tournament("classic", mode="rounds", seconds=600, joins=True)
                await tournament.go_on((await tournament.state()).version)
                await (await tournament.begin()).play(first)
                assert (await tournament.results()).players[0].name == "Anna"
                assert [one.code for one in await program.tournaments()] == [tournament.code]
                await program.drop_token(made.id)
                with pytest.raises(RefusedError, match="token"):
                    await program.me()

    run(walk())


def test_after_the_game_there_are_record_review_rematch_and_hints_before(served: Served) -> None:
    async def walk() -> None:
        async with connect(served.link, nickname="Ann") as ann:
            table = await ann.create_table("classic", pause=0)
            five = await ann.create_table("five", seats=[Seat("host"), Seat.bot("random")])
            async with aclosing(five.states()) as states:
                turn = await anext(state async for state in states if state.must_act)
            hint = await five.hint(3, expect=turn.number)
            assert (hint.step, hint.next) == (3, None)
            await table.play(first)
            assert (await table.record_text()).startswith("Partake record 1\n")
            assert (await table.replay(0))["drawn"] == []
            assert (await table.review()).state == "none"
            assert (await table.ask_review()).state in ("waiting", "working")
            again = await table.rematch()
            assert again.id != table.id
            assert (await again.close()).status == "closed"
            assert (await table.play_on(20)).info is not None
            assert await ann.request("GET", "/api/me") == {"id": (await ann.me()).id, "nickname": "Ann"}

    run(walk())
