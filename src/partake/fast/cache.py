"""The on-disk cache of compiled kernels, invalidated by a fingerprint of their sources."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba

from partake.rules.kernels import cache_folder

_config: Any = numba.config


@contextmanager
def kernel_cache(*packages: str) -> Iterator[None]:
    """Cache the kernels compiled in this context in the folder of these packages; see `cache_folder`."""
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(cache_folder(*packages))
    try:
        yield
    finally:
        _config.CACHE_DIR = before


def is_ready(*packages: str) -> bool:
    """Whether kernels of these packages, all or some, are in the cache."""
    return any(cache_folder(*packages).rglob("*.nbi"))
