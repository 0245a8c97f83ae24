"""Moves that cost most, as exercises: the same board and tiles again, and any other placement explained.

Everything comes from a finished review: its values of all placements, and prospects, which need no compiled code.
"""

from __future__ import annotations

from dataclasses import dataclass

from partake.bots.hexagon.prospects import Prospects
from partake.engine.hexagon.sheet import Sheet
from partake.review.hexagon.model import GameReview, MoveReview, Option, Reason, Review
from partake.review.hexagon.reasons import Compared, in_words, named, position_of, reasons
from partake.review.model import Grade, grade
from partake.rules.errors import PartakeError
from partake.rules.messages import Sentence
from partake.rules.tiles import Tile
from partake.rules.variant import Variant

MOST = 10
"""The most moves of one player that come back."""
POOR = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
"""The grades of moves that come back."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A placement that was not well made."""

    game: GameReview
    at: int
    """Which of its player's moves it was, from 1."""
    move: MoveReview

    @property
    def tiles(self) -> tuple[str, ...]:
        """The tiles that could be placed, in the order of the call."""
        hand = {option.tile for option in self.move.options}
        return tuple(tile for tile in self.move.called if tile in hand)

    @property
    def actions(self) -> tuple[str, ...]:
        """Every legal placement, as notation."""
        return tuple(action_of(option) for option in self.move.options)


@dataclass(frozen=True, slots=True)
class Answer:
    """A placement that was tried instead."""

    option: Option
    lost: float
    """The points that it loses, compared with the best."""
    grade: Grade
    reasons: tuple[Reason, ...]
    words: Sentence

    @property
    def is_best(self) -> bool:
        """Whether nothing promises more."""
        return self.grade is Grade.BEST


def mistakes(found: Review, seat: int) -> tuple[Mistake, ...]:
    """The placements of a seat that cost most, the dearest first; moves from the reserve are not among them."""
    every = [
        Mistake(game, at, move)
        for game in found.games
        for at, move in enumerate(game.players[seat - 1].moves, start=1)
        if move.tile and move.grade in POOR
    ]
    return tuple(sorted(every, key=lambda mistake: -mistake.move.lost)[:MOST])


def action_of(option: Option) -> str:
    """A placement as notation."""
    return f"{option.tile}@{option.cell}"


def answered(variant: Variant, mistake: Mistake, action: str) -> Answer:
    """What a placement would have been worth, and why; refused if it was not possible."""
    chosen = next((one for one in mistake.move.options if action_of(one) == action), None)
    if chosen is None:
        raise PartakeError("{action} is no placement that was possible then", action=action)
    best = mistake.move.best if chosen.value < mistake.move.best.value else chosen
    lost = best.value - chosen.value
    seen = _compared(variant, mistake, chosen, chosen if grade(lost) is Grade.BEST else best)
    found = reasons(seen)
    return Answer(chosen, lost, grade(lost), found, in_words(seen, found))


def _compared(variant: Variant, mistake: Mistake, chosen: Option, best: Option) -> Compared:
    move = mistake.move
    cells = Sheet.of(variant, dict(move.before)).cells
    hand = tuple(map(Tile.parse, mistake.tiles))
    drawn = set(map(Tile.parse, mistake.game.tiles[: move.number - 1 + len(hand)]))
    bag = tuple(tile for tile in variant.tiles.tiles if tile not in drawn)
    before = Prospects(variant, cells, bag, variant.draws - len(drawn), hand)

    def after(option: Option) -> Prospects:
        return before.with_tile(Tile.parse(option.tile), position_of(variant, cells, option))

    return Compared(named(chosen, best), named(best, chosen), before, after(chosen), after(best))
