"""What a server can be told; everything has a default that works."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = "PARTAKE_FOLDER"


def default_folder() -> Path:
    """Where games are kept unless somebody says otherwise: PARTAKE_FOLDER, or a folder in one's home."""
    chosen = os.environ.get(FOLDER)
    return Path(chosen) if chosen else Path.home() / ".partake"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of one server."""

    folder: Path = field(default_factory=default_folder)
    """Where the database and the key that signs cookies are."""
    link: str = ""
    """The address under which people reach the server; where the request came to, if empty."""
    workers: int = 1
    """How many processes think for bots; with 0 they think in a thread."""
    per_minute: int = 60
    """How many guests, tables, tokens or reviews one address may create in a minute; 0 for any number."""
    streams: int = 50
    """How many event streams one person may have open."""
    largest_body: int = 64 * 1024
    """How many bytes a request may have."""
    files: tuple[str, ...] = ()
    """TOML files with boards, tiles and editions of one's own."""

    @property
    def database(self) -> Path:
        """The file of the database."""
        return self.folder / "partake.sqlite"

    @property
    def key_file(self) -> Path:
        """The file of the secret key."""
        return self.folder / "secret.key"
