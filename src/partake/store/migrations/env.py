"""How Alembic runs the migrations: on the connection it is given."""

from __future__ import annotations

from alembic import context

from partake.store.schema import metadata

if hasattr(context, "config"):  # Alembic runs this file; whoever only imports it runs nothing
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        render_as_batch=True,
        transactional_ddl=True,  # the connection's transaction is ours: all steps are part of it
    )
    with context.begin_transaction():
        context.run_migrations()
