"""The machine that something was measured or learned on, in one line."""

from __future__ import annotations

import os
import platform
from importlib import metadata
from pathlib import Path

from partake.rules.extras import MissingExtraError, load
from partake.rules.messages import Message

VECTOR_EXTENSIONS = (
    ("avx512f", "AVX-512"),
    ("avx2", "AVX2"),
    ("avx", "AVX"),
    ("sse4_2", "SSE4.2"),
    ("asimd", "NEON"),
)
"""Flags of the kernel and their usual names, the widest first."""
PACKAGES = (("numpy", "NumPy"), ("numba", "Numba"))
"""Packages whose version decides how fast kernels are."""


def describe() -> str:
    """What was measured on: `AMD EPYC (znver4, AVX-512), 2 cores, Python 3.11.7, NumPy 2.4.6, Numba 0.68.1`."""
    words = [f"{processor()}, {cores()} cores", f"Python {platform.python_version()}"]
    for package, name in PACKAGES:
        try:
            words.append(f"{name} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            continue
    return ", ".join(words)


def processor() -> str:
    """The processor: what it calls itself, its microarchitecture as LLVM names it, its widest vector extension.

    Virtual machines hide the number of a model (`AMD EPYC`), so that only the microarchitecture tells what it is.
    """
    fields = _cpuinfo()
    flags = (fields.get("flags") or fields.get("Features", "")).split()
    vectors = [name for flag, name in VECTOR_EXTENSIONS if flag in flags]
    model = fields.get("model name") or platform.processor() or platform.machine()
    known = [word for word in (_microarchitecture(), *vectors[:1]) if word]
    return f"{model} ({', '.join(known)})" if known else model


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def busy() -> str:
    """How busy the machine is beside the measurement: the mean number of processes that want a core, last minute."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def is_busy() -> bool:
    """Whether more processes want a core than there are cores, over the last minute."""
    return hasattr(os, "getloadavg") and os.getloadavg()[0] > cores() + 0.5


def _cpuinfo() -> dict[str, str]:
    """The first processor's fields of /proc/cpuinfo; nothing where there is no such file."""
    path = Path("/proc/cpuinfo")
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    pairs = [line.split(":", 1) for line in text.split("\n\n")[0].splitlines() if ":" in line]
    return {key.strip(): value.strip() for key, value in pairs}


def _microarchitecture() -> str:
    try:
        binding = load("llvmlite.binding", extra="fast", purpose=Message("the name of the processor"))
    except MissingExtraError:
        return ""
    return str(binding.get_host_cpu_name())
