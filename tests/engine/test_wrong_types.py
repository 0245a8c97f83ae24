"""Whatever is given to the public functions, what is wrong with it is said in a sentence: a `PartakeError`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import partake
from partake.engine.actions import Place
from partake.engine.record.model import Record
from partake.engine.setup import arrange
from partake.engine.table import Table
from recorded import GOLDEN

JUNK: list[Any] = [
    None, True, 0, -1, 3, 10**30, 2.0, float("nan"), "", " ", "\0", "\ud800", "x" * 300, "1", b"classic", b"\xff" * 32,
    (), [], [None], ["Ann", 3], [["Ann", None]], {}, {"c3": None}, {3: "9-7-8"}, {"c3": 3}, {"c3": "9-9-9"}, set(),
    object(), int, len, 1j, Path("nowhere"), partake.Tile(1, 1, 1), Place(partake.Tile(9, 7, 8), "c3"),
]  # fmt: skip


def a_table() -> Table:
    table = partake.start("classic", seats=2, seed="junk")
    table.deal()
    return table


def a_board() -> partake.Sheet:
    return partake.sheet("classic", {"c1": "9-2-3"})


FUNCTIONS: dict[str, Callable[[Any], object]] = {
    "start edition": lambda junk: partake.start(junk),
    "start seats": lambda junk: partake.start("classic", seats=junk),
    "start seats of five": lambda junk: partake.start("five", seats=junk),
    "start seed": lambda junk: partake.start("classic", seed=junk),
    "start is_open": lambda junk: partake.start("classic", is_open=junk),
    "start data": lambda junk: partake.start("classic", data=junk),
    "start draw": lambda junk: partake.start("classic", draw=junk),
    "start rounds": lambda junk: partake.start("classic", rounds=junk),
    "start takeback": lambda junk: partake.start("classic", takeback=junk),
    "start unknown": lambda junk: partake.start("classic", colour=junk),
    "start option of five": lambda junk: partake.start("five", seats=2, rounds=junk),
    "arrange": lambda junk: arrange(partake.edition("classic"), junk),
    "edition": partake.edition,
    "edition data": lambda junk: partake.edition("classic", data=junk),
    "editions data": lambda junk: partake.editions(data=junk),
    "sheet edition": lambda junk: partake.sheet(junk),
    "sheet tiles": lambda junk: partake.sheet("classic", junk),
    "sheet tile": lambda junk: partake.sheet("classic", {"c3": junk}),
    "sheet option": lambda junk: partake.sheet("classic", {}, rays=junk),
    "with_": lambda junk: a_board().with_(c3=junk),
    "with_ a wrong cell": lambda junk: a_board().with_(z9=junk),
    "cell of a sheet": lambda junk: a_board()[junk],
    "score edition": lambda junk: partake.score(junk, "c1 9-2-3"),
    "score boards": lambda junk: partake.score("classic", junk),
    "load": partake.load,
    "parse": partake.parse,
    "games": lambda junk: list(partake.games(junk)),
    "games errors": lambda junk: list(partake.games(GOLDEN / "classic.partake", errors=junk)),
    "games filter": lambda junk: partake.games(GOLDEN / "classic.partake").filter(junk),
    "write_games records": lambda junk: partake.write_games(junk, "written.partake", force=True),
    "write_games path": lambda junk: partake.write_games([], junk, force=True),
    "parse_action": partake.parse_action,
    "format_action": partake.format_action,
    "Seed": partake.Seed,
    "Seed.of": partake.Seed.of,
    "Tile.parse": partake.Tile.parse,
    "Table": Table,
    "Table seed": lambda junk: Table(a_table().setup, junk),
    "resume": Table.resume,
    "view": lambda junk: a_table().view(junk),
    "legal": lambda junk: a_table().legal(junk),
    "visible": lambda junk: a_table().visible(junk),
    "visible since": lambda junk: a_table().visible(1, since=junk),
    "play seat": lambda junk: a_table().play(junk, "9-7-8@c3"),
    "play action": lambda junk: a_table().play(1, junk),
    "play action of five": lambda junk: _dealt_five().play(1, junk),
    "deal": lambda junk: partake.start("classic", seed="junk").deal(junk),
    "deal five": lambda junk: partake.start("five", seats=2, seed="junk").deal(junk),
    "save": lambda junk: a_table().save(junk, force=True),
    "record save": lambda junk: a_table().record().save(junk, force=True),
    "record views": lambda junk: list(a_table().record().views(junk)),
}


def _dealt_five() -> Table:
    table = partake.start("five", seats=2, seed="junk")
    table.deal()
    return table


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS.keys())
def test_junk_is_answered_with_a_sentence_or_taken(
    function: Callable[[Any], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sentences = [sentence for junk in JUNK if (sentence := refusal(function, junk)) is not None]
    assert sentences, "something of all this is wrong everywhere"
    assert all(0 < len(sentence) < 500 for sentence in sentences)


def refusal(function: Callable[[Any], object], junk: object) -> str | None:
    """The sentence by which junk is refused, or None where it is taken."""
    try:
        function(junk)
    except partake.PartakeError as problem:
        return str(problem)
    except Exception as problem:
        raise AssertionError(f"{junk!r:.60} is answered with {type(problem).__name__}: {problem}") from problem
    return None


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"seats": 2.0}, "seats are a number of players or a list of their names, not 2.0"),
        ({"seats": None}, "seats are a number of players or a list of their names, not None"),
        ({"seats": [1, 2]}, "a seat is a name or a pair of names, not 1"),
        ({"seats": 10**9}, "no table has more than 10000 seats"),
        ({"seed": 1.5}, "a seed is a text or a whole number, not 1.5"),
        ({"seed": True}, "a seed is a text or a whole number, not True"),
        ({"is_open": "no"}, "is_open is True or False, not 'no'"),
        ({"data": "boards.toml"}, "data is a list of the names of files, not 'boards.toml'"),
        ({"edition": 3}, "there is no edition 3; there are classic, daffodil, nexus, orchid, five"),
        ({"draw": None}, "draw cannot be 'None'; it is one of 1, 2"),
    ],
)
def test_the_sentence_names_what_was_given(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(partake.PartakeError) as problem:
        partake.start(**{"edition": "classic", **given})
    assert str(problem.value) == sentence


def test_a_number_is_a_seed_and_the_same_as_its_digits() -> None:
    assert partake.start("classic", seed=7) == partake.start("classic", seed="7")
    assert partake.Seed.of(-3) == partake.Seed.of("-3")


def test_numbers_of_other_libraries_are_seats() -> None:
    numpy = pytest.importorskip("numpy")
    table = a_table()
    table.play(numpy.int64(1), table.legal(numpy.int64(1))[0])
    assert table.log[-1][0].__class__ is int
    assert isinstance(table.record(), Record)
