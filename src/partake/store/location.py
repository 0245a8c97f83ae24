"""Where a database is: a file of SQLite, by its path, or a PostgreSQL, by its URL."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote, urlsplit

Location: TypeAlias = Path | str
"""The path of a file, or a URL like `postgresql://user:password@host/name`."""
SCHEMES = ("postgresql", "postgres")
"""How the URL of a PostgreSQL begins, before `://`."""


def is_url(text: str) -> bool:
    """Whether a text is the URL of a PostgreSQL, with every part in its place.

    A password with characters that end a part of a URL must be written with `%`; otherwise a piece of it would be
    taken for the host or the name, and be shown.
    """
    try:
        found = urlsplit(text)
        _ = found.port
    except ValueError:
        return False
    is_whole = not found.fragment and "@" not in found.path and text.isprintable() and " " not in text
    return is_whole and found.scheme in SCHEMES and text.startswith(f"{found.scheme}://")


def shown(where: Location) -> str:
    """A location as people are told it: never with a password."""
    if isinstance(where, Path):
        return str(where)
    found = urlsplit(where)
    user, _, host = found.netloc.rpartition("@")
    name = unquote(user.partition(":")[0])
    return f"postgresql://{f'{name}@' if name else ''}{host}{found.path}"
