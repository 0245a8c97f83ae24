"""A view as plain data: the one form in which the API, the event streams and the pages' scripts see a game.

It holds what the view holds and no more; tiles and actions are in their text forms. All fields are in `docs/api.md`.
Each family's fields are in two parts: what every audience sees alike, and what depends on the seat or changes while
seats act one after the other.
"""

from __future__ import annotations

from typing import Any

from partake.engine.contract import View
from partake.engine.five.view import FiveView, PawnView
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import format_action, format_move
from partake.engine.outcome import plain
from partake.rules.tiles import Tile, tile_text


def view_json(view: View) -> dict[str, Any]:
    """Everything that a seat, or a spectator, may see."""
    found = {**shared_json(view), **own_json(view)}
    if isinstance(view, HexagonView):
        found["sheets"] = [sheet_json(view, seat) for seat in range(1, len(view.cells) + 1)]
    return found


def shared_json(view: View) -> dict[str, Any]:
    """What all audiences see alike; without the sheets of a hexagon game."""
    return {**match_json(view), **call_json(view)}


def match_json(view: View) -> dict[str, Any]:
    """Of what all audiences see alike, what changes only when a game of a match is counted."""
    found: dict[str, Any] = {
        "family": view.family,
        "edition": view.setup.edition.name,
        "names": list(view.setup.names),
        "outcome": view.outcome.to_json() if view.outcome else None,
    }
    return {**found, **_counted_hexagon(view)} if isinstance(view, HexagonView) else found


def call_json(view: View) -> dict[str, Any]:
    """The rest of it, which changes with the actions of the dealer."""
    match view:
        case HexagonView():
            return _called_hexagon(view)
        case FiveView():
            return _shared_five(view)
    raise TypeError(f"there is no JSON form of {type(view).__name__}")


def own_json(view: View) -> dict[str, Any]:
    """What depends on the seat, or changes between two actions of the dealer, besides the own sheet."""
    found = {
        "seat": view.seat,
        "to_act": list(view.to_act),
        "legal": [format_action(action) for action in view.legal],
    }
    match view:
        case HexagonView():
            gains = {format_action(action): plain(points) for action, points in view.gains.items()}
            return {**found, "hand": _texts(view.hand), "handed": handed_json(view), "gains": gains}
        case FiveView():
            return {**found, **_own_five(view)}
    raise TypeError(f"there is no JSON form of {type(view).__name__}")


def handed_json(view: View) -> list[list[Any]]:
    """The scrapped tiles that this seat must place, each with the seat whose scrapyard it goes on."""
    return [[owner, str(tile)] for owner, tile in view.handed] if isinstance(view, HexagonView) else []


def sheet_json(view: HexagonView, seat: int) -> dict[str, Any]:
    """One seat's sheet, as far as the view shows it, and what it scores as it stands."""
    return {**tiles_json(view, seat), **points_json(view, seat)}


def tiles_json(view: HexagonView, seat: int) -> dict[str, Any]:
    """The tiles of a sheet."""
    cells = zip(view.variant.positions, view.cells[seat - 1], strict=True)
    return {
        "cells": {name: tile_text(tile) for name, tile in cells if tile is not None},
        "latest": list(view.latest[seat - 1]),
    }


def points_json(view: HexagonView, seat: int) -> dict[str, Any]:
    """What a sheet scores as it stands."""
    score = view.score_of(seat)
    return {"total": plain(score.total), "items": [item.to_json() for item in score.items]}


def _called_hexagon(view: HexagonView) -> dict[str, Any]:
    return {
        "between": view.is_between_rounds,
        "called": _texts(view.called),
        "drawn": _texts(view.drawn),
        "bag": _texts(view.bag),
        "draws_left": view.draws_left,
        "relocating": view.relocating,
    }


def _counted_hexagon(view: HexagonView) -> dict[str, Any]:
    return {
        "round": view.round,
        "rounds": view.rounds,
        "caller": view.caller,
        "holders": list(view.holders),
        "standings": [plain(total) for total in view.standings.totals],
        "counted": [
            [plain(score.of_round(n).total) for score in view.standings.scores]
            for n in range(1, len(view.finished) + 1)
        ],
    }


def _texts(tiles: tuple[Tile, ...]) -> list[str]:
    return list(map(tile_text, tiles))


def _shared_five(view: FiveView) -> dict[str, Any]:
    return {
        "between": view.is_between_rounds,
        "round": view.round,
        "phase": view.phase,
        "markers": list(view.markers),
        "turn": view.turn,
        "turns": view.turns,
        "pieces": {str(piece): square for piece, square in view.pieces},
        "hands": [list(hand) for hand in view.hands],
        "out": list(view.out),
        "moved": [str(piece) for piece in view.moved],
        "took": view.took,
        "wait": str(view.wait) if view.wait else None,
        "square": view.square,
        "rounds": [
            {"phase": won.phase, "winner": won.winner, "hands": [list(hand) for hand in won.hands]}
            for won in view.rounds
        ],
    }


def _own_five(view: FiveView) -> dict[str, Any]:
    """What a seat has learned by looking."""
    return {
        "pawns": {
            square: _pawn(pawn) for square, pawn in zip(view.squares, view.pawns, strict=False) if pawn is not None
        },
        "shown": {"seat": view.shown.seat, "square": view.shown.square, "value": view.shown.value}
        if view.shown
        else None,
        "log": [format_move(actor, action) for actor, action in view.log],
    }


def _pawn(pawn: PawnView) -> dict[str, Any]:
    return {"known": pawn.known, "public": pawn.public, "seen": list(pawn.seen)}
