"""Games of Take Five in which the test says what every pawn is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import partake
from partake.engine.actions import DEALER, Deed, GiveUp, Keep, Move, Return, Reveal
from partake.engine.five.board import squares
from partake.engine.five.game import FiveGame
from partake.engine.five.state import FiveState, Wait
from partake.engine.notation import parse_move
from partake.engine.setup import arrange
from partake.rules.edition import FiveEdition

_found = partake.edition("five")
assert isinstance(_found, FiveEdition)
EDITION = _found
SQUARES = squares(6)


def new_game(phase: str = "score", *, seats: int = 2, turn_limit: int = 200, is_secret: bool = True) -> FiveGame:
    """A game whose first round is of this phase; looks need no value unless told so."""
    order = EDITION.phases[EDITION.phases.index(phase) :] + EDITION.phases[: EDITION.phases.index(phase)]
    edition = replace(EDITION, phases=order, turn_limit=turn_limit)
    return FiveGame(arrange(edition, seats=seats), secret_looks=is_secret)


def play(game: FiveGame, moves: str, state: FiveState | None = None) -> FiveState:
    """Play moves written as in a record."""
    state = state or game.start()
    for word in moves.split():
        state = game.play(state, *parse_move(word))
    return state


def dealt(game: FiveGame, *, first: int = 1) -> FiveState:
    return play(game, f"deal:Na6/{first}")


def turn(
    game: FiveGame, state: FiveState, take: int | None = None, *, back: bool = False, give: int | None = None
) -> FiveState:
    """One turn of whoever's turn it is: take a pawn of this value if one is given, then look or just move."""
    seat, turns = state.turn, state.turns
    deed = Deed.LOOK if take is None else Deed.TAKE
    for wanted in (deed, Deed.LOOK):
        if state.turn != seat or state.turns != turns or state.wait is Wait.DEAL or state.over:
            break
        moves = [move for move in game.legal(state, seat) if isinstance(move, Move)]
        chosen = next((m for m in moves if m.deed is wanted), next(m for m in moves if m.deed is not Deed.TAKE))
        state = game.play(state, seat, chosen)
        if state.wait in (Wait.LOOK, Wait.TAKE):
            state = game.play(state, DEALER, Reveal(take if state.wait is Wait.TAKE else None))
        if state.wait is Wait.CHOICE:
            state = game.play(state, seat, Return() if back else Keep())
        if state.wait is Wait.GIVE_UP:
            offers = [a for a in game.legal(state, seat) if isinstance(a, GiveUp) and give in (None, a.value)]
            state = game.play(state, seat, offers[0])
    return state


def take_all(game: FiveGame, state: FiveState, *hands: Iterable[int]) -> FiveState:
    """Everybody takes a pawn a turn, in the order of the seats, until these hands are full."""
    for values in zip(*hands, strict=True):
        for value in values:
            state = turn(game, state, value)
    return state


def targets(game: FiveGame, state: FiveState, piece: str) -> set[str]:
    return {m.square for m in game.legal(state, state.turn) if isinstance(m, Move) and m.piece == piece}


def win_score(game: FiveGame, state: FiveState) -> FiveState:
    """Whoever's turn it is wins the round of the phase `score`, the others take nothing."""
    winner = state.turn
    for value in (9, 8, 7, 6, 5):
        state = turn(game, state, value)
        while state.wait is not Wait.DEAL and not state.over and state.turn != winner:
            state = turn(game, state)
    return state
