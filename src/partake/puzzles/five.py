"""Puzzles in Take Five: what must a face-down pawn be, and where must a value lie, by all that one seat has seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from partake.bots.bot import SplitMix64
from partake.bots.five.belief import Belief
from partake.bots.five.skill import SKILLS, remembered
from partake.engine.actions import DEALER
from partake.engine.contract import Entry
from partake.engine.five.view import FiveView
from partake.engine.notation import format_action
from partake.engine.record.model import Record
from partake.puzzles.grading import first_rating
from partake.puzzles.model import PROVEN, WHAT, WHERE, Puzzle

MOST_ENTRIES = 200
"""The longest log of a puzzle, from the start of the game."""
MOST_READ = 60
"""The longest log of the round: people read it."""
LEAST_KNOWN = 4
"""The pawns that must be known, so that there is something to mix up."""
LOOKS = 8
"""The number of turns that are looked at in each game."""


def certain(view: FiveView) -> dict[int, int]:
    """Infer: the squares whose pawn must have one value, by what the seat has seen and by counting.

    A pawn that the seat looked at, or that all saw come back, is known. The others are all that is left of the set:
    when that is one value only, they must have it.
    """
    known = {at: pawn.known for at, pawn in enumerate(view.pawns) if pawn and pawn.known is not None}
    belief = Belief(view, SKILLS[-1])
    left = [value for value, count in zip(belief.values, belief.pool, strict=True) if count]
    return known | dict.fromkeys(belief.hidden, left[0]) if len(left) == 1 else known


def mine(record: Record, seat: int, dice: SplitMix64) -> Iterator[Puzzle]:
    """The puzzles in what one seat of a finished game could know at the start of its turns, without names."""
    turns = []
    for at, view in enumerate(record.views(seat)):
        if at > MOST_ENTRIES:
            break
        found = cast(FiveView, view)
        if found.must_act and not found.moved and found.wait is None and len(certain(found)) >= LEAST_KNOWN:
            turns.append((at, found))
    for _ in range(min(LOOKS, len(turns))):
        at, found = turns.pop(dice.below(len(turns)))
        if len(found.log) <= MOST_READ:
            yield from _asked(record, seat, at, found, dice)


def _asked(record: Record, seat: int, at: int, view: FiveView, dice: SplitMix64) -> Iterator[Puzzle]:
    must = certain(view)
    standing = {square for _, square in view.pieces}
    squares = [square for square in must if view.squares[square] not in standing]
    alone = [square for square in squares if list(must.values()).count(must[square]) == 1]
    is_where = dice.below(3) > 0
    pool = alone if is_where else squares
    if not pool:
        return
    square = dice.pick(pool)
    name, value = view.squares[square], must[square]
    found = tuple(_share(view, level, square, value) for level in range(len(SKILLS)))
    question, answer = (f"{WHERE} {value}", name) if is_where else (f"{WHAT} {name}", str(value))
    yield Puzzle(
        edition=record.setup.edition,
        options={},
        moves=tuple(_text(entry) for entry in record.moves[:at]),
        question=question,
        proof=PROVEN,
        themes=("infer",),
        values=((answer, 1.0),),
        found=found,
        rating=first_rating(found),
        seats=len(record.setup.seats),
        seat=seat,
    )


def _share(view: FiveView, level: int, square: int, value: int) -> int:
    """How many of a hundred bots of a level know it: those that keep it in mind, and lucky guesses."""
    skill = SKILLS[level]
    if square in remembered(view, skill.memory):
        return 100
    belief = Belief(view, skill)
    return round(100 * belief.odds(square)[belief.values.index(value)])


def _text(entry: Entry) -> str:
    actor, action = entry
    return format_action(action) if actor == DEALER else f"{actor}:{format_action(action)}"
