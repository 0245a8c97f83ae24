"""The machine of a measurement: the one line that every table of results.md carries."""

from __future__ import annotations

from partake.rules.machine import busy as load
from partake.rules.machine import cores, describe, processor

__all__ = ["cores", "describe", "load", "processor"]

if __name__ == "__main__":
    print(describe())
