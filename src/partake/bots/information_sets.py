"""Information sets: games that one seat cannot tell apart, with everything hidden from it changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from partake.engine.actions import DEALER, Action, Deal, Deed, Move, Reveal, TakeBack
from partake.engine.chance import Seed
from partake.engine.contract import Game
from partake.engine.record.model import Record
from partake.engine.setup import make_game
from partake.engine.table import Table
from partake.rules.edition import FiveEdition
from partake.rules.errors import IllegalActionError

Log = tuple[tuple[int, Action], ...]
ATTEMPTS = 4
"""The number of other games that are tried for each question."""


def twins(table: Table, seat: int, label: str) -> Iterator[Table]:
    """Tables whose view from a seat is the same, with another bag, other moves or other pawns behind it."""
    game, log, view = make_game(table.setup), table.private_save().moves, table.view(seat)
    for attempt in range(ATTEMPTS):
        chance = Seed.of(f"{label} {attempt}")
        try:
            other = _other_log(game, log, seat, chance)
            twin = Table.resume(Record(table.setup, chance.commitment, other, chance))
        except IllegalActionError:  # what the seat did was possible only with what the others did
            continue
        if twin.view(seat) == view:
            yield twin


def _other_log(game: Game[Any, Any], log: Log, seat: int, chance: Seed) -> Log:
    if game.is_simultaneous:
        return _other_moves(game, log, seat, chance)
    return _other_pawns(game, log, seat, chance)


def _other_moves(game: Game[Any, Any], log: Log, seat: int, chance: Seed) -> Log:
    """The log with other moves of the other seats since the dealer last acted."""
    since = max((i + 1 for i, (actor, _) in enumerate(log) if actor == DEALER), default=0)
    state, found = game.start(), list(log[:since])
    for actor, action in found:
        state = game.play(state, actor, action)
    for number, (actor, action) in enumerate(log[since:]):
        if actor != seat:
            legal = [other for other in game.legal(state, actor) if not isinstance(other, TakeBack)]
            action = chance.shuffled(f"move {number}", legal)[0] if legal else action
        state = game.play(state, actor, action)
        found.append((actor, action))
    return tuple(found)


def _other_pawns(game: Game[Any, Any], log: Log, seat: int, chance: Seed) -> Log:
    """The log with other values of the pawns that only other seats have seen in this round."""
    begin = max((i for i, (_, action) in enumerate(log) if isinstance(action, Deal)), default=0)
    rest = [action for _, action in log[begin:]]
    known, hidden = dict[str, int](), dict[str, int]()
    for (actor, move), reveal in zip(log[begin:], rest[1:], strict=False):
        if isinstance(move, Move) and isinstance(reveal, Reveal) and reveal.value is not None:
            is_seen = move.deed is Deed.TAKE or actor == seat
            (known if is_seen else hidden).setdefault(move.square, reveal.value)
    unseen = [square for square in hidden if square not in known]
    edition = game.setup.edition
    assert isinstance(edition, FiveEdition)
    pool = [value for value in edition.values for _ in range(edition.copies)]
    for value in known.values():
        pool.remove(value)
    others = dict(zip(unseen, chance.shuffled("pawns", pool), strict=False))
    found = list(log[: begin + 1])
    for actor, action in log[begin + 1 :]:
        before = found[-1][1]
        if isinstance(action, Reveal) and isinstance(before, Move) and before.square in others:
            action = Reveal(others[before.square])
        found.append((actor, action))
    return tuple(found)
