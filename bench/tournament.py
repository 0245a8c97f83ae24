"""How a tournament of hundreds holds up: one process of players, one of the server, over the loopback.

    .venv/bin/python bench/tournament.py --people 300

Everybody joins, the host starts the one deal of Classic, everybody begins at the same moment and places all tiles,
each at a pace of their own (a tile in about `--pace` seconds), while the page of every player asks every five seconds
how the tournament is and a projector every two; at the end all fetch the standings. Requests are timed one by one.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import httpx

from machine import describe

POLL, SCREEN = 5.0, 2.0
"""Seconds between two questions of a player's page, and of the projector."""


class Clock:
    """The times of all requests, by what was asked."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)

    async def ask(self, kind: str, client: httpx.AsyncClient, method: str, path: str, **sent: Any) -> httpx.Response:
        """One request, which must be accepted."""
        begin = time.perf_counter()
        answer = await client.request(method, path, **sent)
        self.seconds[kind].append(time.perf_counter() - begin)
        assert answer.status_code in (200, 201, 304), f"{kind}: {answer.status_code} {answer.text[:200]}"
        return answer

    def table(self) -> str:
        """The median, the slowest twentieth and the slowest of each kind, in milliseconds."""
        lines = ["| request | number | median ms | 95 % ms | slowest ms |", "|---|---:|---:|---:|---:|"]
        for kind, found in self.seconds.items():
            times = sorted(1000 * one for one in found)
            middle, late = times[len(times) // 2], times[int(0.95 * (len(times) - 1))]
            lines.append(f"| {kind} | {len(times)} | {middle:.1f} | {late:.1f} | {times[-1]:.1f} |")
        return "\n".join(lines)


async def player(clock: Clock, client: httpx.AsyncClient, code: str, pace: float, rng: random.Random) -> None:
    """One player's deal, from the beginning to the last tile."""
    begun = await clock.ask("begin the deal", client, "POST", f"/api/tournaments/{code}/play")
    table, done = begun.json()["id"], asyncio.Event()
    page = asyncio.create_task(follow(clock, client, code, done))
    while True:
        state = (await clock.ask("read the table", client, "GET", f"/api/tables/{table}")).json()
        view = state["view"]
        if view["outcome"]:
            break
        if state["seat"] in view["to_act"]:
            await asyncio.sleep(rng.uniform(0.5, 1.5) * pace)
            body = {"action": rng.choice(view["legal"]), "expect": state["number"], "pause": 0}
            await clock.ask("place a tile", client, "POST", f"/api/tables/{table}/moves", json=body)
    done.set()
    await page


async def follow(clock: Clock, client: httpx.AsyncClient, code: str, done: asyncio.Event) -> None:
    """What the page of a player asks all the time."""
    tag = ""
    while not done.is_set():
        headers = {"if-none-match": tag} if tag else {}
        answer = await clock.ask("how it is", client, "GET", f"/api/tournaments/{code}", headers=headers)
        tag = answer.headers["etag"]
        await asyncio.sleep(POLL)


async def project(clock: Clock, client: httpx.AsyncClient, code: str) -> None:
    """What a projector asks all the time."""
    while True:
        await clock.ask("the projector", client, "GET", f"/tournaments/{code}/screen/live")
        await asyncio.sleep(SCREEN)


def processor_seconds(process: int) -> float:
    """The processor time that a process has used (Linux): told apart from the waits on a machine that is busy."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def hold(link: str, people: int, pace: float, server: int) -> str:
    """A whole tournament on the server with this process id; its times."""
    clock, rng = Clock(), random.Random(people)
    clients = [httpx.AsyncClient(base_url=link, timeout=60) for _ in range(people + 1)]
    host, *players = clients
    for number, client in enumerate(clients):
        await clock.ask("a new guest", client, "POST", "/api/guests", json={"nickname": f"Guest {number}"})
    wanted = {"edition": "classic", "options": {"takeback": "no"}, "seconds": 3600}
    code = (await host.post("/api/tournaments", json=wanted)).json()["code"]
    joining = (clock.ask("join", one, "POST", f"/api/tournaments/{code}/join", json={}) for one in players)
    await asyncio.gather(*joining)
    (await host.post(f"/api/tournaments/{code}/go-on", json={})).raise_for_status()
    screen = asyncio.create_task(project(clock, host, code))
    began, used, asked = time.perf_counter(), processor_seconds(server), sum(map(len, clock.seconds.values()))
    await asyncio.gather(*(player(clock, one, code, pace, rng) for one in players))
    took = time.perf_counter() - began
    used, asked = processor_seconds(server) - used, sum(map(len, clock.seconds.values())) - asked
    screen.cancel()
    while (await host.get(f"/api/tournaments/{code}")).json()["stage"] != "over":
        await asyncio.sleep(0.1)
    await asyncio.gather(*(clock.ask("the standings", one, "GET", f"/tournaments/{code}/live") for one in players))
    found = (await host.get(f"/api/tournaments/{code}/results")).json()
    assert len(found["players"]) == people
    assert abs(sum(row["above"] for row in found["players"])) < 0.01 * people
    for client in clients:
        await client.aclose()
    told = f"{people} players, {took:.0f} s from the start to the last tile, {asked} requests in that time, for which"
    return f"{told} the server used {used:.1f} s of a processor: {1000 * used / asked:.2f} ms each.\n\n{clock.table()}"


def main() -> None:
    """Start a server, hold a tournament on it, print the times."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--pace", type=float, default=3.0, help="seconds for a tile")
    parser.add_argument("--port", type=int, default=8642)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        unlimited = (
            "--guests-per-minute",
            "0",
            "--tables-per-minute",
            "0",
            "--connections",
            "0",
            "--keep-alive",
            "600",
        )
        command = [sys.executable, "-m", "partake", "serve", "--port", str(wanted.port), "--folder", folder, *unlimited]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            link = f"http://127.0.0.1:{wanted.port}"
            for _ in range(300):
                try:
                    if httpx.get(f"{link}/ready").status_code == 200:
                        break
                except httpx.TransportError:
                    time.sleep(0.2)
            print(describe())
            print(asyncio.run(hold(link, wanted.people, wanted.pace, server.pid)))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
