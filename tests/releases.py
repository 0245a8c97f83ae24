"""Other releases of Partake: the package as links, with some files changed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import partake

PACKAGE = Path(partake.__file__).parent


def other_release(folder: Path, changes: Mapping[str, tuple[str, str]]) -> Path:
    """A folder for `PYTHONPATH` with this package, in whose files the first text of each change is the second."""
    for place, names, files in os.walk(PACKAGE):
        names[:] = [name for name in names if name not in ("__pycache__", "docs")]
        there = folder / "partake" / Path(place).relative_to(PACKAGE)
        there.mkdir(parents=True)
        for name in files:
            (there / name).symlink_to(Path(place) / name)
    for name, (old, new) in changes.items():
        path = folder / "partake" / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old}"
        path.unlink()
        path.write_text(text.replace(old, new), encoding="utf-8")
    return folder
