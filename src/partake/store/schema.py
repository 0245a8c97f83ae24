"""The tables of the database. What must stay secret while a game goes on is in `secrets`, and nowhere else."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)  # fmt: skip

metadata = MetaData(
    naming_convention={"ix": "ix_%(table_name)s_%(column_0_name)s", "pk": "pk_%(table_name)s",
                       "fk": "fk_%(table_name)s_%(column_0_name)s"}
)  # fmt: skip

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("nickname", String(40), nullable=False),
    Column("created", Float, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("label", String(60), nullable=False),
    Column("created", Float, nullable=False),
    Index("ix_tokens_person", "person"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", String(60), nullable=False),
    Column("edition", String(40), nullable=False),
    Column("rules", String(16), nullable=False),
    Column("options", JSON, nullable=False),
    Column("host", String(32)),
    Column("status", String(10), nullable=False),
    Column("clock", Float),
    Column("pause", Float, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("unlimited", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("started", Float),
    Column("finished", Float),
    Column("commitment", String(64), nullable=False),
    Column("rematch", String(32)),
    Index("ix_tables_listed", "listed", "status"),
)

secrets = Table(
    "secrets",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seed", LargeBinary(32), nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(90), nullable=False),
    Column("bot", String(40), nullable=False),
    Column("left", Boolean, nullable=False),
    Column("total", Float),
    Column("won", Boolean, nullable=False),
    Column("rounds", JSON),
)

sitters = Table(
    "sitters",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("left", Boolean, nullable=False),
    Index("ix_sitters_person", "person"),
)

actions = Table(
    "actions",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("actor", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("key", String(64)),
)
