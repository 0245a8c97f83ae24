"""What the answers of the API hold, and in which order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from partake.bots import LEVELS
from served import Served, new_table, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


def test_levels_come_before_the_other_bots(served: Served) -> None:
    bots = served.client().get("/api/bots").json()
    levels = [bot["is_level"] for bot in bots]
    assert levels == sorted(levels, reverse=True)
    assert {bot["name"] for bot in bots[: sum(levels)]} <= set(LEVELS)
    assert not all(levels)


def test_a_move_may_say_all_that_a_move_can_say(served: Served) -> None:
    ann = served.client("Ann")
    table = new_table(ann)
    state = ann.get(f"/api/tables/{table}").json()
    move = {"action": state["view"]["legal"][0], "expect": state["number"], "key": "once", "view": True}
    answer = ann.post(f"/api/tables/{table}/moves", json=move)
    assert answer.status_code == 200, answer.text
