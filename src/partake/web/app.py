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
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from partake import __version__
from partake.rules.languages import speak
from partake.table.administration import Administration
from partake.table.background_reviews import BackgroundReviews
from partake.table.bot_jobs import ask_workers
from partake.table.daily import Daily
from partake.table.partners import PartnerKeys
from partake.table.people import People
from partake.table.presence import Now
from partake.table.review_queue import ReviewQueue
from partake.table.service import TableService
from partake.table.shared_reviews import shared_reviews
from partake.web import api, language, offline
from partake.web.api.admin import PATH as ADMIN
from partake.web.api.admin import AdminEndpoint, SignedRequests
from partake.web.context import RequestContext
from partake.web.errors import install_errors
from partake.web.following import Follower, Home
from partake.web.identity import RenewCookies
from partake.web.language import language_of
from partake.web.look import look_of, use_look
from partake.web.middleware import SecurityMiddleware
from partake.web.opening import OpenFolder
from partake.web.page_socket import PATH as SOCKET
from partake.web.page_socket import open_socket
from partake.web.pages import (
    call,
    called_best,
    challenge,
    common,
    comparison,
    daily,
    home,
    hosting,
    invitations,
    joining,
    leaders,
    learn,
    me,
    play_on,
    preview,
    progress,
    puzzles,
    replay,
    retry,
    review,
    rules,
    score,
    table,
    tournaments,
)
from partake.web.pages import settings as pages_settings
from partake.web.pages.docs import Documents
from partake.web.settings import Settings, read_settings
from partake.web.traffic import Traffic, TrafficMiddleware, noting_routes

DESCRIPTION = """Everything the pages can do, for programs. Refusals are `{"error": "a sentence"}` with its status.
Who you are is told by the cookie of a guest or by `Authorization: Bearer` with a token. `docs/api.md` explains more."""
"""The introduction of the OpenAPI document."""


class Application(FastAPI):
    """FastAPI behind our own middleware, which stands before all of its layers."""

    outermost: TrafficMiddleware
    data: tuple[str, ...] = ()
    """The files of the operator's own boards and tiles."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        scope["app"] = self
        common.use_data(self.data)
        if scope["type"] in ("http", "websocket"):
            speak(language_of(scope))
            use_look(look_of(scope))
        await self.outermost(scope, receive, send)


def create_app(
    settings: Settings | None = None, *, pages: bool = True, opened: OpenFolder | None = None, now: Now | None = None
) -> FastAPI:
    """The ASGI application with its API, and its pages unless they are not wanted; without settings, the environment
    is asked for them. The folder of games is opened and locked when the application starts, or was `opened` before.
    `now` is the clock by which days begin and tables are dated, if it is not the system's."""
    chosen = settings or read_settings({}).settings
    app = Application(
        title="Partake",
        version=__version__,
        description=DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(chosen, opened, now),
    )
    install_errors(app)
    at_tables = (api.moves, api.tables, api.review, api.hints)
    of_people = (api.people, api.games, api.progress, api.puzzles, api.daily, api.tournaments)
    for module in (*at_tables, *of_people, api.paper, api.evenings, api.health):
        app.include_router(module.router)
    app.router.routes.append(Route(ADMIN, AdminEndpoint(), include_in_schema=False))  # by any method
    app.router.routes.append(WebSocketRoute(SOCKET, open_socket))
    if pages:
        tables = (table, hosting, joining, invitations, challenge, comparison, preview, replay, review)
        own = (me, progress, leaders, pages_settings, puzzles, daily, tournaments, retry, play_on)
        others = (*own, learn, rules, call, called_best, score)
        for module in (common, language, offline, home, *tables, *others):
            app.include_router(module.router)
        app.mount("/static", common.ASSETS, name="static")
        app.mount("/docs", Documents(), name="docs")
        app.state.error_page = common.error_page
    app.data = chosen.data
    app.state.traffic = Traffic()
    is_logged = chosen.access_log == "yes"
    routed = RenewCookies(super(Application, app).__call__)
    security = SecurityMiddleware(noting_routes(routed) if is_logged else routed, chosen)
    app.outermost = TrafficMiddleware(security, app.state.traffic, logged=is_logged)
    return app


def _lifespan(
    settings: Settings, opened: OpenFolder | None, now: Now | None
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        """Open the store and the tables, and close them in the end."""
        folder = opened if opened is not None else await asyncio.to_thread(OpenFolder, settings)
        known, identity, store = folder.catalogue, folder.identity, folder.store
        partners = PartnerKeys(identity.derived("partner"))
        tables = TableService(store, known, limits=settings, partners=partners, now=now)
        people = People(store, tables)
        home = Home.of(settings.calendar)
        daily = Daily(tables, source=home.address if home else "", now=now)
        await daily.open()
        app.state.context = RequestContext(settings, known, tables, people, identity, app.state.traffic, daily)
        app.state.administration = Administration(tables, people)
        app.state.signed_requests = SignedRequests(identity.derived("admin"))
        app.state.previews = {}
        app.state.reviews = ReviewQueue(settings, settings.data, shared_reviews(store, settings, settings.data))
        await tables.tournaments.sweep()
        reviewing = BackgroundReviews(tables, app.state.reviews, settings.data)
        store.bus.open()
        background = [
            *ask_workers(tables.runner),
            asyncio.create_task(tables.following.run()),
            asyncio.create_task(tables.runner.maintain()),
            asyncio.create_task(reviewing.run()),
        ]
        if home is not None:
            background.append(asyncio.create_task(Follower(daily, home).run()))
        try:
            yield
        finally:
            for task in background:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await asyncio.to_thread(app.state.reviews.close)
            await reviewing.close()
            await tables.close()
            await asyncio.to_thread(folder.close)

    return lifespan
