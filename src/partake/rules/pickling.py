"""Pickling of values that many threads share: what goes to a worker process is their fields.

Cached properties are derived again where the value arrives. Most are never asked for there, and they are larger than
the fields that they are derived from.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any


class PickledByFields:
    """A frozen dataclass that is pickled by its fields alone, without its cached properties.

    Another thread may add one while this one pickles, which would fail: "dictionary changed size during iteration".
    """

    __slots__ = ()

    def __getstate__(self) -> dict[str, Any]:
        return {one.name: getattr(self, one.name) for one in fields(self)}  # type: ignore[arg-type]
