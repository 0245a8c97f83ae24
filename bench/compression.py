"""What compression costs: processor time of a move with and without it, and what pages and moves weigh.

Games of four at one table are played in this process by ASGI calls, without a network; moves with and without
`Accept-Encoding: gzip` take turns, so that what else the machine does meets both alike.

python bench/compression.py [--write] [--rounds 40]
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import statistics
import tempfile
import time
from datetime import date
from pathlib import Path
from typing import Any

import orjson

from machine import describe
from marked import write_section
from partake.web.app import create_app
from partake.web.settings import Settings

EDITIONS = ("classic", "nexus")
SEATS = 4
TURNS = 12
"""Tiles of each game that are played."""


class Client:
    """A player who speaks ASGI."""

    def __init__(self, app: Any) -> None:
        self._app, self.cookie, self.weight = app, b"", 0

    async def ask(self, method: str, path: str, data: Any = None, *, packs: bool = False) -> bytes:
        """The body of an answer; its length is kept as it was sent."""
        body = b"" if data is None else orjson.dumps(data)
        headers = [(b"host", b"here"), (b"content-length", b"%d" % len(body)), (b"cookie", self.cookie)]
        headers += [(b"content-type", b"application/json")] + [(b"accept-encoding", b"gzip")] * packs
        scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"",
                 "headers": headers, "scheme": "http", "server": ("here", 80), "client": ("there", 1),
                 "http_version": "1.1", "root_path": ""}  # fmt: skip
        parts: list[bytes] = []
        is_packed = False

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            nonlocal is_packed
            if message["type"] == "http.response.body":
                parts.append(message.get("body", b""))
                return
            assert message["status"] in (200, 201), message
            told = dict(message["headers"])
            is_packed = b"content-encoding" in told
            self.cookie = told.get(b"set-cookie", self.cookie).partition(b";")[0]

        await self._app(scope, receive, send)
        found = b"".join(parts)
        self.weight = len(found)
        return gzip.decompress(found) if is_packed else found


class Sample:
    """What was measured, either without or with compression."""

    def __init__(self) -> None:
        self.seconds: list[list[float]] = [[] for _ in range(SEATS)]
        """Processor time of moves, by the order of the movers: with the last one the next tile is drawn."""
        self.bytes: list[int] = []
        self.page = 0

    def cells(self) -> tuple[str, str, str]:
        """A move's microseconds, the bytes of its answer, those of the page."""
        mean = statistics.mean(map(statistics.median, self.seconds))
        return f"{mean * 1e6:,.0f}", f"{statistics.mean(self.bytes):,.0f}", f"{self.page:,}"


async def measure(edition: str, rounds: int, folder: Path) -> tuple[Sample, Sample]:
    """Moves without and with compression."""
    app = create_app(Settings(folder=folder, guests_per_minute=0, tables_per_minute=0, workers=0))
    samples = Sample(), Sample()
    async with app.router.lifespan_context(app):
        players = [Client(app) for _ in range(SEATS)]
        for _ in range(rounds):
            seats = [{"kind": "host"}, *({"kind": "person"} for _ in players[1:])]
            wanted = {"edition": edition, "nickname": "P1", "pause": 0, "seats": seats}
            table = orjson.loads(await players[0].ask("POST", "/api/tables", wanted))["id"]
            for n, player in enumerate(players[1:], start=2):
                await player.ask("POST", f"/api/tables/{table}/join", {"nickname": f"P{n}"})
            for turn in range(TURNS):
                for n, player in enumerate(players):
                    view = orjson.loads(await player.ask("GET", f"/api/tables/{table}"))["view"]
                    move = {"action": next(text for text in view["legal"] if "@" in text), "view": True}
                    packs = (turn + n) % 2 == 1
                    began = time.process_time()
                    await player.ask("POST", f"/api/tables/{table}/moves", move, packs=packs)
                    samples[packs].seconds[n].append(time.process_time() - began)
                    samples[packs].bytes.append(player.weight)
            for packs in (False, True):
                await players[0].ask("GET", f"/tables/{table}", packs=packs)
                samples[packs].page = players[0].weight
    return samples


def main() -> None:
    """Measure, print, and write the section of the results if that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40, help="games for each edition")
    parser.add_argument("--write", action="store_true", help="write the section of results.md")
    wish = parser.parse_args()
    lines = [
        "| | a move, µs | with gzip | bytes of its answer | with gzip | bytes of the page | with gzip |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for edition in EDITIONS:
        with tempfile.TemporaryDirectory() as folder:
            plain, packed = asyncio.run(measure(edition, wish.rounds, Path(folder)))
        pairs = zip(plain.cells(), packed.cells(), strict=True)
        lines.append(f"| {edition}, {SEATS} seats | {' | '.join(cell for pair in pairs for cell in pair)} |")
    text = (
        f"## Compression, {date.today()}\n\n"
        f"`python bench/compression.py` on {describe()}: processor time of a move, the client's\n"
        "part included (the mean of the medians of first, second, third and last movers, with whom the next tile is\n"
        "drawn), in one process without a network; moves with and without compression take turns.\n\n"
        + "\n".join(lines)
    )
    print(text)
    if wish.write:
        write_section("compression", text)


if __name__ == "__main__":
    main()
