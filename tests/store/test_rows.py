"""A property of a table or a seat is declared once: its column, what is public of it and its JSON follow."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Annotated

from sqlalchemy import MetaData, Table, create_engine, insert, select

from partake.store.rows import PublicSeat, PublicTable, SeatRow, Status, TableRow, TableSettings, Width, values_of
from partake.store.schema import columns
from partake.table.model import SeatInfo, TableInfo, TableRequest


def names(kind: type) -> set[str]:
    return {field.name for field in fields(kind)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Widened(TableRow):
    """A table with two properties more."""

    colour: Annotated[str, Width(7)] = "#fff"
    limit: float | None = None


ROW = Widened(
    "classic", id="t1", title="T", options={"rays": "each"}, status=Status.WAITING, pause=1.5, created=1.0,
    commitment="c", rules="0", host="the-id-of-ann", colour="#123456",
)  # fmt: skip


def test_a_new_property_is_a_column_and_comes_back_as_it_was() -> None:
    table, engine = Table("widened", MetaData(), *columns(Widened, keys=("id",))), create_engine("sqlite://")
    colour, limit = table.c["colour"], table.c["limit"]
    assert (str(colour.type), colour.nullable, str(limit.type), limit.nullable) == ("VARCHAR(7)", False, "FLOAT", True)
    table.create(engine)
    with engine.begin() as connection:
        connection.execute(insert(table).values(values_of(ROW)))
        found = connection.execute(select(table)).one()
    assert Widened(**found._mapping) == ROW
    assert isinstance(found.status, Status)


def test_the_json_of_a_table_has_its_public_fields_and_no_others() -> None:
    seat = SeatRow(1, "Ann & Bob", people=("the-id-of-ann",), rounds=(7.0,))
    found = TableInfo.of(ROW, (seat,), 1).to_json()
    assert found.keys() == names(PublicTable) | {"seats", "host", "removed", "invited"}
    assert found["seats"][0].keys() == names(PublicSeat) | {"bot", "kept", "awaits_partner", "stood_in", "failure"}
    assert "the-id-of-ann" not in str(found)
    assert found == {
        "id": "t1", "title": "T", "edition": "classic", "options": {"rays": "each"}, "status": "waiting", "host": 1,
        "clock": None, "pause": 1.5, "listed": False, "unlimited": False, "created": 1.0, "started": None,
        "finished": None, "commitment": "c", "rematch": None, "paper": False, "deal": None, "counts": True,
        "hints": False, "given": 0, "removed": 0, "invited": [],
        "seats": [{"seat": 1, "name": "Ann & Bob", "bot": None, "left": False, "total": None, "won": False, "late": 0,
                   "hints": (),
                   "awaits_partner": True, "kept": True, "stood_in": None, "failure": None}],
    }  # fmt: skip


def test_whatever_a_host_may_decide_is_stored_and_public() -> None:
    assert names(TableRequest) == names(TableSettings) | {"seats"}
    assert names(TableSettings) < names(PublicTable) < names(TableRow)
    assert names(PublicTable) < names(TableInfo)


def test_what_is_known_of_a_seat_is_its_public_part() -> None:
    row = SeatRow(2, "Random bot", bot="random", left=True, total=12.5, won=True)
    info = SeatInfo.of(row)
    derived = {"bot": "random", "kept": False, "awaits_partner": False, "stood_in": None, "failure": None}
    assert asdict(info) == values_of(row, PublicSeat) | derived
