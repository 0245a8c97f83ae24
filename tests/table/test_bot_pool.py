"""Bots hold up nobody, act on what is true now, and are stood in for and reported when they fail."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import partake
from partake.engine.contract import View
from partake.rules.errors import PartakeError
from partake.rules.messages import message_of
from partake.table import bot_pool
from partake.table.limits import Limits
from partake.table.model import ConflictError, SeatRequest
from table_service import PATIENCE, Evening, spend

real_think = bot_pool.think


class Slow:
    """Bots that think until they are told to stop."""

    def __init__(self) -> None:
        self.started, self.released, self.thoughts = threading.Event(), threading.Event(), 0

    def think(self, bot: str, seed: int, view: View, seconds: float, patience: float) -> str:
        """Wait, then do what the bot would have done."""
        self.started.set()
        self.thoughts += 1
        assert self.released.wait(PATIENCE)
        return real_think(bot, seed, view, seconds, patience)

    async def has_started(self) -> None:
        """Wait until a bot thinks."""
        assert await asyncio.to_thread(self.started.wait, PATIENCE)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    found = Slow()
    monkeypatch.setattr(bot_pool, "think", found.think)
    yield found
    found.released.set()


def test_bots_think_while_everybody_else_goes_on(tmp_path: Path, slow: Slow) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        with_bot = await at.table(ann, seats=(SeatRequest("host"), SeatRequest("bot", "random")))
        without = await at.table(bob)
        await slow.has_started()
        await at.tables.play(without, bob.id, (await at.legal(without, bob))[0])
        await at.tables.play(with_bot, ann.id, (await at.legal(with_bot, ann))[0])
        assert (await at.state(with_bot)).json["view"]["to_act"] == [2]
        slow.released.set()
        await at.settle()
        assert len((await at.state(with_bot)).json["view"]["drawn"]) == 2

    spend(tmp_path, course)


def test_what_a_bot_found_for_an_earlier_tile_is_not_played(
    tmp_path: Path, slow: Slow, caplog: pytest.LogCaptureFixture
) -> None:
    """It thinks about the first tile while its seat's player comes back, places, and leaves the seat to it again."""

    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        await at.tables.leave(table, bob.id)
        await at.tables.replace_by_bot(table, ann.id, 2, "random")
        await slow.has_started()
        await at.tables.join(table, bob)
        for person in (bob, ann):
            await at.tables.play(table, person.id, (await at.legal(table, person))[0])
        await at.tables.leave(table, bob.id)
        await at.tables.replace_by_bot(table, ann.id, 2, "random")
        drawn = (await at.state(table)).json["view"]["drawn"]
        assert len(drawn) == 2
        slow.released.set()
        await at.settle()
        assert (await at.state(table)).json["view"]["to_act"] == [1], "it thought again, about the second tile"
        await at.act(table, ann)
        cells = (await at.state(table)).json["view"]["sheets"][1]["cells"]
        assert sorted(cells.values()) == sorted(drawn)

    spend(tmp_path, course)
    assert not caplog.records


def test_a_table_at_which_a_bot_thinks_stays_in_memory(tmp_path: Path, slow: Slow) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        await at.table(ann, seats=(SeatRequest("host"), SeatRequest("bot", "random")))
        await slow.has_started()
        at.tables.runner.sweep(float("inf"))
        assert at.tables.runner.loaded == 1
        slow.released.set()
        await at.settle()
        at.tables.runner.sweep(float("inf"))
        assert at.tables.runner.loaded == 0

    spend(tmp_path, course)


def test_at_a_table_that_is_closed_no_other_bot_begins_to_think(tmp_path: Path, slow: Slow) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann, seats=(SeatRequest("host"), *[SeatRequest("bot", "random")] * 7))
        await slow.has_started()
        await at.tables.hosting.close(table, ann.id)
        slow.released.set()
        await at.settle()
        assert (slow.thoughts, at.tables.runner.bots.waiting) == (1, 0)

    spend(tmp_path, course)


def test_bots_think_in_processes_of_their_own(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann, seats=(SeatRequest("host"), SeatRequest("bot", "random")))
        await at.settle()
        assert (await at.state(table)).json["view"]["to_act"] == [1]

    spend(tmp_path, course, workers=1)


@pytest.mark.parametrize("problem", [ConflictError("it cannot think"), ZeroDivisionError("7 / 0")])
def test_the_stand_in_acts_for_a_bot_that_fails(
    problem: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def failing(bot: str, seed: int, view: View, seconds: float, patience: float) -> str:
        asked.append(bot)
        if bot == "random":
            raise problem
        return real_think(bot, seed, view, seconds, patience)

    monkeypatch.setattr(bot_pool, "think", failing)

    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann, seats=(SeatRequest("host"), SeatRequest("bot", "random")))
        await at.settle()
        assert asked == ["random", bot_pool.STAND_IN["hexagon"]]
        assert (await at.state(table)).json["view"]["to_act"] == [1]

    spend(tmp_path, course)


def test_a_bot_that_fails_is_reported_with_where_but_not_with_what(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(bot: str, seed: int, view: View, seconds: float, patience: float) -> str:
        if bot == "random":
            raise PartakeError("something secret")
        return real_think(bot, seed, view, seconds, patience)

    monkeypatch.setattr(bot_pool, "think", failing)
    game = partake.start("classic")
    game.deal()
    pool = bot_pool.BotPool(Limits(workers=0))
    thought = asyncio.run(pool.choose("random", game.view(1)))
    pool.close()
    assert str(message_of(thought.problem)) == "the bot random failed: a stand-in plays for it"
    told, named = caplog.records
    assert told.levelno == logging.ERROR
    assert "PartakeError" in told.getMessage()
    assert "table/test_bot_pool.py" in told.getMessage()
    assert named.getMessage().endswith("is of the bot random: failed")
    assert "secret" not in caplog.text
