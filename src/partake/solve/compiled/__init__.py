"""The search as compiled code: a twin of the readable one for all boards, and the optimum of every Classic draw.

Needs the extra `fast`.
"""

from __future__ import annotations

from partake.fast.cache import kernel_cache

with kernel_cache("fast", "solve"):
    from partake.solve.compiled import kernels, optima

from partake.solve.compiled.twin import CompiledSearch

__all__ = ["CompiledSearch", "kernels", "optima"]
