"""The rules of the hexagon games that depend on no option, or replace each other by one."""

from __future__ import annotations

from partake.rulebook.facts import edition_of, is_product, wildcards
from partake.rulebook.model import Case, Condition, Statement
from partake.rulebook.worked import is_classic
from partake.rules.grid import Direction
from partake.rules.messages import Message

BOARDS = {"classic": "H3", "daffodil": "H4", "nexus": "H5", "orchid": "H7"}
"""The rules that tell the boards of the package."""
SETS = {"27": "H9", "31": "H9", "64": "H10"}
"""The rules that tell its sets of tiles."""
BOARD = Message(
    "The board has {cells} in columns of {columns}, and {lines}: {vertical_lines} vertical, {rising_lines} rising and "
    "{falling_lines} falling, of {shortest} to {longest} cells."
)
CHOICES = Message(
    "There are {plain_tiles}, one for each choice of a vertical number ({vertical_numbers}), a rising one "
    "({rising_numbers}) and a falling one ({falling_numbers})."
)
SOME = Message(
    "There are {plain_tiles}. Their vertical numbers are {vertical_numbers}, the rising ones {rising_numbers}, the "
    "falling ones {falling_numbers}."
)


def on_board(name: str) -> Condition:
    """The condition of a board of the package; of any other board, if no name is given."""
    return lambda case: (case.variant.board.name if case.variant.board.name in BOARDS else "") == name


def with_tiles(name: str) -> Condition:
    """The condition of a set of the package; of any other set, if no name is given."""
    return lambda case: (edition_of(case).tiles.name if edition_of(case).tiles.name in SETS else "") == name


def has_yard(case: Case) -> bool:
    """Whether there is a scrapyard."""
    return case.variant.scrapyard is not None


def has_reserve(case: Case) -> bool:
    """Whether tiles wait beside the board."""
    return bool(case.variant.reserve)


def has_kind(kind: str) -> Condition:
    """The condition of a board with special cells of a kind."""
    return lambda case: bool(case.variant.board.special(kind))


def has_bonuses(case: Case) -> bool:
    """Whether there are gold or silver tiles."""
    return bool(case.tiles.bonuses)


def has_wildcards(case: Case) -> bool:
    """Whether there are tiles with wild stripes."""
    return bool(wildcards(case.tiles))


def has_symbols(case: Case) -> bool:
    """Whether tiles carry suns and moons."""
    return bool(case.tiles.symbols)


def _is_reserve(kind: str) -> Condition:
    def holds(case: Case) -> bool:
        reserve = edition_of(case).reserve
        return has_reserve(case) and reserve is not None and (reserve.cells == "stamen") is (kind == "stamen")

    return holds


def _reserve(place: str, kind: str, ids: tuple[str, ...]) -> tuple[Statement, ...]:
    """What is said of a reserve, for stamens and for other cells."""
    own = _is_reserve(kind)
    aside, kept, moved, empty, filled, slots = ids

    def skips(case: Case) -> bool:
        return own(case) and bool(case.variant.skips_empty)

    def breaks(case: Case) -> bool:
        return own(case) and not case.variant.skips_empty

    return (
        Statement(
            moved,
            Message(
                "{slots} of the tiles wait in the reserve beside the board. At the end each may move onto one of the "
                "cells {targets}; tiles that stay in the reserve count nothing."
            ),
            place,
            own,
        ),
        Statement(
            aside,
            Message(
                "The reserve takes tiles at any time: once it is full, the others go on the board, and once the board "
                "is full, the rest go in the reserve."
            ),
            place,
            own,
        ),
        Statement(kept, Message("The cells {targets} take no tile before the end."), place, own),
        Statement(empty, Message("A line through such a cell counts without it while it is empty."), place, skips),
        Statement(
            filled, Message("A tile on such a cell belongs to its lines and must match them."), place, skips
        ),
        Statement(
            empty,
            Message(
                "A line through such a cell scores nothing while it is empty, and tiles with a wild stripe do not move."
            ),
            place,
            breaks,
        ),
        Statement(slots, Message("The places of the reserve are {reserve_first} to {reserve_last}."), "board", own),
    )  # fmt: skip


HEXAGON: tuple[Statement, ...] = (
    Statement(
        "H1",
        Message(
            "Cells are hexagons with a flat top. Lines run in three directions: vertical, rising (lower left to upper "
            "right) and falling (upper left to lower right)."
        ),
        "board",
    ),
    *(Statement(rule, BOARD, "board", on_board(name)) for name, rule in BOARDS.items()),
    Statement("H1a", BOARD, "board", on_board("")),
    Statement(
        "H2",
        Message(
            "Columns have letters from the left, and their cells are numbered from the top: {top_cell} is the top cell "
            "of column {top_column}."
        ),
        "board",
    ),
    Statement(
        "H4a",
        Message("The stamens {special_cells} are the hearts of flowers, each with {around} cells around it."),
        "board",
        has_kind("stamen"),
    ),
    Statement(
        "H7a",
        Message(
            "The orchid cells {special_labels} lie in the middle of outer rows. The line through two of them runs "
            "parallel to the row of the third."
        ),
        "board",
        has_kind("orchid"),
    ),
    Statement(
        "H6",
        Message(
            "The scrapyard beside the board has {yard_cells}, {yard_first} to {yard_last}, column by column, and "
            "{yard_lines} of its own, of {yard_shortest} to {yard_longest} cells."
        ),
        "board",
        has_yard,
    ),
    Statement(
        "H8",
        Message(
            "A tile has one number for each direction, written vertical-rising-falling: {tile}. It always lies "
            "upright and is never turned."
        ),
        "tiles",
    ),
    *(
        Statement(rule, CHOICES, "tiles", with_tiles(name))
        for name, rule in SETS.items()
        if name != "31"
    ),
    Statement("H9", CHOICES, "tiles", with_tiles("31")),
    Statement("H8a", CHOICES, "tiles", lambda case: with_tiles("")(case) and is_product(edition_of(case).tiles)),
    Statement("H8a", SOME, "tiles", lambda case: with_tiles("")(case) and not is_product(edition_of(case).tiles)),
    Statement(
        "H14",
        Message("{wildcards} are among them too: {wildcard_list}. Each * is a wild stripe."),
        "tiles",
        has_wildcards,
    ),
    Statement("H12", Message("Every tile carries a sun or a moon: {suns} and {moons}."), "tiles",
              lambda case: has_symbols(case) and not has_wildcards(case)),
    Statement("H12", Message("Every tile but the wildcards carries a sun or a moon: {suns} and {moons}."), "tiles",
              lambda case: has_symbols(case) and has_wildcards(case)),
    Statement(
        "H13",
        Message("{gold_tiles} ({gold}) and {silver_tiles} ({silver}) are bonus tiles."),
        "tiles",
        has_bonuses,
    ),
    Statement("H11", Message("The colours of the numbers: {colours}."), "tiles",
              lambda case: bool(case.tiles.colours)),
    Statement(
        "H15",
        Message(
            "A tile is called, and all put the same tile on an empty cell of their own boards. {draws} of {tiles} are "
            "called."
        ),
        "game",
        lambda case: case.options.draw == 1,
    ),
    Statement(
        "H27",
        Message(
            "Two tiles are called at a time, and all put the same two on empty cells of their own boards. {draws} of "
            "{tiles} are called."
        ),
        "game",
        lambda case: case.options.draw == 2,
        is_alternative=True,
    ),
    Statement(
        "H15a",
        Message("Nobody knows in which order the tiles come. The game ends when all boards are full."),
        "game",
    ),
    Statement("H16", Message("Every tile that is called must be placed, and a cell takes one tile."), "game"),
    Statement(
        "H33",
        Message("Each tile goes on an empty cell of the board or of the scrapyard, in any order, until both are full."),
        "game",
        has_yard,
    ),
    *_reserve("game", "orchid", ("H40", "H40a", "H41", "H42", "H42a", "H2a")),
    *_reserve("stamens-reserve", "stamen", ("H31a", "H31b", "H31c", "H31d", "H31e", "H2b")),
    Statement(
        "H18",
        Message("A table has {fewest} to {most} players. Alone you play against your own best."),
        "game",
        lambda case: case.edition.seats[0] == 1,
    ),
    Statement("H18", Message("A table has {fewest} to {most} players."), "game",
              lambda case: case.edition.seats[0] > 1),
    Statement(
        "H18a",
        Message("As nobody's board touches another's, an open table takes any number of players."),
        "game",
        lambda case: not case.options.ties_players,
    ),
    Statement(
        "H19",
        Message(
            "The caller reads the three numbers of a tile aloud: {tile}, or from left to right, {tile_across}. Both "
            "are understood, as no number belongs to two directions."
        ),
        "game",
        lambda case: _are_apart(case),
    ),
    Statement("H19a", Message("Wildcards have names for the caller: {wildcard_names}."), "game", has_wildcards),
    Statement("H21", Message("Two people may share a seat and its board."), "game"),
    Statement(
        "H22",
        Message(
            "A line across the board scores when every cell of it is filled and all its tiles show the same number in "
            "its direction: its length times the number."
        ),
        "scoring",
    ),
    Statement(
        "H23",
        Message(
            "A wild stripe, written *, counts as the number that its line needs; a line of wild stripes alone counts "
            "as the highest number of its direction."
        ),
        "scoring",
        has_wildcards,
    ),
    Statement(
        "H23a",
        Message(
            "The highest numbers are {highest_vertical} vertical, {highest_rising} rising and {highest_falling} "
            "falling."
        ),
        "scoring",
        has_wildcards,
    ),
    Statement(
        "H24",
        Message("Without rays no board brings more than {best_total} points; {best_boards} boards reach that."),
        "scoring",
        lambda case: is_classic(case.edition),
    ),
    Statement(
        "H34",
        Message(
            "A gold tile on the board earns {gold} when three scoring lines cross it, a silver one {silver}; with two "
            "scoring lines it earns half, with fewer nothing."
        ),
        "scoring",
        has_bonuses,
    ),
    Statement(
        "H43",
        Message("Bonus tiles that were moved from the reserve count like the others."),
        "scoring",
        lambda case: has_bonuses(case) and has_reserve(case),
    ),
    Statement(
        "H36a",
        Message(
            "The scrapyard takes tiles at any time. Its value is the greatest of three: its three best scoring lines "
            "together, its two best silver tiles together, its best gold tile."
        ),
        "scoring",
        has_yard,
    ),
    Statement(
        "H36b",
        Message(
            "The value itself brings no points. Bonus tiles of the scrapyard are full or half by the scrapyard's own "
            "lines, and a ray does not count there."
        ),
        "scoring",
        has_yard,
    ),
    Statement(
        "H20",
        Message("The most points win; equal ones share the win."),
        "scoring",
        lambda case: case.options.rounds == 1 and case.seats != 1 and not case.is_per_player,
    ),
    Statement(
        "H20a",
        Message(
            "The match has {rounds}; the next player calls in each, and the points add up. The most points win."
        ),
        "scoring",
        lambda case: case.options.rounds > 1 and not case.is_per_player,
        is_alternative=True,
    ),
    Statement(
        "H20c",
        Message("The match has a game for each player, who calls in it, and the points add up. The most points win."),
        "scoring",
        lambda case: case.is_per_player,
        is_alternative=True,
    ),
)  # fmt: skip
"""The rules in the order in which they are told."""


def _are_apart(case: Case) -> bool:
    """Whether no number occurs in two directions."""
    groups = [edition_of(case).tiles.numbers(direction) for direction in Direction]
    return len({number for group in groups for number in group}) == sum(map(len, groups))
