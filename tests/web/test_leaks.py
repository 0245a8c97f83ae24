"""Nothing hidden is in any answer, page, stream, error or log line.

Every endpoint is asked by every kind of visitor in two worlds which that visitor must not be able to tell apart:
another seed, other placements that are not shown yet, other pawns behind others' looks. Every byte must be the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.routing import WebSocketRoute

from lent_line import LentLine
from paper_games import paper_game
from partake.web.app import create_app
from partake.web.settings import Settings
from worlds import LINK, NAMES, OTHERS, STRANGER, TODAY, Lots, Scene, World, twin_for, world

SCENES = {
    "classic": Scene("classic", 4, {"draw": 2}),
    "nexus, passed scrapyards": Scene("nexus", 6, {"scrapyard": "passed"}),
    "orchid, relocating": Scene("orchid", 25),
    "five": Scene("five", 15),
}
CALLED = " ".join(paper_game()["games"][0]["called"])
VISITORS = (*NAMES, *OTHERS, STRANGER)
PUBLIC = "public"
"""A table that nobody changes."""
PATIENCE = 60.0
Answer = tuple[int, list[tuple[bytes, bytes]], bytes]
"""Status, headers and body."""

ASKED: dict[str, dict[str, Any]] = {
    "GET /api/openapi.json": {},
    "GET /api/tables": {},
    "POST /api/tables": {"json": {"edition": "classic", "nickname": "Dora"}},
    "GET /api/tables/{table}": {},
    "POST /api/tables/{table}/moves": {"json": {"action": "{legal}", "key": "k", "view": True}},
    "POST /api/tables/{table}/go-on": {"json": {}},
    "POST /api/tables/{table}/join": {"json": {"nickname": "Dora"}},
    "GET /api/tables/{table}/partner": {},
    "POST /api/tables/{table}/start": {},
    "POST /api/tables/{table}/leave": {},
    "POST /api/tables/{table}/rematch": {},
    "POST /api/tables/{table}/decline": {},
    "POST /api/tables/{table}/challenge": {},
    "GET /api/tables/{table}/challenges": {},
    "POST /api/tables/{table}/seats/{seat}/bot": {"json": {"level": "random"}},
    "POST /api/tables/{table}/seats/{seat}/return": {},
    "POST /api/tables/{table}/seats/{seat}/remove": {},
    "POST /api/tables/{table}/readmit": {},
    "POST /api/tables/{table}/close": {},
    "GET /api/tables/{table}/record": {},
    "GET /api/tables/{table}/replay/{number}": {},
    "POST /api/tables/{table}/hint": {"json": {"step": 3, "expect": 0}},
    "POST /api/tables/{table}/play-on": {"json": {"moves": 3, "level": "random"}},
    "GET /api/tables/{table}/review": {},
    "POST /api/tables/{table}/review": {},
    "GET /api/tables/{table}/events": {},
    "SOCKET /api/tables/{table}/socket": {},
    "POST /api/guests": {"json": {"nickname": "Dora"}},
    "GET /api/me": {},
    "PATCH /api/me": {"json": {"nickname": "Dora"}},
    "DELETE /api/me": {},
    "GET /api/me/friends": {},
    "GET /api/me/games": {},
    "GET /api/me/statistics": {},
    "GET /api/me/progress": {},
    "GET /api/me/milestones": {},
    "GET /api/me/choices": {},
    "PUT /api/me/choices": {"json": {"public": True}},
    "GET /api/leaders": {},
    "POST /api/me/carry": {},
    "POST /api/me/sign-out": {"json": {}},
    "POST /api/carry": {"json": {"token": "x"}},
    "GET /api/tokens": {},
    "POST /api/tokens": {"json": {"label": "bot"}},
    "DELETE /api/tokens/{token_id}": {},
    "POST /api/paper": {"json": {"evening": paper_game(), "seat": 0}},
    "POST /api/paper/best": {"json": {"edition": "classic", "called": []}},
    "POST /api/evenings": {"json": paper_game()},
    "GET /api/evenings/{code}": {},
    "PUT /api/evenings/{code}": {"json": {"evening": paper_game(), "version": 1}},
    "PUT /api/evenings/{code}/games/{game}/boards/{seat}": {"json": {"cells": {}, "version": 1}},
    "GET /api/puzzles/next": {"params": {"edition": "nothing"}},
    "GET /api/puzzles/{puzzle}": {},
    "POST /api/puzzles/{puzzle}": {"json": {"answer": "c3"}},
    "GET /api/me/puzzles": {},
    "PUT /api/me/puzzles": {"json": {"share": True}},
    "GET /api/daily": {},
    "GET /api/daily/{day}": {},
    "POST /api/daily/{day}/{deal}": {"json": {"nickname": "Dora"}},
    "GET /api/daily/keys/{day}": {},
    "GET /daily": {},
    "GET /daily/archive": {},
    "GET /daily/{day}": {},
    "POST /daily/{day}/{which}": {"data": {"nickname": "Dora"}},
    "GET /daily/{day}/{which}/share.png": {},
    "GET /api/tournaments": {},
    "POST /api/tournaments": {"json": {"edition": "classic", "nickname": "Dora"}},
    "GET /api/tournaments/{code}": {},
    "PATCH /api/tournaments/{code}": {"json": {"title": "Sunday"}},
    "GET /api/tournaments/{code}/results": {},
    "POST /api/tournaments/{code}/join": {"json": {"nickname": "Dora"}},
    "POST /api/tournaments/{code}/leave": {},
    "POST /api/tournaments/{code}/play": {},
    "POST /api/tournaments/{code}/go-on": {"json": {}},
    "POST /api/tournaments/{code}/end": {},
    "POST /api/tournaments/{code}/remove": {"json": {"number": 1}},
    "GET /api/editions": {},
    "GET /api/bots": {},
    "GET /health": {},
    "GET /ready": {},
    "MOUNT /api/admin": {},
    "GET /": {},
    "GET /preview.png": {},
    "GET /tables/{table}/preview.png": {},
    "GET /options": {},
    "GET /lobby": {},
    "POST /play": {},
    "POST /tables": {"data": {"edition": "classic"}},
    "GET /tables/{table}": {},
    "POST /tables/{table}/join": {"data": {"nickname": "Dora"}},
    "POST /tables/{table}/start": {},
    "POST /tables/{table}/leave": {},
    "POST /tables/{table}/discard": {},
    "POST /tables/{table}/replace": {"data": {"seat": "2"}},
    "POST /tables/{table}/remove": {"data": {"seat": "2"}},
    "POST /tables/{table}/readmit": {},
    "POST /tables/{table}/close": {},
    "POST /tables/{table}/rematch": {},
    "POST /tables/{table}/decline": {},
    "POST /tables/{table}/challenge": {},
    "GET /tables/{table}/challenge": {"params": {"friend": PUBLIC}},
    "GET /invitations": {},
    "GET /tables/{table}/qr.svg": {},
    "GET /tables/{table}/replay": {},
    "GET /tables/{table}/comparison": {},
    "GET /tables/{table}/review": {},
    "POST /tables/{table}/review": {"data": {"to": "best"}},
    "GET /tables/{table}/review/progress": {},
    "GET /tables/{table}/best": {},
    "GET /tables/{table}/retry": {},
    "POST /tables/{table}/play-on": {"data": {"step": "3", "level": "random"}},
    "GET /me": {},
    "GET /me/progress": {},
    "POST /me/choices": {"data": {"public": "yes"}},
    "GET /leaders": {},
    "POST /me/name": {"data": {"nickname": "Dora"}},
    "POST /language": {"data": {"language": "de", "to": "/me"}},
    "POST /me/carry": {},
    "GET /carry/{token}": {},
    "POST /carry/{token}": {},
    "POST /me/sign-out": {},
    "POST /me/tokens": {"data": {"label": "bot"}},
    "POST /me/tokens/{token_id}/delete": {},
    "POST /me/delete": {},
    "GET /score": {},
    "GET /score/qr/{code}.svg": {},
    "GET /tournaments": {},
    "GET /tournaments/options": {},
    "POST /tournaments": {"data": {"edition": "classic"}},
    "GET /tournaments/{code}": {},
    "GET /tournaments/{code}/live": {},
    "POST /tournaments/{code}/join": {"data": {"nickname": "Dora"}},
    "POST /tournaments/{code}/leave": {},
    "POST /tournaments/{code}/play": {},
    "POST /tournaments/{code}/go-on": {},
    "POST /tournaments/{code}/end": {},
    "POST /tournaments/{code}/change": {"data": {"title": "Sunday"}},
    "POST /tournaments/{code}/remove": {"data": {"number": "1"}},
    "GET /tournaments/{code}/results.csv": {},
    "GET /tournaments/{code}/screen": {},
    "GET /tournaments/{code}/screen/live": {},
    "GET /tournaments/{code}/qr.svg": {},
    "GET /learn": {},
    "GET /learn/{edition}": {},
    "GET /learn/{edition}/{name}": {},
    "POST /learn/{edition}/{name}": {"data": {"answer": "c3"}},
    "GET /rules": {"params": {"q": "sun"}},
    "GET /rules/search": {"params": {"q": "sun"}},
    "GET /rules/{edition}": {},
    "GET /tables/{table}/rules": {},
    "GET /settings": {},
    "GET /puzzles": {},
    "GET /puzzles/next": {"params": {"edition": "nothing"}},
    "POST /puzzles/begin": {},
    "POST /puzzles/share": {},
    "GET /puzzles/{puzzle}": {},
    "POST /puzzles/{puzzle}": {"data": {"action": "c3"}},
    "GET /puzzles/{puzzle}/answer": {},
    "GET /offline": {},
    "GET /sw.js": {},
    "GET /manifest.webmanifest": {},
    "GET /icons/{name}.png": {},
    "GET /call": {},
    "GET /call/best": {"params": {"edition": "classic", "called": CALLED}},
    "POST /call/best": {"data": {"edition": "classic", "called": "9-7-8"}},
    "GET /call/best/progress": {"params": {"edition": "classic", "called": CALLED}},
    "POST /settings": {"data": {"theme": "dark"}},
    "GET /boards.css": {},
    "GET /boards.{digest}.css": {},
    "MOUNT /static": {},
    "MOUNT /docs": {},
}
"""How each endpoint is asked; an endpoint that is not here fails the test."""
LAST = (
    "PATCH /api/me", "POST /me/name", "PUT /api/me/choices", "POST /me/choices", "POST /api/me/sign-out",
    "POST /me/sign-out", "DELETE /api/me", "POST /me/delete",
)  # fmt: skip
"""What changes the visitor, and therefore comes last."""


def endpoints(routes: Any) -> Iterator[str]:
    """Every method and path of an application."""
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from endpoints(inner.routes)
        else:
            methods = getattr(route, "methods", None) or {"SOCKET" if isinstance(route, WebSocketRoute) else "MOUNT"}
            yield from (f"{method} {route.path}" for method in sorted(methods - {"HEAD"}))


def test_every_endpoint_is_asked(tmp_path: Path) -> None:
    app = create_app(Settings(folder=tmp_path))
    assert sorted(endpoints(app.routes)) == sorted(ASKED)


def changes(endpoint: str) -> bool:
    """Whether something may happen at a table when this is asked."""
    return "{table}" in endpoint and (endpoint.startswith(("POST", "SOCKET")) or endpoint.endswith("/events"))


def own_table(endpoint: str, visitor: str) -> str:
    """The copy of the table that a visitor may change by an endpoint."""
    return f"{sorted(ASKED).index(endpoint)}.{visitor}" if changes(endpoint) else PUBLIC


TABLES = sorted({own_table(endpoint, visitor) for endpoint in ASKED for visitor in VISITORS})


async def ask(at: World, endpoint: str, visitor: str) -> Answer:
    """Everything that an endpoint answers a visitor."""
    method, path = endpoint.split()
    client, table = at.clients[visitor], own_table(endpoint, visitor)
    client.cookies.clear()  # a stranger stays one
    if endpoint.endswith("/events"):
        return await hear(at, table, visitor)
    if method == "SOCKET":
        return await hear_and_play(at, table, visitor)
    legal = await safe_move(at, table, visitor) if path.endswith("/moves") else "back"
    filled = {"table": table, "seat": "2", "number": "3", "token": "x", "token_id": "0", "digest": "0", "code": "x"}
    filled |= {"name": "icon-192", "game": "0", "day": TODAY, "deal": "classic", "which": "edition", "edition": "nexus"}
    filled["puzzle"] = "0"
    sent: dict[str, Any] = {
        kind: {k: legal if v == "{legal}" else v for k, v in body.items()} for kind, body in ASKED[endpoint].items()
    }
    if method == "MOUNT":
        method, path = "GET", f"{path}/table.js"
    answer = await client.request(method, path.format(**filled), **sent)
    return answer.status_code, answer.headers.raw, at.told(answer.content)


async def hear(at: World, table: str, visitor: str) -> Answer:
    """Whole streams, without and with patches: the view, what another seat does that is hidden, then the end."""
    tables, path = at.app.state.context.tables, f"/api/tables/{table}/events"
    streams = [asyncio.create_task(at.clients[visitor].get(f"{path}{query}")) for query in ("", "?view=true")]
    async with asyncio.timeout(PATIENCE):
        async with tables.runner.hold(table) as running:
            pass
        while len(tuple(running.subscribers)) < len(streams):
            await asyncio.sleep(0)
    happened = await stir(at, table, visitor)
    await asyncio.sleep(0)
    tables.runner.close_streams()
    plain, patched = [await stream for stream in streams]
    for answer in (plain, patched):
        assert answer.content.count(b"id: ") == 1 + happened
    assert patched.content.count(b'"view":') == 1 + happened
    return plain.status_code, plain.headers.raw, at.told(plain.content + patched.content)


async def safe_move(at: World, table: str, visitor: str) -> str:
    """Something that a visitor may do, and that comes out alike in every world."""
    view = (await at.clients[visitor].get(f"/api/tables/{table}")).json()["view"]
    # What a pawn that nobody has turned will show is decided by the seed, which is another one in every world.
    safe = [action for action in view["legal"] if action != "back" and not {"?", "x"} & set(action)]
    return next(iter(safe), "back")


async def hear_and_play(at: World, table: str, visitor: str) -> Answer:
    """Whole lines of pages, without and with patches: as on streams, and then what the visitor does is answered."""
    tables, path = at.app.state.context.tables, f"/api/tables/{table}/socket"
    headers = {"host": httpx.URL(LINK).host, **at.clients[visitor].headers}
    lines = [LentLine(at.app, path, headers, query) for query in ("", "view=true")]
    async with asyncio.timeout(PATIENCE):
        for line in lines:
            await line.opened()
        happened = await stir(at, table, visitor)
        for line in lines:
            assert line.written.count(b'{"event":"') == 2 + happened, "what is so, a heartbeat, and what happens"
        assert lines[1].written.count(b'"view":') == 1 + happened
        await lines[1].ask(action=await safe_move(at, table, visitor))
        await asyncio.sleep(0)
        tables.runner.close_streams()
        for line in lines:
            await line.ended
    return lines[0].status, lines[0].headers, at.told(bytes(lines[0].written + lines[1].written))


async def stir(at: World, table: str, visitor: str) -> int:
    """Let another seat do something secret, in every world something else; how many things that were."""
    tables = at.app.state.context.tables
    for name in NAMES:
        legal = (await tables.state(table, name)).json["view"]["legal"]
        if name == visitor:
            continue
        if "back" in legal:
            await tables.play(table, name, "back")
            legal = (await tables.state(table, name)).json["view"]["legal"]
            secret = [action for action in legal if action != "done" and not action.endswith("@s")]
            await tables.play(table, name, secret[int(at.game.commitment, 16) % len(secret)])
            return 2
        looks = [action for action in legal if "?" in action]
        if looks:
            await tables.play(table, name, looks[0])
            return 1
    return 0


@pytest.mark.parametrize("name", SCENES)
def test_no_visitor_can_tell_two_worlds_apart(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What has nothing to do with a table is asked in the first scene only."""
    asked = [endpoint for endpoint in ASKED if "{table}" in endpoint or name == next(iter(SCENES))]
    asyncio.run(_compare_worlds(SCENES[name], asked, tmp_path, Lots(monkeypatch), caplog))


async def _compare_worlds(
    scene: Scene, asked: list[str], folder: Path, lots: Lots, caplog: pytest.LogCaptureFixture
) -> None:
    base = scene.play()
    games = {"base": base, **{who: twin_for(base, seat) for seat, who in enumerate(NAMES, start=1)}}
    async with AsyncExitStack() as stack:
        worlds = {
            which: await stack.enter_async_context(world(folder / which, game, TABLES)) for which, game in games.items()
        }
        for one in worlds.values():  # a table draws the ids of its events when it is loaded: in all worlds alike
            lots.again("loading")
            for table in TABLES:
                await one.app.state.context.tables.info(table)
        secrets = {secret for one in worlds.values() for secret in one.secrets}
        caplog.set_level(logging.DEBUG)
        for endpoint in sorted(asked, key=lambda one: (one in LAST, one)):
            for visitor in VISITORS:
                lots.again(f"{endpoint} {visitor}")
                expected = await ask(worlds["base"], endpoint, visitor)
                assert not [secret for secret in secrets if secret.encode() in expected[2]]
                others = NAMES if "{table}" in endpoint else NAMES[:1]
                for eye in [visitor] if visitor in NAMES else others:
                    lots.again(f"{endpoint} {visitor}")
                    found = await ask(worlds[eye], endpoint, visitor)
                    assert found == expected, f"{endpoint} tells {visitor} what is hidden"
        assert not [secret for secret in secrets if secret in caplog.text]
