"""The web application: `create_app(Settings(folder=...))`.

What routes need is in the request context, `context_of(request)` from `partake.web.context`: `.tables`, `.people`,
`.identity`, `.catalogue`, `.settings`; `await context.who(request)` is the visitor or None, `await
context.person_or_guest(request, nickname)` creates a guest if need be.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from partake import __version__
from partake.rules.catalogue import catalogue
from partake.store.store import Store
from partake.table.people import People
from partake.table.review_queue import ReviewQueue
from partake.table.service import TableService
from partake.web import api
from partake.web.context import RequestContext
from partake.web.errors import install_errors
from partake.web.identity import Identity
from partake.web.middleware import SecurityMiddleware
from partake.web.pages import common, home, me, review, table
from partake.web.pages.docs import Documents
from partake.web.settings import Settings, read_settings

DESCRIPTION = """Everything the pages can do, for programs. Refusals are `{"error": "a sentence"}` with its status.
Who you are is told by the cookie of a guest or by `Authorization: Bearer` with a token. `docs/api.md` explains more."""
"""The introduction of the OpenAPI document."""


class Application(FastAPI):
    """FastAPI behind the security middleware, which stands before all of its layers: moves need none of them."""

    security: SecurityMiddleware

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        scope["app"] = self
        await self.security(scope, receive, send)


def create_app(settings: Settings | None = None, *, pages: bool = True) -> FastAPI:
    """The ASGI application with its API, and its pages unless they are not wanted; without settings, the environment
    is asked for them."""
    chosen = settings or read_settings({}).settings
    app = Application(
        title="Partake",
        version=__version__,
        description=DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(chosen),
    )
    install_errors(app)
    for module in (api.moves, api.tables, api.review, api.people, api.games):
        app.include_router(module.router)
    if pages:
        for module in (common, home, table, review, me):
            app.include_router(module.router)
        app.mount("/static", StaticFiles(directory=common.WEB / "static"), name="static")
        app.mount("/docs", Documents(), name="docs")
        app.state.error_page = common.error_page
    app.security = SecurityMiddleware(super(Application, app).__call__, chosen.largest_body)
    return app


def _lifespan(settings: Settings) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        """Open the store and the tables, and close them in the end."""
        known = catalogue(*settings.data)
        identity = Identity(settings)
        store = Store(settings.database)
        tables = TableService(store, known, limits=settings)
        people = People(store, tables)
        app.state.context = RequestContext(settings, known, tables, people, identity)
        app.state.reviews = ReviewQueue(settings, settings.data)
        upkeep = asyncio.create_task(tables.runner.maintain())
        try:
            yield
        finally:
            upkeep.cancel()
            with suppress(asyncio.CancelledError):
                await upkeep
            await asyncio.to_thread(app.state.reviews.close)
            await tables.close()
            await asyncio.to_thread(store.close)

    return lifespan
