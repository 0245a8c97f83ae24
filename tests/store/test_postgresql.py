"""Games in PostgreSQL: first starts at the same time, restarts and kills, and passwords that nobody sees."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select, text, update

from databases import plain_engine
from partake.rules.errors import PartakeError
from partake.rules.extras import MissingExtraError
from partake.store import schema
from partake.store.database import StoreError, open_database
from partake.store.location import is_url, shown
from partake.store.people import PeopleStore
from partake.store.revision import known_revisions
from partake.store.store import Store
from postgres import PASSWORD, Cluster, needs_postgres, shared_cluster

pytestmark = needs_postgres
PATIENCE = 30.0


def test_several_processes_may_start_with_an_empty_database_at_the_same_time() -> None:
    url = shared_cluster().empty_database()
    with ThreadPoolExecutor(6) as pool:
        engines = list(pool.map(open_database, [url] * 6))
    with engines[0].connect() as connection:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    assert found == [known_revisions()[-1]]
    for engine in engines:
        engine.dispose()


@pytest.mark.parametrize("end", [Cluster.stop, Cluster.kill])
def test_a_store_goes_on_by_itself_when_the_database_is_back(end: object, caplog: pytest.LogCaptureFixture) -> None:
    cluster = Cluster()

    async def live(store: Store) -> None:
        await PeopleStore(store).add_person("ann", "Ann", 1.0)
        assert callable(end)
        end(cluster)
        with pytest.raises(StoreError, match="does not answer just now"):
            await PeopleStore(store).person("ann")
        with pytest.raises(StoreError, match="nothing has happened"):
            await PeopleStore(store).change_person("ann", nickname="Bob")
        with pytest.raises(StoreError):
            await store.probe()
        cluster.start()
        assert await PeopleStore(store).nickname("ann") == "Ann"
        await PeopleStore(store).change_person("ann", nickname="Bob")
        end(cluster)
        cluster.start()
        assert await PeopleStore(store).nickname("ann") == "Bob", "a connection that was lost meanwhile costs no read"
        await PeopleStore(store).change_person("ann", nickname="Cleo")
        assert await PeopleStore(store).nickname("ann") == "Cleo", "nor a write"

    with caplog.at_level(logging.WARNING), closing(Store(cluster.fresh_database())) as store:
        asyncio.run(live(store))
    cluster.close()
    assert "writing fails: PostgreSQL does not answer" in caplog.text
    assert "writing works again" in caplog.text
    assert PASSWORD not in caplog.text


def test_a_write_that_came_into_the_way_of_another_process_is_done_again() -> None:
    """Two transactions that wait for each other's rows: PostgreSQL ends one of them, which is tried again."""
    url = shared_cluster().fresh_database()
    engine, people = plain_engine(url), schema.people
    has_first, goes_on = threading.Event(), threading.Event()

    def nickname(connection: Connection, person: str, name: str) -> None:
        connection.execute(update(people).where(people.c.id == person).values(nickname=name))

    def job(connection: Connection) -> None:
        nickname(connection, "ann", "writer")
        has_first.set()
        assert goes_on.wait(PATIENCE)
        nickname(connection, "bob", "writer")

    async def live(store: Store) -> None:
        for person in ("ann", "bob"):
            await PeopleStore(store).add_person(person, person, 1.0)
        writing = asyncio.create_task(store.write(job))
        assert await asyncio.to_thread(has_first.wait, PATIENCE)
        with engine.begin() as other:
            other.execute(text("SET LOCAL deadlock_timeout = '20s'"))  # so that the store's is the one that is ended
            nickname(other, "bob", "other")
            goes_on.set()
            await asyncio.to_thread(nickname, other, "ann", "other")
        await writing
        assert [await PeopleStore(store).nickname(person) for person in ("ann", "bob")] == ["writer", "writer"]

    with closing(Store(url)) as store:
        asyncio.run(live(store))
    engine.dispose()


def test_what_is_read_together_is_of_one_moment() -> None:
    url = shared_cluster().fresh_database()
    engine = plain_engine(url)

    def twice(connection: Connection) -> list[list[str]]:
        query = select(schema.people.c.id)
        first = list(connection.execute(query).scalars())
        with engine.begin() as other:
            other.execute(insert(schema.people).values(id="ann", nickname="Ann", created=1.0))
        return [first, list(connection.execute(query).scalars())]

    with closing(Store(url)) as store:
        assert asyncio.run(store.read(twice)) == [[], []]
        assert asyncio.run(PeopleStore(store).nickname("ann")) == "Ann"
    engine.dispose()


def test_a_character_that_postgresql_cannot_keep_is_not_found() -> None:
    with closing(Store(shared_cluster().fresh_database())) as store:
        assert asyncio.run(PeopleStore(store).person("ann\0")) is None
        asyncio.run(PeopleStore(store).add_person("ann", "A\0nn", 1.0))
        assert asyncio.run(PeopleStore(store).nickname("ann")) == "A\N{REPLACEMENT CHARACTER}nn"


def test_a_database_that_cannot_be_used_is_told_without_the_password() -> None:
    cluster = shared_cluster()
    cases = {
        cluster.database_url("nowhere"): 'database "nowhere" does not exist',
        f"postgresql://ann:{PASSWORD}@127.0.0.1:{cluster.port}/postgres": 'role "ann" does not exist',
        f"postgresql://ann:{PASSWORD}@127.0.0.1:1/games": "Connection refused",
    }
    for url, reason in cases.items():
        with pytest.raises(PartakeError, match="cannot be opened") as problem:
            open_database(url)
        assert reason in str(problem.value)
        assert PASSWORD not in str(problem.value)
        assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("CREATE TABLE letters (words TEXT)", "is a database of another program: nothing was changed"),
        ("", "was made by a newer version of Partake (its revision is 9999"),
    ],
)
def test_the_database_of_another_program_or_version_is_refused(statement: str, reason: str) -> None:
    cluster = shared_cluster()
    url = cluster.empty_database() if statement else cluster.fresh_database()
    cluster.execute(statement or "UPDATE alembic_version SET version_num = '9999'", url.rpartition("/")[2])
    with pytest.raises(PartakeError) as problem:
        open_database(url)
    assert reason in str(problem.value)
    assert PASSWORD not in str(problem.value)


def test_a_database_of_another_encoding_is_refused() -> None:
    cluster = shared_cluster()
    cluster.execute("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'")
    with pytest.raises(PartakeError, match="has the encoding LATIN1, and needs UTF8"):
        open_database(cluster.database_url("latin"))


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtraError, match=r"in PostgreSQL needs psycopg.*partake-games\[postgresql\]"):
        open_database("postgresql://localhost/games")


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("postgresql://ann:secret@db.example.org:5433/games", "postgresql://ann@db.example.org:5433/games"),
        ("postgres://ann:s%40cret@db/games?sslmode=require&password=x", "postgresql://ann@db/games"),
        ("postgresql:///games?host=/run/postgresql", "postgresql:///games"),
        ("postgresql://ann:12/secret@db/games", ""),
        ("postgresql://ann:12#secret@db/games", ""),
        ("postgresql://ann:secret word@db/games", ""),
        ("postgresql://ann:secret@db/games\n", ""),
        ("mysql://ann:secret@db/games", ""),
        ("games.sqlite", ""),
    ],
)
def test_a_url_is_shown_without_its_password_and_refused_where_it_could_be_taken_for_something_else(
    url: str, wanted: str
) -> None:
    assert is_url(url) == bool(wanted)
    if wanted:
        assert shown(url) == wanted
    assert shown(Path("games.sqlite")) == "games.sqlite"
