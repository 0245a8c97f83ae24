"""Hints: where they are allowed, how many were given at each seat; and games that are played on from a position."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Games that are under way go on without hints, and none was given so far."""
    op.add_column("tables", sa.Column("hints", sa.Boolean, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("given", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("hints", sa.JSON, nullable=False, server_default="[]"))
    op.add_column("seats", sa.Column("hinted", sa.String(24), nullable=False, server_default=""))


def downgrade() -> None:
    """Games that were played on from a position are dropped, for their draws would not be those of their seed."""
    op.execute("DELETE FROM tables WHERE given > 0")
    for column in ("hinted", "hints"):
        op.execute(f'ALTER TABLE seats DROP COLUMN "{column}"')
    for column in ("given", "hints"):
        op.execute(f'ALTER TABLE tables DROP COLUMN "{column}"')
