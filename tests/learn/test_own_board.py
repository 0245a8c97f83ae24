"""A board of one's own: trained by the command of the documents, then played by the learned bots."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from partake.cli.main import main
from partake.learn import training
from partake.learn.network.learner import NetworkLearner
from partake.learn.weights import read_weights

DOCUMENT = Path(__file__).parents[2] / "docs" / "training.md"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with the two files of the document."""
    board, edition = re.findall(r"^```toml\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    (tmp_path / "kite-board.toml").write_text(board)
    (tmp_path / "kite.toml").write_text(edition)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARTAKE_WEIGHTS", "weights")
    return tmp_path


DATA = ("--data", "kite-board.toml", "--data", "kite.toml")


def test_it_is_trained_and_played(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "kite", *DATA, "--games", "300"]) == 0
    assert {path.name for path in (folder / "weights").iterdir()} == {
        "network-kite.npz", "network-kite.csv", "network-kite.toml", "network-kite.checkpoint.npz",
    }  # fmt: skip
    assert f"partake simulate kite {DATA[0]} {DATA[1]} {DATA[0]} {DATA[3]} --bot value" in capsys.readouterr().out
    assert main(["arena", "kite", "value", "search@2", *DATA, "--games", "2", "--seed", "1"]) == 0
    assert "search@2" in capsys.readouterr().out


def test_after_the_linear_values_the_network_learns_by_the_same_command(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(training, "NetworkLearner", partial(NetworkLearner, linear_games=100))
    assert main(["train", "kite", *DATA, "--games", "300"]) == 0
    capsys.readouterr()
    assert main(["arena", "kite", "value", "search@2", *DATA, "--games", "2", "--seed", "1"]) == 0
    assert read_weights(folder / "weights" / "network-kite.npz").arrays["used"].size, "it has rows of features"


def test_what_was_learned_on_another_board_is_not_played_by(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "kite", *DATA, "--games", "10"]) == 0
    board = (folder / "kite-board.toml").read_text()
    (folder / "smaller.toml").write_text(board.replace("[2, -2, 2]]", "[2, -2, 1]]"))
    smaller = ("--data", "smaller.toml", "--data", "kite.toml")
    assert main(["simulate", "kite", *smaller, "--bot", "value", "--games", "1"]) in (1, 2)
    assert "there are no learned values for this variant of kite" in capsys.readouterr().err.lower()
