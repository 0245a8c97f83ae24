"""What the simulations' tests share."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from partake.cli.main import main

Cli = Callable[..., tuple[int, str, str]]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """Run `partake simulate` here: exit code, output, errors; a problem is one line."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PARTAKE_DATA", raising=False)

    def run(*argv: str) -> tuple[int, str, str]:
        code = main(["simulate", *argv])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        assert captured.err.count("\n") == (1 if code in (1, 2) else 0)
        return code, captured.out, captured.err

    return run


@pytest.fixture
def facts(cli: Cli) -> Callable[..., dict[str, Any]]:
    """The JSON of a simulation that went well."""

    def run(*argv: str) -> dict[str, Any]:
        code, out, _ = cli(*argv, "--json")
        assert code == 0
        found: dict[str, Any] = json.loads(out)
        return found

    return run
