"""Every number of the rule book is the engine's: texts have none, gaps are filled from data and counted boards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

import partake
from boards import hexagon_edition, look, play_through
from partake.engine.setup import arrange
from partake.rulebook import book as books
from partake.rulebook.book import SECTIONS, Book, book_in_force, whole_book
from partake.rulebook.examples import EXAMPLES, GAIN, SUMS, TOTAL
from partake.rulebook.facts import COLOURS, GAPS
from partake.rulebook.five import FIVE, FIVE_GAPS, VERDICTS, judged
from partake.rulebook.hexagon import HEXAGON
from partake.rulebook.model import gaps_of
from partake.rulebook.options import OF_OPTIONS, TITLES
from partake.rulebook.silent import OURS
from partake.rulebook.worked import BEST_BOARDS
from partake.rules.edition import Edition, FiveEdition, HexagonEdition
from partake.rules.languages import NAMES, language
from partake.rules.messages import Message
from partake.rules.options import OPTIONS
from partake.rules.tiles import GOLD, SILVER

STATEMENTS = (*HEXAGON, *OF_OPTIONS, *OURS, *FIVE)
NAMED = {"21"}
"""Numbers that are names: a phase of Take Five."""
WORDS = {"one", "two", "three", "four"}
"""Numbers in words, which are no data: directions, pieces of Take Five, what the engine counts by."""


def texts() -> Iterator[Message]:
    """Every text of the book, its gaps open."""
    yield from (statement.text for statement in STATEMENTS)
    yield from (*TITLES.values(), *SECTIONS.values(), *SUMS.values(), TOTAL, GAIN, *VERDICTS.values())
    yield from (*COLOURS.values(), books.ALL_COMBINE, books.OTHERS_COMBINE, books.USUALLY)
    for example in EXAMPLES:
        yield example.title
        yield from (shown.caption for shown in example.shown if shown.caption)
    for option in OPTIONS.values():
        yield option.summary
        yield from (text for value, text in option.values.items() if value != "N")


@pytest.mark.parametrize("code", NAMES)
def test_no_text_has_a_number_outside_its_gaps(code: str) -> None:
    for text in texts():
        spoken = re.sub(r"\{[^{}]*\}", "", language(code).text(text.text, text.context))
        assert set(re.findall(r"\d+", spoken)) <= NAMED, spoken


def test_numbers_in_words_are_no_data() -> None:
    known = {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "sixteen"}
    for text in texts():
        spoken = re.sub(r"\{[^{}]*\}", "", text.text).lower()
        assert set(re.findall(r"[a-z]+", spoken)) & known <= WORDS, spoken


def test_every_gap_is_filled_by_a_function_and_every_function_is_used() -> None:
    hexagon = {gap for one in (*HEXAGON, *OF_OPTIONS, *OURS) for gap in gaps_of(one.text)}
    assert hexagon == set(GAPS)
    assert {gap for one in FIVE for gap in gaps_of(one.text)} == set(FIVE_GAPS)


def told(book: Book) -> dict[str, list[int]]:
    """The numbers in each rule of a book."""
    return {rule.id: [int(found) for found in re.findall(r"\d+", str(rule.text))] for _, rule in book.rules}


EXPECTED: dict[str, dict[str, list[int]]] = {
    "classic": {
        "H3": [19, 3, 4, 5, 4, 3, 15, 5, 5, 5, 3, 5],
        "H9": [27, 1, 5, 9, 2, 6, 7, 3, 4, 8],
        "H12": [14, 13],
        "H15": [19, 27],
        "H18": [1, 8],
        "H24": [307, 16],
        "H28": [7, 6],
        "H29": [60],
        "H20b": [1, 99],
    },
    "daffodil": {
        "H4": [21, 2, 5, 5, 4, 3, 2, 18, 6, 6, 6, 2, 5],
        "H4a": [4, 2, 2, 6],
        "H15": [21, 31],
        "H14": [4, 1, 2, 3],
        "H23a": [9, 7, 8],
        "H28": [7, 6],
        "H29": [60],
        "H30a": [3],
        "H31": [3],
    },
    "nexus": {
        "H5": [37, 4, 5, 6, 7, 6, 5, 4, 21, 7, 7, 7, 4, 7],
        "H6": [7, 1, 7, 9, 2, 3],
        "H10": [64, 1, 4, 9, 12, 2, 6, 7, 11, 3, 5, 8, 10],
        "H12": [32, 32],
        "H13": [4, 80, 8, 40],
        "H15": [44, 64],
        "H34": [80, 40],
        "H35": [10],
        "H36": [60, 60],
        "H37": [60],
        "H38": [60],
        "H39a": [37, 64],
    },
    "orchid": {
        "H7": [25, 2, 3, 4, 5, 6, 5, 18, 6, 6, 6, 2, 6],
        "H7a": [3, 1, 4],
        "H15": [25, 32],
        "H41": [3, 1, 4, 3],
        "H44a": [25, 64],
        "H35": [10],
        "H34": [80, 40],
    },
    "five": {
        "F1": [36, 4, 1, 9],
        "F1a": [6, 6, 1, 1],
        "F1b": [2, 4],
        "F4": [3, 200],
        "F5": [5],
        "F7": [21, 21, 5, 21, 5],
        "F8": [5],
        "F5a": [4],
    },
}
"""The numbers of the rules, by edition and rule, written from the rulebooks and not from the data."""


@pytest.mark.parametrize("name", EXPECTED)
def test_the_numbers_are_those_of_the_rulebooks(name: str) -> None:
    found = told(whole_book(partake.edition(name)))
    assert {rule: found[rule] for rule in EXPECTED[name]} == EXPECTED[name]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("classic", {}),
        ("daffodil", {"stamens": "reserve"}),
        ("nexus", {}),
        ("nexus", {"scrapyard": "none"}),
        ("orchid", {}),
        ("orchid", {"symbols": "both"}),
    ],
)
def test_h15_as_many_tiles_are_called_as_the_book_says(name: str, options: dict[str, Any]) -> None:
    *_, last = play_through(partake.start(name, seed="rules", **options))
    setup = arrange(partake.edition(name), dict(options))
    assert told(book_in_force(setup))["H15"] == [len(look(last).drawn), len(last.variant.tiles.tiles)]


def totals(book: Book) -> dict[str, list[object]]:
    """What the boards of each example bring."""
    sections = [one for section in book.sections for one in section.examples]
    options = [one for s in book.sections for part in s.options for value in part.values for one in value.examples]
    return {example.id: [board.score.total for board in example.boards] for example in (*sections, *options)}


def test_the_examples_bring_what_the_rulebooks_say() -> None:
    classic, nexus, orchid = (totals(whole_book(hexagon_edition(name))) for name in ("classic", "nexus", "orchid"))
    assert (classic["H24"], classic["H28"], nexus["H35"]) == ([307], [319], [628])
    assert [board - before for before, board in zip(orchid["H43"], orchid["H43"][1:], strict=False)] == [11, 86, -27]  # type: ignore[operator]
    yards = next(
        one
        for section in whole_book(hexagon_edition("nexus")).sections
        for part in section.options
        for value in part.values
        for one in value.examples
        if one.id == "H36"
    )
    values = [item.value for board in yards.boards for item in board.score.items if item.kind == "scrapyard"]
    assert values == [60, 40, 80, 40]
    assert totals(whole_book(hexagon_edition("daffodil")))["H31"] == [0, 27]
    assert BEST_BOARDS == 16  # all of them are found in test_hexagon_scoring.py


def changed(edition: Edition, **fields: object) -> Edition:
    return replace(edition, **fields)  # type: ignore[arg-type]


def with_points(name: str, **points: int) -> HexagonEdition:
    edition = hexagon_edition(name)
    return replace(edition, points=replace(edition.points, **points))


@pytest.mark.parametrize(
    ("name", "points", "rule", "example"),
    [
        ("classic", {"sunray": 9}, "H28", "H28"),
        ("classic", {"moonray": 9}, "H28", "H28"),
        ("classic", {"best_ray": 70}, "H29", "H29"),
        ("daffodil", {"sunray": 9}, "H28", ""),
        ("nexus", {"longest_ray": 12}, "H35", "H35"),
        ("nexus", {"scrapyard_threshold": 50}, "H36", "H35"),
        ("nexus", {"scrapyard_penalty": 90}, "H37", "H37"),
        ("nexus", {"scrapyard_penalty": 90}, "H38", "H38"),
        ("orchid", {"longest_ray": 12}, "H35", "H44"),
    ],
)
def test_another_number_in_an_edition_is_another_number_in_its_book(
    name: str, points: dict[str, int], rule: str, example: str
) -> None:
    before, after = whole_book(hexagon_edition(name)), whole_book(with_points(name, **points))
    assert next(iter(points.values())) in told(after)[rule]
    assert told(after)[rule] != told(before)[rule]
    assert {key for key, found in told(after).items() if found != told(before)[key]} >= {rule}
    if example:
        assert totals(after)[example] != totals(before)[example]


def test_nexus_with_a_ray_of_12_brings_ten_points_more() -> None:
    assert totals(whole_book(with_points("nexus", longest_ray=12)))["H35"] == [638]


def test_gold_and_silver_follow_the_tiles() -> None:
    edition = hexagon_edition("nexus")
    tiles = replace(edition.tiles, bonus_points={GOLD: 100, SILVER: 30})
    found = told(whole_book(replace(edition, tiles=tiles)))
    assert (found["H13"], found["H34"]) == ([4, 100, 8, 30], [100, 30])


@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("copies", 5, "F1"),
        ("target", 20, "F7"),
        ("hand", 4, "F5"),
        ("hand", 4, "F8"),
        ("markers", 2, "F4"),
        ("turn_limit", 150, "F4"),
        ("values", (1, 2, 3, 4, 5, 6), "F1"),
        ("seats", (2, 3), "F1b"),
    ],
)
def test_another_number_in_take_five_is_another_number_in_its_book(field: str, value: object, rule: str) -> None:
    edition = partake.edition("five")
    before, after = told(whole_book(edition)), told(whole_book(changed(edition, **{field: value})))
    assert before[rule] != after[rule]


def test_pawns_are_judged_by_the_engine() -> None:
    edition = partake.edition("five")
    assert isinstance(edition, FiveEdition)
    found = {(one.phase, one.verdict.name) for one in judged(edition)}
    assert found == {
        *(("score", name) for name in ("WINS", "BACK", "CHOICE")),
        *(("21", name) for name in ("WINS", "OUT", "KEPT")),
        *(("quinte", name) for name in ("WINS", "BACK", "KEPT")),
    }
    won = [one for one in judged(edition) if (one.phase, one.verdict.name) == ("21", "WINS")]
    assert [sum(one.hand) + one.value for one in won] == [21]


MUTATIONS: dict[str, Callable[[HexagonEdition], HexagonEdition]] = {
    "seats": lambda edition: replace(edition, seats=(1, 3)),
    "board": lambda edition: replace(edition, board=partake.edition("classic").board),  # type: ignore[union-attr]
}


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_seats_and_boards_are_read_from_the_edition(mutation: str) -> None:
    edition = MUTATIONS[mutation](hexagon_edition("nexus"))
    found = told(whole_book(edition))
    if mutation == "seats":
        assert found["H18"] == found["H18b"] == [1, 3]
    else:
        assert found["H3"][:1] == [19]
        assert found["H15"] == [26, 64]
        assert "H35" not in totals(whole_book(edition)), "an example belongs to its board"
