"""No byte of any page, answer or stream tells the tiles of a daily deal to somebody who has not finished it.

Two worlds have calendars of different secrets, chosen so that the first two tiles of today's Classic are the same. Ann
has placed the first in both, Bob has finished. Everything that Ann, somebody who has not begun, and a stranger can ask
for is the same, apart from the public commitments to what is hidden: the fingerprint and the commitment of the seed.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

import partake
from lent_line import LentLine
from partake.engine.chance import Seed
from partake.engine.hexagon.view import HexagonView
from partake.table.calendar import CLASSIC, DEALS, DayKey, utc_day
from web.test_leaks import ASKED, LAST
from worlds import LINK, NOW, STRANGER, TODAY, Lots, Scene, World, calendar_of, world

SEEN = 2
"""The tiles that Ann has seen."""
OWN_COURSE = ("/moves", "/go-on", "/leave", "/discard", "/start", "/close")
"""What lets one's own game go on, or changes it: not asked at Ann's own table."""


def tiles(root: bytes) -> list[str]:
    """The order in which today's Classic is drawn by a calendar."""
    seed = DayKey.of(calendar_of(root).newest).at(utc_day(NOW)).seed(CLASSIC)
    table = partake.start("classic", seats=["Ann"], seed=str(seed))
    while table.outcome is None:
        while not table.to_act and table.outcome is None:
            table.deal()
        if table.outcome is None:
            table.play(1, next(action for action in table.view(1).legal if str(action) != "back"))
    view = table.view(1)
    assert isinstance(view, HexagonView)
    return [str(tile) for tile in view.drawn]


def twin_roots() -> tuple[bytes, bytes]:
    """The secrets of two calendars whose first tiles today are the same, and the next one is not."""
    first = Seed.of("calendar").data
    wanted = tiles(first)
    for number in count():
        other = Seed.of(f"calendar {number}").data
        found = tiles(other)
        if found[:SEEN] == wanted[:SEEN] and found[SEEN] != wanted[SEEN]:
            return first, other
    raise AssertionError


def test_nobody_can_tell_the_tiles_that_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(_compare(tmp_path, Lots(monkeypatch)))


async def _play(at: World, lots: Lots) -> tuple[str, str]:
    """Let Ann begin and Bob finish; their tables."""
    lots.again("playing")
    context = at.app.state.context
    people = {name: await context.people.find(name) for name in ("Ann", "Bob")}
    begun = {name: (await context.daily.begin(one, context.daily.today, CLASSIC)).id for name, one in people.items()}
    for name, draws in (("Bob", 99), ("Ann", SEEN - 1)):
        for _ in range(draws):
            view = (await context.tables.state(begun[name], name)).view
            if view.outcome is not None:
                break
            placed = (await context.tables.state(begun[name], name)).json["view"]["legal"]
            await context.tables.play(begun[name], name, next(one for one in placed if one != "back"))
            await context.tables.proceed(begun[name], name)
            while context.tables.runner.tasks:
                await asyncio.gather(*context.tables.runner.tasks)
    assert len((await context.tables.state(begun["Ann"], "Ann")).view.drawn) == SEEN
    assert (await context.daily.day_deal(context.daily.today, CLASSIC, people["Bob"])).is_counted
    return begun["Ann"], begun["Bob"]


def _told(at: World, data: bytes) -> bytes:
    """An answer without what may differ: the fingerprint, wherever it is named, and the commitments of the seeds."""
    anchor = at.app.state.context.daily.fingerprint.data.hex()
    plain = at.told(data).replace(anchor.encode(), b"the fingerprint").replace(anchor[:12].encode(), b"the calendar")
    newest = at.app.state.context.daily._newest
    for deal in DEALS:
        commitment = newest.at(utc_day(NOW)).seed(deal).commitment
        plain = plain.replace(commitment.encode(), b"the commitment of the deal")
    return plain


async def _ask(at: World, endpoint: str, visitor: str, table: str) -> Any:
    method, path = endpoint.split()
    client = at.clients[visitor]
    client.cookies.clear()
    filled = {
        "table": table, "seat": "1", "number": "3", "token": "x", "token_id": "0", "digest": "0", "code": "x",
        "name": "icon-192", "game": "0", "day": TODAY, "deal": "classic",
        "which": "classic", "edition": "nexus", "puzzle": "0",
    }  # fmt: skip
    sent: dict[str, Any] = {
        kind: {k: "9-7-8@c3" if v == "{legal}" else v for k, v in b.items()} for kind, b in ASKED[endpoint].items()
    }
    answer = await client.request(method, path.format(**filled), **sent)
    return answer.status_code, dict(answer.headers), _told(at, answer.content)


async def _compare(folder: Path, lots: Lots) -> None:
    game = Scene("classic", 1).play()
    asked = [one for one in ASKED if one.split()[0] not in ("MOUNT", "SOCKET") and not one.endswith("/events")]
    asked = [one for one in asked if "{table}" in one or "daily" in one or one in ("GET /", "GET /me", "GET /lobby")]
    async with AsyncExitStack() as stack:
        worlds = [
            await stack.enter_async_context(world(folder / str(i), game, [], calendar=root))
            for i, root in enumerate(twin_roots())
        ]
        tables = [await _play(one, lots) for one in worlds]
        assert tables[0] == tables[1]
        mine, his = tables[0]
        seeds = [(await one.app.state.context.daily.deal(utc_day(NOW), CLASSIC)).seed for one in worlds]
        for endpoint in sorted(asked, key=lambda one: (one in LAST, one)):
            for visitor in ("Ann", "Cleo", STRANGER):
                for table in (his, mine):
                    if table == mine and visitor == "Ann" and endpoint.endswith(OWN_COURSE):
                        continue
                    found = []
                    for one in worlds:
                        lots.again(f"{endpoint} {visitor} {table == mine}")
                        found.append(await _ask(one, endpoint, visitor, table))
                    assert found[0] == found[1], f"{endpoint} tells {visitor} of the tiles that come"
                    assert not any(str(seed).encode() in found[0][2] for seed in seeds)
        for one, visitor in ((one, visitor) for one in worlds for visitor in ("Cleo", STRANGER)):
            for table in (his, mine):
                assert (await one.clients[visitor].get(f"/api/tables/{table}/events")).status_code == 403
                headers = {"host": httpx.URL(LINK).host, **one.clients[visitor].headers}
                line = LentLine(one.app, f"/api/tables/{table}/socket", headers, "view=true")
                await line.ended
                assert line.status == 403
