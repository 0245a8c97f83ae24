"""Friends at one device, each a person of their own with a guardian; and links that can be used once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """So far everybody was their own, and no link has been used."""
    op.add_column("people", sa.Column("guardian", sa.String(32)))
    op.create_index("ix_people_guardian", "people", ["guardian"])
    op.create_table(
        "used_links",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_used_links"),
    )


def downgrade() -> None:
    """Friends become people whom nobody knows; links that were used can be used again."""
    op.drop_table("used_links")
    op.drop_index("ix_people_guardian", "people")
    op.execute('ALTER TABLE people DROP COLUMN "guardian"')
