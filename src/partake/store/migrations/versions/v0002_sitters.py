"""Two people may share a seat; and a running game that everybody has left only waits."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ID = sa.String(32)


def upgrade() -> None:
    """Who sits where becomes a table of its own."""
    op.create_table(
        "sitters",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person", name="pk_sitters"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_sitters_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_sitters_person", "sitters", ["person"])
    op.execute(
        'INSERT INTO sitters (table_id, person, seat, place, "left") '
        'SELECT table_id, person, seat, 0, "left" FROM seats WHERE person IS NOT NULL'
    )
    op.drop_index("ix_seats_person", "seats")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("person")
    op.execute("UPDATE tables SET status = 'playing' WHERE status = 'closed' AND started IS NOT NULL")


def downgrade() -> None:
    """Only the first of those who share a seat keeps it."""
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("person", ID))
    op.create_index("ix_seats_person", "seats", ["person"])
    op.execute(
        "UPDATE seats SET person = (SELECT person FROM sitters WHERE sitters.table_id = seats.table_id "
        "AND sitters.seat = seats.seat ORDER BY place LIMIT 1)"
    )
    op.drop_table("sitters")
