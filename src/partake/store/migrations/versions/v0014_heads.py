"""The version of each table, and when something is due at it, in a narrow row that is cheap to change."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Every table begins with version 0, and nothing is due."""
    op.create_table(
        "heads",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False, server_default="0"),
        sa.Column("due", sa.Float),
        sa.PrimaryKeyConstraint("table_id", name="pk_heads"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_heads_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_heads_due", "heads", ["due"])
    op.execute("INSERT INTO heads (table_id, version) SELECT id, 0 FROM tables")


def downgrade() -> None:
    """Versions only matter while processes run."""
    op.drop_table("heads")
