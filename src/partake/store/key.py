"""The secret key of a server, which signs cookies: made once, written whole or not at all, never short.

It is a file in the folder, or a row of the database where several servers share one.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from partake.rules.errors import PartakeError, system_reason
from partake.store import schema
from partake.store.database import open_database
from partake.store.folder import KEY, create_privately, sync_folder, tighten
from partake.store.location import Location, shown
from partake.store.postgresql import reason_of
from partake.store.statements import is_added

NAME = "key"
"""The name of the key in the database."""
SHORTEST = 32
"""The fewest characters of a key; one that is made here has 64."""


class KeyFileError(PartakeError):
    """The key cannot be read, or is none."""


def read_key(folder: Path) -> str:
    """The key in a folder, made when there is none; refuses one that was cut off or that can be guessed."""
    path = folder / KEY
    try:
        if not path.exists():
            write_key(folder, _new_key())
        tighten(path)
        found = path.read_bytes().decode("utf-8").strip()
    except OSError as problem:
        raise KeyFileError("{path} cannot be used: {reason}", path=path, reason=system_reason(problem)) from None
    except UnicodeDecodeError:
        found = ""
    check_key(found, path)
    return found


def shared_key(where: Location) -> str:
    """The key in a database, made when there is none: by the first of several servers that start."""
    engine = open_database(where)
    try:
        with engine.begin() as connection:
            is_added(connection, schema.server_secrets, {"name": NAME, "value": _new_key()})
            query = select(schema.server_secrets.c.value).where(schema.server_secrets.c.name == NAME)
            return str(connection.execute(query).scalar_one())
    except SQLAlchemyError as problem:
        raise KeyFileError("{path} cannot be used: {reason}", path=shown(where), reason=reason_of(problem)) from None
    finally:
        engine.dispose()


def _new_key() -> str:
    return secrets.token_urlsafe(48)


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
