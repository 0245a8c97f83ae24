"""The players of a storm: programs with the HTTP API and its streams, and pages with their WebSocket.

Each repeats what was not answered with the same idempotency key, and goes on listening after the last event that came,
by whatever line the next one is. What they did and heard is in their `Reading` of the table.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any, NoReturn
from urllib.parse import quote

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from storm_books import Reading, Report

PATIENCE = 10.0
"""Seconds after which an answer counts as lost."""
AGAIN = 0.2
"""Seconds until something that failed is tried again, on average."""


class Player(ABC):
    """Plays at one table after the other, whatever becomes of the lines."""

    def __init__(self, link: str, name: str, report: Report, random: Random, pace: float) -> None:
        """Thinks about each move for about `pace` seconds."""
        self._link, self.name, self._report, self._random, self._pace = link, name, report, random, pace
        self._client = httpx.AsyncClient(base_url=link, timeout=PATIENCE)
        self._keys = (f"{name}-{number}" for number in count(1))

    async def close(self) -> None:
        """Go."""
        await self._client.aclose()

    async def arrive(self) -> None:
        """Become known."""
        assert (await self.ask("POST", "/api/guests", nickname=self.name)).status_code == 201

    async def ask(self, method: str, path: str, **body: Any) -> httpx.Response:
        """Ask until there is an answer: what failed by no fault of ours is asked again."""
        while True:
            with suppress(httpx.HTTPError):
                answer = await self._client.request(method, path, json=body or None)
                if answer.status_code == 500:
                    self._report.mistakes.append(f"{method} {path}: {answer.text}")
                if answer.status_code < 500 and answer.status_code != 429:
                    return answer
            await self.fail()

    async def fail(self) -> None:
        """Note that something failed, and wait for a moment."""
        self._report.failed += 1
        await asyncio.sleep(AGAIN * self._random.uniform(0.5, 1.5))

    async def play(self, table: str) -> Reading:
        """Play a game to its end, and hear all of it."""
        reading = Reading()
        self._report.readings.setdefault(table, []).append(reading)
        async with asyncio.TaskGroup() as tasks:
            listening = tasks.create_task(self._listen(table, reading))
            while not reading.is_over:
                reading.news.clear()
                if not await self._act(table, reading) and not reading.is_over:
                    await reading.news.wait()
            listening.cancel()
        return reading

    async def _think(self) -> None:
        await asyncio.sleep(self._pace * self._random.uniform(0.5, 1.5))

    def _choose(self, state: dict[str, Any]) -> str | None:
        """Any placement, if it is this player's turn."""
        view = state.get("view")
        if view is None or state["seat"] not in view["to_act"]:
            return None
        legal = [action for action in view["legal"] if action != "back"]
        return self._random.choice(legal) if legal else None

    async def _move(self, table: str, reading: Reading, action: str, number: int) -> None:
        """Send a move until it is answered, or refused."""
        key, tries = next(self._keys), 0
        reading.sent[key] = action
        while True:
            tries += 1
            found = await self._send(table, action=action, expect=number, key=key)
            if found is None:
                await self.fail()
                continue
            status, answer = found
            if status == 500:
                self._report.mistakes.append(f"{action} at {table}: {answer}")
            if status < 500 and status != 429:
                break
            await self.fail()
        self._report.repeated += tries > 1
        if status == 200:
            reading.answered[key] = answer["number"]
        else:
            reading.refused.add(key)
            await asyncio.sleep(AGAIN)

    @abstractmethod
    async def _listen(self, table: str, reading: Reading) -> NoReturn:
        """Hear what happens, by one line after the other."""

    @abstractmethod
    async def _act(self, table: str, reading: Reading) -> bool:
        """Do what there is to do; whether there was something."""

    @abstractmethod
    async def _send(self, table: str, **move: Any) -> tuple[int, Any] | None:
        """Send a move once; status and answer, or nothing."""


class Program(Player):
    """Sends moves as requests, and looks at the table when its stream says that something happened."""

    async def _listen(self, table: str, reading: Reading) -> NoReturn:
        while True:
            with suppress(httpx.HTTPError):
                headers = {"last-event-id": reading.last} if reading.last else {}
                patience = httpx.Timeout(PATIENCE, read=60.0)
                path = f"/api/tables/{table}/events"
                async with self._client.stream("GET", path, headers=headers, timeout=patience) as stream:
                    if stream.status_code == 200:
                        async for event in _events(stream):
                            if event["event"] != "beat":
                                reading.hear(event["id"], event["event"], orjson.loads(event["data"]))
            await self.fail()

    async def _act(self, table: str, reading: Reading) -> bool:
        answer = await self.ask("GET", f"/api/tables/{table}")
        assert answer.status_code == 200, answer.text
        state = answer.json()
        if state["number"] < reading.number:  # another process, which has not heard of it yet
            await asyncio.sleep(AGAIN)
            return True
        action = self._choose(state)
        if action is not None:
            await self._think()
            await self._move(table, reading, action, state["number"])
        return action is not None

    async def _send(self, table: str, **move: Any) -> tuple[int, Any] | None:
        with suppress(httpx.HTTPError):
            answer = await self._client.post(f"/api/tables/{table}/moves", json=move)
            return answer.status_code, answer.json()
        return None


async def _events(stream: httpx.Response) -> AsyncIterator[dict[str, str]]:
    """The server-sent events of a stream."""
    fields: dict[str, str] = {}
    async for line in stream.aiter_lines():
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        else:
            yield fields
            fields = {}


class Page(Player):
    """Plays over the WebSocket of a page, by what the page shows, as static/line.js and table.js do."""

    def __init__(self, link: str, name: str, report: Report, random: Random, pace: float) -> None:
        super().__init__(link, name, report, random, pace)
        self._line: ClientConnection | None = None
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._numbers = count(1)
        self._gone_on: tuple[str, int] | None = None
        self._must_end = False
        """Whether something was answered on this line of which it had not told."""

    async def play(self, table: str) -> Reading:
        """Play a game; in the end the page shows what the server would show to whoever comes now."""
        reading = await super().play(table)
        while True:
            state = (await self.ask("GET", f"/api/tables/{table}")).json()
            if state["table"]["status"] == "over":
                shown = reading.state["view"]
                different = [name for name, value in state["view"].items() if shown[name] != value]
                assert not different, f"{table}: the page shows other {different}"
                return reading
            await self.fail()

    async def _listen(self, table: str, reading: Reading) -> NoReturn:
        cookies = "; ".join(f"{name}={value}" for name, value in self._client.cookies.items())
        address = f"{self._link.replace('http', 'ws', 1)}/api/tables/{table}/socket?view=true&last="
        while True:
            self._must_end = False
            try:
                async with connect(
                    address + quote(reading.last),
                    additional_headers={"Cookie": cookies},
                    compression=None,
                    open_timeout=PATIENCE,
                    close_timeout=1.0,
                    ping_interval=None,
                    max_size=None,
                    proxy=None,
                ) as self._line:
                    async for text in self._line:
                        self._hear(reading, orjson.loads(text))
            except (OSError, EOFError, WebSocketException):
                pass
            finally:
                self._line = None
                for answer in self._asked.values():
                    if not answer.done():
                        answer.set_result(None)
                self._asked.clear()
            await self.fail()

    def _hear(self, reading: Reading, told: dict[str, Any]) -> None:
        if "answer" in told:
            asked = self._asked.pop(told["answer"], None)
            if asked is not None and not asked.done():
                self._check_order(reading, told)
                asked.set_result(told)
        elif told["event"] != "beat":
            assert not self._must_end, f"{told['id']} is told on a line that ends"
            reading.hear(told["id"], told["event"], told["data"])

    def _check_order(self, reading: Reading, told: dict[str, Any]) -> None:
        """What a move changed is told before its answer; only a line that ends with its answers tells nothing more."""
        number = 0 if "error" in told else told["number"]
        self._must_end = self._must_end or reading.number < number

    async def _act(self, table: str, reading: Reading) -> bool:
        if self._choose(reading.state) is not None:
            await self._think()
            action = self._choose(reading.state)  # the page may show something else by now
            if action is not None:
                await self._move(table, reading, action, reading.number)
            return True
        if reading.state.get("intermission") and self._gone_on != (table, reading.number):
            self._gone_on = table, reading.number
            await self._ask(go_on=True, expect=reading.number)
        return False

    async def _send(self, table: str, **move: Any) -> tuple[int, Any] | None:
        answer = await self._ask(**move)
        return None if answer is None else (answer.get("status", 200), answer)

    async def _ask(self, **wanted: Any) -> Any:
        """What is answered; None if nobody can be asked now, or the line breaks before. A silent line is left."""
        line, number = self._line, next(self._numbers)
        if line is None:
            return None
        asked = self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(PATIENCE):
                await line.send(orjson.dumps({"do": number, **wanted}), text=True)
                return await asked
        except (TimeoutError, OSError, WebSocketException):
            line.transport.abort()
            return None
        finally:
            self._asked.pop(number, None)
