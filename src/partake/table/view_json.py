"""A view as plain data: the one form in which the API, the event streams and the pages' scripts see a game.

It holds what the view holds and no more; tiles and actions are in their text forms. All fields are in `docs/api.md`.
"""

from __future__ import annotations

from typing import Any

from partake.engine.contract import View
from partake.engine.five.view import FiveView, PawnView
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import format_action, format_move
from partake.engine.outcome import plain
from partake.rules.tiles import Tile


def view_json(view: View) -> dict[str, Any]:
    """Everything that a seat, or a spectator, may see."""
    found: dict[str, Any] = {
        "family": view.family,
        "edition": view.setup.edition.name,
        "seat": view.seat,
        "names": list(view.setup.names),
        "to_act": list(view.to_act),
        "legal": [format_action(action) for action in view.legal],
        "outcome": view.outcome.to_json() if view.outcome else None,
    }
    if isinstance(view, HexagonView):
        return {**found, **_hexagon(view)}
    if isinstance(view, FiveView):
        return {**found, **_five(view)}
    raise TypeError(f"there is no JSON form of {type(view).__name__}")


def _hexagon(view: HexagonView) -> dict[str, Any]:
    names = view.variant.positions
    return {
        "round": view.round,
        "rounds": view.rounds,
        "caller": view.caller,
        "called": _texts(view.called),
        "drawn": _texts(view.drawn),
        "bag": _texts(view.bag),
        "draws_left": view.draws_left,
        "hand": _texts(view.hand),
        "handed": [[owner, str(tile)] for owner, tile in view.handed],
        "holders": list(view.holders),
        "relocating": view.relocating,
        "sheets": [
            {
                "cells": {name: str(tile) for name, tile in zip(names, cells, strict=True) if tile is not None},
                "latest": list(latest),
                "total": plain(score.total),
                "items": [item.to_json() for item in score.items],
            }
            for cells, latest, score in zip(view.cells, view.latest, view.scores, strict=True)
        ],
        "standings": [plain(total) for total in view.standings.totals],
        "counted": [
            [plain(score.of_round(n).total) for score in view.standings.scores]
            for n in range(1, len(view.finished) + 1)
        ],
    }


def _texts(tiles: tuple[Tile, ...]) -> list[str]:
    return [str(tile) for tile in tiles]


def _five(view: FiveView) -> dict[str, Any]:
    return {
        "round": view.round,
        "phase": view.phase,
        "markers": list(view.markers),
        "turn": view.turn,
        "turns": view.turns,
        "pawns": {
            square: _pawn(pawn) for square, pawn in zip(view.squares, view.pawns, strict=False) if pawn is not None
        },
        "pieces": {str(piece): square for piece, square in view.pieces},
        "hands": [list(hand) for hand in view.hands],
        "out": list(view.out),
        "moved": [str(piece) for piece in view.moved],
        "took": view.took,
        "wait": str(view.wait) if view.wait else None,
        "square": view.square,
        "shown": {"seat": view.shown.seat, "square": view.shown.square, "value": view.shown.value}
        if view.shown
        else None,
        "rounds": [
            {"phase": won.phase, "winner": won.winner, "hands": [list(hand) for hand in won.hands]}
            for won in view.rounds
        ],
        "log": [format_move(actor, action) for actor, action in view.log],
    }


def _pawn(pawn: PawnView) -> dict[str, Any]:
    return {"known": pawn.known, "public": pawn.public, "seen": list(pawn.seen)}
