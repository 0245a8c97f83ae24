"""A test that asks for `alone` runs with every choice of options that one player can play."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Any

import pytest

import partake
from partake.rules.edition import HexagonEdition
from partake.rules.variant import combinations

os.environ["SDL_VIDEODRIVER"] = "dummy"  # windows are opened where nobody sees them
collect_ignore_glob = [] if all(map(find_spec, ("gymnasium", "pettingzoo", "numba"))) else ["test_*.py"]


def variants() -> list[tuple[str, dict[str, Any]]]:
    """Take-back and matches are left out: an episode knows neither."""
    found: list[tuple[str, dict[str, Any]]] = []
    for name, edition in partake.editions().items():
        if isinstance(edition, HexagonEdition):
            found += [
                (name, {option: value for option, value in chosen.items() if option not in ("takeback", "rounds")})
                for chosen in combinations(edition, seats=1)
                if chosen["takeback"] == "yes"
            ]
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "alone" in metafunc.fixturenames:
        metafunc.parametrize("alone", variants(), ids=lambda found: "-".join((found[0], *found[1].values())))
