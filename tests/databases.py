"""Which database tests use: SQLite, or a private PostgreSQL, by `--database` or the marker `databases`.

Store(located(tmp_path / "games.sqlite"))          # that file, or a database of PostgreSQL in its place
Settings(folder=folder, **database_settings(folder))
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine

import postgres
from partake.store.folder import DATABASE
from partake.store.location import Location
from partake.store.postgresql import driver_url

SQLITE, POSTGRESQL = "sqlite", "postgresql"
_chosen = [SQLITE]
_urls: dict[Path, str] = {}


def choose(kind: str) -> None:
    """Let all tests use this kind from now on."""
    _chosen[-1] = kind


def is_postgresql() -> bool:
    """Whether the present test uses PostgreSQL."""
    return _chosen[-1] == POSTGRESQL


@contextmanager
def using(kind: str, folder: Path | None = None) -> Iterator[None]:
    """Let a test use this kind, and drop what it has made for its own folder; what several tests share stays."""
    _chosen.append(kind)
    try:
        yield
    finally:
        _chosen.pop()
        for path in [path for path in _urls if folder is not None and path.is_relative_to(folder)]:
            postgres.shared_cluster().drop_database(_urls.pop(path))


def located(path: Path) -> Location:
    """Where the database is that SQLite would keep in this file: the same one whenever the same path is asked for."""
    if not is_postgresql():
        return path
    if path not in _urls:
        _urls[path] = postgres.shared_cluster().fresh_database()
    return _urls[path]


def unmade(path: Path) -> Location:
    """The same for a database that has no tables yet."""
    if is_postgresql():
        _urls[path] = postgres.shared_cluster().empty_database()
    return located(path)


def plain_engine(where: Location) -> Engine:
    """Connections to a database as it is, whatever its revision."""
    return create_engine(f"sqlite:///{where}" if isinstance(where, Path) else driver_url(where))


def database_variables(folder: Path) -> dict[str, str]:
    """The same as variables of the environment of a process."""
    return {f"PARTAKE_{name.upper()}": value for name, value in database_settings(folder).items()}


def database_settings(folder: Path) -> dict[str, Any]:
    """The settings of a server in this folder that say where its database is, unless it is in the folder."""
    where = located(folder / DATABASE)
    return {} if isinstance(where, Path) else {"database": where}
