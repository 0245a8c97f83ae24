"""How many candidates a search deepens, and how long it takes."""

from __future__ import annotations

import numpy as np

from partake.learn.search_budget import ILLEGAL, SearchBudget


def test_a_budget_ends_after_its_candidates_or_by_the_clock() -> None:
    values, ticks, seen = np.array([1.0, 5.0, ILLEGAL, 4.0, 3.0]), iter(range(100)), []

    def deepen(candidate: int) -> float:
        seen.append(candidate)
        return {1: 1.0, 3: 2.0, 4: 9.0, 0: 50.0}[candidate]

    assert SearchBudget(candidates=3).deepened(values, deepen) == {1: 1.0, 3: 2.0, 4: 9.0}
    assert seen == [1, 3, 4]
    assert SearchBudget(candidates=1).deepened(values, deepen) == {}
    budget = SearchBudget(candidates=4, seconds=2, clock=lambda: float(next(ticks)))
    assert budget.deepened(values, deepen) == {1: 1.0, 3: 2.0}
    assert budget.is_over


def test_deeper_search_is_for_candidates_within_the_margin_and_not_for_one_alone() -> None:
    values = np.array([1.0, 5.0, ILLEGAL, 4.0, 3.0])
    budget = SearchBudget(candidates=4)
    assert list(budget.deepened(values, float, margin=2.5)) == [1, 3, 4]
    assert list(budget.deepened(values, float, margin=2.5, most=2)) == [1, 3]
    assert budget.deepened(values, float, margin=0.5) == {}
    assert budget.deepened(np.array([ILLEGAL, 5.0]), float) == {}
