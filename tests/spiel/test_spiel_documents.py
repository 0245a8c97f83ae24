"""The page about OpenSpiel is held to the code."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pyspiel

import partake.spiel
from partake.spiel.model import Scope
from spiel_games import ALONE

PAGE = (Path(__file__).parent.parent.parent / "docs" / "openspiel.md").read_text(encoding="utf-8")


def test_every_game_parameter_and_part_of_a_tensor_is_described() -> None:
    words = set(partake.spiel.NAMES.values())
    for name in (*ALONE, "partake_nexus(players=2,scrapyard=passed)", "partake_daffodil(stamens=reserve)"):
        game = pyspiel.load_game(name)
        words |= {*game.get_parameters(), *game.model.shapes(Scope(public=True, private=True, recall=True))}
    assert {word for word in words if f"`{word}`" not in PAGE and word not in PAGE.partition("## What")[0]} == set()


def test_defaults_are_as_the_table_says() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| Take Five \| (\d+)", PAGE, re.MULTILINE))
    parameters = pyspiel.load_game("partake_five").get_parameters()
    assert {name: int(default) for name, default in rows.items()} == {
        name: default for name, default in parameters.items() if name != "players"
    }


def test_a_missing_library_is_named() -> None:
    code = "import sys; sys.modules['pyspiel'] = None\ntry: import partake.spiel\nexcept ValueError as e: print(e)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "partake.spiel needs OpenSpiel: pip install 'partake-games[spiel]'"
