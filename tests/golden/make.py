"""Write the recorded games beside this file anew: `python tests/golden/make.py`.

Every game is named, its name is its seed, and its players follow a fixed rule, so that the files come out the same
until the rules, the shuffle or the format change.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import partake
from partake.engine.actions import Action, Deed, Done, GiveUp, Keep, Move, Place, Relocate, Return, Scrap, TakeBack
from partake.engine.chance import Seed
from partake.engine.contract import View
from partake.engine.five.view import FiveView
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.engine.record.text import format_record
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.rules.options import Given
from partake.rules.tiles import WILD, Tile

FOLDER = Path(__file__).parent


class Game(NamedTuple):
    """A game to record: its edition, its players and its options."""

    edition: str
    seats: int = 1
    options: Given = MappingProxyType({})
    takes_back: bool = False


GAMES: dict[str, Game] = {
    "classic": Game("classic"),
    "classic-adjacent": Game("classic", options={"placement": "adjacent"}),
    "classic-symbol": Game("classic", options={"placement": "symbol"}),
    "classic-pairs": Game("classic", options={"draw": 2}),
    "classic-rays": Game("classic", options={"rays": "each"}),
    "classic-best-ray": Game("classic", 2, {"rays": "best"}),
    "classic-match": Game("classic", 2, {"rounds": 4}),
    "classic-take-back": Game("classic", 2, takes_back=True),
    "classic-final": Game("classic", options={"takeback": "no"}),
    "daffodil": Game("daffodil"),
    "daffodil-first": Game("daffodil", options={"stamens": "first", "placement": "adjacent"}),
    "daffodil-last": Game("daffodil", options={"stamens": "last", "draw": 2}),
    "daffodil-reserve": Game("daffodil", 2, {"stamens": "reserve"}, takes_back=True),
    "daffodil-rays": Game("daffodil", options={"rays": "each", "placement": "symbol"}),
    "daffodil-reserve-rays": Game("daffodil", options={"stamens": "reserve", "rays": "each", "takeback": "no"}),
    "daffodil-best-ray": Game("daffodil", 3, {"rays": "best"}),
    "nexus": Game("nexus"),
    "nexus-lowest": Game("nexus", 2, {"scrapyard": "lowest"}),
    "nexus-passed": Game("nexus", 3, {"scrapyard": "passed", "rounds": 2}, takes_back=True),
    "nexus-passed-pairs": Game("nexus", 2, {"scrapyard": "passed", "draw": 2, "takeback": "no"}),
    "nexus-alone": Game("nexus", options={"scrapyard": "none"}),
    "nexus-no-ray": Game("nexus", options={"rays": "none", "placement": "adjacent"}),
    "nexus-symbol": Game("nexus", options={"placement": "symbol"}),
    "orchid": Game("orchid"),
    "orchid-moons": Game("orchid", 2, {"symbols": "moon"}, takes_back=True),
    "orchid-both": Game("orchid", options={"symbols": "both"}),
    "orchid-both-symbol": Game("orchid", options={"symbols": "both", "placement": "symbol"}),
    "orchid-both-no-rays": Game("orchid", options={"symbols": "both", "rays": "none"}),
    "orchid-pairs": Game("orchid", options={"draw": 2, "placement": "adjacent", "takeback": "no"}),
    "five-2": Game("five", 2),
    "five-3": Game("five", 3),
    "five-4": Game("five", 4),
}


def text(name: str) -> str:
    """The record of a game, played through."""
    game = GAMES[name]
    table = Table(arrange(partake.edition(game.edition), game.options, seats=game.seats), Seed.of(name))
    number = 0
    while not table.is_over:
        for seat in table.to_act:
            if seat in table.to_act:
                act(table, seat, Seed.of(f"{name} {number}"), takes_back=game.takes_back)
                number += 1
        if not table.to_act and not table.is_over:
            table.deal()
    return format_record(table.record())


def act(table: Table, seat: int, seed: Seed, *, takes_back: bool) -> None:
    """One action of a player; now and then somebody acts, takes it back and thinks again."""
    if takes_back and seed.shuffled("regret", range(6))[0] == 0:
        table.play(seat, seed.shuffled("hasty", table.view(seat).legal)[0])
        if TakeBack() in table.view(seat).legal:
            table.play(seat, TakeBack())
        return
    table.play(seat, choose(table.view(seat), seed))


def choose(view: View, seed: Seed) -> Action:
    """The action worth most; equal ones by lot."""
    worth: Callable[[Action], float]
    if isinstance(view, HexagonView):
        worth = lambda action: hexagon_worth(view, action)  # noqa: E731
    else:
        assert isinstance(view, FiveView)
        worth = lambda action: five_worth(view, action)  # noqa: E731
    return max(seed.shuffled("equal", view.legal), key=worth)


def hexagon_worth(view: HexagonView, action: Action) -> float:
    """Points gained at once, and hopes: lines still of one number are worth their tiles, broken ones nothing."""
    match action:
        case Place(tile, cell, 0):
            return hopes(view.sheet, tile, cell, care=(view.seat or 1) / 2)
        case Place(tile, cell, owner):
            return -hopes(view.sheets[owner - 1], tile, cell)
        case Relocate(tile, cell):
            return gain(view, tile, cell)
        case Scrap():
            return 4
        case Done():
            return 0.5
    return -1000


def gain(view: HexagonView, tile: Tile, cell: str) -> float:
    """What moving a tile from the reserve changes."""
    tiles = {name: other for name, other in view.sheet if other != tile}
    moved = Sheet.of(view.variant, {**tiles, cell: tile})
    return float(moved.score.total - Sheet(view.variant, view.sheet.cells).score.total)


def hopes(sheet: Sheet, tile: Tile, cell: str, *, care: float = 1) -> float:
    """How well a tile goes with the lines through a cell; players differ in how much they mind to break one."""
    variant, position = sheet.variant, sheet.variant.index[cell]
    if position in variant.reserve:
        return 6
    lines = variant.yard_lines if position in variant.yard else variant.board.lines
    total = 0.0
    for line in lines:
        if position in line.cells:
            others = {other[line.direction] for i in line.cells if (other := sheet.cells[i])} - {WILD}
            number, filled = tile[line.direction], sum(sheet.cells[i] is not None for i in line.cells)
            fits = len(others) == 0 or (len(others) == 1 and number in (WILD, *others))
            value = number or max(others, default=0)
            weight = value * (1 + filled) if fits else -care * max(others) * filled
            total += weight / len(line.cells)
    return total / 2 if position in variant.yard else total


def five_worth(view: FiveView, action: Action) -> float:
    """Take a pawn known to help, look at one not known, take a chance when nothing else is to be had;
    players of even seats are bold and take first.
    """
    hand = view.hands[(view.seat or 1) - 1]
    blind = 0.5 if (view.seat or 1) % 2 else 1.5
    match action:
        case Keep():
            return (view.shown.value or 0) if view.shown else 0
        case Return():
            return 4.5
        case GiveUp(value, _):
            return -value
        case Move(_, square, deed):
            pawn = view.pawns[view.squares.index(square)]
            known = pawn.known if pawn else None
            if deed is Deed.TAKE:
                return blind if known is None else 10 + helps(view.phase, hand, known)
            return 1 if deed is Deed.LOOK and known is None else 0
    return 0


def helps(phase: str, hand: tuple[int, ...], value: int) -> float:
    """How much a pawn of this value helps; very little if it would have to go back."""
    if phase == "21":
        left = 21 - sum(hand) - value
        return 20 if left == 0 and len(hand) >= 2 else value if left >= 3 else -20
    if value in hand:
        return -20
    if phase == "score":
        return value if value >= 4 else -20
    return 5 if max((*hand, value)) - min((*hand, value)) <= 4 else -20


def main() -> None:
    """Write every file, and remove those of games that are no more."""
    for name in GAMES:
        (FOLDER / f"{name}.partake").write_text(text(name), encoding="utf-8")
    for path in FOLDER.glob("*.partake"):
        if path.stem not in GAMES:
            path.unlink()


if __name__ == "__main__":
    main()
