"""People, tokens, tables, secrets, seats and actions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.String(32)


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "people",
        sa.Column("id", ID, nullable=False),
        sa.Column("nickname", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_tokens"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_tokens_person", ondelete="CASCADE"),
    )
    op.create_index("ix_tokens_person", "tokens", ["person"])
    op.create_table(
        "tables",
        sa.Column("id", ID, nullable=False),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("edition", sa.String(40), nullable=False),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("host", ID),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("clock", sa.Float),
        sa.Column("pause", sa.Float, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("unlimited", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("started", sa.Float),
        sa.Column("finished", sa.Float),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("rematch", ID),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_listed", "tables", ["listed", "status"])
    op.create_table(
        "secrets",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_secrets"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_secrets_table_id", ondelete="CASCADE"),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", ID),
        sa.Column("name", sa.String(90), nullable=False),
        sa.Column("bot", sa.String(40), nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.Column("total", sa.Float),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("rounds", sa.JSON),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "actions",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("actor", sa.Integer, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("key", sa.String(64)),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_actions"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_actions_table_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Drop them."""
    for name in ("actions", "seats", "secrets", "tables", "tokens", "people"):
        op.drop_table(name)
