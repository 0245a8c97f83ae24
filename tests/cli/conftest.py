"""The command line as a test uses it: in the process, in a directory of its own."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import partake
from partake.cli.main import main
from partake.engine.actions import Deed, Move, TakeBack
from partake.engine.five.state import Wait
from partake.engine.five.view import FiveView

BEGINS_WELL = re.compile(r"partake: (?:[^a-z]|[a-z]*[^a-z ])")
"""A capital, or a word that is no plain one: a file, a cell, an option."""


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def problem(self) -> str:
        """The one line of an error as the program words it, without the capital that people are shown."""
        words = self.err.removeprefix("partake: ")
        return words[:1].lower() + words[1:]


Cli = Callable[..., Result]
Keys = Callable[..., str]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """Run a command; whatever happens, there is no traceback, and an error is one line."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("PARTAKE_DATA", raising=False)

    def run(*argv: str, typed: str = "") -> Result:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main(argv)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        assert "mistake in Partake" not in captured.err
        if code in (1, 2):
            assert captured.err.startswith("partake: ")
            assert captured.err.count("\n") == 1
            assert BEGINS_WELL.match(captured.err), captured.err
        else:
            assert captured.err == ""
        return Result(code, captured.out, captured.err)

    return run


@pytest.fixture
def keys() -> Keys:
    """What people would type to play a whole game with this seed."""

    def play(edition: str, names: Sequence[str], seed: str, **options: str) -> str:
        table = partake.start(edition, seats=names, seed=seed, is_open=False, data=(), **options)
        chance, typed = random.Random(seed), ""
        while not table.is_over:
            if not table.to_act:
                view = table.view()
                is_look = isinstance(view, FiveView) and view.wait is Wait.LOOK
                table.deal()
                typed += "\n\n" if is_look else ""
                continue
            seat = table.to_act[0]
            legal = [action for action in table.view(seat).legal if not isinstance(action, TakeBack)]
            takes = [action for action in legal if isinstance(action, Move) and action.deed is Deed.TAKE]
            action = chance.choice(takes if takes and chance.random() < 0.8 else legal)
            table.play(seat, action)
            typed += partake.format_action(action) + "\n"
        return typed

    return play
