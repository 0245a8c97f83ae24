"""Compiled code is kept where a change of any kernel's source is noticed."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import pytest
from numba.core.dispatcher import Dispatcher

import partake.fast
import partake.learn


def kernels(package: str) -> list[tuple[str, Dispatcher]]:
    found = importlib.import_module(package)
    names = [module.name for module in pkgutil.walk_packages(found.__path__, f"{package}.")]
    modules = [importlib.import_module(name) for name in names]
    return [
        (f"{module.__name__}.{name}", value)
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, Dispatcher) and value.py_func.__module__ == module.__name__
    ]


@pytest.mark.parametrize("package", ["partake.fast", "partake.learn", "partake.solve"])
def test_no_kernel_is_kept_beside_its_source(package: str) -> None:
    """Numba looks only at a kernel's own file; code that it calls may be older than that."""
    sources = Path(partake.__file__).parent
    beside = [name for name, kernel in kernels(package) if sources in Path(kernel.stats.cache_path or "/").parents]
    assert kernels(package)
    assert beside == []
