"""The database keeps what it is given, in one transaction for many, and its migrations lead to its schema."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, inspect, select, text
from sqlalchemy.exc import IntegrityError

from databases import is_postgresql, located, plain_engine, unmade
from partake.rules.errors import PartakeError
from partake.store import schema
from partake.store.appending import StaleError
from partake.store.database import StoreError, open_database
from partake.store.people import PeopleStore
from partake.store.revision import migrations
from partake.store.rows import ActionRow, PersonRow, SeatRow, Status, TableRow, TokenRow
from partake.store.store import Store
from partake.store.writer import Job, Writer

pytestmark = pytest.mark.databases
SEED = bytes(range(32))
PATIENCE = 30.0
"""How long a thread is waited for before it counts as a failure."""


def a_table(name: str = "t1", **values: object) -> TableRow:
    row = {
        "id": name, "title": "Classic", "edition": "classic", "rules": "0" * 16, "options": {"rays": "each"},
        "host": "ann", "status": "waiting", "clock": None, "pause": 1.5, "listed": True, "unlimited": False,
        "created": 1.0, "started": None, "finished": None, "commitment": "c" * 64,
    }  # fmt: skip
    return TableRow(**{**row, **values})  # type: ignore[arg-type]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(located(tmp_path / "games.sqlite"))) as found:
        yield found


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = open_database(located(tmp_path / "games.sqlite"))
    yield engine
    engine.dispose()


def test_migrations_lead_to_the_schema(engine: Engine) -> None:
    with engine.connect() as connection:
        ours = {"include_object": lambda _, name, *__: not str(name).startswith("procrastinate_")}
        assert compare_metadata(MigrationContext.configure(connection, opts=ours), schema.metadata) == []


def test_people_keep_their_seats_when_seats_can_be_shared(tmp_path: Path) -> None:
    """From the first schema to the second: who sat alone sits there still, and a game that all had left goes on."""
    path = unmade(tmp_path / "games.sqlite")
    engine = plain_engine(path)
    with engine.begin() as connection:
        command.upgrade(migrations(connection=connection), "0001")
        connection.execute(
            text(
                "INSERT INTO tables VALUES "
                "('t1', 'T', 'classic', '0', '{}', NULL, 'closed', NULL, 0, false, false, 1, 2, NULL, 'c', NULL)"
            )
        )
        connection.execute(text("INSERT INTO secrets VALUES ('t1', :seed)"), {"seed": b"0"})
        connection.execute(text("INSERT INTO seats VALUES ('t1', 1, 'ann', 'Ann', '', true, 7, false, '[7]')"))
        connection.execute(text("INSERT INTO seats VALUES ('t1', 2, NULL, 'Bot', 'random', false, NULL, false, NULL)"))
    engine.dispose()
    with closing(Store(path)) as store:
        found = asyncio.run(store.load("t1"))
    assert found is not None
    assert found.table.status == "playing"
    assert found.seats == (
        SeatRow(1, "Ann", people=("ann",), left=True, total=7.0, rounds=(7,), away=("ann",)),
        SeatRow(2, name="Bot", bot="random"),
    )


def test_migrations_lead_back_again(tmp_path: Path) -> None:
    path = located(tmp_path / "games.sqlite")
    with closing(Store(path)) as store:
        seats = [SeatRow(1, "Ann & Bob", people=("ann", "bob")), SeatRow(2)]
        asyncio.run(store.add_table(a_table(), SEED, seats))
        with store._engine.begin() as connection:
            command.downgrade(migrations(connection=connection), "0001")
            assert connection.execute(text("SELECT seat, person FROM seats ORDER BY seat")).all() == [
                (1, "ann"),
                (2, None),
            ]
            command.downgrade(migrations(connection=connection), "base")
            assert inspect(connection).get_table_names() == ["alembic_version"]


def test_nobody_loses_their_identity_when_sessions_can_end(tmp_path: Path) -> None:
    """From the fifth schema to the sixth: cookies without a date count as signed at the upgrade; tokens only play."""
    path, before = unmade(tmp_path / "games.sqlite"), time.time()
    engine = plain_engine(path)
    with engine.begin() as connection:
        command.upgrade(migrations(connection=connection), "0005")
        connection.execute(text("INSERT INTO people (id, nickname, created) VALUES ('ann', 'Ann', 1)"))
        connection.execute(text("INSERT INTO tokens VALUES ('h', 'ann', 'bot', 1)"))
    engine.dispose()
    with closing(Store(path)) as store:
        asyncio.run(PeopleStore(store).add_person("bob", "Bob", 2.0))
        ann, bob = (asyncio.run(PeopleStore(store).person(name)) for name in ("ann", "bob"))
        tokens = asyncio.run(PeopleStore(store).tokens("ann"))
    assert ann is not None
    assert ann.undated is not None
    assert ann.undated >= before
    assert (ann.sessions, ann.banned) == (0.0, None)
    assert bob == PersonRow("bob", "Bob", 2.0)
    assert tokens == [TokenRow("h", "ann", "bot", 1.0, manages=False)]


def test_seats_are_changed_one_by_one_and_can_become_fewer(store: Store) -> None:
    async def live() -> None:
        seats = [SeatRow(n, f"P{n}", people=(f"p{n}",)) for n in range(1, 5)]
        await store.add_table(a_table(), SEED, seats)
        shared = SeatRow(2, "P2 & P5", people=("p2", "p5"), away=("p2",))
        await store.change_table("t1", [shared], size=3, status="playing", entries=[ActionRow(1, 0, "+9-7-8", 2.0)])
        found = await store.load("t1")
        assert found is not None
        assert found.seats == (seats[0], shared, seats[2])
        assert (found.table.status, [row.action for row in found.actions]) == ("playing", ["+9-7-8"])
        assert [row.seat for row in await store.played("p5", 10)] == [shared]
        assert await store.played("p4", 10) == []

    asyncio.run(live())


def test_the_database_is_durable_and_keeps_its_links(engine: Engine) -> None:
    with engine.connect() as connection:
        if is_postgresql():
            assert connection.execute(text("SHOW synchronous_commit")).scalar() == "on"
            return
        found = {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")}
        assert found == {"journal_mode": "wal", "synchronous": 2}
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1


@pytest.mark.sqlite_only("a file of SQLite")
def test_a_file_that_is_no_database_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_text("this is a letter, not a database; it is long enough to be looked at " * 40)
    with pytest.raises(PartakeError, match="cannot be opened: file is not a database"):
        open_database(path)


def test_a_table_comes_back_as_it_was(tmp_path: Path) -> None:
    seats = (
        SeatRow(1, "Ann", people=("ann",)),
        SeatRow(2, name="Skilled bot", bot="skilled", total=12.5, rounds=(5.0, 7.5)),
    )
    log = (ActionRow(1, 0, "+9-7-8", 2.0), ActionRow(2, 1, "9-7-8@c3", 3.0, "a key"))

    async def keep(store: Store) -> None:
        await store.add_table(a_table(), SEED, seats)
        await store.append("t1", log)

    with closing(Store(located(tmp_path / "games.sqlite"))) as store:
        asyncio.run(keep(store))
    with closing(Store(located(tmp_path / "games.sqlite"))) as store:
        found = asyncio.run(store.load("t1"))
    assert found is not None
    assert (found.table, found.seats, found.actions, found.seed) == (a_table(), seats, log, SEED)


def test_nobody_finds_a_table_that_is_not_there(store: Store) -> None:
    assert asyncio.run(store.load("nowhere")) is None


def test_the_seed_is_in_no_other_table_than_that_of_secrets(store: Store, tmp_path: Path) -> None:
    asyncio.run(store.add_table(a_table(), SEED, [SeatRow(1)]))
    with store._engine.connect() as connection:
        for part in schema.metadata.sorted_tables:
            rows = repr(connection.execute(select(part)).all())
            assert (repr(SEED) in rows) == (part is schema.secrets), part.name


def test_a_link_is_used_once(store: Store) -> None:
    async def live() -> list[bool]:
        people = PeopleStore(store)
        return [await people.use_link(link, 2.0, 1.0) for link in ("one", "one", "two", "one")]

    assert asyncio.run(live()) == [True, False, True, False]


def test_two_actions_cannot_have_one_number(store: Store) -> None:
    async def twice() -> None:
        await store.add_table(a_table(), SEED, [])
        await store.append("t1", [ActionRow(1, 0, "+9-7-8", 2.0)])
        with pytest.raises((StoreError, StaleError), match=r"nothing has happened|has changed"):
            await store.append("t1", [ActionRow(1, 0, "+1-2-3", 2.0)])
        found = await store.load("t1")
        assert found is not None
        assert [entry.action for entry in found.actions] == ["+9-7-8"]

    asyncio.run(twice())


def test_a_job_that_fails_takes_none_of_its_group_with_it(engine: Engine) -> None:
    """All are submitted before the writer can commit any, so that they share a transaction."""

    def insert(name: str) -> Job:
        return lambda connection: (
            connection.execute(schema.people.insert().values(id=name, nickname=name, created=0.0)).rowcount
        )

    async def submit() -> list[object]:
        writer = Writer(engine)
        jobs = [insert("ann"), insert("bob"), insert("ann"), insert("cleo")]
        futures = [writer.submit(job) for job in jobs]
        results = await asyncio.gather(*futures, return_exceptions=True)
        writer.close()
        return results

    results = asyncio.run(submit())
    assert [isinstance(result, IntegrityError) for result in results] == [False, False, True, False]
    with engine.connect() as connection:
        assert sorted(connection.execute(select(schema.people.c.id)).scalars()) == ["ann", "bob", "cleo"]


def test_what_waits_shares_a_commit(engine: Engine) -> None:
    """The first job holds the writer until ten others wait; those then share one transaction."""
    started, released = threading.Event(), threading.Event()

    def first(connection: Connection) -> None:
        started.set()
        assert released.wait(PATIENCE)

    async def submit() -> set[int]:
        writer = Writer(engine)
        holding = writer.submit(first)
        assert await asyncio.to_thread(started.wait, PATIENCE)
        waiting = [writer.submit(lambda connection: id(connection.get_transaction())) for _ in range(10)]
        released.set()
        found = set(await asyncio.gather(*waiting))
        await holding
        writer.close()
        return found

    assert len(asyncio.run(submit())) == 1


def test_a_store_is_closed_when_its_reads_are_done_and_reads_no_more(tmp_path: Path) -> None:
    store = Store(located(tmp_path / "games.sqlite"))
    started, released = threading.Event(), threading.Event()
    ended: list[str] = []

    def read(connection: Connection) -> None:
        started.set()
        assert released.wait(PATIENCE)
        connection.execute(select(schema.people.c.id)).all()
        ended.append("read")

    def close() -> None:
        store.close()
        ended.append("closed")

    async def live() -> None:
        reading = asyncio.create_task(store.read(read))
        assert await asyncio.to_thread(started.wait, PATIENCE)
        closing = threading.Thread(target=close)
        closing.start()
        closing.join(0.5)  # one that did not wait would be done
        released.set()
        await reading
        await asyncio.to_thread(closing.join, PATIENCE)
        with pytest.raises(StoreError):
            await store.read(read)

    asyncio.run(live())
    assert ended == ["read", "closed"]


def test_a_rematch_is_linked_from_the_table_before_it_and_from_no_other(store: Store) -> None:
    async def live() -> list[str | None]:
        for name, after in (("t1", ""), ("t2", ""), ("t3", "t1")):
            await store.add_table(a_table(name), SEED, [SeatRow(1, "Ann", people=("ann",))], after=after)
        found = [await store.load(name) for name in ("t1", "t2", "t3")]
        return [one.table.rematch if one else None for one in found]

    assert asyncio.run(live()) == ["t3", None, None]


def test_people_tokens_and_games(store: Store) -> None:
    async def live() -> None:
        await PeopleStore(store).add_person("ann", "Ann", 1.0)
        assert await PeopleStore(store).nickname("ann") == "Ann"
        await PeopleStore(store).change_person("ann", nickname="Anna")
        assert await PeopleStore(store).nickname("ann") == "Anna"
        await PeopleStore(store).add_token(TokenRow("h" * 64, "ann", "bot", 2.0))
        assert await PeopleStore(store).all_tokens() == {"h" * 64: TokenRow("h" * 64, "ann", "bot", 2.0, manages=False)}
        await store.add_table(a_table(created=1.0), SEED, [SeatRow(1, "Ann", people=("ann",)), SeatRow(2, name="Bob")])
        await store.add_table(a_table("t2", created=2.0), SEED, [SeatRow(1, "Bob", people=("bob",))])
        assert [(row.table.id, row.seat.seat, row.players) for row in await store.played("ann", 10)] == [("t1", 1, 2)]
        assert await store.listed(Status.WAITING, 10) == ["t2", "t1"]
        await PeopleStore(store).forget("ann")
        assert (await PeopleStore(store).nickname("ann"), await PeopleStore(store).all_tokens()) == (None, {})

    asyncio.run(live())
