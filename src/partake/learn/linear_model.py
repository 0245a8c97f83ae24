"""The linear model: a value for every feature, learned with rates that follow how far its errors agree."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from partake.learn.encoding import Ints, Shape
from partake.learn.features import active
from partake.learn.one_ply import Floats, total_of
from partake.learn.position import new_position, start

FEW = 1e-3
"""What the sums of errors start from, so that the first step is a whole one."""


class Table(NamedTuple):
    """For each feature its value, the sum of its errors, and the sum of their sizes (temporal coherence)."""

    values: Floats
    errors: Floats
    sizes: Floats


def new_table(shape: Shape) -> Table:
    """A table that hopes: the empty board is worth what an optimist expects, spread evenly over its features."""
    state, found = new_position(), np.zeros(4096, np.int64)
    start(state, shape.geo)
    each = shape.hope / active(state, shape.geo, found)
    few = np.full(shape.features, FEW, np.float32)
    return Table(np.full(shape.features, each, np.float32), few, few.copy())


@njit(cache=True)
def adjust(features: Ints, count: int, target: float, rate: float, table: Table) -> float:
    """Move the values of these features towards a target, each as fast as its errors agree in sign; the error."""
    values, errors, sizes = table.values, table.errors, table.sizes
    error = target - total_of(features, count, values)
    share = np.float32(rate * error / count)
    for i in range(count):
        feature = features[i]
        values[feature] += share * abs(errors[feature]) / sizes[feature]
        errors[feature] += share
        sizes[feature] += abs(share)
    return error
