"""What this room uses of PettingZoo, which carries no types of its own."""

from __future__ import annotations

from partake.rules.errors import PartakeError

try:
    from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]
except ImportError:  # pragma: no cover - seen only without the extra
    raise PartakeError("tables as environments need PettingZoo: pip install 'partake[env]'") from None

__all__ = ["AECEnv", "OrderEnforcingWrapper", "ParallelEnv", "agent_of"]


def agent_of(seat: int) -> str:
    """The name under which PettingZoo knows a seat."""
    return f"seat_{seat}"
