"""Optional dependencies: imported when they are needed, named in one sentence when they are missing."""

from __future__ import annotations

import importlib
from typing import Any

from partake.rules.errors import PartakeError
from partake.rules.messages import Message

DISTRIBUTION = "partake-games"
"""The name on the package index, where `partake` is another project; import package and command are `partake`."""


class MissingExtraError(PartakeError, ImportError):
    """Something was asked for that needs a package which is not installed; an `ImportError` too, as tools expect."""


def install_command(extra: str) -> str:
    """The command that installs an extra of this package."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"


def load(module: str, *, extra: str, purpose: str | Message) -> Any:
    """Import a module of an optional dependency; `extra` brings what this purpose needs."""
    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise MissingExtraError(
            "{purpose} needs {package}, which is not installed: {install_command}",
            purpose=purpose,
            package=package,
            install_command=install_command(extra),
        ) from None
