"""Records: a game or match as headers and moves, published or complete, and what makes one true."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from partake.engine.actions import DEALER, Action
from partake.engine.chance import Seed
from partake.engine.contract import Game, Setup, View, seat_number
from partake.engine.notation import format_action
from partake.engine.notebook import SvgRepr
from partake.engine.outcome import Outcome
from partake.engine.setup import make_game
from partake.rules.errors import IllegalActionError, RecordError
from partake.rules.messages import Message

if TYPE_CHECKING:
    from fractions import Fraction
    from pathlib import Path

VERSION = 1
"""The version of the record format."""
CALLED = ""
"""What stands for the commitment of a game whose tiles came from a real bag: nobody can have fixed their order."""
SEVERAL = Message("another game begins here: this is a file of several games, and one was asked for")
"""What is said of a file of many games where a single record is read."""
Moves = tuple[tuple[int, Action], ...]


@dataclass(frozen=True)
class Record(SvgRepr):
    """A verified game: its moves are legal, its draws come from its seed, its result is what they lead to.

    A finished record shows its seed. An unfinished one has none if it was published, and then leaves out what the
    players may not know; with a seed it is a private save. A game at a cardboard table whose tiles were called from a
    real bag has no seed and no commitment, and is recorded when it is over. Of a game that was played on from a
    position of another one, or whose dealer was told what to draw, the first moves are given: they follow the rules,
    and the seed decides the draws after them.

    `str()` is its text, which `partake.parse` reads again.
    """

    setup: Setup
    commitment: str
    moves: Moves
    seed: Seed | None = None
    outcome: Outcome | None = None
    given: int = 0
    """The number of the first moves that were given, instead of dealt by the seed."""

    def __repr__(self) -> str:
        if self.outcome is not None:
            result = " ".join(map(str, self.outcome.totals))
        else:
            result = "in progress" + (", private" if self.is_private else "")
        return f"<Record {self.setup.brief}; {len(self.moves)} moves; {result}>"

    def __str__(self) -> str:
        from partake.engine.record.text import format_record  # it imports this module

        return format_record(self)

    @property
    def pictured(self) -> View:
        """What notebooks show: the boards at the end, as all may see them."""
        *_, last = self.views(1 if len(self.setup.seats) == 1 else None)
        return last

    def save(self, path: str | Path, *, force: bool = False) -> None:
        """Write the record to a file: JSON if its name ends in `.json`, text otherwise; over another by force only."""
        from partake.engine.record.files import save_record

        save_record(self, path, force=force)

    @property
    def is_published(self) -> bool:
        """Whether secrets of a game in progress were left out."""
        return self.outcome is None and self.seed is None

    @property
    def is_called(self) -> bool:
        """Whether the tiles were called from a real bag, so that no seed proves their order."""
        return self.commitment == CALLED

    @property
    def is_private(self) -> bool:
        """Whether this is the save of a game in progress, with everything in it."""
        return self.outcome is None and self.seed is not None

    @property
    def game(self) -> Game[Any, Any]:
        """The game that these moves were played in."""
        return make_game(self.setup, published=self.is_published)

    def views(self, seat: int | None = None) -> Iterator[View]:
        """What a seat or a spectator saw, at the start and after each move."""
        game = self.game
        state = game.start()
        seat = None if seat is None else seat_number(seat)
        yield game.view(state, seat)
        for actor, action in self.moves:
            state = game.play(state, actor, action)
            yield game.view(state, seat)


def at_line(number: int) -> Message:
    """Where something stands in a text."""
    return Message("line {number}", number=number)


def at_move(number: int) -> Message:
    """Where something stands among the moves, from 1."""
    return Message("move {number}", number=number)


def verified(
    setup: Setup,
    commitment: str,
    moves: Sequence[tuple[int, Action]],
    *,
    seed: Seed | None = None,
    result: Sequence[int | Fraction] | None = None,
    given: int = 0,
    locate: Callable[[str, int], str | Message] = lambda field, number: (
        at_move(number + 1) if field == "moves" else field
    ),
) -> Record:
    """A record that holds what it claims; `locate` says where a field or the n-th move stands, for errors."""
    if seed is not None and seed.commitment != commitment:
        raise RecordError(locate("seed", 0), "the seed does not match the commitment: one of them was changed")
    if commitment == CALLED and (result is None or setup.edition.family != "hexagon"):
        raise RecordError(locate("draws", 0), "tiles are called in finished hexagon games only")
    if given and commitment == CALLED:
        raise RecordError(locate("given", 0), "where tiles were called, no moves are given")
    if given > len(moves):
        raise RecordError(locate("given", 0), "there are fewer moves than were given")
    game = make_game(setup, published=seed is None and result is None)
    state = game.start()
    for number, (actor, action) in enumerate(moves):
        if seed is not None and number >= given and actor == DEALER and game.to_act(state) == (DEALER,):
            expected = game.deal(state, seed)
            if action != expected:
                raise RecordError(
                    locate("moves", number),
                    "{played} is not what the seed gives here: {expected}",
                    played=format_action(action),
                    expected=format_action(expected),
                )
        try:
            state = game.play(state, actor, action)
        except IllegalActionError as problem:
            raise RecordError(locate("moves", number), problem) from None
    outcome = game.outcome(state)
    _check_end(outcome, seed, result, locate, needs_seed=commitment != CALLED)
    return Record(setup, commitment, tuple(moves), seed, outcome, given)


def _check_end(
    outcome: Outcome | None,
    seed: Seed | None,
    result: Sequence[int | Fraction] | None,
    locate: Callable[[str, int], str | Message],
    *,
    needs_seed: bool,
) -> None:
    if result is None and outcome is not None:
        raise RecordError(locate("result", 0), "the game is over, but the record says that it is not")
    if result is not None and outcome is None:
        raise RecordError(locate("result", 0), "there is a result, but the moves do not reach the end of the game")
    if result is not None and seed is None and needs_seed:
        raise RecordError(locate("seed", 0), "a finished record must show its seed")
    if outcome is not None and tuple(result or ()) != outcome.totals:
        reached = " ".join(map(str, outcome.totals))
        raise RecordError(locate("result", 0), "the moves lead to {reached}, not to this result", reached=reached)
