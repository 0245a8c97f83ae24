"""Benchmarks that run wherever the package is installed, beside the published results.

A `Benchmark` has rows, each with a name and a function that measures it; `published` has what `bench/results.md` says
of the same row, with date and machine. `partake bench` puts both side by side; the scripts in `bench/` of the sources
use the same functions for their tables.
"""

from __future__ import annotations

from partake.bench.model import Benchmark, Comparison, Row, compare
from partake.bench.published import Published, published, scripts

__all__ = ["Benchmark", "Comparison", "Published", "Row", "compare", "published", "scripts"]
