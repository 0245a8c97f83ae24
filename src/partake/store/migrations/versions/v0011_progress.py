"""Results of people's finished games with the summaries of their reviews; who wants to be on leaderboards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody is on a leaderboard unasked; the results of earlier games are found by the server itself."""
    op.add_column("people", sa.Column("public", sa.Boolean, nullable=False, server_default="0"))
    op.add_column("people", sa.Column("milestones", sa.Boolean, nullable=False, server_default="1"))
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("edition", sa.String(40), nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("finished", sa.Float, nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("longest", sa.Integer, nullable=False),
        sa.Column("apart", sa.String(12), nullable=False),
        sa.Column("known", sa.Boolean, nullable=False),
        sa.Column("reviewed", sa.Float),
        sa.Column("moves", sa.Integer),
        sa.Column("lost", sa.Float),
        sa.Column("luck", sa.Float),
        sa.Column("grave", sa.Integer),
        sa.Column("phases", sa.JSON),
        sa.Column("causes", sa.JSON),
        sa.PrimaryKeyConstraint("table_id", "person", "game", name="pk_results"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_results_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_results_person", ondelete="CASCADE"),
    )
    op.create_index("ix_results_person", "results", ["person", "finished"])
    op.create_index("ix_results_edition", "results", ["edition", "rules", "finished"])
    op.create_index("ix_results_reviewed", "results", ["reviewed", "apart", "finished"])


def downgrade() -> None:
    """Summaries of reviews are forgotten, and can be made again."""
    op.drop_table("results")
    for column in ("milestones", "public"):
        op.execute(f'ALTER TABLE people DROP COLUMN "{column}"')
