"""A storm: people play while servers, workers and PostgreSQL are killed, stopped, cut off, delayed and out of room.

Jepsen for one machine. Players at tables of four, with bots at some, play game after game; faults come several at a
time; when the storm is over all games are finished, and the books are checked (`storm_books`).
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from time import monotonic

from cuttable import CuttableLine, Mode
from partake.store.revision import DatabaseError
from partake.store.store import Store
from served_process import eventually
from storm_books import Report, check_game
from storm_place import Place, Service
from storm_players import Page, Player, Program

SEATS = 4
"""The seats of a table."""
LIMIT = 240.0
"""Seconds for all games to be finished when the storm is over."""
AT_ONCE = 3
"""The most faults that come at the same moment."""
MOST_BACKENDS = 16
"""The most processes of PostgreSQL that are killed at the same moment."""
LOOK = 0.2
"""Seconds between two looks at what must be started again."""
REVIEWED = 6
"""Of so many finished games one is reviewed."""
HURRIED = 8
"""Of so many players one plays five times as fast, so that games end and are reviewed while the storm lasts."""
BOT = "casual"
"""The bot that plays at one table of three."""
Fault = Callable[[], Awaitable[int]]
"""Lets something fail; how often, as there may be nothing that could."""


class Faults:
    """What can happen to a place."""

    def __init__(self, place: Place, random: Random) -> None:
        self._place, self._random = place, random
        self._database = asyncio.Lock()
        """Held while PostgreSQL as a whole is stopped, killed, without room or started."""
        self.kinds: dict[str, tuple[int, Fault]] = {
            "kill a process of a server": (3, self._kill_child),
            "kill a server": (1, self._kill_server),
            "kill a worker": (2, self._kill_worker),
            "kill a process of bots": (1, self._kill_thinker),
            "kill a process of PostgreSQL": (8, self._kill_backends),
            "kill PostgreSQL": (3, self._kill_database),
            "stop a server": (2, lambda: self._stop(self._child())),
            "stop a worker": (1, lambda: self._stop(self._random.choice(place.workers).pid)),
            "stop PostgreSQL": (1, self._stop_database),
            "cut lines to servers": (2, lambda: self._cut(place.to_servers)),
            "cut lines to PostgreSQL": (2, lambda: self._cut(place.to_database)),
            "lose answers of servers": (2, lambda: self._mute(place.to_servers)),
            "lose answers of PostgreSQL": (2, lambda: self._mute(place.to_database)),
            "delay lines to servers": (1, lambda: self._delay(place.to_servers)),
            "delay lines to PostgreSQL": (1, lambda: self._delay(place.to_database)),
        }
        """Each fault with its weight."""
        if place.disk is not None:
            self.kinds["fill PostgreSQL's disk"] = 1, self._fill

    def some(self) -> set[str]:
        """The faults of one moment."""
        weights = [weight for weight, _ in self.kinds.values()]
        return set(self._random.choices(list(self.kinds), weights, k=self._random.randint(1, AT_ONCE)))

    def _child(self) -> int | None:
        return self._one_of(self._random.choice(self._place.servers))

    def _one_of(self, service: Service) -> int | None:
        children = service.children
        return self._random.choice(children) if children else None

    async def _kill_child(self) -> bool:
        return _send(self._child(), signal.SIGKILL)

    async def _kill_server(self) -> bool:
        """Kill the process that was started; all others end with it."""
        return _send(self._random.choice(self._place.servers).pid, signal.SIGKILL)

    async def _kill_worker(self) -> bool:
        return _send(self._random.choice(self._place.workers).pid, signal.SIGKILL)

    async def _kill_thinker(self) -> bool:
        return _send(self._one_of(self._random.choice(self._place.workers)), signal.SIGKILL)

    async def _stop(self, pid: int | None) -> bool:
        is_stopped = _send(pid, signal.SIGSTOP)
        await asyncio.sleep(self._random.uniform(0.5, 3.0))
        _send(pid, signal.SIGCONT)
        return is_stopped

    async def _kill_backends(self) -> int:
        """Kill some processes of PostgreSQL, which then ends all others and recovers by its write-ahead log."""
        children = self._place.cluster.children
        chosen = self._random.sample(children, min(len(children), self._random.randint(1, MOST_BACKENDS)))
        return sum(_send(pid, signal.SIGKILL) for pid in chosen)

    async def _operate(self, *work: Callable[[], object]) -> None:
        """Do something with PostgreSQL as a whole."""
        for one in work:
            await asyncio.get_running_loop().run_in_executor(self._place.operator, one)

    async def _kill_database(self) -> bool:
        async with self._database:
            await self._operate(self._place.cluster.kill)
            await asyncio.sleep(self._random.uniform(0.0, 0.5))
            await self._operate(self._place.cluster.start)
        return True

    async def _stop_database(self) -> bool:
        async with self._database:
            await self._operate(self._place.cluster.freeze)
            await asyncio.sleep(self._random.uniform(0.2, 1.5))
            await self._operate(self._place.cluster.thaw)
        return True

    async def _fill(self) -> bool:
        """Leave PostgreSQL no room for its data and its log."""
        disk = self._place.disk
        assert disk is not None
        async with self._database:
            await self._operate(disk.fill)
            await asyncio.sleep(self._random.uniform(1.0, 3.0))
            await self._operate(disk.empty)
        return True

    async def keep(self) -> None:
        """Start again whatever has ended."""
        while True:
            for one in self._place.services:
                one.keep()
            async with self._database:
                if not self._place.cluster.is_running:
                    await self._operate(self._place.cluster.kill, self._place.cluster.start)
            await asyncio.sleep(LOOK)

    async def _cut(self, line: CuttableLine) -> bool:
        return line.disturb(self._random.uniform(0.2, 1.0), mode=Mode.CUT) > 0

    async def _mute(self, line: CuttableLine) -> bool:
        """What is asked arrives, what is answered does not, and then the line breaks: was it done?"""
        found = line.disturb(self._random.uniform(0.2, 0.6), mode=Mode.MUTE)
        await asyncio.sleep(self._random.uniform(0.1, 1.5))
        line.cut_silent()
        return found > 0

    async def _delay(self, line: CuttableLine) -> bool:
        found = line.disturb(self._random.uniform(0.3, 1.0), delay=self._random.uniform(0.02, 0.3))
        await asyncio.sleep(self._random.uniform(1.0, 4.0))
        line.disturb(1.0)
        return found > 0


class Storm:
    """Players at tables of four, and the faults that they must not notice for long."""

    def __init__(
        self, place: Place, *, players: int, seed: int = 1, pace: float = 0.2, has_reviews: bool = True
    ) -> None:
        """Each player thinks about a move for about `pace` seconds."""
        self._place, self._random, self.report, self._has_reviews = place, Random(seed), Report(), has_reviews
        self._is_over = False
        link = place.to_servers.link
        kinds: list[type[Player]] = [Page, Program]
        paces = [pace / 5 if n < players // HURRIED else pace for n in range(players)]
        self._people = [
            kinds[n % 2](link, f"Guest {n}", self.report, Random(f"{seed} {n}"), paces[n]) for n in range(players)
        ]

    async def run(self, *, seconds: float, pause: float, kills: int = 0) -> Report:
        """Let people play and faults happen, about every `pause` seconds, until all games are finished.

        The storm lasts for this time, and longer if there must be more `kills`.
        """
        loop, faults = asyncio.get_running_loop(), Faults(self._place, self._random)
        keeping = asyncio.create_task(faults.keep())
        try:
            async with asyncio.timeout(LIMIT) as limit, asyncio.TaskGroup() as tasks:
                await asyncio.gather(*(one.arrive() for one in self._people))
                limit.reschedule(None)
                for group in self._groups():
                    tasks.create_task(self._play(group))
                while not self.report.moves:
                    await asyncio.sleep(LOOK)
                await self._blow(faults, seconds, pause, kills)
                self._is_over, self.report.stormy = True, self.report.moves
                limit.reschedule(loop.time() + LIMIT)
        except TimeoutError:
            raise AssertionError(f"these games are never over: {self._unfinished()}") from None
        finally:
            keeping.cancel()
            for one in self._people:
                await one.close()
        return self.report

    def _groups(self) -> list[list[Player]]:
        """Four players to a table, or three where a bot plays too."""
        people, found = list(self._people), list[list[Player]]()
        while people:
            size = SEATS - 1 if len(found) % 3 == 2 else SEATS
            found.append(people[:size])
            del people[:size]
        return found

    async def _blow(self, faults: Faults, seconds: float, pause: float, kills: int) -> None:
        """Let faults happen, several at a time."""
        end = monotonic() + seconds
        async with asyncio.TaskGroup() as tasks:
            while monotonic() < end or self.report.kills < kills:
                await asyncio.sleep(pause * self._random.uniform(0.5, 1.5))
                for kind in faults.some():
                    tasks.create_task(self._fail(kind, faults.kinds[kind][1]))

    async def _fail(self, kind: str, fault: Fault) -> None:
        times = await fault()
        self.report.faults[kind] += times
        self.report.strikes += times > 0

    async def _play(self, group: list[Player]) -> None:
        """Play game after game until the storm is over, and the last one to its end."""
        host, reviewed = group[0], list[str]()
        while not self._is_over:
            seats = [{"kind": "host"}, *({"kind": "person"} for _ in group[1:])]
            seats += [{"kind": "bot", "level": BOT}] * (SEATS - len(group))
            pause = self._random.choice((0, 0.2))
            made = await host.ask("POST", "/api/tables", edition="classic", seats=seats, pause=pause)
            assert made.status_code == 201, made.text
            table = made.json()["id"]
            for one in group[1:]:
                joined = await one.ask("POST", f"/api/tables/{table}/join", seat=None)
                assert joined.status_code == 200, joined.text
            await asyncio.gather(*(one.play(table) for one in group))
            if self._has_reviews and self._random.randrange(REVIEWED) == 0:
                reviewed.append(table)
                await host.ask("POST", f"/api/tables/{table}/review")
        for table in reviewed:
            await self._expect_review(host, table)
            self.report.reviews.append(table)

    async def _expect_review(self, host: Player, table: str) -> None:
        """Ask for a review until it is there: who was to make it may be gone."""
        while (answer := await host.ask("POST", f"/api/tables/{table}/review")).json().get("state") != "done":
            assert answer.status_code == 202, answer.text
            await asyncio.sleep(1.0)

    def _unfinished(self) -> dict[str, list[tuple[int, str]]]:
        """The tables of which somebody was not told that they are over: what each was told last."""
        return {
            table: [(one.number, one.last) for one in readings]
            for table, readings in self.report.readings.items()
            if not all(one.is_over for one in readings)
        }

    def check(self) -> None:
        """Compare all that was answered and told with all that is stored."""
        store = eventually(lambda: _opened(self._place.url))
        assert store is not None
        try:
            for table, readings in self.report.readings.items():
                stored = asyncio.run(store.load(table))
                assert stored is not None, f"{table} is lost"
                check_game(stored, readings)
                bots = {seat.seat for seat in stored.seats if seat.bot}
                self.report.bots += sum(row.actor in bots for row in stored.actions)
        finally:
            store.close()


def _opened(url: str) -> Store | None:
    """The database, unless it recovers from the last kill."""
    with suppress(DatabaseError):
        return Store(url)
    return None


def _send(pid: int | None, sign: signal.Signals) -> bool:
    """Send a signal, if there is somebody to hear it."""
    with suppress(ProcessLookupError):
        if pid is not None:
            os.kill(pid, sign)
            return True
    return False
