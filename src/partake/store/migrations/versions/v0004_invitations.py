"""People are asked to play again, and challenged on the tiles of a game that is over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """So far nobody was asked, and nobody was challenged."""
    op.add_column("tables", sa.Column("invited", sa.JSON, nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("challenge", sa.String(32)))
    op.create_index("ix_tables_challenge", "tables", ["challenge"])


def downgrade() -> None:
    """Open invitations are forgotten."""
    op.drop_index("ix_tables_challenge", "tables")
    for column in ("invited", "challenge"):
        op.execute(f'ALTER TABLE tables DROP COLUMN "{column}"')
