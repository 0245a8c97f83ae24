"""Hundreds of people on the same draws, for bench/server.py: one table without limit, everybody with a stream.

Everybody places at the same moment; when the next tile is called, every browser fetches its state, and at the end of
the game its next page, each at a moment of its own within 15 ms for each seat.
"""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass

from server_players import Crowd, Group, Player

DRAWS = 8
SPREAD = 0.015
"""Seconds for each seat over which the pages of a crowd fetch the next one, as in static/page.js."""


class Visitor(Player):
    """A player who waits for the next call."""

    def __init__(self, crowd: Crowd, group: Group, seat: int) -> None:
        super().__init__(crowd, group, seat)
        self.called = asyncio.Event()

    def go_on(self) -> None:
        """A tile is called."""
        self.called.set()


@dataclass(frozen=True)
class CrowdTimes:
    """What a crowd saw, in seconds."""

    people: int
    placed: float
    """Until all placements are answered that everybody sends at the same moment: half of the draws."""
    shown: float
    """From then until the next tile and everybody's state are on all screens: half of the draws."""
    pages: float
    """How long the slowest tenth of the pages at least took, when all fetch the next one."""
    kilobytes: float
    """The size of a state."""


async def meet(address: tuple[str, int], people: int, cells: tuple[str, ...]) -> CrowdTimes:
    """Seat a crowd, play a few draws, fetch all pages."""
    crowd = Crowd(address, 1, cells)
    group = crowd.groups[0]
    visitors = [Visitor(crowd, group, seat) for seat in range(1, people + 1)]
    host = visitors[0]
    for visitor in visitors:
        await visitor.connect()
        await visitor.ask("/api/guests", {"nickname": f"Guest {visitor.seat}"})
    plan = {"edition": "classic", "pause": 0, "unlimited": True}
    table = (await host.ask("/api/tables", plan))["id"]
    group.table, group.players = table.encode(), list[Player](visitors)
    for visitor in visitors[1:]:
        await visitor.ask(f"/api/tables/{table}/join", {})
    await host.ask(f"/api/tables/{table}/start", {})
    for visitor in visitors:
        await visitor.listen()
    placed, shown, size = [], [], 0
    for draw in range(DRAWS):
        for visitor in visitors:
            visitor.called.clear()
        move = {"action": f"{host.tile.decode()}@{cells[draw]}"}
        begin = time.perf_counter()
        await asyncio.gather(*(visitor.ask(f"/api/tables/{table}/moves", move) for visitor in visitors))
        answered = time.perf_counter()
        states = await asyncio.gather(*(_next_state(visitor, table) for visitor in visitors))
        placed.append(answered - begin)
        shown.append(time.perf_counter() - answered)
        size = len(states[-1])
    rng = random.Random(people)
    pages = sorted(await asyncio.gather(*(_page(v, table, rng.random() * SPREAD * people) for v in visitors)))
    for visitor in visitors:
        visitor.line.close()
        visitor.stream.close()
    placed.sort()
    shown.sort()
    return CrowdTimes(people, placed[DRAWS // 2], shown[DRAWS // 2], pages[len(pages) * 9 // 10], size / 1000)


async def _next_state(visitor: Visitor, table: str) -> bytes:
    await visitor.called.wait()
    return await visitor.fetch(f"/api/tables/{table}")


async def _page(visitor: Visitor, table: str, after: float) -> float:
    await asyncio.sleep(after)
    begin = time.perf_counter()
    await visitor.fetch(f"/tables/{table}")
    return time.perf_counter() - begin
