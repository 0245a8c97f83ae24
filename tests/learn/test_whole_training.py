"""The longer check: the whole training of a small variant, a board of one's own, from nothing to a strong bot."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from partake.cli.main import main
from partake.learn.network.learner import LINEAR_GAMES

BOARD = """
kind = "board"
name = "kite"
title = "Kite"
columns = [[-2, -2, 2], [-1, -2, 2], [0, -2, 2], [1, -2, 2], [2, -2, 2]]
"""
EDITION = """
kind = "edition"
family = "hexagon"
name = "kite"
title = "Kite"
board = "kite"
tiles = "27"
seats = [1, 8]
[options]
placement = ["free", "adjacent"]
draw = ["1"]
takeback = ["yes", "no"]
rounds = ["1"]
"""


@pytest.mark.slow
def test_a_board_of_your_own_is_learned_from_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "board.toml").write_text(BOARD, encoding="utf-8")
    (tmp_path / "kite.toml").write_text(EDITION, encoding="utf-8")
    data = [word for name in ("board", "kite") for word in ("--data", str(tmp_path / f"{name}.toml"))]
    games, weights = LINEAR_GAMES + 60_000, tmp_path / "weights"
    command = ["train", "kite", *data, "--games", str(games), "--out", str(weights)]
    assert main(command) == 0
    with (weights / "network-kite.csv").open(encoding="utf-8") as file:
        curve = {int(row["games"]): (float(row["mean"]), float(row["margin"])) for row in csv.DictReader(file)}
    (first, _), (linear, _), (last, margin) = curve[1000], curve[LINEAR_GAMES], curve[max(curve)]
    assert max(curve) >= games
    assert first < linear, "the linear value learns first"
    assert last > linear, "and the network more than it can say"
    assert last - margin > 225, "the bot `heuristic` has 218"
    monkeypatch.setenv("PARTAKE_WEIGHTS", str(weights))
    assert main(["simulate", "kite", *data, "--bot", "search", "--games", "2", "--workers", "1"]) == 0
