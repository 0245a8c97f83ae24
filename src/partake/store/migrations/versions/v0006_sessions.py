"""Sessions that end, people who are banned, tokens that only play, and tables that wait for nobody any more."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Everybody keeps the cookie they have, which had no date and counts as signed now; tokens that exist only play.

    Tables that wait are as if somebody had been there just now.
    """
    op.add_column("people", sa.Column("sessions", sa.Float, nullable=False, server_default="0"))
    op.add_column("people", sa.Column("undated", sa.Float))
    op.add_column("people", sa.Column("banned", sa.Float))
    op.add_column("tokens", sa.Column("manages", sa.Boolean, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("attended", sa.Float))
    op.create_index("ix_tables_status", "tables", ["status", "host"])
    op.execute(sa.text("UPDATE people SET undated = :now").bindparams(now=time.time()))
    op.execute(sa.text("UPDATE tables SET attended = :now WHERE status = 'waiting'").bindparams(now=time.time()))


def downgrade() -> None:
    """Sessions do not end, nobody is banned, and every token decides about its person again."""
    op.drop_index("ix_tables_status", "tables")
    new = {"tables": ("attended",), "tokens": ("manages",), "people": ("banned", "undated", "sessions")}
    for table, column in ((table, column) for table, columns in new.items() for column in columns):
        op.execute(f'ALTER TABLE {table} DROP COLUMN "{column}"')
