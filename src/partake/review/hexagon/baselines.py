"""Baselines for a game: what the bot makes of the same draws, and the best board in hindsight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from partake.bots.hexagon.prospects import relocated
from partake.bots.hexagon.reserve import best_moves
from partake.bots.hexagon.value import Call
from partake.engine.hexagon.sheet import Sheet, score_table
from partake.engine.hexagon.state import Cells
from partake.review.hexagon.evaluator import Evaluator
from partake.review.hexagon.model import Board, BotGame, Hindsight
from partake.rules.tiles import Tile
from partake.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Turn:
    """A call, and the boards of all seats when it came."""

    drawn: tuple[Tile, ...]
    """All tiles drawn so far, the called ones included."""
    called: tuple[Tile, ...]
    sheets: tuple[Cells, ...]


def bot_game(
    evaluator: Evaluator, variant: Variant, turns: Sequence[Turn], final: Sequence[Cells], seat: int, start: float
) -> BotGame:
    """The bot in one seat, the others playing as they did."""
    own: Cells = (None,) * len(variant.positions)
    course = [start]
    for turn in turns:
        hand = turn.called
        while hand:
            rated = evaluator.rated(Call(variant, seated(turn.sheets, seat, own), seat, turn.drawn, hand))
            (tile, place), value = max(rated.items(), key=lambda item: item[1])
            own = (*own[:place], tile, *own[place + 1 :])
            hand = tuple(other for other in hand if other != tile)
            course.append(value)
    if variant.reserve:
        own = relocated(own, best_moves(variant, seated(final, seat, own), seat))
    score = score_of(variant, seated(final, seat, own), seat)
    return BotGame(score, (*course[:-1], score), board_of(variant, own))


def hindsight(variant: Variant, tiles: Sequence[Tile], seconds: float | None) -> Hindsight | None:
    """The best board, with its bound if time ran out; none where a score depends on other players' boards."""
    if variant.options.ties_players or seconds == 0:
        return None
    from partake.solve import solve  # slow to import, and needed only here

    found = solve(variant, tiles, seconds=seconds)
    board = tuple((cell, str(tile)) for cell, tile in found.board)
    return Hindsight(found.score, found.bound, found.proven, board)


def seated(sheets: Sequence[Cells], seat: int, own: Cells) -> tuple[Cells, ...]:
    """The boards of all seats, with another one in this seat."""
    return (*sheets[: seat - 1], own, *sheets[seat:])


def score_of(variant: Variant, sheets: Sequence[Cells], seat: int) -> float:
    """What a seat's board scores beside the others."""
    return float(score_table([Sheet(variant, cells) for cells in sheets])[seat - 1].total)


def board_of(variant: Variant, cells: Cells) -> Board:
    """A board as plain data."""
    return tuple((name, str(tile)) for name, tile in zip(variant.positions, cells, strict=True) if tile is not None)
