"""How long a bot looks, and at what."""

from __future__ import annotations

import numpy as np

from partake.learn.search_budget import NEVER, Thought


def test_a_thought_ends_after_its_candidates_or_by_the_clock() -> None:
    values, ticks, seen = np.array([1.0, 5.0, NEVER, 4.0, 3.0]), iter(range(100)), []

    def look(place: int) -> float:
        seen.append(place)
        return {1: 1.0, 3: 2.0, 4: 9.0, 0: 50.0}[place]

    assert Thought(candidates=3).best(values, look) == 4
    assert seen == [1, 3, 4]
    assert Thought(candidates=1).best(values, look) == 1
    seen.clear()
    assert Thought(candidates=4, seconds=2, clock=lambda: float(next(ticks))).best(values, look) == 3
    assert seen == [1, 3]


def test_a_closer_look_is_for_places_within_the_margin_and_not_for_one_alone() -> None:
    values = np.array([1.0, 5.0, NEVER, 4.0, 3.0])
    thought = Thought(candidates=4)
    assert list(thought.looks(values, float, margin=2.5)) == [1, 3, 4]
    assert list(thought.looks(values, float, margin=2.5, most=2)) == [1, 3]
    assert thought.looks(values, float, margin=0.5) == {}
    assert thought.best(np.array([NEVER, 5.0]), float) == 1
