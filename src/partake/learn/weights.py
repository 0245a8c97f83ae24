"""Weight files: NumPy archives with a JSON header and a SHA-256 checksum, written atomically."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from partake.rules.errors import PartakeError, system_reason
from partake.rules.messages import Message

FORMAT = "partake-weights"
"""The name of the format, in the header of each file."""
LAYOUT = 1
"""The version of the layout, which changes whenever the meaning of a feature does."""
ABOUT = "about"
"""The name of the entry with the header."""
CHECKSUM = "checksum"
"""The name of the entry with the checksum."""
NO_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of all entries, the first that archives know: when a file was written must not change its bytes."""
UNIX = 3
"""The system that archives say they come from, everywhere."""
Arrays = Mapping[str, NDArray[Any]]
"""Arrays by name."""


class WeightsError(PartakeError):
    """A file of learned values that cannot be used, or none for a game."""


@dataclass(frozen=True)
class Weights:
    """The contents of a file: its header, and its arrays by name."""

    about: Mapping[str, Any] = field(hash=False)
    arrays: Arrays = field(hash=False)


def write_weights(path: Path, about: Mapping[str, Any], arrays: Arrays, *, is_packed: bool = True) -> None:
    """Write a file atomically: the same bytes for the same contents; packing makes it smaller and slower to write."""
    text = json.dumps({"format": FORMAT, "layout": LAYOUT, **about}, sort_keys=True)
    named: dict[str, Any] = {ABOUT: np.array(text), CHECKSUM: np.array(_checksum(text, arrays)), **arrays}
    kind = zipfile.ZIP_DEFLATED if is_packed else zipfile.ZIP_STORED
    with replacing(path) as file, zipfile.ZipFile(file, "w", kind) as archive:
        for name, array in named.items():
            entry = zipfile.ZipInfo(f"{name}.npy", NO_DATE)
            entry.compress_type, entry.create_system = kind, UNIX
            with archive.open(entry, "w", force_zip64=True) as part:
                np.lib.format.write_array(part, np.asanyarray(array), allow_pickle=False)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Atomic write: to a temporary file beside it, then renamed, so that an end at any moment leaves the old file."""
    beside = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as problem:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise WeightsError("{path} cannot be written: {reason}", path=path, reason=system_reason(problem)) from None


def write_text(path: Path, text: str) -> None:
    """Write a text atomically."""
    with replacing(path) as file:
        file.write(text.encode())


def read_weights(path: Path) -> Weights:
    """Read a file; checks that it is whole, and of a layout that this version knows."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
    except OSError as problem:
        raise WeightsError(
            "{path} cannot be read: {reason}",
            path=path,
            reason=system_reason(problem) if problem.strerror else Message("it is damaged"),
        ) from None
    except (ValueError, EOFError, KeyError, TypeError, AttributeError, zipfile.BadZipFile, zlib.error):
        raise WeightsError("{path} is damaged, or no file of learned values", path=path) from None
    if ABOUT not in arrays or CHECKSUM not in arrays:
        raise WeightsError("{path} is no file of learned values of Partake", path=path)
    text, checksum = str(arrays.pop(ABOUT)), str(arrays.pop(CHECKSUM))
    # Archives have checksums of their own, but only for each entry: a missing or foreign one would go unnoticed.
    if checksum != _checksum(text, arrays):
        raise WeightsError("{path} is damaged: its checksum does not match", path=path)
    about = json.loads(text)
    if about.get("format") != FORMAT or about.get("layout") != LAYOUT:
        raise WeightsError(
            "{path} has layout {found}, and this version of Partake knows {layout}",
            path=path,
            found=about.get("layout"),
            layout=LAYOUT,
        )
    return Weights(about, arrays)


def _checksum(text: str, arrays: Arrays) -> str:
    """The SHA-256 of the header and of all arrays, in the order of their names."""
    found = hashlib.sha256(text.encode())
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        found.update(f"{name} {array.dtype.str} {array.shape}".encode())
        found.update(array.tobytes())
    return found.hexdigest()


def prefixed(prefix: str, arrays: Arrays) -> Arrays:
    """Arrays, their names with a prefix."""
    return {f"{prefix}{name}": array for name, array in arrays.items()}


def without_prefix(prefix: str, arrays: Arrays) -> Arrays:
    """The arrays whose names have a prefix, by their names without it."""
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
