"""Every finished hexagon game, told as calls and final boards, becomes a record that leads to the same outcome."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import partake
from boards import HEXAGON, hexagon_edition
from partake.bots.discovery import named
from partake.engine.actions import DEALER, Draw, TakeBack
from partake.engine.chance import Seed
from partake.engine.conformance import playthrough
from partake.engine.contract import Setup
from partake.engine.hexagon.game import HexagonGame
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.sheet_text import read_evening
from partake.engine.hexagon.view import HexagonView
from partake.engine.record.files import read_record
from partake.engine.record.json import format_record_json
from partake.engine.record.model import Record
from partake.engine.record.paper import drawn_by, paper_record
from partake.engine.record.text import format_record
from partake.engine.replay import Replay
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.rules.catalogue import catalogue
from partake.rules.tiles import Tile
from partake.rules.variant import combinations

KNOWN = catalogue()


def games() -> Iterator[tuple[str, dict[str, str], int]]:
    """Every edition with every choice of options that means something at a cardboard table; some for one and three."""
    for name in HEXAGON:
        for seats in (1, 2, 3):
            found = [
                {option: value for option, value in chosen.items() if option not in ("takeback", "rounds")}
                for chosen in combinations(hexagon_edition(name), seats=seats)
            ]
            kept = [dict(items) for items in dict.fromkeys(tuple(chosen.items()) for chosen in found)]
            yield from ((name, options, seats) for i, options in enumerate(kept) if seats == 2 or i % 5 == 0)


GAMES = list(games())


def finished(setup: Setup, seed: Seed) -> Record:
    """A whole game by players who choose at random, take-backs included."""
    *_, last = playthrough(HexagonGame(setup), seed)
    return Table.resume(Record(setup, seed.commitment, last.log, seed)).record()


def told(record: Record) -> tuple[list[str], list[dict[str, str]]]:
    """What is known of a game at a cardboard table: the calls in order, and the boards at the end."""
    called = [str(tile) for _, action in record.moves if isinstance(action, Draw) for tile in action.tiles]
    view = Replay(record).view(len(record.moves))
    assert isinstance(view, HexagonView)
    return called, [{cell: str(tile) for cell, tile in Sheet(view.variant, own)} for own in view.cells]


@pytest.mark.parametrize("edition", HEXAGON)
def test_any_finished_game_is_found_again_from_its_calls_and_boards(edition: str) -> None:
    for number, (name, options, seats) in enumerate(GAMES):
        if name == edition:
            setup = arrange(hexagon_edition(name), options, seats=seats)
            played = finished(setup, Seed.of(f"paper {number}"))
            check(played)


def check(played: Record) -> None:
    """With the seed and without it, the record is true, leads to the same outcome and is read again from its text."""
    called, boards = told(played)
    for seed in (played.seed, None):
        record = paper_record(played.setup, called, boards, seed=seed)
        assert record.outcome == played.outcome
        assert record.is_called == (seed is None)
        assert not any(isinstance(action, TakeBack) for _, action in record.moves)
        assert told(record) == (called, boards)
        for text in (format_record(record), format_record_json(record)):
            assert read_record(text, KNOWN) == record
        assert Table.resume(record).record() == record


def test_the_same_evening_as_text_counts_the_same() -> None:
    random = Random(7)
    for name, options, seats in random.sample(GAMES, 40):
        played = finished(arrange(hexagon_edition(name), options, seats=seats), Seed.of(f"text {name} {options}"))
        called, boards = told(played)
        lines = [f"edition {name}", *(f"option {option}={value}" for option, value in options.items())]
        lines += ["game 1", f"called {' '.join(called)}"]
        for player, board in zip(played.setup.names, boards, strict=True):
            lines += [f"player {player}", *(f"{cell} {tile}" for cell, tile in board.items())]
        evening = read_evening(KNOWN.editions, "\n".join(lines))
        assert not evening.games[0].notes
        assert played.outcome is not None
        assert evening.standings.totals == played.outcome.totals


@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("classic", {"rays": "best", "draw": "2"}),
        ("daffodil", {"stamens": "reserve"}),
        ("nexus", {"scrapyard": "passed"}),
        ("orchid", {"placement": "adjacent"}),
    ],
)
def test_games_of_bots_are_found_again(edition: str, options: dict[str, str]) -> None:
    setup = arrange(partake.edition(edition), options, seats=["Ana", "Bo & Cy"])
    table = Table(setup, Seed.of(f"bots {edition}"))
    bots = {seat: named("greedy")(seat) for seat in (1, 2)}
    while not table.is_over:
        if not table.to_act:
            table.deal()
            continue
        seat = table.to_act[0]
        table.play(seat, bots[seat].choose(table.view(seat)))
    check(table.record())


def test_the_calls_of_a_seed_are_those_of_a_table_with_it() -> None:
    for name in HEXAGON:
        setup, seed = arrange(hexagon_edition(name), {}, seats=1), Seed.of(f"calls of {name}")
        drawn: list[Tile] = [
            tile
            for actor, action in finished(setup, seed).moves
            if actor == DEALER and isinstance(action, Draw)
            for tile in action.tiles
        ]
        assert tuple(drawn) == drawn_by(HexagonGame(setup).variant, seed)
