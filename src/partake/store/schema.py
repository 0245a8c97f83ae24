"""The database schema, derived from the records of `partake.store.rows` where there is one.

What must stay secret while games go on is in `secrets` and `tournament_secrets`, that of days to come in `calendars`,
and the key of servers that share a database in `server_secrets`; nowhere else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import fields
from enum import StrEnum
from types import NoneType
from typing import Any, get_args, get_type_hints

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Enum,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)  # fmt: skip
from sqlalchemy.types import TypeEngine

from partake.store.deal_rows import CalendarRow, DealFactsRow, EntrantRow, ShareRow, TournamentRow, TryRow
from partake.store.practice_rows import AnswerRow, PuzzleRow, ResultRow, SolverRow
from partake.store.rows import ActionRow, EveningRow, PersonRow, SeatRow, TableRow, Width

SITTERS = ("people", "away")
"""The fields of a seat that are rows of `sitters`."""
_PLAIN: dict[Any, type[TypeEngine[Any]]] = {float: Float, int: Integer, bool: Boolean, str: Text}
"""The column types of Python's plain types; everything else is stored as JSON."""


def columns(record: type, *, keys: Collection[str], without: Collection[str] = ()) -> Iterator[Column[Any]]:
    """A column for each field of a record: its type, width and nullability are those of the annotation."""
    hints = get_type_hints(record, include_extras=True)
    for name in (field.name for field in fields(record) if field.name not in without):
        hint, width = hints[name], None
        for mark in getattr(hint, "__metadata__", ()):
            hint, width = hint.__origin__, mark.characters if isinstance(mark, Width) else width
        is_optional = NoneType in get_args(hint)
        kind = next(part for part in get_args(hint) if part is not NoneType) if is_optional else hint
        yield Column(name, _column_type(kind, width), primary_key=name in keys, nullable=is_optional)


def _column_type(kind: Any, width: int | None) -> TypeEngine[Any]:
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return Enum(kind, native_enum=False, length=width, values_callable=lambda members: [m.value for m in members])
    return String(width) if width else _PLAIN.get(kind, JSON)()


def _table_id() -> Column[str]:
    return Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def _person() -> Column[str]:
    return Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True)


metadata = MetaData(
    naming_convention={"ix": "ix_%(table_name)s_%(column_0_name)s", "pk": "pk_%(table_name)s",
                       "fk": "fk_%(table_name)s_%(column_0_name)s"}
)  # fmt: skip

people = Table(
    "people",
    metadata,
    *columns(PersonRow, keys=("id",)),
    Index("ix_people_guardian", "guardian"),
)

used_links = Table(
    "used_links", metadata, Column("hash", String(64), primary_key=True), Column("at", Float, nullable=False)
)
"""The hashes of links that could be used once, and were."""

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("label", String(60), nullable=False),
    Column("created", Float, nullable=False),
    Column("manages", Boolean, nullable=False),
    Index("ix_tokens_person", "person"),
)

tables = Table(
    "tables",
    metadata,
    *columns(TableRow, keys=("id",)),
    Index("ix_tables_listed", "listed", "status"),
    Index("ix_tables_challenge", "challenge"),
    Index("ix_tables_status", "status", "host"),
    Index("ix_tables_deal", "deal"),
)

secrets = Table("secrets", metadata, _table_id(), Column("seed", LargeBinary(32), nullable=False))

heads = Table(
    "heads",
    metadata,
    _table_id(),
    Column("version", Integer, nullable=False, default=0, server_default="0"),
    Column("due", Float),
    Index("ix_heads_due", "due"),
)
"""What changes with a table most often, apart from its wide row: the number of changes so far, by which processes find
that another was faster (optimistic concurrency), and when something is due at it by itself."""

seats = Table("seats", metadata, _table_id(), *columns(SeatRow, keys=("seat",), without=SITTERS))

sitters = Table(
    "sitters",
    metadata,
    _table_id(),
    Column("person", String(32), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("left", Boolean, nullable=False),
    Index("ix_sitters_person", "person"),
)
"""Who sits at a seat, in the order in which they came (`place`)."""

evenings = Table(
    "evenings",
    metadata,
    *columns(EveningRow, keys=("code",)),
    Index("ix_evenings_changed", "changed"),
    Index("ix_evenings_host", "host"),
)

solvers = Table("solvers", metadata, _person(), *columns(SolverRow, keys=(), without=("person",)))

answers = Table(
    "answers",
    metadata,
    _person(),
    *columns(AnswerRow, keys=("puzzle",), without=("person",)),
    Index("ix_answers_at", "person", "at"),
)

puzzles = Table("puzzles", metadata, *columns(PuzzleRow, keys=("puzzle",)))

tries = Table(
    "tries",
    metadata,
    *columns(TryRow, keys=("deal", "person")),
    ForeignKeyConstraint(["person"], ["people.id"], name="fk_tries_person", ondelete="CASCADE"),
    ForeignKeyConstraint(["table"], ["tables.id"], name="fk_tries_table", ondelete="CASCADE"),
    Index("ix_tries_person", "person"),
    Index("ix_tries_table", "table"),
)
"""One game for each person and deal: the primary key is what makes a second try impossible."""

calendars = Table(
    "calendars", metadata, *columns(CalendarRow, keys=("fingerprint",)), Index("ix_calendars_source", "source")
)

calendar_shares = Table("calendar_shares", metadata, *columns(ShareRow, keys=("name",)))

deal_facts = Table("deal_facts", metadata, *columns(DealFactsRow, keys=("deal",)))

tournaments = Table(
    "tournaments",
    metadata,
    *columns(TournamentRow, keys=("code",)),
    Index("ix_tournaments_stage", "stage", "host"),
)

entrants = Table(
    "entrants",
    metadata,
    *columns(EntrantRow, keys=("code", "person")),
    ForeignKeyConstraint(["code"], ["tournaments.code"], name="fk_entrants_code", ondelete="CASCADE"),
    ForeignKeyConstraint(["person"], ["people.id"], name="fk_entrants_person", ondelete="CASCADE"),
    Index("ix_entrants_person", "person"),
)
"""Who takes part in a tournament."""

tournament_secrets = Table(
    "tournament_secrets",
    metadata,
    Column("code", String(16), ForeignKey("tournaments.code", ondelete="CASCADE"), primary_key=True),
    Column("secret", LargeBinary(32), nullable=False),
)
"""From which the draws of all deals of a tournament follow."""

server_secrets = Table(
    "server_secrets",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What all servers of a PostgreSQL must know and nobody else may: the key that signs cookies."""

reviews = Table(
    "reviews",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("touched", Float, nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("found", LargeBinary),
    Index("ix_reviews_touched", "touched"),
)
"""Reviews, by the digest of what was played and how it was looked at; while one is made, how far it is."""

rounds = Table("rounds", metadata, Column("name", String(40), primary_key=True), Column("at", Float, nullable=False))
"""When work that one of several processes does for all was last begun (`partake.store.rounds`)."""

actions = Table("actions", metadata, _table_id(), *columns(ActionRow, keys=("number",)))

results = Table(
    "results",
    metadata,
    *columns(ResultRow, keys=("table_id", "person", "game")),
    ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_results_table_id", ondelete="CASCADE"),
    ForeignKeyConstraint(["person"], ["people.id"], name="fk_results_person", ondelete="CASCADE"),
    Index("ix_results_person", "person", "finished"),
    Index("ix_results_edition", "edition", "rules", "finished"),
    Index("ix_results_reviewed", "reviewed", "apart", "finished"),
)
"""What became of the finished games of people, and the summaries of their reviews."""
