"""Calendars of daily deals, who shares them, and what could be made of the tiles of a deal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A server makes its own calendar when it starts."""
    op.create_table(
        "calendars",
        sa.Column("fingerprint", sa.String(80), nullable=False),
        sa.Column("source", sa.String(200), nullable=False),
        sa.Column("newest", sa.String(80), nullable=False),
        sa.PrimaryKeyConstraint("fingerprint", name="pk_calendars"),
    )
    op.create_index("ix_calendars_source", "calendars", ["source"])
    op.create_table(
        "calendar_shares",
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_calendar_shares"),
    )
    op.create_table(
        "deal_facts",
        sa.Column("deal", sa.String(80), nullable=False),
        sa.Column("bot", sa.Float, nullable=False),
        sa.Column("best", sa.Float),
        sa.Column("proven", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("deal", name="pk_deal_facts"),
    )


def downgrade() -> None:
    """Days that were played stay tables like others."""
    for table in ("deal_facts", "calendar_shares", "calendars"):
        op.drop_table(table)
