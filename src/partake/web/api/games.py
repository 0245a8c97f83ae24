"""The API of what can be played: editions with their options, bots with their levels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, Request, Response

from partake.bots.discovery import LEVELS, registries
from partake.rules.edition import Edition
from partake.rules.errors import PartakeError
from partake.rules.options import OPTIONS
from partake.web.api.models import BotOut, EditionOut
from partake.web.context import context_of
from partake.web.errors import answer

router = APIRouter(prefix="/api", tags=["games"])


@router.get("/editions", response_model=list[EditionOut])
async def editions(request: Request) -> Response:
    """Every game that can be played here, with its options."""
    return answer([_edition(edition) for edition in context_of(request).catalogue.editions.values()])


@router.get("/bots", response_model=list[BotOut])
def bots() -> Response:
    """Every bot that can take a seat, the levels first."""
    return answer(sorted(_bots(), key=lambda bot: not bot["is_level"]))


def _edition(edition: Edition) -> dict[str, Any]:
    return {
        "name": edition.name,
        "title": edition.title,
        "game": edition.game,
        "family": edition.family,
        "summary": edition.summary,
        "seats": list(edition.seats),
        "options": [
            {
                "name": name,
                "summary": OPTIONS[name].summary,
                "values": dict(OPTIONS[name].values)
                if name == "rounds"
                else {value: OPTIONS[name].values[value] for value in values},
            }
            for name, values in edition.offer.values.items()
        ],
    }


def _bots() -> Iterator[dict[str, Any]]:
    for registry in registries():
        for name in registry:
            try:
                kind = registry[name]
            except PartakeError:  # it needs an extra that is not installed here
                continue
            yield {
                "name": name,
                "summary": kind.summary,
                "is_level": registry is LEVELS,
                "families": sorted(kind.families),
            }
