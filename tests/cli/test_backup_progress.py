"""A copy that takes longer than a second tells its progress on a terminal, and nothing elsewhere."""

from __future__ import annotations

import io
import sys

import pytest

from partake.cli.commands import backup


class Screen(io.StringIO):
    """Where progress is shown."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


@pytest.mark.parametrize(
    ("is_terminal", "quiet", "shown"),
    [
        (True, -1.0, "\r50 % copied\033[K\r100 % copied; now it is checked ...\033[K\r\033[K"),
        (True, 3600.0, ""),
        (False, -1.0, ""),
    ],
)
def test_progress_is_told_after_a_while_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, is_terminal: bool, quiet: float, shown: str
) -> None:
    screen = Screen(is_terminal)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(backup, "QUIET", quiet)
    with backup.CopyProgress() as progress:
        progress(5, 10)
        progress(10, 10)
    assert screen.getvalue() == shown
