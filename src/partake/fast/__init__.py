"""The compiled engine of the hexagon family: the reference engine's scores and legal moves, millions of games a second.

Needs the extra `fast` (NumPy and Numba). Kernels are generic: they read arrays made from the same boards, tile sets and
editions as the reference engine, so that a new board needs no new kernel. `import partake` never imports this package.
"""

from __future__ import annotations

from partake.rules.extras import MissingExtraError, install_command

try:
    import numba  # noqa: F401  (only to say clearly what is missing)
except ImportError:  # pragma: no cover - seen only without the extra
    raise MissingExtraError(
        "partake.fast needs NumPy and Numba: {install_command}", install_command=install_command("fast")
    ) from None

from partake.fast.cache import kernel_cache

with kernel_cache("fast"):
    from partake.fast.batch import Batch
    from partake.fast.playouts import random_scores, score_boards
    from partake.fast.variant_arrays import VariantArrays, arrays_of

__all__ = ["Batch", "VariantArrays", "arrays_of", "random_scores", "score_boards"]
