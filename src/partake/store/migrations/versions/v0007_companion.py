"""Games at cardboard tables: those that were sent when they were over, and evenings that phones fill in together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """So far every game was played here."""
    op.add_column("tables", sa.Column("paper", sa.Boolean, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("sent", sa.String(64)))
    op.create_table(
        "evenings",
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("host", sa.String(32)),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("evening", sa.JSON, nullable=False),
        sa.Column("versions", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_evenings"),
    )
    op.create_index("ix_evenings_changed", "evenings", ["changed"])
    op.create_index("ix_evenings_host", "evenings", ["host"])


def downgrade() -> None:
    """Games that were sent are dropped, for they would count as played here; evenings are forgotten."""
    op.drop_table("evenings")
    op.execute("DELETE FROM tables WHERE paper")
    for column in ("sent", "paper"):
        op.execute(f'ALTER TABLE tables DROP COLUMN "{column}"')
