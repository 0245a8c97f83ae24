"""The on-disk cache of compiled kernels, invalidated by a fingerprint of their sources."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba

_config: Any = numba.config


@contextmanager
def kernel_cache(*packages: str) -> Iterator[None]:
    """Cache the kernels compiled in this context in a user folder named after the sources of these packages.

    Numba checks only the file of the outermost function for staleness, and kernels call each other across files; and a
    package may be installed where the user cannot write. NUMBA_CACHE_DIR takes precedence where it is set.
    """
    if os.environ.get("NUMBA_CACHE_DIR"):
        yield
        return
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(_folder(packages))
    try:
        yield
    finally:
        _config.CACHE_DIR = before


def is_ready(*packages: str) -> bool:
    """Whether kernels of these packages, all or some, are in the cache."""
    return any(Path(os.environ.get("NUMBA_CACHE_DIR") or _folder(packages)).rglob("*.nbi"))


def _folder(packages: tuple[str, ...]) -> Path:
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    name = f"kernels-{_fingerprint(packages)}"
    for folder in (root / "partake" / name, Path(tempfile.gettempdir()) / f"partake-{_user()}" / name):
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Cached kernels are machine code: a folder that another user has made first is not trusted.
            if folder.stat().st_uid == _user() and os.access(folder, os.W_OK):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="partake-"))


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0


def _fingerprint(packages: tuple[str, ...]) -> str:
    root = Path(__file__).parent.parent
    sources = [path for package in packages for path in sorted((root / package).rglob("*.py"))]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:16]
