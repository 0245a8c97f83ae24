"""Probes for monitors and proxies: whether the process answers, and whether it can do its work."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from partake.rules.errors import PartakeError
from partake.web.api.models import WellOut
from partake.web.api.problems import problems
from partake.web.context import context_of
from partake.web.errors import answer, refusal

router = APIRouter(tags=["server"], responses=problems())


@router.get("/health", response_model=WellOut)
async def health() -> Response:
    """Whether the process answers; nothing else is asked."""
    return _uncached(answer({"status": "ok"}))


@router.get("/ready", response_model=WellOut)
async def ready(request: Request) -> Response:
    """Whether the server can do its work: its database answers and takes writes, and it is not stopping."""
    try:
        await context_of(request).probe.check()
    except PartakeError as problem:
        return _uncached(refusal(problem))
    return _uncached(answer({"status": "ok"}))


def _uncached(response: Response) -> Response:
    response.headers["cache-control"] = "no-store"
    return response
