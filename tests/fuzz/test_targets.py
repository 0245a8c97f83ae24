"""The targets of the fuzzers read their own seeds, and mutated ones, as everything that strangers write is read."""

from __future__ import annotations

import random

import pytest

from fuzz.mutator import mutator
from fuzz.requests_target import Requests
from fuzz.targets import TARGETS, Run
from partake.rules.errors import PartakeError

MUTATED = 150
"""How many inputs each target is given here; `script/fuzz inputs` gives it a hundred thousand."""


def is_refused(run: Run, data: bytes) -> bool:
    """Whether an input is refused, with a sentence."""
    try:
        run(data)
    except PartakeError as problem:
        return bool(str(problem).strip())
    return False


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_reads_or_refuses_its_seeds_and_what_comes_of_them(name: str) -> None:
    target = TARGETS[name]
    run, seeds, chance = target.start(), list(target.seeds()), random.Random(name)
    mutate = mutator(seeds, lambda data, most: data[:most])
    mutated = [mutate(chance.choice(seeds), target.longest, number) for number in range(MUTATED)]
    refused = sum(is_refused(run, data) for data in (*seeds, *mutated))
    if isinstance(run, Requests):
        run.close()
    assert refused < len(seeds) + MUTATED, "a target that refuses everything tests nothing"
    assert refused or name == "requests"
    assert max(map(len, seeds)) <= target.longest
