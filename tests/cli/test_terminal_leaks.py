"""Nothing hidden is ever printed in the terminal.

A game is played in two worlds that one seat must not be able to tell apart: other placements that are not shown yet,
other pawns behind others' looks. Every byte that the terminal prints for that seat, and for everybody at the screen,
must be the same; with bots in the other seats, and with people who share the keyboard.
"""

from __future__ import annotations

from typing import Any

import pytest

import partake
from partake.bots.information_sets import twins
from partake.engine.actions import DEALER, Deed, Move, TakeBack
from partake.engine.chance import Seed
from partake.engine.table import Table
from scripted_game import EVERYBODY, SIZES, printed

WORDS = ("help", "rules", "score", "bag", "boards", "nonsense", "z9", "hint")
"""What the seat types before each of its moves."""
GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "classic": ("classic", 3, {"draw": 2}),
    "nexus, passed scrapyards": ("nexus", 6, {"scrapyard": "passed"}),
    "orchid, relocating": ("orchid", 25, {}),
    "five": ("five", 10, {}),
}
"""An edition, how many draws or turns are played, and its options."""


def played(edition: str, steps: int, options: dict[str, Any], names: list[str], seed: str) -> Table:
    """A game in a moment at which something is hidden from everybody; looks come before takes in Take Five."""
    table, dice = partake.start(edition, seats=names, seed=seed, **options), Seed.of(f"{names} {seed}")
    for step in range(steps + 1):
        while not table.to_act:
            table.deal()
        for seat in table.to_act:
            while seat in table.to_act:
                legal = [action for action in table.view(seat).legal if not isinstance(action, TakeBack)]
                looks = [a for a in legal if isinstance(a, Move) and a.deed is Deed.LOOK] if step % 4 else []
                table.play(seat, dice.shuffled(f"{step} {seat} {len(legal)}", looks or legal)[0])
    while not table.is_simultaneous and not table.to_act:
        table.deal()
    return table


def two_worlds(name: str, seat: int, names: list[str]) -> tuple[Table, Table, int]:
    """Two games that a seat cannot tell apart, and where the last thing before the first difference was dealt."""
    edition, steps, options = GAMES[name]
    for attempt in range(20):
        base = played(edition, steps, options, names, f"base {attempt}")
        log = base.private_save().moves
        for twin in twins(base, seat, "twin"):
            other = twin.private_save().moves
            first = next((i for i, (a, b) in enumerate(zip(log, other, strict=True)) if a != b), None)
            if first is not None:
                return base, twin, max(i for i, (actor, _) in enumerate(log[:first]) if actor == DEALER)
    raise AssertionError(f"nothing is hidden from seat {seat}")


def names_for(seat: int, others: str) -> list[str]:
    """Three players, of whom the others are bots or people."""
    people = ["Ann", "Bob", "Cleo"]
    return people if others == "people" else [n if i == seat else f"bot:random {i}" for i, n in enumerate(people, 1)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("others", ["bots", "people"])
@pytest.mark.parametrize("name", GAMES)
def test_no_seat_can_tell_two_worlds_apart(name: str, others: str, size: str) -> None:
    for seat in (1, 2, 3):
        base, twin, start = two_worlds(name, seat, names_for(seat, others))
        one, other = (
            printed(table, size=SIZES[size], start=start, words=WORDS, words_of=seat) for table in (base, twin)
        )
        assert shown_to(seat, one).count(names_for(seat, others)[seat - 1]) > 5
        assert shown_to(seat, one) == shown_to(seat, other)


def shown_to(seat: int, parts: list[tuple[int, str]]) -> str:
    """What was printed for a seat, or for everybody."""
    return "".join(text for owner, text in parts if owner in (EVERYBODY, seat))


@pytest.mark.parametrize("others", ["bots", "people"])
def test_a_look_is_told_as_a_look(others: str) -> None:
    """Never as a take, to nobody but the looker with its value, and once for each look."""
    names = names_for(1, others)
    base = played("five", 10, {}, names, "looks")
    log = base.private_save().moves
    last = max(i for i, (who, _) in enumerate(log) if who == 1)  # what comes later is told on no page
    deeds = [(names[who - 1], action.deed) for who, action in log[:last] if who > 1 and isinstance(action, Move)]
    told = shown_to(1, printed(base, size=None))
    assert [deed for _, deed in deeds].count(Deed.LOOK) > 3
    for name in names[1:]:
        looks = [line for line in told.splitlines() if line.startswith(f"{name} moves the") and "looks" in line]
        assert len(looks) >= deeds.count((name, Deed.LOOK))
        assert told.count(f"{name} takes ") == deeds.count((name, Deed.TAKE))
    assert not any("The pawn on" in text for owner, text in printed(base, size=None) if owner == EVERYBODY)
