"""A server that is killed at any moment has every move it has accepted, once and in order, when it is started again."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from partake.engine.notation import format_action
from partake.engine.record.files import read_record
from partake.rules.catalogue import catalogue

PATIENCE = 120.0
"""How long anything is waited for before it counts as a failure."""
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("classic", {"draw": 2}),
    ("classic", {"rays": "each"}),
    ("daffodil", {"stamens": "reserve"}),
    ("classic", {}),
)
Accepted = list[tuple[dict[str, Any], int]]


class Killed:
    """A real server process on one folder, that is killed and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None
        self.clients: list[httpx.Client] = []
        self.is_over = False
        """Whether everybody is to stop, because something went wrong."""
        self.lock, self.accepted, self.reached = threading.Lock(), 0, threading.Event()
        self._target = 0

    def start(self) -> None:
        """Start it on any free port, and speak with it from now on."""
        command = [sys.executable, "-m", "partake", "serve", "--host", "127.0.0.1", "--port", "0", "--workers", "0"]
        self._process = subprocess.Popen(
            [*command, "--folder", str(self._folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith("Play at "), f"the server does not start: {line}{self._errors()}"
        self.clients.append(httpx.Client(base_url=line.split()[2], timeout=PATIENCE))

    def _errors(self) -> str:
        assert self._process is not None
        assert self._process.stderr is not None
        self._process.kill()
        return self._process.stderr.read()

    def kill(self) -> str:
        """Kill it as no program can prevent; what it had to say."""
        said = self._errors()
        assert self._process is not None
        self._process.wait(PATIENCE)
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        return said

    def note(self) -> None:
        """Count an accepted move."""
        with self.lock:
            self.accepted += 1
            if self.accepted >= self._target:
                self.reached.set()

    def wait_for(self, more: int) -> bool:
        """Wait until so many moves more have been accepted."""
        with self.lock:
            self._target = self.accepted + more
            self.reached.clear()
        return self.reached.wait(PATIENCE)


class Player:
    """Plays a seat to its end over the API, however often the server dies under it."""

    def __init__(self, server: Killed, name: str, dice: random.Random) -> None:
        self._server, self._dice, self._name = server, dice, name
        self._headers: dict[str, str] = {}
        self.accepted: Accepted = []

    def ask(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """The answer, from whichever server is there to give it."""
        while not self._server.is_over:
            try:
                return self._server.clients[-1].request(method, path, headers=self._headers, **sent)
            except httpx.TransportError:  # it was killed, and comes back
                threading.Event().wait(0.02)
        raise AssertionError("there is no server any more")

    def come_in(self) -> None:
        """Become a guest."""
        answer = self.ask("POST", "/api/guests", json={"nickname": self._name})
        self._headers = {"cookie": f"partake={answer.cookies['partake']}"}

    def play(self, table: str, keys: Iterator[int]) -> None:
        """Do what may be done, by lot, until the game is over."""
        path = f"/api/tables/{table}"
        while True:
            state = self.ask("GET", path).json()
            view = state["view"]
            if view["outcome"]:
                return
            if state["seat"] not in view["to_act"]:
                threading.Event().wait(0.05)
                continue
            legal = [action for action in view["legal"] if action != "back"]
            move = {"action": self._dice.choice(legal), "expect": state["number"], "key": f"{self._name} {next(keys)}"}
            answer = self.ask("POST", f"{path}/moves", json=move)
            assert answer.status_code == 200, answer.text
            self.accepted.append((move, answer.json()["number"]))
            self._server.note()
            if self._dice.random() < 0.2:
                self.repeat(path)

    def repeat(self, path: str) -> None:
        """Send any of the accepted moves once more: it must be answered as before."""
        move, number = self._dice.choice(self.accepted)
        answer = self.ask("POST", f"{path}/moves", json=move)
        assert (answer.status_code, answer.json()) == (200, {"number": number, "repeated": True})


@contextmanager
def running(folder: Path) -> Iterator[Killed]:
    server = Killed(folder)
    server.start()
    try:
        yield server
    finally:
        server.is_over = True
        server.kill()
        for client in server.clients:
            client.close()


def set_up(server: Killed, dice: random.Random, number: int) -> tuple[str, list[Player]]:
    """A table with two players."""
    edition, options = GAMES[number % len(GAMES)]
    players = [Player(server, name, random.Random(dice.random())) for name in ("Ann", "Bob")]
    for player in players:
        player.come_in()
    plan = {"edition": edition, "options": options, "seats": [{"kind": "host"}, {"kind": "person"}], "pause": 0}
    table = players[0].ask("POST", "/api/tables", json=plan).json()["id"]
    assert players[1].ask("POST", f"/api/tables/{table}/join", json={}).json()["status"] == "playing"
    return table, players


def crash(folder: Path, kills: int, games: int) -> None:
    """Play games while the server is killed, then look at everything that was accepted."""
    dice = random.Random(kills)
    with ThreadPoolExecutor(2 * games) as crew, running(folder) as server:
        tables = [set_up(server, dice, number) for number in range(games)]
        moves = 40 * games
        playing = [crew.submit(player.play, table, itertools.count()) for table, pair in tables for player in pair]
        for _ in range(kills):
            assert server.wait_for(dice.randint(1, moves // kills)), "the games do not go on"
            assert "Traceback" not in server.kill()
            server.start()
        for one in playing:
            one.result(PATIENCE)
        for table, players in tables:
            check(server, table, players)


def check(server: Killed, table: str, players: list[Player]) -> None:
    """The record verifies, and holds what each player was told is accepted: no more, no less, in this order."""
    record = read_record(players[0].ask("GET", f"/api/tables/{table}/record").text, catalogue())
    assert record.outcome is not None
    for seat, player in enumerate(players, start=1):
        stored = [format_action(action) for actor, action in record.moves if actor == seat]
        assert stored == [move["action"] for move, _ in player.accepted]
        player.repeat(f"/api/tables/{table}")


def test_accepted_moves_survive_eight_deaths(tmp_path: Path) -> None:
    crash(tmp_path, kills=8, games=4)


@pytest.mark.slow
def test_accepted_moves_survive_sixty_deaths(tmp_path: Path) -> None:
    crash(tmp_path, kills=60, games=12)
