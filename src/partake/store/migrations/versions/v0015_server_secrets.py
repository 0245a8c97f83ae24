"""The key that signs cookies, for servers that share a database; with SQLite it stays a file in the folder."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A server that needs the key makes it."""
    op.create_table(
        "server_secrets",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_secrets"),
    )


def downgrade() -> None:
    """Nobody is known any more who came by such a key."""
    op.drop_table("server_secrets")
