"""Compiled kernels of this machine: where they are kept, whether the learned players have theirs, how to do without.

Compiling them takes a processor most of a minute, once on a machine. Where people wait for a bot, a process runs the
same kernels uncompiled until another has compiled them: the same values, slowly.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

LEARNED = ("fast", "learn")
"""The packages with the kernels of learned players."""
BUILT_ON = ("numba", "llvmlite", "numpy")
"""The distributions whose versions compiled code depends on."""
_is_interpreted = False


def cache_folder(*packages: str) -> Path:
    """Where kernels of these packages are kept: a user folder named after their sources, or where NUMBA_CACHE_DIR says.

    Numba checks only the file of the outermost function for staleness, and kernels call each other across files; and a
    package may be installed where the user cannot write.
    """
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(chosen)
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


def are_ready() -> bool:
    """Whether all kernels of learned players were compiled for this machine as it is now."""
    return _mark().exists()


def mark_ready() -> None:
    """Remember that they were."""
    mark = _mark()
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()


def interpret() -> None:
    """Run kernels uncompiled in this process, which must not have imported any yet; deeper searches are left out.

    What a player then does depends on when it is asked: only for processes in which bots play with people.
    """
    global _is_interpreted
    if "numba" in sys.modules:
        return
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    _is_interpreted = True


def are_interpreted() -> bool:
    """Whether `interpret` was called in this process, in time."""
    return _is_interpreted


def _mark() -> Path:
    built_on = [f"{name} {_version(name)}" for name in BUILT_ON]
    machine = "\n".join([*built_on, sys.version, platform.machine(), _processor(), _fingerprint(LEARNED)])
    return cache_folder(*LEARNED) / f"ready-{hashlib.sha256(machine.encode()).hexdigest()[:16]}"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _processor() -> str:
    """What tells this processor from others: machine code for one may be of no use to another."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        found = [line for line in lines if line.startswith(("model name", "flags", "Features", "CPU part"))]
        return "\n".join(sorted(set(found)))
    except OSError:
        return platform.processor()


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0


def _fingerprint(packages: tuple[str, ...]) -> str:
    root = Path(__file__).parent.parent
    sources = [path for package in packages for path in sorted((root / package).rglob("*.py"))]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:16]
