"""Nobody waits for a compiler without being told."""

from __future__ import annotations

from pathlib import Path

import pytest

from partake.cli.opponents import announce_bots
from partake.rules.kernels import mark_ready


@pytest.mark.parametrize(
    ("bots", "family", "is_told"),
    [
        (["search@3", "random"], "hexagon", True),
        (["master"], "hexagon", True),
        (["skilled", "heuristic"], "hexagon", False),
        (["master"], "five", False),
    ],
)
def test_the_first_use_of_a_compiled_bot_is_announced(
    bots: list[str],
    family: str,
    is_told: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    announce_bots(bots, family)
    assert ("Getting the learned bots ready" in capsys.readouterr().err) == is_told


def test_the_next_use_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    mark_ready()
    announce_bots(["value"], "hexagon")
    assert capsys.readouterr().err == ""
