"""Where a printed rulebook is silent, or editions differ: how we play it, and why."""

from __future__ import annotations

from partake.rulebook.facts import OWN_COLOURS, edition_of
from partake.rulebook.hexagon import BOARDS, has_bonuses, has_reserve, has_wildcards, has_yard, on_board, with_tiles
from partake.rulebook.model import Case, Condition, Statement, always
from partake.rules.messages import Message

SILENT = "silent"
"""The section of our own decisions."""


def _ours(rule: str, text: Message, when: Condition = always) -> Statement:
    return Statement(rule, text, SILENT, when, is_ours=True)


def _is_packaged(case: Case) -> bool:
    """Whether the tiles are those of the package, whose symbols and bonuses are our own choice."""
    from partake.rules.catalogue import catalogue

    return edition_of(case).tiles in catalogue().tile_sets.values()


def _is_printed(case: Case) -> bool:
    """Whether there is a box with this board, whose rulebook can be silent."""
    return case.variant.board.name in BOARDS


def _has_take_back(case: Case) -> bool:
    return _is_printed(case) and "yes" in case.edition.offer.values.get("takeback", ())


OURS: tuple[Statement, ...] = (
    _ours(
        "H4b",
        Message("The board could be this one or its mirror image: the printed text does not say which."),
        on_board("daffodil"),
    ),
    _ours(
        "H11a",
        Message("For {own_colours} the printed text names no colour; we chose one."),
        lambda case: edition_of(case).tiles.name in OWN_COLOURS,
    ),
    _ours(
        "H12a",
        Message(
            "Which tiles are suns is printed only in pictures that we do not have. We number the values of each "
            "direction in increasing order, from nought; a tile whose three places add up to an even number is a sun."
        ),
        lambda case: bool(case.tiles.symbols) and _is_packaged(case),
    ),
    _ours(
        "H13a",
        Message(
            "Only {known_gold} is known to be gold, and {known_plain} to be plain. We took {gold_list} for gold and "
            "{silver_list} for silver: each number is on one gold tile and two silver ones."
        ),
        lambda case: with_tiles("64")(case) and _is_packaged(case),
    ),
    _ours(
        "H14a",
        Message(
            "The double wildcards are printed with a black, a white and a pink stripe; we take them for "
            "{double_wildcards}."
        ),
        with_tiles("31"),
    ),
    _ours(
        "H14b",
        Message(
            "Wildcards carry neither sun nor moon: they break a ray, and no rule about suns and moons binds them. "
            "Where tiles must lie next to tiles, wildcards are tiles like all others."
        ),
        has_wildcards,
    ),
    _ours(
        "H16a",
        Message(
            "What others do with the tile on call is seen when the next one is drawn, so that nobody can wait and copy."
        ),
        lambda case: case.seats != 1,
    ),
    _ours(
        "H17b",
        Message(
            "Only one of the printed editions lets a placed tile be moved until the next draw. Here it may, unless the "
            "table plays without: a slip of the finger is no move."
        ),
        lambda case: _has_take_back(case) and on_board("classic")(case),
    ),
    _ours(
        "H17b",
        Message(
            "The printed rules know no take-back: a placed tile stays. Here a placement may be taken back until the "
            "next draw, unless the table plays without: a slip of the finger is no move."
        ),
        lambda case: _has_take_back(case) and not on_board("classic")(case),
    ),
    _ours(
        "H17c",
        Message("A move from the reserve can be taken back until everybody is done."),
        lambda case: has_reserve(case) and case.options.takeback,
    ),
    _ours(
        "H17d",
        Message("A scrapped tile can be taken back until the holder of the scrapyard has placed it."),
        lambda case: case.has("scrapyard", "passed") and case.options.takeback,
    ),
    _ours("H18b", Message("How many may play differs from box to box; we seat {fewest} to {most}."), _is_printed),
    _ours(
        "H25a",
        Message("Where no cell next to a tile is free, the tile goes anywhere."),
        lambda case: case.has("placement", "adjacent"),
    ),
    _ours(
        "H29b",
        Message(
            "That only rays on scoring lines compete is what one rulebook says; another could be read as the longest "
            "of all rays."
        ),
        lambda case: case.has("rays", "best"),
    ),
    _ours(
        "H32a",
        Message("The rule of placement binds the board alone: the reserve is free."),
        lambda case: has_reserve(case) and not case.has("placement", "free"),
    ),
    _ours(
        "H32b",
        Message("The rule of placement binds the board alone: the scrapyard is free."),
        lambda case: has_yard(case) and not case.has("placement", "free"),
    ),
    _ours(
        "H35b",
        Message("A ray runs from edge to edge: the printed text does not say it, we take it from the other games."),
        lambda case: case.has("rays", "longest"),
    ),
    _ours(
        "H37a",
        Message("Players who share points that do not divide evenly have an exact fraction each."),
        lambda case: case.options.ties_players,
    ),
    _ours(
        "H38c",
        Message("Left is the next seat; players with equal totals rank in the order of their seats."),
        lambda case: case.has("scrapyard", "passed"),
    ),
    _ours(
        "H40d",
        Message("Which symbol is played with is for the players to choose."),
        lambda case: "symbols" in case.edition.offer.values,
    ),
    _ours(
        "H43a",
        Message(
            "In the rulebook's example of moved tiles one line grows by two where a single tile is laid. We take that "
            "for a misprint, and count what lies there."
        ),
        lambda case: has_reserve(case) and has_bonuses(case) and on_board("orchid")(case),
    ),
    _ours(
        "H44c",
        Message("A ray through an empty orchid cell counts without it, like any line."),
        lambda case: bool(case.variant.skips_empty) and not case.has("rays", "none"),
    ),
)
"""Our decisions, in the order of the rules."""
