"""An owner who grows takes everything along to PostgreSQL: all rows, the key, and nothing twice or by half."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select, update

from databases import plain_engine
from migrated import make_old
from partake.rules.errors import PartakeError
from partake.store import schema
from partake.store.daily import DailyStore
from partake.store.deal_rows import DealFactsRow
from partake.store.folder import DATABASE, FolderLock
from partake.store.key import read_key, shared_key
from partake.store.location import Location
from partake.store.people import PeopleStore
from partake.store.rows import ActionRow, SeatRow, Status, TableRow, TokenRow
from partake.store.store import Store
from partake.store.transfer import transfer
from postgres import PASSWORD, needs_postgres, shared_cluster

pytestmark = needs_postgres


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with some of everything that databases write differently."""
    (tmp_path / "games").mkdir()

    async def fill(store: Store) -> None:
        await PeopleStore(store).add_person("ann", "Änn \t\\N 'quoted'\n", 1.25)
        await PeopleStore(store).add_token(TokenRow("h" * 64, "ann", "bot", 2.0, manages=True))
        for number in range(3):
            row = TableRow(
                "classic", options={"rays": "each"}, id=f"t{number}", status=Status.PLAYING, pause=0.5,
                listed=number == 1,
                created=float(number), commitment="c" * 64, rules="0", host="ann", removed={"bob": 1.5},
            )  # fmt: skip
            seats = [SeatRow(1, "Ann", people=("ann",), total=7.5, rounds=(3.5, 4.0)), SeatRow(2, bot="skilled")]
            entries = [ActionRow(n, n % 2, "9-7-8@c3", 2.0, f"key{n}" if n % 2 else None) for n in range(1, 2500)]
            await store.add_table(row, bytes(range(32)), seats, entries)
        await DailyStore(store).keep_facts(DealFactsRow("deal", 1.5, None, True))

    with closing(Store(tmp_path / "games" / DATABASE)) as store:
        asyncio.run(fill(store))
    return tmp_path / "games"


def rows(where: Location) -> dict[str, list[object]]:
    """Everything in a database, but the key."""
    engine = plain_engine(where)
    tables = [table for table in schema.metadata.sorted_tables if table is not schema.server_secrets]
    with engine.connect() as connection:
        found = {table.name: sorted(map(repr, connection.execute(select(table)))) for table in tables}
    engine.dispose()
    return {name: list(values) for name, values in found.items()}


def test_everything_is_there_afterwards_and_the_folder_is_as_it_was(folder: Path) -> None:
    url, told = shared_cluster().empty_database(), list[tuple[int, int]]()
    before, key = rows(folder / DATABASE), read_key(folder)
    counts = transfer(folder, url, progress=lambda done, total: told.append((done, total)))
    assert (counts["tables"], counts["actions"], counts["people"], counts["heads"]) == (3, 3 * 2499, 1, 3)
    assert rows(url) == rows(folder / DATABASE) == before
    assert told == sorted(told)
    assert told[-1][0] <= told[-1][1] == sum(counts.values())
    with closing(Store(url)) as new, closing(Store(folder / DATABASE)) as old:
        assert shared_key(url) == key, "cookies hold"
        found = asyncio.run(new.load("t1"))
        assert found is not None
        assert found == asyncio.run(old.load("t1"))


def test_a_folder_of_an_older_version_is_brought_up_to_date_first(tmp_path: Path) -> None:
    make_old(tmp_path / DATABASE, "0001")
    url = shared_cluster().empty_database()
    assert transfer(tmp_path, url)["actions"] == 2
    assert rows(url) == rows(tmp_path / DATABASE)


def test_a_database_that_is_not_empty_is_left_alone(folder: Path) -> None:
    url = shared_cluster().fresh_database()
    with closing(Store(url)) as store:
        asyncio.run(PeopleStore(store).add_person("bob", "Bob", 1.0))
    with pytest.raises(PartakeError, match="is not empty: transfer to a database that no server has used") as problem:
        transfer(folder, url)
    assert PASSWORD not in str(problem.value)
    assert list(map(len, rows(url).values())).count(0) == len(rows(url)) - 1


def test_what_is_interrupted_leaves_the_database_empty_and_can_be_done_again(folder: Path) -> None:
    url = shared_cluster().fresh_database()

    def stop(done: int, total: int) -> None:
        if done > total // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        transfer(folder, url, progress=stop)
    assert not any(rows(url).values())
    engine = plain_engine(folder / DATABASE)
    with engine.begin() as connection:
        connection.execute(update(schema.tables).values(title="t" * 61))
    with pytest.raises(PartakeError, match=r"cannot be transferred .*value too long for type"):
        transfer(folder, url)
    assert not any(rows(url).values())
    with engine.begin() as connection:
        connection.execute(update(schema.tables).values(title=""))
    engine.dispose()
    assert transfer(folder, url)["tables"] == 3


def test_rows_that_do_not_arrive_are_noticed(folder: Path) -> None:
    url = shared_cluster().fresh_database()
    for statement in (
        "CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        "CREATE TRIGGER lost BEFORE INSERT ON heads FOR EACH ROW EXECUTE FUNCTION lose()",
    ):
        shared_cluster().execute(statement, url.rpartition("/")[2])
    with pytest.raises(PartakeError, match="0 of 3 rows of heads have arrived, so nothing was kept"):
        transfer(folder, url)
    assert not any(rows(url).values())


def test_a_folder_in_use_or_without_games_is_told(folder: Path, tmp_path: Path) -> None:
    url = shared_cluster().fresh_database()
    with FolderLock(folder), pytest.raises(PartakeError, match="is in use by a server"):
        transfer(folder, url)
    with pytest.raises(PartakeError, match="there are no games in"):
        transfer(tmp_path / "elsewhere", url)
