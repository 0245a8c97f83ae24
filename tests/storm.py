"""A storm: people play while servers and PostgreSQL are killed, stopped and cut off; then the books are checked.

Each player repeats what was not answered with the same idempotency key, as the pages do, and remembers what was. When
the storm is over all games are finished, and what was answered is compared with what is stored: every answered move is
in its log exactly once, every log has no gap and replays by the rules, and every seat has the score of its replay.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

from partake.engine.chance import Seed
from partake.engine.notation import parse_action
from partake.engine.record.model import Record
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.rules.catalogue import catalogue
from partake.store.revision import DatabaseError
from partake.store.rows import Status, StoredTable
from partake.store.store import Store
from partake.table.seats import scored
from postgres import Cluster
from served_process import ServedProcess, eventually

SEATS = 4
"""The players of a table."""
PATIENCE = 20.0
"""Seconds until a request that is not answered is sent again."""
AGAIN = 0.1
"""Seconds until a request that failed is sent again."""
LIMIT = 240.0
"""Seconds for all games to be finished when the storm is over."""


@dataclass
class Report:
    """What has happened."""

    faults: Counter[str] = field(default_factory=Counter)
    """The number of faults of each kind."""
    answered: dict[str, list[str]] = field(default_factory=dict)
    """The keys of the answered moves of each table."""
    repeated: int = 0
    """The number of moves that were sent more than once."""
    refused: int = 0
    """The number of requests that failed or were not answered."""

    @property
    def kills(self) -> int:
        """The number of processes, or whole services, that were killed without warning."""
        return sum(count for kind, count in self.faults.items() if kind.startswith("kill"))

    @property
    def moves(self) -> int:
        """The number of answered moves."""
        return sum(map(len, self.answered.values()))


class Player:
    """Somebody who plays at one table after the other, whatever becomes of their requests."""

    def __init__(self, storm: Storm, name: str) -> None:
        self._storm, self.name = storm, name
        self._client = httpx.AsyncClient(base_url=storm.link, timeout=PATIENCE, verify=False)
        self._count = 0

    async def close(self) -> None:
        """Go."""
        await self._client.aclose()

    async def ask(self, method: str, path: str, **body: Any) -> httpx.Response:
        """Ask until there is an answer: what failed by no fault of ours is asked again."""
        tries = 0
        while True:
            tries += 1
            with suppress(httpx.HTTPError):
                answer = await self._client.request(method, path, json=body or None)
                if answer.status_code < 500 and answer.status_code != 429:
                    self._storm.report.repeated += tries > 1 and "moves" in path
                    return answer
            self._storm.report.refused += 1
            await asyncio.sleep(AGAIN * (1 + self._storm.random.random()))

    async def arrive(self) -> None:
        """Become known."""
        answer = await self.ask("POST", "/api/guests", nickname=self.name)
        assert answer.status_code == 201, answer.text

    async def play(self, table: str, pace: float) -> None:
        """Play a game to its end, thinking about each move for about `pace` seconds."""
        random, answered = self._storm.random, self._storm.report.answered.setdefault(table, [])
        while True:
            answer = await self.ask("GET", f"/api/tables/{table}")
            state = answer.json()
            if answer.status_code != 200 or state["table"]["status"] in ("over", "closed"):
                return
            view = state["view"]
            legal = [one for one in (view or {}).get("legal", ()) if one != "back"]
            if view is None or state["seat"] not in view["to_act"] or not legal:
                await asyncio.sleep(0.05 + pace / 4)
                continue
            await asyncio.sleep(pace * random.uniform(0.5, 1.5))
            self._count += 1
            key, action = f"{self.name}-{self._count}", random.choice(legal)
            done = await self.ask("POST", f"/api/tables/{table}/moves", action=action, expect=state["number"], key=key)
            if done.status_code == 200:
                answered.append(key)


class Storm:
    """Players at tables of four, and the faults that they must not notice for long."""

    def __init__(self, cluster: Cluster, url: str, served: ServedProcess, *, seed: int = 1, pace: float = 0.2) -> None:
        self._cluster, self._url, self._served, self._pace = cluster, url, served, pace
        self.link, self.random, self.report = served.link, Random(seed), Report()
        self._is_over = False
        self.faults: dict[str, tuple[int, Callable[[], Awaitable[None]]]] = {
            "kill server": (4, self._kill_server),
            "kill PostgreSQL backend": (6, self._kill_backend),
            "kill PostgreSQL": (1, self._kill_database),
            "stop server": (2, self._stop_server),
            "stop PostgreSQL": (1, self._stop_database),
            "cut connections": (2, self._cut),
        }
        """What can happen, each with its weight."""

    async def run(self, players: int, *, faults: int, pause: float) -> Report:
        """Let people play, let this number of faults happen meanwhile, and let all games be finished."""
        people = [Player(self, f"Guest {n}") for n in range(players)]
        await asyncio.gather(*(one.arrive() for one in people))
        groups = [people[first : first + SEATS] for first in range(0, players, SEATS)]
        try:
            async with asyncio.timeout(faults * (pause + 10) + LIMIT), asyncio.TaskGroup() as tasks:
                for group in groups:
                    tasks.create_task(self._play(group))
                for _ in range(faults):
                    await asyncio.sleep(pause)
                    kinds = list(self.faults)
                    (kind,) = self.random.choices(kinds, [self.faults[one][0] for one in kinds])
                    await self.faults[kind][1]()
                    self.report.faults[kind] += 1
                self._is_over = True
        finally:
            for one in people:
                await one.close()
        return self.report

    async def _play(self, group: list[Player]) -> None:
        """Play game after game until the storm is over, and the last one to its end."""
        while True:
            seats = [{"kind": "host"}, *({"kind": "person"} for _ in group[1:])]
            made = await group[0].ask("POST", "/api/tables", edition="classic", seats=seats, pause=0)
            assert made.status_code == 201, made.text
            table = made.json()["id"]
            for one in group[1:]:
                joined = await one.ask("POST", f"/api/tables/{table}/join", seat=None)
                assert joined.status_code == 200, joined.text
            await asyncio.gather(*(one.play(table, self._pace) for one in group))
            if self._is_over:
                return

    def _children(self) -> list[int]:
        """The processes that answer requests, or think for bots."""
        found = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", str(self._served.pid)], capture_output=True, text=True, check=False
        )
        lines = (line.split(None, 1) for line in found.stdout.splitlines())
        return [int(pid) for pid, args in lines if "spawn_main" in args]

    async def _kill_server(self) -> None:
        if children := self._children():
            _send(self.random.choice(children), signal.SIGKILL)

    async def _stop_server(self) -> None:
        if children := self._children():
            chosen = self.random.choice(children)
            _send(chosen, signal.SIGSTOP)
            await asyncio.sleep(self.random.uniform(0.5, 3.0))
            _send(chosen, signal.SIGCONT)

    async def _kill_backend(self) -> None:
        """Kill one process of PostgreSQL, which then ends all others and recovers by its write-ahead log."""
        with suppress(Exception):
            rows = await asyncio.to_thread(
                self._cluster.execute,
                "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
            )
            _send(self.random.choice(rows)[0], signal.SIGKILL)

    async def _kill_database(self) -> None:
        await asyncio.to_thread(self._cluster.kill)
        await asyncio.sleep(self.random.uniform(0.0, 1.0))
        await asyncio.to_thread(self._cluster.start)

    async def _stop_database(self) -> None:
        self._cluster.freeze()
        await asyncio.sleep(self.random.uniform(0.2, 1.5))
        self._cluster.thaw()

    async def _cut(self) -> None:
        with suppress(Exception):
            await asyncio.to_thread(
                self._cluster.execute,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'partake%'",
            )

    def check(self) -> int:
        """Compare all that was answered with all that is stored; the number of games that were looked at."""
        store = eventually(lambda: _opened(self._url))
        assert store is not None
        try:
            for table, answered in self.report.answered.items():
                stored = asyncio.run(store.load(table))
                assert stored is not None, f"{table} is lost"
                check_game(stored, answered)
        finally:
            store.close()
        return len(self.report.answered)


def _opened(url: str) -> Store | None:
    """The database, unless it recovers from the last kill."""
    with suppress(DatabaseError):
        return Store(url)
    return None


def check_game(stored: StoredTable, answered: list[str]) -> None:
    """See that a game is whole: each answered move once, no gap, by the rules, and with the right scores."""
    keys = Counter(row.key for row in stored.actions if row.key)
    assert not (lost := set(answered) - set(keys)), f"{stored.table.id}: answered and not stored: {lost}"
    assert not (twice := [key for key, count in keys.items() if count > 1]), f"{stored.table.id}: stored twice: {twice}"
    assert [row.number for row in stored.actions] == list(range(1, len(stored.actions) + 1)), "the log has a gap"
    assert stored.table.status == Status.OVER, f"{stored.table.id} is {stored.table.status}"
    edition = catalogue().edition(stored.table.edition)
    setup = arrange(edition, stored.table.options, seats=[seat.name for seat in stored.seats])
    moves = tuple((row.actor, parse_action(row.action)) for row in stored.actions)
    game = Table.resume(Record(setup, stored.table.commitment, moves, Seed(stored.seed)))
    assert game.outcome is not None, "the game is over by its log"
    expected = scored(stored.seats, game.outcome, setup.options.rounds)
    assert [seat.total for seat in stored.seats] == [seat.total for seat in expected], "a player has another score"


def _send(pid: int, sign: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, sign)
