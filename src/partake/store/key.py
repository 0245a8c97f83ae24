"""The secret key of a server, which signs cookies: made once, written whole or not at all, never short."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from partake.rules.errors import PartakeError, system_reason
from partake.store.folder import KEY, create_privately, sync_folder, tighten

SHORTEST = 32
"""The fewest characters of a key; one that is made here has 64."""


class KeyFileError(PartakeError):
    """The key cannot be read, or is none."""


def read_key(folder: Path) -> str:
    """The key in a folder, made when there is none; refuses one that was cut off or that can be guessed."""
    path = folder / KEY
    try:
        if not path.exists():
            write_key(folder, secrets.token_urlsafe(48))
        tighten(path)
        found = path.read_bytes().decode("utf-8").strip()
    except OSError as problem:
        raise KeyFileError("{path} cannot be used: {reason}", path=path, reason=system_reason(problem)) from None
    except UnicodeDecodeError:
        found = ""
    check_key(found, path)
    return found


def check_key(key: str, path: Path) -> None:
    """Refuse what is no key."""
    if len(key) < SHORTEST or not key.isprintable():
        raise KeyFileError(
            "the key {path} is damaged (a key has {shortest} characters or more, and this is none): "
            "restore it from a backup, or delete it: then nobody is known any more",
            path=path,
            shortest=SHORTEST,
        )


def write_key(folder: Path, key: str) -> None:
    """Put a key into a folder, in the place of the one that was there."""
    fresh = folder / f"{KEY}.{secrets.token_hex(4)}"
    try:
        create_privately(fresh, fresh=True)
        with fresh.open("w", encoding="utf-8") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(folder / KEY)
        sync_folder(folder)
    except OSError as problem:
        fresh.unlink(missing_ok=True)
        raise KeyFileError(
            "{folder} cannot be written: {reason}", folder=folder / KEY, reason=system_reason(problem)
        ) from None
