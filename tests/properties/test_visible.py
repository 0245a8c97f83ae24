"""What a seat may read of a log follows from what it has seen: hidden moves and hidden pawns change nothing in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import partake
from partake.bots.information_sets import twins
from partake.engine.actions import DEALER, Deed, Move, Reveal
from partake.engine.chance import Seed
from partake.engine.conformance import Snapshot, arrangements, check_visible, playthrough
from partake.engine.contract import Entry, Game, Log, Setup
from partake.engine.record.model import Record
from partake.engine.setup import arrange, make_game
from partake.engine.table import Table

SETUPS = [setup for edition in partake.editions().values() for setup in arrangements(edition) if len(setup.seats) < 5]


def name_of(setup: Setup) -> str:
    options = [f"{name}={setup.options.text(name)}" for name in setup.edition.offer.values]
    return "-".join([setup.edition.name, f"{len(setup.seats)}p", *options])


@cache
def steps_of(number: int) -> list[Snapshot]:
    return list(playthrough(make_game(SETUPS[number]), Seed.of("visible")))


def tables(number: int) -> Iterator[Table]:
    """Moments of a game, with something done since the dealer last acted where that is possible."""
    steps = steps_of(number)
    stride = max(1, len(steps) // 9)
    for step in steps[stride : stride * 9 : stride]:
        seed = Seed.of("visible")
        yield Table.resume(Record(SETUPS[number], seed.commitment, step.log, seed))


@pytest.mark.parametrize("number", range(len(SETUPS)), ids=lambda number: name_of(SETUPS[number]))
def test_games_that_a_seat_cannot_tell_apart_have_one_visible_log(number: int) -> None:
    seats, found = len(SETUPS[number].seats), 0
    for table in tables(number):
        for seat in range(1, seats + 1):
            for twin in twins(table, seat, f"twin {number}"):
                found += twin.private_save().moves != table.private_save().moves
                assert twin.visible(seat) == table.visible(seat)
                if seats > 1:
                    assert twin.record().moves == table.record().moves
    assert found or seats == 1, "nothing was hidden in any of these moments"


def looks(log: Log) -> set[int]:
    """Where in a log of Take Five the values of looks stand."""
    return {
        i + 1
        for i, (_, action) in enumerate(log[:-1])
        if isinstance(action, Move) and action.deed is Deed.LOOK and isinstance(log[i + 1][1], Reveal)
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_looks_of_others_are_hidden_in_every_round_and_own_ones_never(seats: int) -> None:
    game = make_game(arrange(partake.edition("five"), seats=seats))
    *_, end = playthrough(game, Seed.of("rounds"))
    log, hidden = end.log, looks(end.log)
    for seat in (None, *range(1, seats + 1)):
        seen = game.visible(log, seat)
        assert len(seen) == len(log)
        for i, (before, after) in enumerate(zip(log, seen, strict=True)):
            is_hidden = i in hidden and log[i - 1][0] != seat
            assert after == ((DEALER, Reveal(None)) if is_hidden else before)


@pytest.mark.parametrize("number", range(len(SETUPS)), ids=lambda number: name_of(SETUPS[number]))
def test_no_seat_is_ever_shown_less_than_before(number: int) -> None:
    game = make_game(SETUPS[number])
    seats = (None, *range(1, len(SETUPS[number].seats) + 1))
    lengths = dict.fromkeys(seats, 0)
    for step in steps_of(number)[:250]:
        for seat in seats:
            seen = game.visible(step.log, seat)
            assert lengths[seat] <= len(seen) <= len(step.log)
            lengths[seat] = len(seen)
            if not step.log or step.log[-1][0] == DEALER:
                assert len(seen) == len(step.log), "the dealer's action shows all that was hidden"


def test_simultaneous_games_hide_moves_and_others_only_looks() -> None:
    for setup in SETUPS:
        game = make_game(setup)
        assert game.is_simultaneous == (setup.edition.family == "hexagon")
    table = partake.start("classic", seats=2, seed="hide")
    table.deal()
    table.play(1, table.view(1).legal[0])
    assert (len(table.visible(1)), len(table.visible(2)), len(table.visible())) == (2, 1, 1)


class Leaking:
    """A game whose `visible` is another function."""

    def __init__(self, game: Game[Any, Any], visible: Any) -> None:
        self.setup, self.visible = game.setup, visible
        self.published = lambda log: Game.published(self, log)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("visible", "message"),
    [
        (lambda log, seat: tuple(log[:1]), "does not see what it did itself"),
        (lambda log, seat: (*log, *log), "that has not happened|what it did itself"),
        (lambda log, seat: tuple(log) if seat is None else tuple(e for e in log if e[0] == seat), "a spectator sees"),
        (lambda log, seat: tuple(e for e in log if e[0] == seat or len(log) % 2), "saw more before|a spectator sees"),
    ],
)
def test_a_game_that_shows_the_wrong_log_is_found(visible: Any, message: str) -> None:
    game = make_game(arrange(partake.edition("classic"), seats=2))
    logs = [step.log for step in list(playthrough(game, Seed.of("leak")))[3:9]]
    with pytest.raises(AssertionError, match=message):
        check_all(Leaking(game, visible), logs)


def check_all(game: Any, logs: list[tuple[Entry, ...]]) -> None:
    for log in logs:
        check_visible(game, log)


@pytest.mark.parametrize("number", range(len(SETUPS)), ids=lambda number: name_of(SETUPS[number]))
def test_the_end_of_a_visible_log_can_be_had_alone(number: int) -> None:
    """A table gives what follows after any number of entries that all may read, looks and hidden moves included."""
    for table in tables(number):
        public = len(table.visible())
        for seat in (None, *range(1, len(SETUPS[number].seats) + 1)):
            whole = table.visible(seat)
            for since in {0, 1, public // 2, public - 2, public - 1, public}:
                assert table.visible(seat, max(0, since)) == whole[max(0, since) :]
