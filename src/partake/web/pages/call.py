"""The caller's page: tiles drawn and called for players with boards of cardboard, and the markers of Take Five."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from fastapi import APIRouter, Request, Response

from partake.engine.hexagon.spoken import ORDERS, tile_words
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.languages import current
from partake.rules.messages import said
from partake.rules.tiles import TileSet
from partake.web.companion import companion
from partake.web.context import context_of
from partake.web.pages.common import page
from partake.web.pages.home import edition_emblem

router = APIRouter(include_in_schema=False)


@router.get("/call")
async def call(request: Request) -> Response:
    """The same page for everybody who reads one language: what it shows is in the browser."""
    files = context_of(request).settings.data
    editions, carried = catalogue(*files).editions, companion(files)
    return page(
        "companion/call.html",
        editions=list(editions.values()),
        pictures={name: edition_emblem(edition, current().code) for name, edition in editions.items()},
        carried={"editions": carried.data["editions"], "tiles": carried.data["tiles"]},
        sprites=carried.sprites,
        spoken=called_words(files, current().code),
    )


@cache
def called_words(files: tuple[str, ...], language: str) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """For each tile set its tiles as they are called, by `order symbols bonuses`, like `across 10` for the order from
    left to right with suns and moons but without bonuses."""
    found = [edition for edition in catalogue(*files).editions.values() if isinstance(edition, HexagonEdition)]
    return {edition.tiles.name: dict(_ways(edition.tiles)) for edition in found}


def _ways(tiles: TileSet) -> Iterable[tuple[str, tuple[str, ...]]]:
    for order in ORDERS:
        for has_symbol in (False, True):
            for has_bonus in (False, True) if tiles.bonuses else (False,):
                words = (
                    tile_words(tiles, tile, order=order, has_symbol=has_symbol, has_bonus=has_bonus)
                    for tile in tiles.tiles
                )
                yield f"{order} {has_symbol:d}{has_bonus:d}", tuple(map(said, words))
