"""The positions of lessons: read from their fields and built as states of the engine, which checks them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from partake.engine.actions import Piece
from partake.engine.five.board import PIECES
from partake.engine.five.game import FiveGame
from partake.engine.five.state import FiveState, Pawn, Round, Wait
from partake.engine.hexagon.game import HexagonGame
from partake.engine.hexagon.sheet import Sheet, check_in_bag
from partake.engine.hexagon.state import HexagonState, SeatState
from partake.engine.reading import read_tile
from partake.engine.setup import arrange
from partake.rules.edition import FiveEdition, HexagonEdition
from partake.rules.errors import NotationError, PartakeError
from partake.rules.fields import Fields

LEARNER = 1
"""The seat of those who learn."""


def hexagon_position(
    fields: Fields, edition: HexagonEdition, given: Mapping[str, str]
) -> tuple[HexagonGame, HexagonState]:
    """A board with tiles on it and one or two on call, or with its reserve open.

    `cells` are the tiles that lie, `call` those on call, `other` a neighbour's tiles where players are compared.
    """
    other = fields.text("other", "")
    try:
        game = HexagonGame(arrange(edition, given, seats=2 if other else 1))
        own, theirs = (Sheet.of(game.variant, _pairs(text)) for text in (fields.text("cells", ""), other))
        call = tuple(read_tile(edition.tiles, text) for text in fields.items("call", str, []))
        lying = {tile for _, tile in own}
        for tile in call:
            check_in_bag(game.variant, tile)
        if lying.intersection(call):
            raise fields.fail("call", "is on the board already")
    except PartakeError as problem:
        raise fields.fail("cells", problem) from None
    state = game.start()
    sides = [SeatState(own.cells, own.cells, call)]
    sides += [SeatState(theirs.cells, theirs.cells)] if other else []
    return game, state._replace(
        sides=tuple(sides), drawn=(*(tile for _, tile in own), *call), called=call, relocating=not call
    )


def _pairs(text: str) -> dict[str, str]:
    """Cells and tiles as a lesson lists them: `a1 9-7-3, a2 9-2-4`."""
    found: dict[str, str] = {}
    for part in filter(str.strip, text.split(",")):
        cell, _, tile = part.strip().partition(" ")
        if cell in found:
            raise NotationError("{cell} is filled twice", cell=cell)
        found[cell] = tile
    return found


def five_position(fields: Fields, edition: FiveEdition) -> tuple[FiveGame, FiveState]:
    """A round of Take Five in which it is the learner's turn.

    `pieces` says where they stand, `hands` what players have taken, `known` which pawns the learner has looked at,
    `markers` who has won how many rounds, `taken` the value of a pawn that has just been turned up and must go back or
    be kept, `moved` the pieces that have moved in this turn.
    """
    hands = tuple(tuple(hand) for hand in fields.items("hands", list, [[], []]))
    phase = fields.text("phase", edition.phases[0])
    if phase not in edition.phases:
        raise fields.fail("phase", "is no phase of this game")
    game = FiveGame(arrange(edition, seats=len(hands)))
    at = {name: index for index, name in enumerate(game.squares)}
    placed, known = fields.table("pieces"), fields.table("known", {})
    pieces = tuple(at[placed.text(piece)] for piece in PIECES)
    pawns: list[Pawn | None] = [Pawn()] * len(game.squares)
    for name in known.names():
        pawns[at[name]] = Pawn(known.number(name), False, (LEARNER,))
    for name in fields.items("empty", str, []):
        pawns[at[name]] = None
    moved = tuple(Piece(name) for name in fields.items("moved", str, []))
    rounds = _rounds(edition, phase, fields.items("markers", int, [0] * len(hands)))
    taken = fields.number("taken", 0)
    square = pieces[PIECES.index(moved[-1])] if moved else 0
    if taken:
        pawns[square] = Pawn(taken, True)
    wait = {"": None, "choice": Wait.CHOICE, "give up": Wait.GIVE_UP}[fields.text("wait", "")]
    counts = Counter(value for hand in hands for value in hand)
    counts.update(pawn.value for pawn in pawns if pawn and pawn.value)
    if max(counts.values(), default=0) > edition.copies or not set(counts) <= set(edition.values):
        raise fields.fail("hands", "has pawns that the game does not have")
    if len(set(pieces)) != len(PIECES) or len([pawn for pawn in pawns if pawn is None]) != sum(map(len, hands)):
        raise fields.fail("empty", "must be as many squares as pawns were taken, and pieces stand alone")
    state = FiveState(
        rounds=rounds,
        deals=len(rounds) + 1,
        turn=LEARNER,
        first=LEARNER,
        pawns=tuple(pawns),
        pieces=pieces,
        hands=hands,
        moved=moved,
        took=bool(taken) or fields.get("took", bool, False),
        wait=wait,
        square=square,
    )
    return game, state


def _rounds(edition: FiveEdition, phase: str, markers: tuple[int, ...]) -> tuple[Round, ...]:
    """Rounds that were won before, as many as bring the game to this phase and to these markers."""
    winners = [seat for seat, count in enumerate(markers, start=1) for _ in range(count)]
    phases = edition.phases
    while phases[len(winners) % len(phases)] != phase and not any(markers):
        winners.append(len(winners) % len(markers) + 1)
    nothing: tuple[tuple[int, ...], ...] = ((),) * len(markers)
    return tuple(Round(phases[n % len(phases)], winner, nothing) for n, winner in enumerate(winners))
