"""Puzzles: ratings of people and of puzzles, the answers that count, and who lets their games become puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has answered yet, and nobody shares."""
    op.create_table(
        "solvers",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("longest", sa.Integer, nullable=False),
        sa.Column("shares", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_solvers"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_solvers_person", ondelete="CASCADE"),
    )
    op.create_table(
        "answers",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("edition", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("answer", sa.String(90), nullable=False),
        sa.Column("right", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("change", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("person", "puzzle", name="pk_answers"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_answers_person", ondelete="CASCADE"),
    )
    op.create_index("ix_answers_at", "answers", ["person", "at"])
    op.create_table(
        "puzzles",
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzles"),
    )


def downgrade() -> None:
    """Ratings and answers are forgotten."""
    for table in ("answers", "solvers", "puzzles"):
        op.drop_table(table)
