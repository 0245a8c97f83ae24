"""A stream counts against its reader's limit as long as it is open, and no longer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from partake.web.streams import Reader, Streams
from table_service import Evening, spend


def test_each_stream_that_ends_makes_room_for_one_more(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann)
        streams = Streams(at.tables, 3)
        gone = [asyncio.Event() for _ in range(3)]

        async def read(end: asyncio.Event) -> None:
            async def receive() -> Any:
                await end.wait()
                return {"type": "http.disconnect"}

            async def send(message: Any) -> None:
                pass

            stream = await streams.open(table, Reader(ann.id, "127.0.0.1"), None)
            await stream({"type": "http", "method": "GET", "path": "/", "headers": []}, receive, send)

        readers = [asyncio.create_task(read(end)) for end in gone]
        while streams.count[ann.id] < 3:
            await asyncio.sleep(0)
        for left, (end, reader) in zip((2, 1, 0), zip(gone, readers, strict=True), strict=True):
            end.set()
            await reader
            assert streams.count.get(ann.id, 0) == left
        assert ann.id not in streams.count, "nothing is kept of readers who are gone"

    spend(tmp_path, course)
