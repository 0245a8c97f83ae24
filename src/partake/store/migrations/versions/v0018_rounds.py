"""When work that one of several processes does for all was last begun."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The first round of each work is begun by whoever comes first."""
    op.create_table(
        "rounds",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_rounds"),
    )


def downgrade() -> None:
    """An older version does the same work in every process."""
    op.drop_table("rounds")
