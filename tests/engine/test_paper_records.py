"""Games kept at a cardboard table: what does not follow the rules is refused with player, tile and cell."""

from __future__ import annotations

import pytest

import partake
from partake.engine.chance import Seed
from partake.engine.contract import Setup
from partake.engine.record.files import read_record
from partake.engine.record.json import format_record_json
from partake.engine.record.model import Record
from partake.engine.record.paper import PaperError, drawn_by, paper_record
from partake.engine.record.text import format_record
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.errors import PartakeError, RecordError
from partake.rules.variant import Variant

KNOWN = catalogue()
SEED = Seed.of("paper")
Told = tuple[Setup, list[str], list[dict[str, str]]]


def in_order(edition: str, *names: str, **options: str) -> Told:
    """A game whose players put every tile on the first cell that it may go to."""
    setup = arrange(partake.edition(edition), options, seats=list(names or ("Ana", "Bo")))
    assert isinstance(setup.edition, HexagonEdition)
    variant = Variant(setup.edition, setup.options)
    called = [str(tile) for tile in drawn_by(variant, SEED)]
    cells = [name for i, name in enumerate(variant.positions) if i not in variant.targets]
    return setup, called, [dict(zip(cells, called, strict=True)) for _ in setup.seats]


def refusal(told: Told, seed: Seed | None = None) -> str:
    with pytest.raises(PartakeError) as caught:
        paper_record(*told, seed=seed)
    return str(caught.value)


def test_a_seed_of_the_caller_is_part_of_the_record() -> None:
    record = paper_record(*in_order("classic"), seed=SEED)
    assert record.seed == SEED
    assert record.commitment == SEED.commitment
    assert f"Commitment: {SEED.commitment}\n" in format_record(record)


def test_tiles_from_a_real_bag_have_no_seed_and_the_record_says_so() -> None:
    record = paper_record(*in_order("classic"))
    text, data = format_record(record), format_record_json(record)
    assert "Draws: called\n" in text
    assert "Commitment" not in text
    assert "Seed" not in text
    assert '"commitment": null' in data
    assert '"seed": null' in data
    assert read_record(text, KNOWN) == read_record(data, KNOWN) == record
    assert Table.resume(record).record() == record
    with pytest.raises(PartakeError, match="the game is over"):
        Table.resume(record).deal()


def test_a_tile_that_lies_where_it_could_not_be_put_is_named() -> None:
    setup, called, boards = in_order("classic", placement="adjacent")
    boards[1]["a1"], boards[1]["e3"] = boards[1]["e3"], boards[1]["a1"]
    assert refusal((setup, called, boards)) == (
        f"Bo cannot have put {called[1]} on a2 when it was called: a2 does not touch a tile already placed"
    )
    assert paper_record(arrange(setup.edition, {}, seats=["Ana", "Bo"]), called, boards).outcome is not None


def test_stamens_that_are_filled_first_are_filled_first() -> None:
    told = in_order("daffodil", stamens="first")
    assert "when it was called: the first tiles go on the stamens" in refusal(told)


def test_of_two_tiles_at_once_either_may_have_been_first() -> None:
    setup, called, boards = in_order("classic", "Ana", placement="adjacent", draw="2")
    second = {"a1": called[0], "b1": called[3], "a2": called[2], "b2": called[1]}
    rest = iter(called[4:])
    (board,) = boards
    board = {cell: second.get(cell) or next(rest) for cell in board}
    record = paper_record(setup, called, [board])
    words = format_record(record)
    assert f"1:{called[3]}@b1" in words


def test_boards_must_hold_the_called_tiles_and_no_others() -> None:
    setup, called, boards = in_order("classic")
    tiles = {str(tile) for tile in partake.sheet("classic", {}).variant.tiles.tiles}
    other = min(tiles - set(called))
    wrong = [boards[0], {**boards[1], "c3": other}]
    assert refusal((setup, called, wrong)) == f"Bo has {other} on c3, and it was not called"
    short = [{cell: tile for cell, tile in boards[0].items() if cell != "c3"}, boards[1]]
    assert refusal((setup, called, short)) == (f"{boards[0]['c3']} was called, and Ana has it nowhere: c3 is empty")
    twice = [boards[0], {**boards[1], "c3": boards[1]["a1"]}]
    assert refusal((setup, called, twice)) == f"Bo: {boards[1]['a1']} is placed twice"
    assert refusal((setup, called, [{**boards[0], "q9": "9-7-8"}, boards[1]])) == "Ana: classic has no cell 'q9'"
    assert refusal((setup, called, boards[:1])) == ("there must be a board for each of the 2 players, and there are 1")


def test_calls_must_be_those_of_a_game() -> None:
    setup, called, boards = in_order("classic")
    assert refusal((setup, called[:-1], boards)) == "19 tiles are called in a game by these rules, and here are 18"
    assert refusal((setup, [*called[:-1], called[0]], boards)) == f"{called[0]} is called twice"
    assert refusal((setup, [*called[:-1], "9-9-9"], boards)) == "9-9-9 is not one of the 27 tiles of classic"
    assert "is not a tile" in refusal((setup, [*called[:-1], "tile"], boards))


def test_the_seed_must_give_the_calls() -> None:
    setup, called, boards = in_order("classic")
    mixed = [called[1], called[0], *called[2:]]
    assert refusal((setup, mixed, boards), SEED) == f"call 1 is {called[1]}, and the seed gives {called[0]}"
    assert paper_record(setup, mixed, boards).is_called


def test_wild_tiles_stay_in_the_reserve_and_no_more_move_than_there_are() -> None:
    setup, called, boards = in_order("daffodil", stamens="reserve")
    variant = partake.sheet("daffodil", {}, stamens="reserve").variant
    target, slot = variant.positions[variant.targets[0]], variant.positions[variant.reserve[0]]
    moved = [{(target if cell == slot else cell): tile for cell, tile in board.items()} for board in boards]
    tile = boards[0][slot]
    if "*" in tile:
        assert "has a wild stripe" in refusal((setup, called, moved))
    else:
        assert f"1:{tile}>{target}" in format_record(paper_record(setup, called, moved))
    over = [{(target if cell == "a1" else cell): tile for cell, tile in board.items()} for board in boards]
    assert "tiles in the reserve and on stamen cells" in refusal((setup, called, over))


def test_matches_are_kept_game_by_game() -> None:
    told = in_order("classic")
    setup = arrange(told[0].edition, {"rounds": 2}, seats=["Ana", "Bo"])
    assert refusal((setup, *told[1:])) == "each game of a match is kept by itself: leave the number of games out"


@pytest.fixture
def called_text() -> str:
    return format_record(paper_record(*in_order("classic")))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("Draws: called", "Draws: dealt", "draws can be called, not 'dealt'"),
        ("Draws: called", f"Draws: called\nCommitment: {'0' * 64}", "where tiles were called there is no Commitment"),
        ("Draws: called", "Draws: called\nPrivate: yes", "where tiles were called there is no Private"),
        ("Draws: called", f"Commitment: {'0' * 64}", "there is no Seed"),
        ("Draws: called\n", "", "there is no Commitment"),
        ("Result: ", "Result: 1", "not to this result"),
    ],
)
def test_a_record_of_called_tiles_that_was_changed_is_refused(
    called_text: str, old: str, new: str, sentence: str
) -> None:
    with pytest.raises(RecordError, match=sentence):
        read_record(called_text.replace(old, new), KNOWN)


def test_a_record_of_called_tiles_is_whole_and_of_a_hexagon_game(called_text: str) -> None:
    cut = "\n".join("Result: *" if line.startswith("Result") else line for line in called_text.splitlines())
    with pytest.raises(RecordError, match="tiles are called in finished hexagon games only"):
        read_record(cut, KNOWN)
    seeded = called_text + f"Seed: {SEED}\n"
    with pytest.raises(RecordError, match="where tiles were called there is no Seed"):
        read_record(seeded, KNOWN)
    data = format_record_json(read_record(called_text, KNOWN))
    with pytest.raises(RecordError, match="where tiles were called there is no seed"):
        read_record(data.replace('"seed": null', f'"seed": "{SEED}"'), KNOWN)


def test_an_unfinished_record_without_a_seed_cannot_be_played_on() -> None:
    setup, called, _ = in_order("classic")
    with pytest.raises(PartakeError, match="only whoever dealt the game has its seed"):
        Table.resume(Record(setup, "", ()))
    assert issubclass(PaperError, PartakeError)
    assert called
