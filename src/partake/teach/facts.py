"""The numbers and names that the texts of a lesson mention, all asked of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from partake.engine.actions import Move, Place, Relocate
from partake.engine.description import piece_name, with_article
from partake.engine.five.phases import Verdict, judge
from partake.engine.five.view import FiveView
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.engine.outcome import Item
from partake.rules.edition import FiveEdition, HexagonEdition
from partake.rules.grid import Direction
from partake.rules.messages import Listed
from partake.rules.tiles import GOLD, SILVER
from partake.teach.attempt import Attempt
from partake.teach.lesson import Step
from partake.teach.position import LEARNER


@cache
def facts(step: Step) -> Mapping[str, object]:
    """What the gaps of a step's texts are filled with: about the position, and about the first right answer."""
    return facts_of(step, step.right[0])


def facts_of(step: Step, shown: Attempt) -> Mapping[str, object]:
    """The same about a right answer that somebody gave."""
    if isinstance(step.view, HexagonView) and isinstance(shown.after, HexagonView):
        return {**_hexagon(step.view), **_answered(step.view, shown, shown.after)}
    if isinstance(step.view, FiveView):
        return {**_five(step.view), **_turned(shown)}
    raise AssertionError(f"{step.name} belongs to no family")


def _hexagon(view: HexagonView) -> dict[str, object]:
    variant = view.variant
    edition: HexagonEdition = variant.edition
    points, tiles = edition.points, variant.tiles
    return {
        "directions": len(Direction),
        "cells": len(variant.board.cells) - len(variant.targets),
        "lines": len(variant.board.lines),
        "draws": variant.draws,
        "tiles": len(tiles.tiles),
        "left": len(tiles.tiles) - variant.draws,
        "tile": view.called[0] if view.called else "",
        "called": Listed(view.called),
        "call": len(view.called),
        "sunray": points.sunray,
        "moonray": points.moonray,
        "best_ray": points.best_ray,
        "longest_ray": points.longest_ray,
        "threshold": points.scrapyard_threshold,
        "penalty": points.scrapyard_penalty,
        "gold": tiles.bonus_points.get(GOLD, 0),
        "silver": tiles.bonus_points.get(SILVER, 0),
        "yard": len(variant.yard),
        "slots": len(variant.reserve),
        "specials": sum(bool(cell.kind) for cell in variant.board.cells),
        "before": int(view.score_of(LEARNER).total),
    }


def _answered(before: HexagonView, made: Attempt, after: HexagonView) -> dict[str, object]:
    """What an answer did: its cell, its points, the first line, ray and bonus that it brought."""
    found: dict[str, object] = {"points": made.points, "total": int(after.score_of(LEARNER).total)}
    if isinstance(made.action, Place | Relocate):
        found |= {"cell": made.action.cell, "moved": made.action.tile}
    line = max((item for item in made.gained if item.kind == "line"), key=lambda item: item.points, default=None)
    if line is not None:
        found |= {"length": len(line.cells), "number": line.number, "worth": line.points}
        found |= {"first": line.cells[0], "last": line.cells[-1], "missing": _missing(before, line)}
    ray = next((item for item in made.gained if item.kind == "ray"), None)
    if ray is not None:
        found |= {"ray": len(ray.cells), "worth": ray.points}
    yard = next((item for item in after.items if item.kind == "scrapyard"), None)
    if yard is not None:
        found["value"] = yard.value
    bonus = next((item for item in made.gained if item.kind == "bonus"), None)
    if bonus is not None:
        found |= {"bonus": bonus.points, "crossed": bonus.crossed, "half": _half(after, bonus)}
    found["gains"] = max((int(gain) for gain in before.gains.values()), default=0)
    return found


def _missing(view: HexagonView, line: Item) -> int:
    """How many cells of a line were empty."""
    return sum(view.sheet[cell] is None for cell in line.cells)


def _half(view: HexagonView, bonus: Item) -> int:
    """What a bonus tile earns when one of the lines that cross it does not score: counted with a tile taken away."""
    sheet = view.sheet
    for cell, _ in sheet:
        if cell not in bonus.cells:
            held = {name: tile for name, tile in sheet if name != cell}
            for item in Sheet.of(view.variant, held).items:
                if item.kind == "bonus" and item.cells == bonus.cells and item.crossed != bonus.crossed:
                    return int(item.points)
    return 0


def _five(view: FiveView) -> dict[str, object]:
    edition = view.edition
    own, others = sum(view.hands[LEARNER - 1]), [sum(hand) for hand in view.hands[LEARNER:]]
    return {
        "pieces": len(view.pieces),
        "pawns": len(edition.values) * edition.copies,
        "copies": edition.copies,
        "lowest": edition.values[0],
        "highest": edition.values[-1],
        "hand": edition.hand,
        "target": edition.target,
        "fewest": _fewest(edition),
        "markers": edition.markers,
        "own": own,
        "other": max(others),
        "won": view.markers[LEARNER - 1],
        "kinds": len(edition.phases),
    }


def _fewest(edition: FiveEdition) -> int:
    """With how few pawns the phase 21 can be won."""
    hand: tuple[int, ...] = ()
    while True:
        value = edition.target - sum(hand)
        if value in edition.values and judge("21", edition, (hand, ()), LEARNER, value) is Verdict.WINS:
            return len(hand) + 1
        hand = (*hand, edition.values[-1])


def _turned(made: Attempt) -> dict[str, object]:
    """What a move turned up, where, and what it makes together with the pawns taken before."""
    found: dict[str, object] = {}
    if isinstance(made.action, Move):
        found |= {"square": made.action.square, "piece": piece_name(made.action.piece)}
    if made.shown is not None and isinstance(made.before, FiveView):
        found |= {"value": with_article(made.shown), "sum": sum(made.before.hands[LEARNER - 1]) + made.shown}
    return found
