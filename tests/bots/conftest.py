"""What tests of bots share."""

from __future__ import annotations

import pytest

from partake.bots.hexagon import search


@pytest.fixture
def few_candidates(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot `search` looks at two candidates of a move instead of eight; with `--slow` at all of them."""
    if not request.config.getoption("--slow"):
        monkeypatch.setattr(search, "CANDIDATES", 2)
