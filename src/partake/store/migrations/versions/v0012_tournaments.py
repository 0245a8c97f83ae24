"""Tournaments on the same tiles, who takes part in them, and the secrets of their draws."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """There were none."""
    op.create_table(
        "tournaments",
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("edition", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("mode", sa.String(10), nullable=False),
        sa.Column("begins", sa.Float),
        sa.Column("ends", sa.Float),
        sa.Column("seconds", sa.Float),
        sa.Column("clock", sa.Float),
        sa.Column("pause", sa.Float),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("host", sa.String(32)),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("stage", sa.String(10), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("joining", sa.Boolean, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_tournaments"),
    )
    op.create_index("ix_tournaments_stage", "tournaments", ["stage", "host"])
    op.create_table(
        "entrants",
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
        sa.Column("removed", sa.Float),
        sa.PrimaryKeyConstraint("code", "person", name="pk_entrants"),
        sa.ForeignKeyConstraint(["code"], ["tournaments.code"], name="fk_entrants_code", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_entrants_person", ondelete="CASCADE"),
    )
    op.create_index("ix_entrants_person", "entrants", ["person"])
    op.create_table(
        "tournament_secrets",
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_tournament_secrets"),
        sa.ForeignKeyConstraint(["code"], ["tournaments.code"], name="fk_tournament_secrets_code", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Tournaments are forgotten; the games that were played in them stay, each on draws of its own."""
    for table in ("tournament_secrets", "entrants", "tournaments"):
        op.drop_table(table)
    op.execute("UPDATE tables SET deal = NULL WHERE deal LIKE 'tournament/%'")
    op.execute("DELETE FROM tries WHERE deal LIKE 'tournament/%'")
