"""What views hold is pickled by its fields: threads may derive more of a view while it goes to a worker."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

import partake


def values_in(value: object) -> Iterator[Any]:
    """A value and all dataclasses in its fields that can hold derived properties."""
    if isinstance(value, (tuple, list)):
        for one in value:
            yield from values_in(one)
    elif is_dataclass(value) and hasattr(value, "__dict__"):
        yield value
        for field in fields(value):
            yield from values_in(getattr(value, field.name))


@pytest.mark.parametrize("name", ["classic", "nexus", "five"])
def test_what_was_derived_of_a_view_stays_behind(name: str) -> None:
    table = partake.start(name, seats=2, seed="pickled")
    while not table.to_act:
        table.deal()
    view = table.view(1)
    for value in values_in(view):
        for attribute in dir(type(value)):
            if type(getattr(type(value), attribute)).__name__ == "cached_property":
                getattr(value, attribute)
    copy = pickle.loads(pickle.dumps(view))
    assert copy == view
    for value in values_in(copy):
        assert set(vars(value)) <= {field.name for field in fields(value)}, type(value)
