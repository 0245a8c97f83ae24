"""Every option that is refused, with its sentence, and what goes together."""

from __future__ import annotations

import pytest

import partake
from boards import HEXAGON, hexagon_edition, look
from partake.rules.errors import OptionError
from partake.rules.options import OPTIONS
from partake.rules.variant import combinations, variant

Given = dict[str, str | int | bool]
HAS = {
    "classic": "placement=free|adjacent|symbol, draw=1|2, rays=none|each|best, takeback=yes|no, rounds=1…99",
    "daffodil": "stamens=open|first|last|reserve, placement=free|adjacent|symbol, draw=1|2, rays=none|each|best, "
    "takeback=yes|no, rounds=1…99",
    "nexus": "scrapyard=threshold|lowest|passed|none, rays=longest|none, placement=free|adjacent|symbol, draw=1|2, "
    "takeback=yes|no, rounds=1…99",
    "orchid": "symbols=sun|moon|both, rays=none|longest, placement=free|adjacent|symbol, draw=1|2, takeback=yes|no, "
    "rounds=1…99",
    "five": "none",
}
"""What each edition is said to have, when somebody asks for something else."""
NEEDS_TWO = "compares the players of a table: it needs two or more players"

REFUSED: list[tuple[str, Given, int, str]] = [
    (
        "classic",
        {"speed": "fast"},
        1,
        f"there is no option 'speed'; classic has {HAS['classic']}",
    ),
    (
        "classic",
        {"stamens": "first"},
        1,
        f"classic has no option stamens: it needs a board with stamens; it has {HAS['classic']}",
    ),
    (
        "classic",
        {"scrapyard": "none"},
        1,
        f"classic has no option scrapyard: it needs a scrapyard beside the board; it has {HAS['classic']}",
    ),
    (
        "daffodil",
        {"scrapyard": "lowest"},
        2,
        f"daffodil has no option scrapyard: it needs a scrapyard beside the board; it has {HAS['daffodil']}",
    ),
    (
        "nexus",
        {"symbols": "both"},
        1,
        f"nexus has no option symbols: it needs a game that is played with half of its tiles; it has {HAS['nexus']}",
    ),
    (
        "nexus",
        {"stamens": "open"},
        1,
        f"nexus has no option stamens: it needs a board with stamens; it has {HAS['nexus']}",
    ),
    (
        "orchid",
        {"scrapyard": "threshold"},
        1,
        f"orchid has no option scrapyard: it needs a scrapyard beside the board; it has {HAS['orchid']}",
    ),
    ("five", {"rays": "each"}, 2, f"five has no option rays: it needs tiles with suns and moons; it has {HAS['five']}"),
    ("five", {"rounds": 2}, 2, f"five has no option rounds: it is for hexagon boards; it has {HAS['five']}"),
    ("five", {"takeback": True}, 2, f"five has no option takeback: it is for hexagon boards; it has {HAS['five']}"),
    ("classic", {"placement": "near"}, 1, "placement cannot be 'near'; it is one of free, adjacent, symbol"),
    ("classic", {"draw": 3}, 1, "draw cannot be '3'; it is one of 1, 2"),
    ("classic", {"draw": True}, 1, "draw cannot be 'yes'; it is one of 1, 2"),
    ("classic", {"takeback": "maybe"}, 1, "takeback cannot be 'maybe'; it is one of yes, no"),
    ("classic", {"rays": ""}, 1, "rays cannot be ''; it is one of none, each, best"),
    ("classic", {"rays": "longest"}, 1, "classic cannot be played with rays=longest; it offers none, each, best"),
    ("nexus", {"rays": "each"}, 1, "nexus cannot be played with rays=each; it offers longest, none"),
    ("orchid", {"rays": "best"}, 2, "orchid cannot be played with rays=best; it offers none, longest"),
    *(
        ("classic", {"rounds": rounds}, 1, f"rounds must be a whole number from 1 to 99, not {str(rounds)!r}")
        for rounds in (0, 100, -1, "two", "1.5", "", "\u0664")
    ),
    ("classic", {"rays": "best"}, 1, f"rays=best {NEEDS_TWO}"),
    ("daffodil", {"rays": "best", "stamens": "reserve"}, 1, f"rays=best {NEEDS_TWO}"),
    ("nexus", {"scrapyard": "lowest"}, 1, f"scrapyard=lowest {NEEDS_TWO}"),
    ("nexus", {"scrapyard": "passed"}, 1, f"scrapyard=passed {NEEDS_TWO}"),
    ("orchid", {"rays": "longest"}, 1, "with symbols=sun every line would be a ray: rays need symbols=both"),
    (
        "orchid",
        {"rays": "longest", "symbols": "moon"},
        1,
        "with symbols=moon every line would be a ray: rays need symbols=both",
    ),
    (
        "orchid",
        {"placement": "symbol"},
        1,
        "with symbols=sun all tiles have one symbol: use placement=adjacent, or symbols=both",
    ),
]


@pytest.mark.parametrize(("edition", "given", "seats", "sentence"), REFUSED)
def test_what_makes_no_sense_is_refused_in_a_sentence(edition: str, given: Given, seats: int, sentence: str) -> None:
    with pytest.raises(OptionError) as problem:
        partake.start(edition, seats=seats, seed=None, is_open=False, data=(), **given)
    assert str(problem.value) == sentence


def test_a_score_for_one_player_cannot_compare_players() -> None:
    with pytest.raises(OptionError, match=rf"^rays=best {NEEDS_TWO}$"):
        partake.score("classic", "c3 9-7-8", rays="best")
    with pytest.raises(partake.PartakeError, match=r"^five has no boards to count: it is decided by rounds$"):
        partake.score("five", "c3 9-7-8")


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        (["Ann", "Ann"], "there are two players named 'Ann'"),
        ([("Ann", "Bob"), "Bob"], "there are two players named 'Bob'"),
        ([""], "'' cannot be a player's name: use 1 to 40 characters, without & and line breaks"),
        ([" Ann"], "' Ann' cannot be a player's name: use 1 to 40 characters, without & and line breaks"),
        (["A\nB"], "'A\\nB' cannot be a player's name: use 1 to 40 characters, without & and line breaks"),
        (["A&B"], "'A&B' cannot be a player's name: use 1 to 40 characters, without & and line breaks"),
    ],
)
def test_names_that_cannot_be_are_refused(seats: list[str], sentence: str) -> None:
    with pytest.raises(OptionError) as problem:
        partake.start("classic", seats=seats)
    assert str(problem.value) == sentence


def test_an_unknown_edition_is_refused_with_those_there_are() -> None:
    with pytest.raises(partake.PartakeError) as problem:
        partake.start("chess")
    assert str(problem.value) == "there is no edition 'chess'; there are classic, daffodil, nexus, orchid, five"


DEFAULTS: dict[str, Given] = {
    "classic": {"placement": "free", "draw": 1, "rays": "none", "takeback": True, "rounds": 1},
    "daffodil": {"stamens": "open", "placement": "free", "draw": 1, "rays": "none", "takeback": True, "rounds": 1},
    "nexus": {"scrapyard": "threshold", "rays": "longest", "placement": "free", "draw": 1, "takeback": True},
    "orchid": {"symbols": "sun", "rays": "none", "placement": "free", "draw": 1, "takeback": True, "rounds": 1},
}


@pytest.mark.parametrize("edition", HEXAGON)
def test_what_is_left_open_has_its_default(edition: str) -> None:
    options = look(partake.start(edition).view()).variant.options
    assert {name: getattr(options, name) for name in DEFAULTS[edition]} == DEFAULTS[edition]


def test_options_may_be_given_as_text_or_as_values() -> None:
    texts: Given = {"draw": "2", "takeback": "no", "rounds": "4"}
    values: Given = {"draw": 2, "takeback": False, "rounds": 4}
    assert variant(hexagon_edition("classic"), texts) == variant(hexagon_edition("classic"), values)


@pytest.mark.parametrize(
    ("edition", "solo", "table"), [("classic", 24, 36), ("daffodil", 96, 144), ("nexus", 48, 96), ("orchid", 40, 40)]
)
def test_everything_else_combines_freely(edition: str, solo: int, table: int) -> None:
    found = hexagon_edition(edition)
    assert len(list(combinations(found, seats=1))) == solo
    assert len(list(combinations(found, seats=2))) == table


@pytest.mark.parametrize("edition", HEXAGON)
def test_every_combination_starts_a_table(edition: str) -> None:
    for given in combinations(hexagon_edition(edition), seats=2):
        options: Given = dict(given)
        table = partake.start(edition, seats=2, seed="combine", is_open=False, data=(), **options)
        table.deal()
        assert table.to_act == (1, 2)
        settled = look(table.view()).variant.options
        assert {name: settled.text(name) for name in given} == given


def test_every_option_says_what_it_is() -> None:
    for name, option in OPTIONS.items():
        assert option.name == name
        assert option.summary
        assert all(option.values.values())
