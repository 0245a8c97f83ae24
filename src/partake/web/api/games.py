"""The API of what can be played: editions with their options, bots with their levels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, Request, Response

from partake.bots.discovery import LEVELS, registries
from partake.rules.edition import Edition, meaning, summary
from partake.rules.errors import PartakeError
from partake.store.rows import values_of
from partake.web.api.models import BotOut, EditionOut
from partake.web.api.problems import problems
from partake.web.context import context_of
from partake.web.errors import answer

router = APIRouter(prefix="/api", tags=["games"], responses=problems())


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
                "summary": str(summary(edition, name)),
                "values": {
                    value: str(meaning(edition, name, value)) for value in (("N",) if name == "rounds" else values)
                },
            }
            for name, values in edition.offer.values.items()
        ],
        "presets": [values_of(preset) for preset in edition.presets],
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
