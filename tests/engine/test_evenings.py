"""Evenings as text: edition, options, several games, calls, boards; and what is said about lines that are wrong."""

from __future__ import annotations

import pytest

import partake
from partake.engine.hexagon.sheet_text import Evening, read_boards, read_evening
from partake.rules.catalogue import catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.errors import PartakeError

EDITIONS = catalogue().editions
EVENING = """\
edition classic
option rays=best
game 1
called 9-7-8 9-2-4 5-7-8
player Ana
a1 9-7-8
a2 9-2-4
a3 5-7-8
player Bo & Cy
a1 9-2-4
a2 9-7-8
c3 5-7-8
game 2
player Ana
e1 5-6-4
e2 5-2-3
e3 5-7-8
player Bo & Cy
e1 5-6-4
e2 5-2-3
"""


def read(text: str, **given: str) -> Evening:
    return read_evening(EDITIONS, text, given=given)


def test_an_evening_names_its_edition_options_games_and_players() -> None:
    evening = read(EVENING)
    assert evening.edition.name == "classic"
    assert evening.options == {"rays": "best"}
    assert [game.number for game in evening.games] == [1, 2]
    assert [str(tile) for tile in evening.games[0].called or ()] == ["9-7-8", "9-2-4", "5-7-8"]
    assert evening.games[1].called is None
    assert [sheet.name for sheet in evening.games[0].sheets] == ["Ana", "Bo & Cy"]
    assert evening.games[0].sheets[0].variant.options.rays == "best"
    assert not any(game.notes for game in evening.games)


def test_an_evening_is_written_as_it_is_read() -> None:
    assert str(read(EVENING)) == EVENING
    one = "edition nexus\noption scrapyard=lowest\nplayer Ana\ns1 9-7-8\nplayer Bo\ns1 9-7-8\n"
    assert str(read(one)) == one
    assert not read(one).has_numbers


def test_the_standings_are_the_sums_of_all_games_by_name() -> None:
    text = EVENING.replace("game 2\nplayer Ana", "game 2\nplayer Dan")
    outcome = read(text).standings
    assert {score.name: score.total for score in outcome.scores} == {"Ana": 0, "Bo & Cy": 0, "Dan": 75}
    assert outcome.standings[0] == 3
    assert read(EVENING).standings.totals == (75, 0)


def test_rules_of_the_table_are_counted_in_each_game_by_itself() -> None:
    """Scrapyards are compared within a game; the standings add up what each game gave."""
    low, high = "s1 1-2-3\ns2 1-2-5\n", "s1 1-2-5\ns2 1-2-3\ns3 9-7-8\n"
    text = "edition nexus\noption scrapyard=lowest\n"
    for number, boards in ((1, (low, high)), (2, (high, low))):
        text += f"game {number}\n" + "".join(
            f"player {name}\n{board}" for name, board in zip(("Ana", "Bo"), boards, strict=True)
        )
    evening = read(text)
    for game in evening.games:
        alone = "".join(f"player {sheet.name}\n{sheet}" for sheet in game.sheets)
        assert game.scores == partake.score("nexus", alone, scrapyard="lowest")
    assert evening.standings.totals[0] == evening.standings.totals[1]


def test_a_tile_that_was_not_called_is_named_with_what_to_check() -> None:
    (note,) = read(EVENING.replace("c3 5-7-8", "c3 5-7-4")).games[0].notes
    assert str(note) == "Bo & Cy has tiles that were not called; check 5-7-4 on c3, and where 5-7-8 lies"


def test_tiles_of_the_calls_may_stand_in_any_order_which_is_said_back() -> None:
    (note,) = read(EVENING.replace("called 9-7-8", "called 8-9-7")).games[0].notes
    assert str(note) == "line 4: 8-9-7 read as 9-7-8"


def test_edition_and_options_may_be_given_besides_if_they_are_the_same() -> None:
    classic = EDITIONS["classic"]
    assert isinstance(classic, HexagonEdition)
    assert read_evening(EDITIONS, EVENING, edition=classic, given={"rays": "best"}) == read(EVENING)
    assert read_boards(classic, {}, EVENING.partition("game 2")[0]).number == 1
    assert read(EVENING, draw="2").options == {"draw": "2", "rays": "best"}


WRONG = [
    ("player Ana\na1 9-7-8\n", "the game is not named: name it, or begin with a line like 'edition classic'"),
    ("edition clasic\na1 9-7-8", "line 1: there is no edition 'clasic'"),
    ("edition five\na1 9-7-8", "line 1: five has no boards to fill"),
    ("edition\na1 9-7-8", "line 1: one name must follow 'edition'"),
    ("edition classic nexus\na1 9-7-8", "line 1: one name must follow 'edition'"),
    ("edition classic\nedition classic\na1 9-7-8", "line 2: the edition was named before, on line 1"),
    ("edition classic\noption rays\na1 9-7-8", "line 2: write an option as 'option rays=each'"),
    ("edition classic\noption rays = each\na1 9-7-8", "line 2: write an option as 'option rays=each'"),
    ("edition classic\noption rays=all\na1 9-7-8", "line 2: rays cannot be 'all'"),
    ("edition classic\noption stamens=first\na1 9-7-8", "line 2: classic has no option stamens"),
    ("edition classic\noption rays=each\noption rays=each\na1 9-7-8", "line 3: the option 'rays' was given before"),
    ("edition classic\na1 9-7-8\noption rays=each", "line 3: edition and options stand before the first game"),
    ("a1 9-7-8\nedition classic", "line 2: edition and options stand before the first game"),
    ("edition classic\ngame\na1 9-7-8", "line 2: a number from 1 to 99 must follow 'game'"),
    ("edition classic\ngame 0\na1 9-7-8", "line 2: a number from 1 to 99 must follow 'game'"),
    ("edition classic\ngame 100\na1 9-7-8", "line 2: a number from 1 to 99 must follow 'game'"),
    ("edition classic\ngame ²\na1 9-7-8", "line 2: a number from 1 to 99 must follow 'game'"),
    ("edition classic\ngame 1\na1 9-7-8\ngame 01\na1 9-7-8", "line 4: there are two games 1"),
    ("edition classic\na1 9-7-8\ngame 1\na1 9-7-8", "line 3: there are boards before the first line 'game'"),
    ("edition classic\ngame 1\ngame 2\na1 9-7-8", "line 2: there is no board in this game"),
    ("edition classic\ncalled 9-7-8 9-7-8\na1 9-7-8", "line 2: 9-7-8 is called twice"),
    ("edition classic\ncalled 9-9-9\na1 9-7-8", "line 2: 9-9-9 is not one of the 27 tiles of classic"),
    ("edition classic\ncalled 978\na1 9-7-8", "line 2: '978' is not a tile"),
    ("edition classic\nplayer A\na1 9-7-8\nplayer A\na1 9-7-8", "line 4: there are two players named 'A'"),
    ("edition classic\ngame 1\nplayer A\nq1 9-7-8", "line 4: classic has no cell 'q1'"),
    ("edition classic\ngame 1\nplayer A\na1 9-7-8\na2 9-7-8", "line 5: 9-7-8 is placed twice"),
    ("edition classic\noption rays=best\ngame 1\nplayer A\na1 9-7-8", "it needs two or more players"),
    ("edition classic", "there is no board: write lines like 'c3 9-7-8'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), WRONG)
def test_what_is_wrong_is_said_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(PartakeError) as caught:
        read(text)
    assert sentence in str(caught.value)


def test_more_calls_than_a_game_has_are_refused() -> None:
    tiles = [str(tile) for tile in partake.sheet("classic", {}).variant.tiles.tiles]
    with pytest.raises(PartakeError, match="line 2: more than 19 tiles are called"):
        read(f"edition classic\ncalled {' '.join(tiles[:20])}\na1 9-7-8")
    assert len(read(f"edition classic\ncalled {' '.join(tiles[:19])}\na1 9-7-8").games[0].called or ()) == 19


def test_contradictions_are_refused_with_their_line() -> None:
    nexus = EDITIONS["nexus"]
    assert isinstance(nexus, HexagonEdition)
    with pytest.raises(PartakeError, match="line 1: these are boards of 'classic', not of nexus"):
        read_evening(EDITIONS, EVENING, edition=nexus)
    with pytest.raises(PartakeError, match="line 2: here rays is best, and 'each' was asked for"):
        read(EVENING, rays="each")
    with pytest.raises(PartakeError, match="line 13: these are several games, and one is wanted"):
        partake.score("classic", EVENING)
