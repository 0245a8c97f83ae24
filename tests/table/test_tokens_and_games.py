"""People: their tokens, their games in order, and what those add up to."""

from __future__ import annotations

from pathlib import Path

import pytest

from partake.rules.catalogue import catalogue
from partake.rules.errors import OptionError
from partake.store.rows import Status
from partake.table.limits import Limits
from partake.table.model import SeatRequest, TableInfo, TableRequest, TooManyError
from partake.table.statistics import GamePlayed, RulesPlayed, own_scores, statistics
from table_service import Evening, spend


def test_a_person_has_a_number_of_tokens_and_no_more(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        made = [await at.people.new_token(ann, f"bot {n}") for n in range(Limits.tokens)]
        with pytest.raises(TooManyError, match=f"you have {Limits.tokens} tokens: delete one first"):
            await at.people.new_token(ann, "one more")
        await at.people.new_token(bob, "his own")
        await at.people.drop_token(ann, made[0][1].hash[:16])
        token, _ = await at.people.new_token(ann, "in its place")
        assert await at.people.of_token(token) == ann
        assert await at.people.of_token(made[0][0]) is None

    spend(tmp_path, course)


def test_my_games_are_the_newest_first(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        tables = [await at.table(ann) for _ in range(3)]
        assert [game.table for game in await at.people.games(ann)] == tables[::-1]
        assert [game.table for game in await at.people.games(ann, limit=1)] == tables[-1:]

    spend(tmp_path, course)


def game(
    players: int,
    *rounds: float,
    won: bool = False,
    finished: float | None = 1.0,
    edition: str = "classic",
    table: str = "t",
    **options: str,
) -> GamePlayed:
    return GamePlayed(table, "T", edition, options, Status.OVER, players, 0.0, finished, sum(rounds), won, rounds)


KNOWN = catalogue()


def test_matches_of_two_or_more_count_as_matches_and_games_alone_do_not() -> None:
    [found] = statistics(KNOWN, [game(1, 100.0, won=True), game(2, 150.0), game(2, 160.0, won=True), game(3, 170.0)])
    assert (found["games"], found["matches"], found["won"]) == (4, 3, 1)
    assert (found["best"], found["mean"]) == (170.0, 145.0)


def test_progress_is_in_the_order_in_which_games_ended_and_open_games_do_not_count() -> None:
    played = [game(1, 3.0, finished=3.0), game(1, 1.0, 2.0, finished=2.0), game(1, 9.0, finished=None)]
    assert statistics(KNOWN, played)[0]["progress"] == [1.0, 2.0, 3.0]


def test_the_distribution_has_a_bar_for_each_range_up_to_the_best() -> None:
    [found] = statistics(KNOWN, [game(1, 5.0), game(1, 25.0), game(1, 29.0)])
    assert found["distribution"] == [
        {"from": 0, "to": 9, "games": 1},
        {"from": 10, "to": 19, "games": 0},
        {"from": 20, "to": 29, "games": 2},
    ]


def test_games_count_together_when_their_options_resolve_to_the_same() -> None:
    played = [
        game(1, 100.0), game(1, 120.0, rays="none", draw="1", takeback="yes"), game(1, 200.0, rays="each"),
        game(4, 140.0, 160.0, rounds="2"),
    ]  # fmt: skip
    rays, plain = sorted(statistics(KNOWN, played), key=lambda one: int(one["games"]))
    assert (plain["games"], plain["best"], plain["mean"]) == (4, 160.0, 130.0)
    assert plain["options"] == {"placement": "free", "draw": "1", "rays": "none", "takeback": "yes"}
    assert (rays["games"], rays["best"], rays["options"]["rays"], rays["players"]) == (1, 200.0, "each", None)


def test_players_count_only_where_the_rules_tie_them_together() -> None:
    tied = statistics(KNOWN, [game(2, 100.0, rays="best"), game(3, 110.0, rays="best")])
    assert sorted((one["players"], one["games"]) for one in tied) == [(2, 1), (3, 1)]
    five = statistics(KNOWN, [game(2, 1.0, 0.0, 1.0, 1.0, edition="five"), game(3, 0.0, 1.0, edition="five")])
    assert sorted((one["players"], one["games"], one["best"]) for one in five) == [(2, 1, 3.0), (3, 1, 1.0)]


def test_a_default_that_depends_on_another_option_is_the_same_when_written_out() -> None:
    rules = RulesPlayed.of(KNOWN, "orchid", {"symbols": "both"}, 1)
    assert rules == RulesPlayed.of(KNOWN, "orchid", {"symbols": "both", "rays": "longest"}, 5)
    assert rules != RulesPlayed.of(KNOWN, "orchid", {"symbols": "both", "rays": "none"}, 1)


def test_games_of_editions_that_are_gone_still_count() -> None:
    [found] = statistics(KNOWN, [game(1, 7.0, edition="gone", rays="odd"), game(1, 9.0, edition="gone", rays="odd")])
    assert (found["edition"], found["options"], found["best"]) == ("gone", {"rays": "odd"}, 9.0)
    [found] = statistics(KNOWN, [game(1, 7.0, rays="longest")])
    assert found["options"] == {"rays": "longest"}


def test_own_scores_leave_out_other_rules_and_the_table_they_are_compared_with() -> None:
    played = [game(1, 90.0, table="a"), game(1, 110.0, table="b"), game(1, 300.0, table="c", draw="2")]
    rules = RulesPlayed.of(KNOWN, "classic", {}, 1)
    assert own_scores(KNOWN, played, rules).points == (90.0, 110.0)
    before = own_scores(KNOWN, played, rules, without="b")
    assert (before.games, before.best, before.mean) == (1, 90.0, 90.0)
    first = own_scores(KNOWN, [], rules)
    assert (first.games, first.best, first.mean) == (0, None, None)


def test_a_finished_table_is_compared_with_games_by_exactly_its_rules(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")

        async def played(**options: str) -> TableInfo:
            table = await at.table(ann, options=options)
            while (await at.state(table)).json["view"]["to_act"]:
                await at.act(table, ann)
            return await at.info(table)

        first, other, again = await played(), await played(rays="each"), await played(rays="none")
        assert (await at.people.own_scores(ann, first)).points == (again.seats[0].total,)
        assert (await at.people.own_scores(ann, other)).games == 0
        both = await at.people.own_scores(ann, again, before=False)
        assert both.points == (first.seats[0].total, again.seats[0].total)

    spend(tmp_path, course)


@pytest.mark.parametrize("hosts", [2, 3])
def test_a_table_has_one_host(hosts: int, tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        with pytest.raises(OptionError, match="the host sits at one seat only"):
            await at.tables.create(ann, TableRequest("classic", seats=(SeatRequest("host"),) * hosts))

    spend(tmp_path, course)
