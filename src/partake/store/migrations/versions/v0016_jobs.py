"""The tables and functions of procrastinate, by which jobs wait for worker processes; with PostgreSQL only.

What is run is the schema of its release 3.10, kept in this package, so that this revision is always the same. When a
newer release has a newer schema (a test compares them), a revision of ours runs the files that were added to its
`sql/migrations`, in their order, and the copy stays as it is.
"""

from __future__ import annotations

from pathlib import Path

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

SCHEMA = Path(__file__).parent.parent / "procrastinate.sql"


def upgrade() -> None:
    """Make what procrastinate needs."""
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute(SCHEMA.read_text(encoding="utf-8").encode())


def downgrade() -> None:
    """Jobs are asked for again."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("""
            DROP TABLE procrastinate_events, procrastinate_periodic_defers, procrastinate_jobs, procrastinate_workers
            CASCADE;
        """)
