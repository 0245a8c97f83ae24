"""Reviews that are kept, by the digest of what was played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """None is kept yet."""
    op.create_table(
        "reviews",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("found", sa.LargeBinary),
        sa.PrimaryKeyConstraint("digest", name="pk_reviews"),
    )
    op.create_index("ix_reviews_touched", "reviews", ["touched"])


def downgrade() -> None:
    """Reviews are made again when somebody asks for them."""
    op.drop_table("reviews")
