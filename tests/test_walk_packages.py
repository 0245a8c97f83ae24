"""Tools that import every module find nothing that runs, warns or fails otherwise than by an `ImportError`."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import partake
from partake.rules.errors import PartakeError
from partake.rules.extras import MissingExtraError, load

SOURCE = Path(partake.__file__).parent.parent
WALK = """
import importlib, pkgutil, sys, partake

def fail(name):
    if not isinstance(sys.exc_info()[1], ImportError):
        raise

missing = 0
for module in pkgutil.walk_packages(partake.__path__, "partake.", onerror=fail):
    try:
        importlib.import_module(module.name)
    except ImportError:
        missing += 1
print(missing)
"""


def walk(*flags: str) -> int:
    """The number of modules that cannot be imported, in a process of its own."""
    found = subprocess.run(
        [sys.executable, *flags, "-W", "error", "-c", WALK],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr[-2000:]
    return int(found.stdout)


def test_without_any_extra_all_that_is_missing_is_an_import_error() -> None:
    assert walk("-S") > 0, "-S hides the installed packages"


@pytest.mark.slow
def test_with_all_extras_every_module_is_imported() -> None:
    assert walk() == 0


def test_a_missing_extra_is_an_import_error_and_a_sentence() -> None:
    with pytest.raises(ImportError, match="charts needs partake_nowhere, which is not installed: pip install") as found:
        load("partake_nowhere", extra="plot", purpose="charts")
    assert isinstance(found.value, MissingExtraError)
    assert isinstance(found.value, PartakeError)
    again = pickle.loads(pickle.dumps(found.value))
    assert (type(again), str(again)) == (MissingExtraError, str(found.value))
