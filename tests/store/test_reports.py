"""What the database refuses is told in a sentence, and reported in the log without any value."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from databases import located, plain_engine
from partake.store.database import StoreError
from partake.store.people import PeopleStore
from partake.store.store import Store

pytestmark = pytest.mark.databases


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(located(tmp_path / "games.sqlite"))) as found:
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
    engine = plain_engine(located(tmp_path / "games.sqlite"))
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE people RENAME TO gone"))
    engine.dispose()
    with pytest.raises(StoreError):
        asyncio.run(PeopleStore(store).nickname("ann"))
    assert "sqlalchemy.exc." in caplog.text
