"""What the database refuses is told in a sentence, and reported in the log without any value."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from partake.store.database import StoreError
from partake.store.people import PeopleStore
from partake.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path / "games.sqlite")) as found:
        yield found


def test_a_write_that_fails_is_reported(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    async def write() -> None:
        await PeopleStore(store).add_person("ann", "Secretive", 1.0)
        with pytest.raises(StoreError):
            await PeopleStore(store).add_person("ann", "Secretive", 1.0)

    asyncio.run(write())
    assert "sqlalchemy.exc.IntegrityError" in caplog.text
    assert "Secretive" not in caplog.text


def test_a_read_that_fails_is_reported(store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
        connection.execute("ALTER TABLE people RENAME TO gone")
    with pytest.raises(StoreError):
        asyncio.run(PeopleStore(store).nickname("ann"))
    assert "sqlalchemy.exc.OperationalError" in caplog.text
