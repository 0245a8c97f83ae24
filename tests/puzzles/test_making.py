"""Making puzzles: the same bytes for the same seed, from records without names, and what cannot be made is told."""

from __future__ import annotations

import pytest

from partake.bots.discovery import LEVELS
from partake.engine.chance import Seed
from partake.engine.record.model import Record
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.puzzles.checking import problem_of
from partake.puzzles.files import format_puzzles
from partake.puzzles.making import make
from partake.rules.catalogue import catalogue
from partake.rules.errors import PartakeError


def written(edition: str, count: int, seed: str, **options: str) -> str:
    found = catalogue().editions[edition]
    return format_puzzles(found, make(found, count=count, seed=seed, options=options))


@pytest.mark.parametrize(
    ("edition", "count"),
    [
        ("classic", 3),
        pytest.param("daffodil", 5, marks=pytest.mark.slow),
        pytest.param("nexus", 2, marks=pytest.mark.slow),
        pytest.param("orchid", 5, marks=pytest.mark.slow),
        pytest.param("five", 2, marks=pytest.mark.slow),
    ],
)
def test_the_same_seed_makes_the_same_bytes(edition: str, count: int) -> None:
    first = written(edition, count, "same")
    assert first == written(edition, count, "same")
    assert first != written(edition, count, "other")


def test_options_are_those_asked_for_and_each_puzzle_holds() -> None:
    edition = catalogue().editions["daffodil"]
    found = list(make(edition, count=2, seed="1", options={"stamens": "reserve"}))
    assert [puzzle.options for puzzle in found] == [{"stamens": "reserve"}] * 2
    assert [problem_of(puzzle, samples=0) for puzzle in found] == [None] * 2


@pytest.mark.parametrize("options", [{"draw": "2"}, {"rays": "best"}])
def test_rules_that_need_more_than_a_board_and_a_tile_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(PartakeError):
        list(make(catalogue().editions["classic"], count=1, seed="1", options=options))


def played(edition: str, names: tuple[str, ...], seed: str, **options: str) -> Record:
    """A game of bots under the names of people."""
    table = Table(arrange(catalogue().editions[edition], options, seats=names), Seed.of(seed))
    bots = [LEVELS["beginner"](number) for number in range(len(names))]
    while not table.is_over:
        if not table.to_act:
            table.deal()
        for seat in table.to_act:
            table.play(seat, bots[seat - 1].choose(table.view(seat)))
    return table.record()


@pytest.mark.parametrize("edition", ["classic", "five"])
def test_records_of_people_become_puzzles_without_their_names(edition: str) -> None:
    names = ("Anastasia", "Bartholomew")
    sources = [(played(edition, names, "record"), seat) for seat in (1, 2)]
    found = list(make(catalogue().editions[edition], count=2, seed="1", sources=sources))
    assert found
    text = format_puzzles(catalogue().editions[edition], found)
    assert not any(name in text for name in names)
    assert [problem_of(puzzle, samples=0) for puzzle in found] == [None] * len(found)


def test_a_match_is_mined_game_by_game_and_tied_rules_not_at_all() -> None:
    match = played("classic", ("Ann", "Bob"), "match", rounds="2")
    for puzzle in make(catalogue().editions["classic"], count=4, seed="1", sources=[(match, 2)]):
        assert problem_of(puzzle, samples=0) is None
    tied = played("classic", ("Ann", "Bob"), "tied", rays="best")
    assert list(make(catalogue().editions["classic"], count=4, seed="1", sources=[(tied, 1)])) == []
