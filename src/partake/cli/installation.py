"""Detects the other project named `partake`: in one environment the two overwrite each other's files."""

from __future__ import annotations

from pathlib import Path

from partake.rules.extras import DISTRIBUTION
from partake.rules.messages import Message

OTHER = "partake"
"""The distribution on the package index that also installs a package and a command named `partake`."""
MIXED = Message(
    "Another project named {other} is installed in the same place, and the two overwrite each other's files: "
    "pip uninstall {other} {ours}, then pip install {ours}",
    other=OTHER,
    ours=DISTRIBUTION,
)
"""What to tell the user."""
_PACKAGE = Path(__file__).parents[1]


def has_foreign_files() -> bool:
    """Whether the other project's module `cli` lies beside ours: one look at the file system, for every start."""
    return (_PACKAGE / "cli.py").exists()


def is_mixed() -> bool:
    """Whether a distribution of the other name owns this package's folder; reads metadata, which takes milliseconds."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        other = distribution(OTHER)
    except PackageNotFoundError:
        return has_foreign_files()
    return Path(str(other.locate_file(OTHER))).resolve() == _PACKAGE.resolve()
