"""Where compiled kernels are kept between runs."""

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
def kernel_cache(*rooms: str) -> Iterator[None]:
    """Keep what is compiled in here in a folder of the user's own, named after the sources of the rooms with kernels.

    Numba looks only at the file a function stands in to see whether its cache is stale, and ours call each other across
    files; and a package may be installed where nobody can write. Whoever sets NUMBA_CACHE_DIR has their way.
    """
    if os.environ.get("NUMBA_CACHE_DIR"):
        yield
        return
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(_folder(rooms))
    try:
        yield
    finally:
        _config.CACHE_DIR = before


def is_ready(*rooms: str) -> bool:
    """Whether the kernels of these rooms were compiled before, all or some, and will be found again."""
    return any(Path(os.environ.get("NUMBA_CACHE_DIR") or _folder(rooms)).rglob("*.nbi"))


def _folder(rooms: tuple[str, ...]) -> Path:
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    name = f"kernels-{_fingerprint(rooms)}"
    for place in (root / "partake" / name, Path(tempfile.gettempdir()) / f"partake-{_user()}" / name):
        try:
            place.mkdir(parents=True, exist_ok=True, mode=0o700)
            if place.stat().st_uid == _user() and os.access(place, os.W_OK):
                return place
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="partake-"))


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0


def _fingerprint(rooms: tuple[str, ...]) -> str:
    package = Path(__file__).parent.parent
    sources = [path for room in rooms for path in sorted((package / room).rglob("*.py"))]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:16]
