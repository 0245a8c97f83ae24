"""The one line that says what is wrong with a user's own TOML file, and the limits of what one may say."""

from __future__ import annotations

from pathlib import Path

import pytest

import partake
from boards import play_through
from data_texts import BOARD, EDITION, TILES, packaged, write
from partake.rules.catalogue import catalogue
from partake.rules.errors import DataError

NO_KIND = 'name = "tiny"'
CLASSIC, DAFFODIL, NEXUS, ORCHID, FIVE = (
    packaged(f"editions/{name}.toml") for name in ("classic", "daffodil", "nexus", "orchid", "five")
)
COLUMNS = "columns = [[-1, 0, 1], [0, -1, 1], [1, -1, 0]]"
MORE = 'kind = "tiles"\nname = "more"\ntitle = "More"\nextends = "27"\n'
SPECIAL = f'{BOARD}\n[[special]]\ncell = "a1"\nkind = "stamen"\n'

WRONG = [
    ("kind = board", "is not TOML: Invalid value (at line 1, column 8)"),
    (NO_KIND, "kind: is missing"),
    ('kind = "game"\nname = "x"', "kind: must be board, tiles or edition, not 'game'"),
    ('kind = 3\nname = "x"', "kind: must be text"),
    (BOARD.replace('name = "tiny"', ""), "name: is missing"),
    (BOARD.replace('title = "Tiny"', "title = 1"), "title: must be text"),
    (BOARD.replace(COLUMNS, ""), "columns: is missing"),
    (BOARD.replace(COLUMNS, "columns = 3"), "columns: must be a list"),
    (BOARD.replace(COLUMNS, "columns = [3]"), "columns: each item must be a list, not 3"),
    (BOARD.replace(COLUMNS, "columns = []"), "columns: must be 1 to 26 columns, each q once and none left out"),
    (BOARD.replace("[0, -1, 1]", "[0, 1]"), "columns: [0, 1] is not q, first r, last r"),
    (BOARD.replace("[0, -1, 1]", "[0, 1, -1]"), "columns: [0, 1, -1] is not q, first r, last r"),
    (BOARD.replace("[0, -1, 1]", "[0, -1, true]"), "columns: [0, -1, True] is not q, first r, last r"),
    (BOARD.replace("[0, -1, 1]", "[1, -1, 1]"), "columns: must be 1 to 26 columns, each q once and none left out"),
    (BOARD.replace("[0, -1, 1]", "[0, 1, 0]"), "columns: [0, 1, 0] is not q, first r, last r"),
    (BOARD.replace("[0, -1, 1]", "[0, 5, 6]"), "columns: the rising line from a2 to c1 has a gap"),
    (BOARD + "rows = 3", "rows: is not a field that belongs here"),
    (SPECIAL.replace('"a1"', '"z9"'), "special.cell: the board has no cell z9"),
    (SPECIAL + '[[special]]\ncell = "a1"\nkind = "orchid"', "special.cell: a1 is named twice"),
    (SPECIAL.replace('kind = "stamen"', ""), "special.kind: is missing"),
    (SPECIAL + "colour = 1", "special.colour: is not a field that belongs here"),
    (TILES.replace("vertical = [1, 5]", ""), "vertical: is missing"),
    (TILES.replace("[1, 5]", "[1, 1]"), "vertical: must be different numbers from 1 to 999"),
    (TILES.replace("[2, 6]", "[]"), "rising: must be different numbers from 1 to 999"),
    (TILES.replace("[3, 4]", "[0, 4]"), "falling: must be different numbers from 1 to 999"),
    (TILES.replace("[3, 4]", '["3", "4"]'), "falling: each item must be a whole number, not '3'"),
    (TILES.replace('"5-6-4"]', '"5-6-8"]'), "suns: 5-6-8 is not in the set"),
    (TILES.replace('"5-6-4"]', '"1-2-3"]'), "suns: 1-2-3 is named twice"),
    (
        TILES.replace('"5-6-4"]', '"sun"]'),
        "suns: 'sun' is not a tile: write its three numbers as vertical-rising-falling, like 9-7-8",
    ),
    (TILES.replace('6 = "red"', ""), "colours: the number 6 has no colour"),
    (TILES.replace("6 =", "six ="), "colours.six: a colour is given to a number"),
    (MORE.replace("27", "72"), "extends: there is no tile set '72'"),
    (MORE.replace("27", "more"), "extends: there is no tile set 'more'"),
    (MORE + "vertical = [1]", "vertical: is not a field that belongs here"),
    (MORE + 'extra = ["1-2-3"]', "extra: a tile occurs twice"),
    (MORE + 'plain = ["1-2-9"]', "plain: 1-2-9 is not in the set"),
    (MORE + "[bonus.bronze]\npoints = 20", "bonus.bronze: a bonus is gold or silver"),
    (MORE + '[bonus.gold]\ntiles = ["1-2-3"]', "bonus.gold.points: is missing"),
    (MORE + "[bonus.gold]\npoints = 0", "bonus.gold.points: must be at least 1"),
    (
        MORE + "[bonus.gold]\npoints = 81",
        "bonus.gold.points: must be even: a tile that two scoring lines cross earns half of it",
    ),
    (
        MORE + '[bonus.gold]\npoints = 8\ntiles = ["1-2-3"]\n[bonus.silver]\npoints = 4\ntiles = ["1-2-3"]',
        "bonus.silver.tiles: 1-2-3 has two bonuses",
    ),
    (CLASSIC.replace('family = "hexagon"', ""), "family: is missing"),
    (CLASSIC.replace('"hexagon"', '"square"'), "family: must be hexagon or five, not 'square'"),
    (CLASSIC.replace('board = "classic"', 'board = "round"'), "board: there is no board 'round'"),
    (CLASSIC.replace('tiles = "27"', 'tiles = "72"'), "tiles: there is no tile set '72'"),
    (CLASSIC.replace("[1, 8]", "[8, 1]"), "seats: must be the fewest and the most players, from 1 to 99"),
    (CLASSIC.replace("[1, 8]", "[0, 8]"), "seats: must be the fewest and the most players, from 1 to 99"),
    (CLASSIC.replace("[1, 8]", "[1, 100]"), "seats: must be the fewest and the most players, from 1 to 99"),
    (CLASSIC.replace("[1, 8]", "8"), "seats: must be a list"),
    (CLASSIC.replace("sunray = 7", "sunray = -7"), "points.sunray: must be at least 0"),
    (CLASSIC.replace("sunray = 7", "sunray = true"), "points.sunray: must be a whole number"),
    (CLASSIC.replace("sunray = 7", "sunlight = 7"), "points.sunlight: is not a field that belongs here"),
    (CLASSIC.replace("\nbest_ray = 60", ""), "points.best_ray: is needed by rays=best"),
    (
        CLASSIC.replace("draw = ", "dice = "),
        "options.dice: there is no such option; "
        "the options are placement, draw, rays, stamens, scrapyard, symbols, takeback, rounds",
    ),
    (CLASSIC.replace('["1", "2"]', '["1", "3"]'), "options.draw: its values are 1, 2"),
    (CLASSIC.replace('["1", "2"]', "[]"), "options.draw: its values are 1, 2"),
    (CLASSIC.replace('["1", "2"]', "[1, 2]"), "options.draw: each item must be text, not 1"),
    (CLASSIC.replace('["1", "2"]', '"1"'), "options.draw: must be a list"),
    (CLASSIC.replace('board = "classic"', 'board = "nexus"'), "options: classic needs 37 tiles and its set has 27"),
    (CLASSIC + "\n[reserve]\nslots = 1", "reserve.empty: is missing"),
    (DAFFODIL.replace('"breaks"', '"bends"'), "reserve.empty: must be breaks or skipped"),
    (DAFFODIL.replace("slots = 3", "slots = 4"), "reserve.slots: the board has 3 cells of the kind 'stamen'"),
    (DAFFODIL.replace("slots = 3", "slots = 0"), "reserve.slots: must be at least 1"),
    (
        DAFFODIL.replace('board = "daffodil"', 'board = "classic"'),
        "reserve.slots: the board has 0 cells of the kind 'stamen'",
    ),
    (DAFFODIL.replace("[reserve]", "[spare]"), "spare: is not a field that belongs here"),
    (
        CLASSIC.replace("draw = ", 'stamens = ["open", "first"]\ndraw = ', 1),
        "options.stamens: the board has no stamens",
    ),
    (NEXUS.replace('scrapyard = "scrapyard"', 'scrapyard = "tip"'), "scrapyard: there is no board 'tip'"),
    (
        NEXUS.replace('scrapyard = "scrapyard"', ""),
        "options.scrapyard: must be offered exactly when there is a scrapyard",
    ),
    (
        ORCHID.replace('["none", "longest"]', '["longest", "none"]'),
        "options: with symbols=sun every line would be a ray: rays need symbols=both",
    ),
    (
        ORCHID.replace('["sun", "moon", "both"]', '["sun"]').partition("[defaults.")[0]
        + "[points]\nlongest_ray = 10\n",
        "options.rays: longest goes with no choice of the other options",
    ),
    (
        ORCHID.replace('["sun", "moon", "both"]', '["sun"]'),
        "defaults.symbols=both: is not an option and a value on offer",
    ),
    (
        ORCHID.replace('rays = "longest"', 'rays = "each"'),
        "defaults.symbols=both.rays: rays=each is not on offer",
    ),
    (
        ORCHID.replace('cells = "orchid"', 'cells = "orchid"\nwhen = "foo=bar"'),
        "reserve.when: 'foo=bar' is not an option and a value on offer",
    ),
    (ORCHID.replace('rounds = ["1"]', 'rounds = ["abc"]'), "options.rounds: its values are N"),
    (
        ORCHID.replace('name = "orchid"', 'name = "an orchid"'),
        "name: must be lower-case letters, digits and dashes, 40 at most",
    ),
    (
        NEXUS.replace('scrapyard = "scrapyard"', 'scrapyard = "classic"'),
        "board: two cells are named a1: give the scrapyard's board another prefix",
    ),
    (
        FIVE.replace("size = 6", "size = 7"),
        "size: must be even, so that two corners are dark and two light, and at most 26",
    ),
    (FIVE.replace("[1, 2, 3,", "[1, 1, 3,"), "values: must be different numbers from 1 to 99"),
    (FIVE.replace("[2, 4]", "[1, 4]"), "seats: must be 2 to 9 players"),
    (FIVE.replace("size = 6", "size = 8"), "copies: 9 values x 4 pawns do not fill 8 x 8 squares"),
    (FIVE.replace("size = 6", "size = 2"), "size: must be at least 4"),
    (FIVE.replace('"21", ', '"22", '), "phases: must be score, 21, quinte or some of them"),
    (FIVE.replace('black = "a1"', 'black = "a6"'), "corners.black: must be a corner of its colour: a1 or f6"),
    (FIVE.replace("markers = 3", "markers = 0"), "markers: must be at least 1"),
    (FIVE.replace("hand = 5", "hand = 10"), "hand: there are 9 values, and score needs 10 different ones"),
    (
        FIVE.replace("hand = 5", "hand = 10").replace('"score", ', ""),
        "hand: quinte needs 10 consecutive values, and there are not so many",
    ),
    (
        FIVE.replace("3, 4, 5, 6, 7, 8, 9]", "4, 5, 6, 8, 9, 10, 12]"),
        "hand: quinte needs 5 consecutive values, and there are not so many",
    ),
    (FIVE.replace("hand = 5", "hand = 2"), "hand: must be at least 3: fewer pawns cannot win the phase 21"),
    (FIVE.replace("target = 21", "target = 45"), "hand: no hand of 3 to 5 pawns adds up to the target of 45"),
    (FIVE.replace("target = 21", "target = 2"), "hand: no hand of 3 to 5 pawns adds up to the target of 2"),
    (FIVE + '\ngreen = "a6"', "corners.green: is not a field that belongs here"),
]


def columns(count: int, height: int) -> str:
    return BOARD.replace(COLUMNS, f"columns = {[[q, 0, height - 1] for q in range(count)]}")


def tall(text: str, *, size: int = 6, count: int = 9, copies: int = 4, last: int = 9) -> str:
    """Take Five with this board and these pawns."""
    values = [*range(1, count), last]
    corner = chr(ord("a") + size - 1)
    text = text.replace("size = 6", f"size = {size}").replace("copies = 4", f"copies = {copies}")
    text = text.replace("values = [1, 2, 3, 4, 5, 6, 7, 8, 9]", f"values = {values}")
    return text.replace('"f1"', f'"{corner}1"')


ABSURD = {
    "lists a thousand deep": (
        BOARD.replace(COLUMNS, f"columns = {'[' * 1000}{']' * 1000}"),
        r"columns: lists and tables may lie 8 deep|has a number that is too long, or lists that lie too deep",
    ),
    "lists a hundred thousand deep": (
        BOARD.replace(COLUMNS, f"columns = {'[' * 100_000}{']' * 100_000}"),
        r"has a number that is too long, or lists that lie too deep",
    ),
    "tables a thousand deep": (
        f"{BOARD}{'.'.join('a' * 1000)} = 1",
        r"a\.a\.a\.a\.a\.a\.a\.a\.a: lists and tables may lie 8 deep",
    ),
    "a number of five thousand digits": (
        TILES.replace("[1, 5]", f"[1, {'5' * 5000}]"),
        r"has a number that is too long",
    ),
    "the same in hexadecimal": (
        TILES.replace("[1, 5]", f"[1, 0x{'5' * 5000}]"),
        r"vertical: numbers go from -9999 to 9999",
    ),
    "a board beyond the horizon": (
        BOARD.replace("[0, -1, 1]", f"[0, -{10**30}, {10**30}]"),
        r"columns: numbers go from",
    ),
    "infinitely many markers": (FIVE.replace("markers = 3", "markers = inf"), r"markers: numbers go from"),
    "not a number": (CLASSIC.replace("sunray = 7", "sunray = nan"), r"points\.sunray: numbers go from"),
    "half a point": (CLASSIC.replace("sunray = 7", "sunray = 7.5"), r"points\.sunray: must be a whole number"),
    "a ray for a million": (CLASSIC.replace("sunray = 7", "sunray = 1000000"), r"points\.sunray: numbers go from"),
    "a billion tiles": (
        TILES.replace("[1, 5]", str([*range(1, 999)])).replace("[2, 6]", str([*range(1, 999)])),
        r"vertical: the three directions give 1992008 tiles, and 4096 are the most",
    ),
    "a colour for a number of five thousand digits": (
        f'{TILES}{"7" * 5000} = "red"',
        r"colours\.7+: a colour is given to a number",
    ),
    "more choices than can ever be gone through": (
        CLASSIC.replace('["free", "adjacent", "symbol"]', str(["free"] * 5000)),
        r"options\.placement: names a value twice",
    ),
    "a very long kind": (f'kind = "{"x" * 5000}"\nname = "x"', r"kind: must be board, tiles or edition, not 'x{37}…'"),
}


@pytest.mark.parametrize(("text", "sentence"), ABSURD.values(), ids=ABSURD)
def test_an_absurd_file_is_refused_with_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(DataError, match=rf"^wrong\.toml: (?:{sentence})"):
        catalogue(*write(tmp_path, wrong=text))


def test_a_hand_of_all_pawns_is_weighed_against_the_highest_target(tmp_path: Path) -> None:
    """The largest numbers that a file may hold; the fuzzers give every file a second."""
    alone = FIVE.replace('phases = ["score", "21", "quinte"]', 'phases = ["21"]').replace('"f1"', '"z1"')
    large = alone.replace("size = 6", "size = 26").replace("[1, 2, 3, 4, 5, 6, 7, 8, 9]", "[98]")
    full = large.replace("copies = 4", "copies = 676").replace("hand = 5", "hand = 9999")
    reached = full.replace("target = 21", f"target = {98 * 102}").replace('name = "five"', 'name = "large"')
    assert "large" in catalogue(*write(tmp_path, right=reached)).editions
    with pytest.raises(DataError, match=r"hand: no hand of 3 to 9999 pawns adds up to the target of 9999$"):
        catalogue(*write(tmp_path, wrong=full.replace("target = 21", "target = 9999")))


LIMITS = [
    ("columns", columns(1, 1), BOARD.replace(COLUMNS, "columns = []")),
    ("columns", columns(26, 1), columns(27, 1)),
    ("columns", columns(1, 99), columns(1, 100)),
    ("columns", columns(3, 33) + 'prefix = "s"', columns(4, 25) + 'prefix = "s"'),
    ("falling", TILES.replace("[3, 4]", "[3, 999]") + '999 = "teal"', TILES.replace("[3, 4]", "[3, 1000]")),
    ("seats", CLASSIC.replace("[1, 8]", "[3, 3]"), CLASSIC.replace("[1, 8]", "[3, 2]")),
    ("size", tall(FIVE, size=26, count=52, copies=13, last=52), tall(FIVE, size=28, count=56, copies=14, last=56)),
    ("values", tall(FIVE, last=99), tall(FIVE, last=100)),
    (
        "hand",
        FIVE.replace("hand = 5", "hand = 9").replace("target = 21", "target = 3"),
        FIVE.replace("hand = 5", "hand = 10"),
    ),
    ("hand", FIVE.replace("target = 21", "target = 44"), FIVE.replace("target = 21", "target = 45")),
    ("bonus.gold.points", MORE + "[bonus.gold]\npoints = 2", MORE + "[bonus.gold]\npoints = 3"),
    ("seats", FIVE.replace("[2, 4]", "[2, 9]"), FIVE.replace("[2, 4]", "[2, 10]")),
]


@pytest.mark.parametrize(("field", "right", "wrong"), LIMITS, ids=[f"{i}-{limit[0]}" for i, limit in enumerate(LIMITS)])
def test_a_file_may_go_up_to_a_limit_and_not_beyond(tmp_path: Path, field: str, right: str, wrong: str) -> None:
    right = right.replace('"5-6-4"]', '"1-6-3"]')
    catalogue(*write(tmp_path, right=right))
    with pytest.raises(DataError, match=rf"^wrong\.toml: {field}: ") as problem:
        catalogue(*write(tmp_path, wrong=wrong))
    assert problem.value.field == field


def test_h1_a_column_may_have_a_single_cell(tmp_path: Path) -> None:
    (path,) = write(tmp_path, board=BOARD.replace(COLUMNS, "columns = [[0, 0, 0], [1, -1, 0], [2, -1, -1]]"))
    board = catalogue(path).boards["tiny"]
    assert [cell.name for cell in board.cells] == ["a1", "b1", "b2", "c1"]
    assert sorted(len(line.cells) for line in board.lines) == [1, 1, 2, 2, 2, 2, 2]


def test_h15_a_board_may_need_every_tile_of_its_set_but_not_one_more(tmp_path: Path) -> None:
    eight = BOARD.replace(COLUMNS, "columns = [[-1, 0, 1], [0, -1, 1], [1, -1, 1]]")
    files = write(tmp_path, edition=EDITION, tiles=TILES, board=eight)
    *_, last = play_through(partake.start("tiny", seed="all", data=files))
    assert len(last.drawn) == 8
    assert not last.bag
    nine = BOARD.replace(COLUMNS, "columns = [[-1, 0, 1], [0, -1, 1], [1, -2, 1]]")
    with pytest.raises(DataError, match=r"^edition\.toml: options: tiny needs 9 tiles and its set has 8$"):
        partake.editions(data=[*files[:2], *write(tmp_path, nine=nine)])


@pytest.mark.parametrize(("text", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_a_wrong_file_is_refused_in_one_line_with_its_name_and_field(tmp_path: Path, text: str, sentence: str) -> None:
    (path,) = write(tmp_path, wrong=text)
    with pytest.raises(DataError) as problem:
        partake.editions(data=[path])
    assert str(problem.value) == f"wrong.toml: {sentence}"


def test_a_packaged_edition_that_no_longer_adds_up_is_named(tmp_path: Path) -> None:
    board = packaged("boards/daffodil.toml").replace('[[special]]\ncell = "b4"\nkind = "stamen"\n', "")
    with pytest.raises(
        DataError, match=r"^daffodil\.toml: reserve\.slots: the board has 2 cells of the kind 'stamen'$"
    ):
        partake.editions(data=write(tmp_path, board=board))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    with pytest.raises(DataError) as problem:
        partake.editions(data=[missing])
    assert str(problem.value) == f"{missing}: cannot be read: no such file or directory"
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'kind = "\xe9"')
    with pytest.raises(DataError, match=r"^latin\.toml: is not a text file in UTF-8$"):
        partake.editions(data=[latin])
