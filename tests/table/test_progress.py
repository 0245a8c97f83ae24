"""Progress and milestones of a person, as pure functions of what became of their games."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partake.review.levels import LevelPlay, level_plays, matching_bot
from partake.review.strength import LEAST, RECENT, Estimate
from partake.rules.catalogue import catalogue
from partake.table.leaderboards import Entry, place_of, ranked
from partake.table.milestones import DAY, milestones, scores_worth_mentioning
from partake.table.progress import Match, Relation, compared, match_of, progress_of
from partake.table.statistics import RulesPlayed, read_key
from progress_games import result, reviewed


def level(name: str, lost: float) -> LevelPlay:
    return LevelPlay(name, "classic", 40, lost, lost, lost, 100, 150, 140, 150, 160, 170, "seed", "2026-11-17")


LEVELS = (level("casual", 1.3), level("skilled", 0.9), level("master", 0.0))


def test_games_are_grouped_by_their_rules_and_those_kept_apart_say_nothing() -> None:
    rows = [
        reviewed(1, 19.0), reviewed(2, 38.0, edition="nexus"), reviewed(3, 0.0, apart="hints"),
        reviewed(4, 38.0), reviewed(5, 5.0, rules="rays=each"),
    ]  # fmt: skip
    found = {(one.edition, one.rules): one for one in progress_of(rows)}
    assert list(found) == [("classic", "rays=each"), ("classic", ""), ("nexus", "")]
    plain = found["classic", ""]
    assert [row.lost for row in plain.games] == [19.0, 38.0]
    assert plain.apart == {"hints": 1}
    assert plain.needed == LEAST - 2
    assert plain.to_json()["given_away"] is None


def test_strength_is_that_of_the_latest_games() -> None:
    rows = [reviewed(i, 190.0) for i in range(30)] + [reviewed(100 + i, 19.0) for i in range(RECENT)]
    (found,) = progress_of(rows)
    assert found.sums.given_away == Estimate(1.0, 1.0, 1.0)
    assert len(found.reviewed) == 80


@pytest.mark.parametrize(
    ("found", "standing", "levels"),
    [
        (Estimate(1.25, 1.1, 1.4), Relation.LIKE, ["casual"]),
        (Estimate(1.1, 1.0, 1.2), Relation.BETWEEN, ["casual", "skilled"]),
        (Estimate(2.0, 1.6, 2.4), Relation.BELOW, ["casual"]),
        (Estimate(0.1, 0.0, 0.2), Relation.LIKE, ["master"]),
    ],
)
def test_strength_is_compared_with_the_levels(found: Estimate, standing: Relation, levels: list[str]) -> None:
    told = compared(found, LEVELS)
    assert told is not None
    assert told.standing is standing
    assert [one.level for one in told.levels] == levels
    assert compared(None, LEVELS) is None
    assert compared(found, ()) is None
    assert compared(Estimate(0.2, 0.1, 0.3), LEVELS[:2]) is not None


@pytest.mark.parametrize(
    ("lost", "bot"),
    [(5.0, "casual"), (1.3, "casual"), (1.14, "casual+4"), (0.91, "skilled"), (0.45, "skilled+5"), (0.0, "master")],
)
def test_a_bot_gives_away_as_much_as_a_person(lost: float, bot: str) -> None:
    assert matching_bot(lost, LEVELS) == bot


def test_a_bot_is_matched_by_ones_own_reviewed_games_of_the_edition() -> None:
    beginner, casual, *_ = level_plays("classic")
    lost = 19 * (beginner.lost + casual.lost) / 2
    rows = [reviewed(i, lost) for i in range(LEAST)] + [reviewed(50 + i, 0.0, rules="rays=each") for i in range(LEAST)]
    assert match_of(rows, "classic") == Match("beginner+5", LEAST, 0)
    assert match_of(rows[:3], "classic", "casual") == Match("casual", 0, LEAST - 3)
    assert match_of(rows, "nexus") == Match("skilled", 0, LEAST)


@pytest.mark.parametrize("edition", ["classic", "daffodil", "nexus", "orchid", "five"])
def test_each_level_gives_away_less_than_the_one_below(edition: str) -> None:
    lost = [one.lost for one in level_plays(edition)]
    assert lost == sorted(lost, reverse=True)
    assert len(set(lost)) == 5


def test_parts_and_causes_add_up_over_games() -> None:
    parts = {"opening": (6.0, 6), "middle": (0.0, 6), "end": (7.0, 7)}
    (found,) = progress_of([reviewed(i, 13.0, phases=parts, causes={"breaks": 9.0, "ends": 1.0}) for i in range(5)])
    assert found.phases == {"opening": 1.0, "middle": 0.0, "end": 1.0}
    assert found.causes == [("breaks", 0.9), ("ends", 0.1)]


def test_a_key_of_rules_leaves_out_what_is_usual_and_can_be_read() -> None:
    known = catalogue()
    usual = RulesPlayed.of(known, "classic", {}, 3)
    assert usual.key(known) == ""
    assert RulesPlayed.of(known, "classic", {"rounds": "4"}, 2).key(known) == ""
    best = RulesPlayed.of(known, "classic", {"rays": "best"}, 3)
    assert read_key(best.key(known)) == ({"rays": "best"}, 3)
    assert read_key(RulesPlayed.of(known, "five", {}, 2).key(known)) == ({}, 2)
    assert read_key("players=x&&=") == ({}, None)


@given(st.dictionaries(st.sampled_from(["draw", "takeback"]), st.just("2")), st.integers(1, 8))
def test_equal_keys_are_equal_rules(options: dict[str, str], players: int) -> None:
    known = catalogue()
    one, other = (RulesPlayed.of(known, "classic", options, seats) for seats in (players, 2))
    assert (one == other) == (one.key(known) == other.key(known))


def test_milestones_are_what_was_reached_for_the_first_time() -> None:
    known, first, second = catalogue(), *scores_worth_mentioning("classic")[:2]
    rows = [
        result(1, score=first - 1.0),
        result(2, score=first + 1.0, longest=5),
        result(3, score=second + 5.0, longest=5),
        reviewed(4, 3.0, grave=0, score=20.0),
        reviewed(5, 3.0, grave=0, score=20.0),
        result(6, score=10_000.0, apart="hints"),
        result(7, score=10_000.0, rules="rays=each"),
    ]
    found = [(one.kind, one.value, one.table) for one in milestones(known, rows)]
    assert found == [("score", first, "t2"), ("line", 5, "t2"), ("score", second, "t3"), ("clean", 0, "t4")]


def test_days_in_a_row_are_those_of_utc_and_begin_anew_after_a_gap() -> None:
    begin = 20_000 * float(DAY)
    at = [begin + DAY - 1, begin + DAY, begin + 3 * DAY, begin + 4 * DAY, begin + 4 * DAY + 5, begin + 5 * DAY]
    rows = [result(i, finished=moment, score=1.0) for i, moment in enumerate(at)]
    assert [(one.kind, one.value, one.table) for one in milestones(catalogue(), rows)] == [("days", 3, "t5")]


def test_ten_reviewed_games_are_one_milestone() -> None:
    rows = [reviewed(i, 30.0, score=1.0) for i in range(25)]
    assert [(one.kind, one.value) for one in milestones(catalogue(), rows)] == [("reviewed", 10)]


ENTRIES = st.lists(st.tuples(st.text("abc", max_size=3), st.integers(0, 5)), max_size=12).map(
    lambda found: [Entry(f"p{i}", name, float(value), 1) for i, (name, value) in enumerate(found)]
)


@given(ENTRIES, st.booleans())
def test_equal_values_share_a_place_and_nobody_is_better_than_those_above(entries: list[Entry], lowest: bool) -> None:
    places = ranked(entries, lowest=lowest)
    assert sorted(place.entry.person for place in places) == sorted(entry.person for entry in entries)
    for place in places:
        better = [
            one for one in entries if (one.value < place.entry.value) == lowest and one.value != place.entry.value
        ]
        assert place.place == 1 + len(better)
        assert place_of(place.entry, places, lowest=lowest) == place
    assert [place.place for place in places] == sorted(place.place for place in places)
