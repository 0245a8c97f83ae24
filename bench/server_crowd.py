"""Hundreds of people on the same draws, for bench/server.py: one table without limit, every page with a stream.

All place at the same moment and are then told of the next tile; at the end of the game every page fetches the next one,
each at a moment of its own within 15 ms for each seat.
"""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass

from server_players import Group, Player, Players

DRAWS = 8
"""How many tiles the crowd places."""
SPREAD = 0.015
"""Seconds for each seat over which the pages of a crowd fetch the next one, as in static/page.js."""


class Visitor(Player):
    """A player who waits for the next call."""

    def __init__(self, players: Players, group: Group, seat: int) -> None:
        super().__init__(players, group, seat)
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
    """From then until the next tile is on all screens: half of the draws."""
    pages: float
    """How long the slowest tenth of the pages at least took, when all fetch the next one."""
    kilobytes: float
    """The size of the event that tells a page of the next tile and of all points."""


async def meet(address: tuple[str, int], people: int, cells: tuple[str, ...]) -> CrowdTimes:
    """Seat a crowd, play a few draws, fetch all pages."""
    players = Players(address, 1, cells)
    group = players.groups[0]
    visitors = [Visitor(players, group, seat) for seat in range(1, people + 1)]
    host = visitors[0]
    for visitor in visitors:
        await visitor.connect()
        await visitor.ask("/api/guests", {"nickname": f"Guest {visitor.seat}"})
    wanted = {"edition": "classic", "pause": 0, "unlimited": True}
    table = (await host.ask("/api/tables", wanted))["id"]
    group.table, group.players = table.encode(), list[Player](visitors)
    for visitor in visitors[1:]:
        await visitor.ask(f"/api/tables/{table}/join", {})
    await host.ask(f"/api/tables/{table}/start", {})
    for visitor in visitors:
        await visitor.listen()
    placed, shown = [], []
    for draw in range(DRAWS):
        for visitor in visitors:
            visitor.called.clear()
        move = {"action": f"{host.tile.decode()}@{cells[draw]}", "view": True}
        begin = time.perf_counter()
        await asyncio.gather(*(visitor.ask(f"/api/tables/{table}/moves", move) for visitor in visitors))
        answered = time.perf_counter()
        await asyncio.gather(*(visitor.called.wait() for visitor in visitors))
        placed.append(answered - begin)
        shown.append(time.perf_counter() - answered)
    rng = random.Random(people)
    pages = sorted(await asyncio.gather(*(_page(v, table, rng.random() * SPREAD * people) for v in visitors)))
    for visitor in visitors:
        visitor.requests.close()
        visitor.stream.close()
    placed.sort()
    shown.sort()
    kilobytes = visitors[-1].drawn_bytes / 1000
    return CrowdTimes(people, placed[DRAWS // 2], shown[DRAWS // 2], pages[len(pages) * 9 // 10], kilobytes)


async def _page(visitor: Visitor, table: str, after: float) -> float:
    await asyncio.sleep(after)
    begin = time.perf_counter()
    await visitor.fetch(f"/tables/{table}")
    return time.perf_counter() - begin
