"""Recipes: how a file of weights was made, as TOML beside it, so that anybody can make the same bytes again."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from partake.rules.machine import describe


def recipe(weights: Path, command: str, games: int, seconds: float, configuration: Mapping[str, Any]) -> str:
    """The recipe of a file of weights that has just been written."""
    from partake import __version__

    plain = {name: value for name, value in configuration.items() if not isinstance(value, Mapping)}
    tables = {name: value for name, value in configuration.items() if isinstance(value, Mapping)}
    found = {
        "command": command,
        "games": games,
        "seconds": round(seconds, 1),
        "weights": weights.name,
        "sha256": hashlib.sha256(weights.read_bytes()).hexdigest(),
        "made": str(date.today()),
        "partake": __version__,
        "machine": describe(),
        "system": f"{platform.system()} {platform.machine()}",
    }
    head = (
        "# How the weights beside this file were made. The command makes the same bytes, on any number of cores;\n"
        "# other versions of Partake, NumPy or Numba, and for a network another kind of processor, may give others.\n"
    )
    return head + _lines(found) + "\n[learner]\n" + _lines(plain) + "".join(
        f"\n[learner.{name}]\n{_lines(table)}" for name, table in tables.items()
    )  # fmt: skip


def _lines(values: Mapping[str, Any]) -> str:
    """Keys and values; the JSON of texts, numbers and truths is their TOML."""
    return "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items())
