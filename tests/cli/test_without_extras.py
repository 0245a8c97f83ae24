"""A plain installation plays with what it has: what needs an extra is refused before a game starts, or stands in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import partake

INSTALL = "pip install 'partake-games[fast]'"
BLOCKED = "import sys; sys.modules.update(numpy=None, numba=None)\n"
COMMAND = f"{BLOCKED}from partake.cli.main import run; run()"


def run(folder: Path, *argv: str, code: str = COMMAND) -> subprocess.CompletedProcess[str]:
    """Run a command where NumPy and Numba cannot be imported."""
    environment = {**os.environ, "PYTHONPATH": str(Path(partake.__file__).parents[1]), "HOME": str(folder)}
    words = [sys.executable, "-c", code, *argv]
    return subprocess.run(words, capture_output=True, text=True, env=environment, cwd=folder)


def test_bots_are_listed_with_what_they_lack(tmp_path: Path) -> None:
    found = run(tmp_path, "bots")
    assert (found.returncode, found.stderr) == (0, "")
    for name in ("value", "search"):
        assert f"the bot {name} needs the extra fast: {INSTALL}" in found.stdout
    for name in ("random", "greedy", "heuristic", "reader", "beginner", "master"):
        assert f"  {name} " in found.stdout
        assert f"the bot {name} needs" not in found.stdout


@pytest.mark.parametrize(
    "argv",
    [
        ("play", "classic", "Ann", "bot:search"),
        ("simulate", "classic", "--bot", "search"),
        ("arena", "classic", "search", "random"),
    ],
)
def test_a_bot_that_needs_an_extra_is_refused_before_the_game(tmp_path: Path, argv: tuple[str, ...]) -> None:
    found = run(tmp_path, *argv)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == f"partake: The bot search needs the extra fast: {INSTALL}\n"
    assert list(tmp_path.iterdir()) == []


def test_a_table_with_such_a_bot_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("orjson")
    code = f"{BLOCKED}import asyncio\nfrom partake.table.bot_pool import BotPool\npool = BotPool()\n"
    code += "try: asyncio.run(pool.check('search', 'hexagon'))\nexcept ValueError as problem: print(problem)\n"
    found = run(tmp_path, code=f"{code}asyncio.run(pool.check('master', 'hexagon'))")
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout == f"the bot search needs the extra fast: {INSTALL}\n"


@pytest.mark.parametrize(
    "argv",
    [
        ("play", "classic", "bot:master", "--seed", "s", "--record", "game.partake"),
        ("simulate", "classic", "--bot", "master", "--games", "1", "--seed", "s", "--workers", "1"),
        ("arena", "classic", "master", "--games", "1", "--seed", "s", "--workers", "1"),
    ],
)
def test_a_level_plays_as_documented_and_says_so(tmp_path: Path, argv: tuple[str, ...]) -> None:
    found = run(tmp_path, *argv)
    assert found.returncode == 0
    assert found.stderr == f"partake: Master plays hexagon games as skilled without the extra fast: {INSTALL}\n"


def test_take_five_needs_no_extra(tmp_path: Path) -> None:
    found = run(tmp_path, "play", "five", "bot:beginner", "bot:beginner", "--seed", "s")
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.parametrize("edition", ["classic", "nexus"])
def test_a_solution_needs_no_extra(tmp_path: Path, edition: str) -> None:
    tiles = run(tmp_path, "decks", edition, "--games", "1").stdout.split()
    found = run(tmp_path, "solve", edition, *tiles, "--seconds", "0.1")
    assert found.returncode == 0
    assert "partake:" not in found.stderr


def test_the_application_is_importable_with_the_extra_web_alone(tmp_path: Path) -> None:
    pytest.importorskip("fastapi")
    found = run(tmp_path, code=f"{BLOCKED}import partake.web.server")
    assert (found.returncode, found.stderr) == (0, "")
