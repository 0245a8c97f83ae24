"""Every rule has its place in the book, and a table's book has exactly the rules in force there."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

import partake
from boards import HEXAGON, hexagon_edition
from partake.engine.setup import arrange
from partake.rulebook.book import Book, book_in_force, cases, whole_book
from partake.rulebook.model import Statement
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.variant import Variant, combinations

ROOT = Path(__file__).parents[2]


def ids(*ranges: str) -> set[str]:
    """Ids of rules: `H1-H3` is three of them."""
    found: set[str] = set()
    for one in ranges:
        first, _, last = one.partition("-")
        found |= {f"{first[0]}{n}" for n in range(int(first[1:]), int((last or first)[1:]) + 1)}
    return found


COMMON = ids("H1-H2", "H8", "H11-H12", "H15-H22", "H25-H28")
RULES = {
    "classic": COMMON | ids("H3", "H9", "H24", "H29", "H37"),
    "daffodil": COMMON | ids("H4", "H9", "H14", "H23", "H29-H32", "H37"),
    "nexus": COMMON | ids("H5-H6", "H10", "H13", "H32-H39"),
    "orchid": COMMON | ids("H7", "H10", "H13", "H32", "H34-H35", "H40-H44"),
    "five": ids("F1-F10"),
}
"""The rules that concern each edition."""


def shown(book: Book) -> list[str]:
    return [rule.id for _, rule in book.rules if rule.id]


@pytest.mark.parametrize("name", RULES)
def test_every_rule_of_an_edition_has_its_place(name: str) -> None:
    found = shown(whole_book(partake.edition(name)))
    assert {Statement(one, None, "").rule for one in found} == RULES[name]  # type: ignore[arg-type]
    assert len(set(found)) == len(found), "an id is the anchor of one rule"


def test_no_rule_is_forgotten() -> None:
    assert set().union(*RULES.values()) == ids("H1-H44", "F1-F10")


@pytest.mark.parametrize("name", HEXAGON)
def test_every_value_of_an_option_has_an_anchor(name: str) -> None:
    edition = hexagon_edition(name)
    anchors = {value.anchor for s in whole_book(edition).sections for part in s.options for value in part.values}
    wanted = {f"{option}-{value}" for option, values in edition.offer.values.items() for value in values}
    assert anchors == (wanted - {"rounds-1"}) | {"rounds-N"}


Chosen = Mapping[str, str]
ALWAYS = ids("H1-H2", "H8", "H11-H12", "H16", "H18", "H19", "H21-H22") | {"H15a", "H12a", "H17b", "H18b", "H16a"}
BY_OPTION: Mapping[str, Callable[[Chosen], bool]] = {
    "H15": lambda o: o["draw"] == "1",
    "H15b": lambda o: o["draw"] == "1",
    "H27": lambda o: o["draw"] == "2",
    "H27a": lambda o: o["draw"] == "2",
    "H16b": lambda o: o["placement"] == "free",
    "H25": lambda o: o["placement"] == "adjacent",
    "H25a": lambda o: o["placement"] == "adjacent",
    "H26": lambda o: o["placement"] == "symbol",
    "H28a": lambda o: o["rays"] == "none",
    "H28": lambda o: o["rays"] == "each",
    "H29": lambda o: o["rays"] == "best",
    "H29a": lambda o: o["rays"] == "best",
    "H29b": lambda o: o["rays"] == "best",
    "H35": lambda o: o["rays"] == "longest",
    "H35a": lambda o: o["rays"] == "longest",
    "H35b": lambda o: o["rays"] == "longest",
    "H17": lambda o: o["takeback"] == "yes",
    "H17a": lambda o: o["takeback"] == "no",
    "H18a": lambda o: o["rays"] != "best" and o.get("scrapyard") not in ("lowest", "passed"),
    "H37a": lambda o: o["rays"] == "best" or o.get("scrapyard") in ("lowest", "passed"),
    "H20": lambda o: o["rounds"] == "1",
    "H20a": lambda o: o["rounds"] != "1",
}
"""When rules of all hexagon games are in force, told by the options alone."""
OWN: Mapping[str, Mapping[str, Callable[[Chosen], bool]]] = {
    "classic": {rule: lambda o: True for rule in ("H3", "H9", "H24")},
    "daffodil": {
        **{
            rule: lambda o: True
            for rule in ["H4", "H4a", "H4b", "H9", "H11a", "H14", "H14a", "H14b", "H19a", "H23", "H23a"]
        },
        "H30": lambda o: o["stamens"] == "open",
        "H30a": lambda o: o["stamens"] == "first",
        "H30b": lambda o: o["stamens"] == "last",
        **{rule: lambda o: o["stamens"] == "reserve" for rule in ("H31", "H31a", "H31b", "H31c", "H31d", "H2b")},
        "H17c": lambda o: o["stamens"] == "reserve" and o["takeback"] == "yes",
        "H32": lambda o: o["stamens"] == "first" and o["placement"] != "free",
        "H32a": lambda o: o["stamens"] == "reserve" and o["placement"] != "free",
    },
    "nexus": {
        **{rule: lambda o: True for rule in ("H5", "H10", "H11a", "H13", "H13a", "H34")},
        **{rule: lambda o: o["scrapyard"] != "none" for rule in ("H6", "H33", "H36a", "H36b")},
        "H32b": lambda o: o["scrapyard"] != "none" and o["placement"] != "free",
        "H36": lambda o: o["scrapyard"] == "threshold",
        "H37": lambda o: o["scrapyard"] == "lowest",
        **{rule: lambda o: o["scrapyard"] == "passed" for rule in ("H38", "H38a", "H38b", "H38c")},
        "H17d": lambda o: o["scrapyard"] == "passed" and o["takeback"] == "yes",
        "H39": lambda o: o["scrapyard"] == "none",
        "H39a": lambda o: o["scrapyard"] == "none",
    },
    "orchid": {
        **{
            rule: lambda o: True
            for rule in ["H7", "H7a", "H2a", "H10", "H11a", "H13", "H13a", "H34", "H40", "H40a", "H40d"]
        },
        **{rule: lambda o: True for rule in ("H41", "H42", "H42a", "H43", "H43a")},
        "H17c": lambda o: o["takeback"] == "yes",
        "H32a": lambda o: o["placement"] != "free",
        "H40b": lambda o: o["symbols"] == "sun",
        "H40c": lambda o: o["symbols"] == "moon",
        "H44": lambda o: o["symbols"] == "both",
        "H44a": lambda o: o["symbols"] == "both",
        "H44b": lambda o: o["symbols"] == "both" and o["rays"] == "longest",
        "H44c": lambda o: o["rays"] == "longest",
    },
}
"""The same for the rules of one game."""


def settled(edition: HexagonEdition) -> Iterator[dict[str, str]]:
    """Every choice of options for two players, for one game and for a match of three."""
    for chosen in combinations(edition):
        yield chosen
        yield {**chosen, "rounds": "3"}


@pytest.mark.parametrize("name", HEXAGON)
def test_a_table_shows_exactly_the_rules_in_force_whatever_is_chosen(name: str) -> None:
    edition, seen = hexagon_edition(name), 0
    known = {**BY_OPTION, **OWN[name]}
    for chosen in settled(edition):
        found = shown(book_in_force(arrange(edition, chosen, seats=2)))
        wanted = ALWAYS | {rule for rule, holds in known.items() if holds(chosen)}
        assert set(found) == wanted, chosen
        assert len(found) == len(wanted), chosen
        seen += 1
    assert seen >= 72


@pytest.mark.parametrize("name", HEXAGON)
def test_everything_that_any_table_shows_is_on_the_page_of_its_edition(name: str) -> None:
    edition = hexagon_edition(name)
    everything = set(shown(whole_book(edition))) | {"H27", "H20a"}  # said there by the options
    for case in cases(edition):
        setup = arrange(edition, {option: case.options.text(option) for option in edition.offer.values}, seats=2)
        assert set(shown(book_in_force(setup))) <= everything


@pytest.mark.parametrize("name", HEXAGON)
def test_zones_are_told_where_the_variant_has_them(name: str) -> None:
    edition = hexagon_edition(name)
    for chosen in combinations(edition):
        setup = arrange(edition, chosen, seats=2)
        played, rules = Variant(edition, setup.options), set(shown(book_in_force(setup)))
        assert ("H6" in rules) is bool(played.yard)
        assert bool(rules & {"H2a", "H2b"}) is bool(played.reserve)
        assert bool(rules & {"H42"}) is bool(played.skips_empty)


def test_alone_nobody_wins_and_nobody_waits_to_copy() -> None:
    rules = shown(book_in_force(arrange(partake.edition("classic"), seats=1)))
    assert not {"H20", "H16a"} & set(rules)


def test_a_game_for_each_player_is_told_before_all_are_there() -> None:
    setup = arrange(partake.edition("classic"), {"rounds": "players"}, seats=4)
    waiting, playing = book_in_force(setup, is_per_player=True), book_in_force(setup)
    assert "H20c" in shown(waiting)
    assert not {"H20", "H20a"} & set(shown(waiting))
    assert "4 games" in str({rule.id: rule.text for _, rule in playing.rules}["H20a"])


def test_what_cannot_be_combined_is_said_as_the_rules_refuse_it() -> None:
    told = {
        name: [str(text) for s in whole_book(partake.edition(name)).sections for text in s.refusals] for name in RULES
    }
    assert told["classic"] == [
        "rays=best compares the players of a table: it needs two or more players",
        "All options combine.",
    ]
    assert told["orchid"][-1] == "Everything else combines."
    assert "with symbols=sun every line would be a ray: rays need symbols=both" in told["orchid"]
    assert len(told["orchid"]) == 5
    assert told["five"] == []


OWN_BOARD = """
kind = "board"
name = "tiny"
title = "Tiny"
columns = [[-1, 0, 1], [0, -1, 1], [1, -1, 0]]
"""
OWN_EDITION = """
kind = "edition"
family = "hexagon"
name = "tiny"
title = "Tiny"
game = "Take it Easy!"
summary = "Seven cells."
board = "tiny"
tiles = "27"
seats = [2, 5]
[options]
rays = ["each", "none"]
takeback = ["no"]
[points]
sunray = 11
moonray = 13
"""


def test_an_edition_of_ones_own_has_a_true_book(tmp_path: Path) -> None:
    files = []
    for name, text in (("board", OWN_BOARD), ("edition", OWN_EDITION)):
        files.append(tmp_path / f"{name}.toml")
        files[-1].write_text(text, encoding="utf-8")
    edition = catalogue(*files).edition("tiny")
    texts = {rule.id: str(rule.text) for _, rule in whole_book(edition).rules}
    assert texts["H1a"].startswith("The board has 7 cells in columns of 2, 3 and 2, and 9 lines: 3 vertical, 3 rising")
    assert texts["H15"].endswith("7 of 27 tiles are called.")
    assert texts["H18"] == "A table has 2 to 5 players."
    assert "11 points for each of its tiles, every moonray 13" in texts["H28"]
    assert not {"H3", "H24", "H17b", "H18b"} & set(texts), "nothing is said of other boards"
    (example,) = (one for section in whole_book(edition).sections for one in section.examples)
    assert example.boards[0].score.total > 0


def test_the_documents_of_the_games_are_those_that_the_rule_book_makes() -> None:
    for path, text in runpy.run_path(str(ROOT / "docs" / "rules" / "build.py"))["pages"]():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is out of date: run script/rules"
