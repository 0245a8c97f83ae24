"""A reader who waits for news hears each event when it comes, and the end."""

from __future__ import annotations

import asyncio
from pathlib import Path

from table_service import Evening, heard, spend


def test_a_reader_who_waits_is_woken_by_the_next_event_and_by_the_end(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        async with at.tables.listen(table, None) as stream:
            await heard(stream)
            waiting = asyncio.create_task(heard(stream))
            await asyncio.sleep(0)
            await at.act(table, ann)
            assert [kind for kind, _ in await asyncio.wait_for(waiting, 10)] == ["acted"]
            end = asyncio.create_task(stream.take())
            await asyncio.sleep(0)
            at.tables.runner.close_streams()
            assert await asyncio.wait_for(end, 10) == b""

    spend(tmp_path, course)


def test_readers_of_a_table_that_leaves_memory_are_sent_away_to_come_back(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        async with at.streams(table, ann, None) as streams:
            async with at.tables.runner.hold(table) as running:
                at.tables.runner.drop(running)
            assert [stream.is_closed for stream in streams] == [True, True]
        assert (await at.state(table, ann)).json["view"]["to_act"] == [1, 2]

    spend(tmp_path, course)
