"""People can be removed from a table, and come late to one without seat limit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """So far nobody was removed, and nobody came late."""
    op.add_column("tables", sa.Column("removed", sa.JSON, nullable=False, server_default="{}"))
    op.add_column("seats", sa.Column("late", sa.Integer, nullable=False, server_default="0"))
    op.add_column("actions", sa.Column("after", sa.Integer))


def downgrade() -> None:
    """Those who were removed may sit down again.

    A table that is made anew, as a batch does, would take its seats and logs with it.
    """
    for table, column in (("tables", "removed"), ("seats", "late"), ("actions", "after")):
        op.execute(f'ALTER TABLE {table} DROP COLUMN "{column}"')
