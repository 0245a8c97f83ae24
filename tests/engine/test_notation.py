"""Every action has one text form that reads back as itself; everything else is refused in a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partake.engine import notation
from partake.engine.actions import (
    Action,
    Close,
    Deal,
    Deed,
    Done,
    Draw,
    GiveUp,
    Keep,
    Move,
    Piece,
    Place,
    Relocate,
    Return,
    Reveal,
    Scrap,
    TakeBack,
)  # fmt: skip
from partake.engine.notation import format_action, format_move, parse_action, parse_move
from partake.rules.errors import NotationError
from partake.rules.tiles import Tile

stripes = st.integers(0, 999)
tiles = st.builds(Tile, stripes, stripes, stripes)
cells = st.builds(
    lambda letter, row: f"{letter}{row}", st.sampled_from("abcdefghijklmnopqrstuvwxyz"), st.integers(1, 99)
)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Draw, st.lists(tiles, min_size=1, max_size=2).map(tuple)),
    st.builds(Place, tiles, cells, st.integers(0, 9999)),
    st.builds(Scrap, tiles),
    st.builds(Relocate, tiles, cells),
    st.builds(Deal, cells, st.integers(0, 9)),
    st.builds(Reveal, st.none() | st.integers(1, 99)),
    st.builds(Move, st.sampled_from(Piece), cells, st.sampled_from(Deed)),
    st.builds(GiveUp, st.integers(1, 99), cells),
    st.sampled_from([Close(), Done(), TakeBack(), Keep(), Return()]),
)


@given(actions)
def test_actions_read_back_as_themselves(action: Action) -> None:
    assert parse_action(format_action(action)) == action
    assert str(action) == format_action(action)


@given(st.integers(0, 9999), actions)
def test_moves_read_back_as_themselves(actor: int, action: Action) -> None:
    assert parse_move(format_move(actor, action)) == (actor, action)


@given(tiles)
def test_tiles_read_back_as_themselves(tile: Tile) -> None:
    assert Tile.parse(str(tile)) == tile


@given(actions, actions)
def test_different_actions_have_different_texts(one: Action, other: Action) -> None:
    assert (format_action(one) == format_action(other)) == (one == other)


EXAMPLES: list[tuple[str, Action]] = [
    ("+9-7-8", Draw((Tile(9, 7, 8),))),
    ("+9-7-8+*-*-*", Draw((Tile(9, 7, 8), Tile(0, 0, 0)))),
    ("close", Close()),
    ("9-7-8@c3", Place(Tile(9, 7, 8), "c3")),
    ("12-11-10@s2", Place(Tile(12, 11, 10), "s2")),
    ("1-*-*@x1", Place(Tile(1, 0, 0), "x1")),
    ("9-7-8@s", Scrap(Tile(9, 7, 8))),
    ("9-7-8@s4/2", Place(Tile(9, 7, 8), "s4", 2)),
    ("9-7-8>c2", Relocate(Tile(9, 7, 8), "c2")),
    ("done", Done()),
    ("back", TakeBack()),
    ("deal:Na6/2", Deal("a6", 2)),
    ("deal:Na6", Deal("a6")),
    ("Nd4", Move(Piece.KNIGHT, "d4", Deed.MOVE)),
    ("N?d4", Move(Piece.KNIGHT, "d4", Deed.LOOK)),
    ("Bxd4", Move(Piece.BLACK, "d4", Deed.TAKE)),
    ("=7", Reveal(7)),
    ("=?", Reveal(None)),
    ("keep", Keep()),
    ("return", Return()),
    ("7>d4", GiveUp(7, "d4")),
]


@pytest.mark.parametrize(("text", "action"), EXAMPLES, ids=[text for text, _ in EXAMPLES])
def test_examples(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert format_action(action) == text


def test_the_description_shows_every_kind_of_action() -> None:
    described = (notation.__doc__ or "").replace(",", " ").split()
    assert {type(parse_action(word)) for word in described if _is_action(word)} == {type(a) for _, a in EXAMPLES}


def _is_action(word: str) -> bool:
    try:
        parse_action(word)
    except NotationError:
        return False
    return True


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "\0", "9-7-8", "9-7-8@", "@c3", "9-7-8@c", "9-7-8@3", "9-7-8@c3 ", " 9-7-8@c3", "9-7-8@c3\n", "9-7@c3",
        "9-7-8-1@c3", "0-7-8@c3", "09-7-8@c3", "1000-7-8@c3", "9-7-8@C3", "9-7-8@c100", "9-7-8@cc3", "9-7-8@s4/0",
        "9-7-8@s4/02", "9-7-8@s4/1234567890", "9-7-8@s4/", "+", "++9-7-8", "+9-7-8+", "+9-7-8+1-2-3+5-6-4", "-9-7-8",
        "Close", "CLOSE", "closed", "done.", "back ", "deal", "deal:", "deal:a6", "deal:Na6/0", "deal:Na6/12",
        "deal:Ba6", "Kd4", "nd4", "Nd4x", "N!d4", "Nx?d4", "N d4", "=", "=x", "=??", "=-1", "=100", "=7.0",
        "keep!", "7>", ">d4", "-7>d4", "100>d4", "9-7-8>s", "9-7-8>c2/1", "\u0669-7-8@c3", "9-7-8@c\u0663", "=\u0667",
        "\u0667>d4", "\uff19-7-8@c3", "9\u20137\u20138@c3", "9-7-8@c3\0", "\ufeff9-7-8@c3",
        "9" * 5000 + "-7-8@c3", "=" + "9" * 5000, "+" * 100_000,
        "9-7-8@c" + "1" * 100_000, "\ud800", "1" * 10_000 + ":close",
    ],
)  # fmt: skip
def test_bad_texts_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a"):
        parse_action(text)


@pytest.mark.parametrize(
    "text",
    ["0:close", "01:close", "1234567890:close", "\u0661:close", "-1:close", ":close", "1:", "1::close", "1:1:close",
     "1 :close", "1: close", "\u00b2:close", "1" * 5000 + ":close"],
)  # fmt: skip
def test_bad_moves_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_move(text)


@given(st.text(max_size=40) | st.text("+-*@>=:/?x0123456789abcsdBWNR", max_size=20))
def test_any_text_is_an_action_or_an_error(text: str) -> None:
    if _is_action(text):
        assert parse_action(format_action(parse_action(text))) == parse_action(text)
    else:
        with pytest.raises(NotationError, match=r"\A[^\n]*\Z"):
            parse_action(text)


@pytest.mark.parametrize("text", ["=07", "=00", "07>d4"])
def test_there_is_one_spelling_only(text: str) -> None:
    with pytest.raises(NotationError):
        parse_action(text)
