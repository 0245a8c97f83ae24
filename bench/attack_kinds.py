"""The attacks of bench/attacks.py: each a coroutine that does harm until it is cancelled.

An attack is given a `Target` and calls its `in_place` when everything that it prepares is done; the measurement begins
then. To add one, write the coroutine and put it into `ATTACKS`.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

HANGING = """\
import time
from partake.bots import Bot

class Hanging(Bot):
    name = "hanging"
    summary = "thinks for ever"

    def choose(self, view, budget=None):
        while True:
            time.sleep(1)
"""
"""A plug-in bot that never answers."""


@dataclass(frozen=True)
class Target:
    """The server under attack."""

    port: int
    in_place: Callable[[], None]
    """To be called when the attack is under way."""

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to it."""
        return await asyncio.open_connection("127.0.0.1", self.port)

    def client(self, **options: Any) -> httpx.AsyncClient:
        """A client of its API."""
        limits = httpx.Limits(max_connections=20)
        return httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=60, limits=limits, **options)


Attack = Callable[[Target], Awaitable[None]]


async def nothing(target: Target) -> None:
    """No attack: what the others are compared with."""
    target.in_place()
    await asyncio.Event().wait()


async def header_flood(target: Target) -> None:
    """Headers byte by byte on 300 connections, headers without end on 20, and 50 new silent connections at a time."""
    target.in_place()
    slow, huge, silent = 300, 20, 50
    await asyncio.gather(
        *(_again(_slow_header, target) for _ in range(slow)),
        *(_again(_huge_header, target) for _ in range(huge)),
        *(_again(_silence, target) for _ in range(silent)),
    )


async def _again(attack: Attack, target: Target) -> None:
    """One attack after the other, whatever the server answers."""
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            await attack(target)
        await asyncio.sleep(0.01)


async def _slow_header(target: Target) -> None:
    _, writer = await target.connect()
    writer.write(b"GET / HTTP/1.1\r\nx-slow: ")
    try:
        while not writer.transport.is_closing():
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.05)
    finally:
        writer.close()


async def _huge_header(target: Target) -> None:
    _, writer = await target.connect()
    writer.write(b"GET / HTTP/1.1\r\nx-huge: ")
    try:
        for _ in range(64):
            writer.write(b"x" * 65536)
            await writer.drain()
            await asyncio.sleep(0.01)
    finally:
        writer.transport.abort()


async def _silence(target: Target) -> None:
    _, writer = await target.connect()
    await asyncio.sleep(0.1)
    writer.transport.abort()


async def thousand_streams(target: Target) -> None:
    """1,000 event streams of spectators, of which every tenth reads nothing; others come and go."""
    async with target.client() as client:
        table = await _table(client, [{"kind": "host"}, {"kind": "person"}])

        async def watch(number: int) -> None:
            reader, writer = await target.connect()
            address = f"10.0.{number // 40}.1"
            asked = f"GET /api/tables/{table}/events HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {address}\r\n\r\n"
            writer.write(asked.encode())
            assert (await reader.readline()).startswith(b"HTTP/1.1 200")
            opened.append(number)
            if number % 10 == 0:
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                await asyncio.Event().wait()
            while await reader.read(65536):
                if number % 10 == 1:
                    break
            writer.close()

        opened: list[int] = []
        async with asyncio.TaskGroup() as group:
            for number in range(1000):
                group.create_task(watch(number))
            while len(opened) < 1000:
                await asyncio.sleep(0.1)
            target.in_place()


async def bot_tables(target: Target) -> None:
    """500 tables with seven bots each, at which the host goes on as fast as the bots answer."""
    async with target.client() as client:
        seats = [{"kind": "host"}, *({"kind": "bot", "level": "skilled"} for _ in range(7))]
        tables: list[tuple[str, str]] = []
        for number in range(500):
            if number % 5 == 0:
                await _guest(client)
            with contextlib.suppress(KeyError):  # the server may refuse that many
                table = await _table(client, seats, is_known=True)
                await _move(client, table)
                tables.append((table, client.cookies["partake"]))
        target.in_place()
        for table, cookie in itertools.cycle(tables):
            client.cookies.set("partake", cookie, domain="127.0.0.1", path="/")
            await _move(client, table)


async def reviews(target: Target) -> None:
    """100 finished games, for each of which a review is asked again and again."""
    async with target.client() as client:
        tables = [await _table(client, [{"kind": "host"}]) for _ in range(100)]
        for table in tables:
            while await _move(client, table):
                pass
        target.in_place()
        for table in itertools.cycle(tables):
            await client.post(f"/api/tables/{table}/review", json={})
            await asyncio.sleep(0.01)


async def hanging_bot(target: Target) -> None:
    """20 tables at which a bot of a stranger's package must move and never does."""
    async with target.client() as client:
        for _ in range(20):
            with contextlib.suppress(KeyError):
                await _table(client, [{"kind": "host"}, {"kind": "bot", "level": "hanging"}])
        target.in_place()
        await asyncio.Event().wait()


async def all_at_once(target: Target) -> None:
    """All of these attacks together."""
    attacks = (header_flood, thousand_streams, bot_tables, reviews, hanging_bot)
    begun = 0

    def begins() -> None:
        nonlocal begun
        begun += 1
        if begun == len(attacks):
            target.in_place()

    await asyncio.gather(*(attack(Target(target.port, begins)) for attack in attacks))


async def _guest(client: httpx.AsyncClient) -> None:
    client.cookies.clear()
    await client.post("/api/guests", json={"nickname": "Mallory"})


async def _table(client: httpx.AsyncClient, seats: list[dict[str, str]], *, is_known: bool = False) -> str:
    if not is_known:
        await _guest(client)
    answer = await client.post("/api/tables", json={"edition": "classic", "seats": seats, "pause": 0})
    return str(answer.json()["id"])


async def _move(client: httpx.AsyncClient, table: str) -> bool:
    """Make the first move that is legal; whether there was one."""
    state = (await client.get(f"/api/tables/{table}")).json()
    legal = (state.get("view") or {}).get("legal") or []
    if not legal:
        return False
    return (await client.post(f"/api/tables/{table}/moves", json={"action": legal[0]})).status_code == 200


def install_hanging_bot(folder: Path) -> None:
    """Put the package of the hanging bot into a folder."""
    about = folder / "hanging-1.0.dist-info"
    about.mkdir(parents=True)
    (folder / "hanging.py").write_text(HANGING, encoding="utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: hanging\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[partake.bots]\nhanging = hanging:Hanging\n", encoding="utf-8")


ATTACKS: dict[str, Attack] = {
    "nothing": nothing,
    "headers flood": header_flood,
    "1,000 streams": thousand_streams,
    "500 tables with bots": bot_tables,
    "100 reviews": reviews,
    "a hanging bot": hanging_bot,
    "all at once": all_at_once,
}
"""All attacks by name."""
