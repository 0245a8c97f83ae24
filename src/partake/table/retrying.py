"""Optimistic concurrency between processes: what was decided on an old version of a table is decided again."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from partake.store.appending import StaleError

TRIES = 8
"""How often something is tried before it is refused: each time somebody else was faster, who has got on."""

P = ParamSpec("P")
T = TypeVar("T")


def again_when_stale(method: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """The same, tried again from the beginning when another process has changed the table meanwhile."""

    @wraps(method)
    async def tried(*args: P.args, **options: P.kwargs) -> T:
        for _ in range(TRIES - 1):
            try:
                return await method(*args, **options)
            except StaleError:
                continue
        return await method(*args, **options)

    return tried
