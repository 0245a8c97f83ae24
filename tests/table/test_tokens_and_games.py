"""People: their tokens, their games in order, and what those add up to."""

from __future__ import annotations

from pathlib import Path

import pytest

from partake.rules.errors import OptionError
from partake.store.rows import Status
from partake.table.limits import Limits
from partake.table.model import ForbiddenError, SeatRequest, TableRequest
from partake.table.statistics import GamePlayed, statistics
from table_service import Evening, spend


def test_a_person_has_a_number_of_tokens_and_no_more(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        made = [await at.people.new_token(ann, f"bot {n}") for n in range(Limits.tokens)]
        with pytest.raises(ForbiddenError, match=f"you have {Limits.tokens} tokens: delete one first"):
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


def game(players: int, *rounds: float, won: bool = False, finished: float | None = 1.0) -> GamePlayed:
    return GamePlayed("t", "T", "classic", {}, Status.OVER, players, 0.0, finished, sum(rounds), won, rounds)


def test_matches_of_two_or_more_count_as_matches_and_games_alone_do_not() -> None:
    [found] = statistics([game(1, 100.0, won=True), game(2, 150.0), game(2, 160.0, won=True), game(3, 170.0)])
    assert (found["games"], found["matches"], found["won"]) == (4, 3, 1)
    assert (found["best"], found["mean"]) == (170.0, 145.0)


def test_progress_is_in_the_order_in_which_games_ended_and_open_games_do_not_count() -> None:
    played = [game(1, 3.0, finished=3.0), game(1, 1.0, 2.0, finished=2.0), game(1, 9.0, finished=None)]
    assert statistics(played)[0]["progress"] == [1.0, 2.0, 3.0]


def test_the_distribution_has_a_bar_for_each_range_up_to_the_best() -> None:
    [found] = statistics([game(1, 5.0), game(1, 25.0), game(1, 29.0)])
    assert found["distribution"] == [
        {"from": 0, "to": 9, "games": 1},
        {"from": 10, "to": 19, "games": 0},
        {"from": 20, "to": 29, "games": 2},
    ]


@pytest.mark.parametrize("hosts", [2, 3])
def test_a_table_has_one_host(hosts: int, tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        with pytest.raises(OptionError, match="the host sits at one seat only"):
            await at.tables.create(ann, TableRequest("classic", seats=(SeatRequest("host"),) * hosts))

    spend(tmp_path, course)
