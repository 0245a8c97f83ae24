"""Packages that not everybody has: found when they are needed, or missed in a clear sentence."""

from __future__ import annotations

import importlib
from typing import Any

from partake.rules.errors import PartakeError


class MissingExtraError(PartakeError):
    """Something was asked for that needs a package which is not installed."""


def load(module: str, *, extra: str, purpose: str) -> Any:
    """A module of an optional package; `extra` is what to install for this purpose."""
    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise MissingExtraError(
            f"{purpose} needs {package}, which is not installed: pip install 'partake[{extra}]'"
        ) from None


def has_fast() -> bool:
    """Whether compiled games can be played here."""
    try:
        importlib.import_module("partake.fast")
    except (ImportError, PartakeError):
        return False
    return True
