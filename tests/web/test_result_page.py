"""The end of a game on its pages: what is said of it, and where its replay ends."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from partake.engine.actions import Close, Done
from partake.engine.chance import Seed
from partake.engine.outcome import Item, Outcome, Score
from partake.web.pages.replay import replay_steps
from partake.web.pages.result import headline, total_rows
from served import Served, act, new_table, serving

PAUSE = 0.05
"""The seconds between two looks at a review."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), pages=True) as found:
        yield found


def ended(*points: int) -> Outcome:
    """An outcome in which each player has one item of these points."""
    scores = zip(("Ann", "Bob", "Cleo"), points, strict=False)
    return Outcome(tuple(Score(name, (Item(kind="penalty", points=value),)) for name, value in scores))


def test_a_draw_with_nothing_is_no_shared_win() -> None:
    assert headline(ended(0, 0)) == "0 points each: nobody wins"
    assert headline(ended(-60, -60)) == "−60 points each: nobody wins"
    assert headline(ended(5, 5)) == "Ann and Bob share the win"
    assert headline(ended(0, -60)) == "Ann wins"
    assert headline(ended(0, 0, -60)) == "Ann and Bob share the win"
    assert [won for *_, won in total_rows(ended(0, 0))] == [False, False]
    assert [won for *_, won in total_rows(ended(7, 7))] == [True, True]


def test_a_replay_ends_with_the_last_placement_and_the_result(served: Served) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = new_table(ann, bob)
    while act(ann, table) or act(bob, table):
        pass
    steps = 19 * 3  # a call and two placements for each tile
    shown = ann.get(f"/tables/{table}/replay").text
    assert f"Move {steps} of {steps}" in shown
    assert f'max="{steps}"' in shown
    last = shown[shown.index('id="step"') :]
    assert "puts" in last
    assert "closed" not in last
    assert ann.get(f"/tables/{table}/replay?at={steps + 1}").text == shown
    assert shown.count('aria-disabled="true"') == 2, "there is nothing after the last step"
    final = ann.get(f"/tables/{table}").text
    assert "Nothing scores yet" not in final
    assert "Nothing scores yet" not in shown


def test_a_score_stands_beside_the_own_best_and_mean_by_the_same_rules(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = served.client("Ann")

    def alone(seed: str, **wanted: object) -> tuple[float, str]:
        """The points and the page of a game on these draws."""
        monkeypatch.setattr(Seed, "new", classmethod(lambda cls: Seed.of(seed)))
        table = new_table(ann, **wanted)
        while act(ann, table):
            pass
        found = ann.get(f"/api/tables/{table}").json()["view"]["sheets"][0]["total"]
        assert "A new best" not in served.client().get(f"/tables/{table}").text, "only whoever played is celebrated"
        return found, ann.get(f"/tables/{table}").text

    first, shown = alone("a")
    assert "Your first game by these rules" in shown
    others = [first]
    celebrated = set()
    for seed in "bcdefgh":
        points, shown = alone(seed)
        is_new = points > max(others)
        assert ("A new best" in shown) == is_new
        assert f"<dd>{max(others):g}</dd>" in shown
        assert f"<dd>{sum(others) / len(others):.1f}</dd>" in shown
        celebrated.add(is_new)
        others.append(points)
    assert celebrated == {True, False}
    _, shown = alone("a", options={"rays": "each"})
    assert "Your first game by these rules" in shown, "other rules, other games"


def test_the_bot_and_the_best_board_on_the_same_tiles_are_told_when_they_are_known(served: Served) -> None:
    ann = served.client("Ann")
    table = new_table(ann)
    assert ann.get(f"/tables/{table}/comparison").status_code == 409
    while act(ann, table):
        pass
    assert "data-pending" not in ann.get(f"/tables/{table}/comparison").text
    assert ann.post(f"/api/tables/{table}/review").status_code == 202
    while (review := ann.get(f"/api/tables/{table}/review").json())["state"] in ("waiting", "working"):
        time.sleep(PAUSE)
    game = review["result"]["games"][0]
    shown = ann.get(f"/tables/{table}/comparison").text
    assert f"<dd>{game['players'][0]['bot']['score']:g}</dd>" in shown
    assert f"<dd>{game['hindsight']['score']}</dd>" in shown
    assert "data-pending" not in shown


def test_closing_is_no_step_of_a_replay_but_is_part_of_the_last() -> None:
    closed, done = (0, Close()), (1, Done())
    assert replay_steps([]) == [0]
    assert replay_steps([done, done]) == [0, 1, 2]
    assert replay_steps([done, done, closed]) == [0, 1, 3]
    assert replay_steps([done, closed, done, closed]) == [0, 1, 4]
