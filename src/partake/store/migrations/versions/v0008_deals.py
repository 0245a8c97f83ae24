"""Deals that many people play, each at a table of their own, and which of their games counts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """So far every table had draws of its own, and every game counted."""
    op.add_column("tables", sa.Column("deal", sa.String(80)))
    op.add_column("tables", sa.Column("counts", sa.Boolean, nullable=False, server_default="1"))
    op.create_index("ix_tables_deal", "tables", ["deal"])
    op.create_table(
        "tries",
        sa.Column("deal", sa.String(80), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("begun", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("deal", "person", name="pk_tries"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_tries_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_tries_table", ondelete="CASCADE"),
    )
    op.create_index("ix_tries_person", "tries", ["person"])
    op.create_index("ix_tries_table", "tries", ["table"])


def downgrade() -> None:
    """Games that do not count are dropped, for they would count afterwards."""
    op.drop_table("tries")
    op.execute("DELETE FROM tables WHERE NOT counts")
    op.drop_index("ix_tables_deal", "tables")
    for column in ("counts", "deal"):
        op.execute(f'ALTER TABLE tables DROP COLUMN "{column}"')
