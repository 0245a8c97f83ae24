"""The compiled solver: the reference search over arrays, local search, and the optimum of each Classic draw.

Needs the extra `fast`.
"""

from __future__ import annotations

from partake.fast.cache import kernel_cache

with kernel_cache("fast", "solve"):
    from partake.solve.compiled import kernels, optima

from partake.solve.compiled.compiled_search import CompiledSearch

__all__ = ["CompiledSearch", "kernels", "optima"]
