"""The standings of tournaments: places, ties, and points above the mean of the field."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from partake.table.tournament_scoring import Played, standings

NAMES = ["ann", "bob", "cleo", "dora", "emil", "fay"]
played = st.builds(Played, st.integers(0, 307).map(Fraction), st.booleans())
fields = st.lists(st.dictionaries(st.sampled_from(NAMES), played), max_size=5)
players = st.lists(st.sampled_from(NAMES), unique=True).map(lambda names: {name: name.title() for name in names})


def of(**points: int) -> dict[str, Played]:
    """A deal that all of these have finished."""
    return {name: Played(Fraction(scored)) for name, scored in points.items()}


@given(players, fields)
def test_points_above_the_mean_of_those_who_finished_a_deal_add_up_to_nothing(
    people: dict[str, str], deals: list[dict[str, Played]]
) -> None:
    found = standings(people, deals)
    for number, mean in enumerate(found.means):
        cells = [row.cells[number] for row in found.rows]
        above = [cell.above for cell in cells if cell is not None and cell.played.is_finished]
        assert sum(one for one in above if one is not None) == 0
        assert (mean is None) == (not above), "a mean is there as soon as one has finished"
        assert found.finished[number] == len(above)


@given(players, fields)
def test_places_follow_from_totals_and_equal_totals_share_them(
    people: dict[str, str], deals: list[dict[str, Played]]
) -> None:
    rows = standings(people, deals).rows
    assert {row.player for row in rows} == set(people)
    placed = [row for row in rows if row.place is not None]
    assert placed == list(rows[: len(placed)]), "who has played nothing comes last"
    for row in placed:
        assert row.total == sum(cell.played.points for cell in row.cells if cell)
        assert row.place == 1 + sum(other.total > row.total for other in placed)
        assert row.is_shared == (sum(other.total == row.total for other in placed) > 1)


def test_ties_leave_out_the_next_place_and_a_missed_deal_brings_nothing() -> None:
    people = {"ann": "Ann", "bob": "Bob", "cleo": "Cleo", "dora": "Dora", "emil": "Emil"}
    found = standings(people, [of(ann=100, bob=120, cleo=140), of(ann=140, bob=120, dora=100)])
    told = [(row.player, row.place, row.is_shared, int(row.total), int(row.above)) for row in found.rows]
    assert told == [
        ("ann", 1, True, 240, 0), ("bob", 1, True, 240, 0), ("cleo", 3, False, 140, 20),
        ("dora", 4, False, 100, -20), ("emil", None, False, 0, 0),
    ]  # fmt: skip
    assert found.means == (Fraction(120), Fraction(120))


def test_a_board_that_was_not_finished_counts_as_it_stands_and_is_in_no_mean() -> None:
    deal = {**of(ann=100, bob=200), "cleo": Played(Fraction(30), is_finished=False)}
    found = standings({"ann": "Ann", "bob": "Bob", "cleo": "Cleo"}, [deal])
    assert found.means == (Fraction(150),)
    assert [(row.player, int(row.total), int(row.above)) for row in found.rows] == [
        ("bob", 200, 50), ("ann", 100, -50), ("cleo", 30, -120),
    ]  # fmt: skip
