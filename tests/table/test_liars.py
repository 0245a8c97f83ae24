"""Several clients that lie, at one server: a few evenings always, many and longer ones with `--slow`."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from liars import Liars


def spend(evenings: int, steps: int) -> None:
    """Let the liars try their luck."""
    wanted = settings(
        max_examples=evenings, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck)
    )
    run_state_machine_as_test(Liars, settings=wanted)


def test_whatever_clients_claim_a_table_keeps_to_the_rules_and_to_what_is_stored() -> None:
    spend(8, 20)


@pytest.mark.slow
def test_the_same_for_a_long_time() -> None:
    spend(100, 50)
