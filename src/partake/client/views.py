"""The engine's view of a game on a server: the inverse of its JSON form, completed from the game's record.

The JSON holds all that a seat sees but for the games of a match that are counted, the result with its items, and at
tables of many the boards of far seats. These are in the record that everybody may read, which is verified by this
package's own rules: a server with other boards, tiles or points is noticed there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from partake.engine.actions import Piece
from partake.engine.contract import View
from partake.engine.five.board import squares
from partake.engine.five.state import Round, Shown, Wait
from partake.engine.five.view import FiveView, PawnView
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import parse_action, parse_move
from partake.engine.record.model import Record
from partake.rules.edition import FiveEdition, HexagonEdition
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

Data = Mapping[str, Any]
"""A view as the API tells it."""


class ViewReader:
    """Makes views of one table; `fetch` gives its record, and is asked only when something of it is needed."""

    def __init__(self, fetch: Callable[[], Awaitable[Record]]) -> None:
        self._fetch = fetch
        self._record: Record | None = None
        self._public: View | None = None
        """What everybody sees at the end of the record."""
        self._variant: Variant | None = None

    async def read(self, data: Data) -> View:
        """The view that the server has told: equal to the one that a bot of the server would be given."""
        if self._record is None or self._public is None or not _holds(self._public, data):
            self._record = await self._fetch()
            self._public = _last_view(self._record)
        setup = self._record.setup
        common = {
            "setup": setup,
            "seat": data["seat"],
            "to_act": tuple(data["to_act"]),
            "legal": tuple(map(parse_action, data["legal"])),
            "outcome": self._record.outcome if data["outcome"] else None,
        }
        if isinstance(self._public, HexagonView) and isinstance(setup.edition, HexagonEdition):
            if self._variant is None:
                self._variant = Variant(setup.edition, setup.options)
            return HexagonView(**common, **_hexagon(data, self._variant, self._public))
        assert isinstance(setup.edition, FiveEdition)
        return FiveView(**common, **_five(data, setup.edition))


def _last_view(record: Record) -> View:
    game = record.game
    state = game.start()
    for actor, action in record.moves:
        state = game.play(state, actor, action)
    view: View = game.view(state, None)
    return view


def _holds(public: View, data: Data) -> bool:
    """Whether a public view has what the JSON of a later one leaves out."""
    if public.setup.names != tuple(data["names"]) or bool(data["outcome"]) != bool(public.outcome):
        return False
    if not isinstance(public, HexagonView):
        return True
    is_crowd = any("cells" not in sheet for sheet in data["sheets"])
    is_same = [str(tile) for tile in public.drawn] == data["drawn"] and public.relocating == data["relocating"]
    return len(public.finished) == len(data["counted"]) and (is_same or not is_crowd)


def _hexagon(data: Data, variant: Variant, public: HexagonView) -> dict[str, Any]:
    sheets = list(enumerate(data["sheets"]))
    return {
        "variant": variant,
        "round": data["round"],
        "caller": data["caller"],
        "drawn": _tiles(data["drawn"]),
        "called": _tiles(data["called"]),
        "cells": tuple(
            _cells(sheet["cells"], variant) if "cells" in sheet else public.cells[seat] for seat, sheet in sheets
        ),
        "latest": tuple(tuple(sheet["latest"]) if "latest" in sheet else public.latest[seat] for seat, sheet in sheets),
        "hand": _tiles(data["hand"]),
        "handed": tuple((owner, Tile.parse(tile)) for owner, tile in data["handed"]),
        "holders": tuple(data["holders"]),
        "relocating": data["relocating"],
        "finished": public.finished[: len(data["counted"])],
    }


def _tiles(texts: list[str]) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, texts))


def _cells(told: Mapping[str, str], variant: Variant) -> tuple[Tile | None, ...]:
    return tuple(Tile.parse(told[name]) if name in told else None for name in variant.positions)


def _five(data: Data, edition: FiveEdition) -> dict[str, Any]:
    lies, shown = data["pawns"], data["shown"]
    return {
        "edition": edition,
        "phase": data["phase"],
        "round": data["round"],
        "markers": tuple(data["markers"]),
        "turn": data["turn"],
        "turns": data["turns"],
        "pawns": tuple(_pawn(lies.get(name)) for name in squares(edition.size)) if data["pieces"] else (),
        "pieces": tuple((Piece(piece), square) for piece, square in data["pieces"].items()),
        "hands": _hands(data["hands"]),
        "out": tuple(data["out"]),
        "moved": tuple(map(Piece, data["moved"])),
        "took": data["took"],
        "wait": Wait(data["wait"]) if data["wait"] else None,
        "square": data["square"],
        "shown": Shown(shown["seat"], shown["square"], shown["value"]) if shown else None,
        "rounds": tuple(Round(won["phase"], won["winner"], _hands(won["hands"])) for won in data["rounds"]),
        "log": tuple(map(parse_move, data["log"])),
    }


def _pawn(told: Data | None) -> PawnView | None:
    return None if told is None else PawnView(told["known"], told["public"], tuple(told["seen"]))


def _hands(told: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, told))
