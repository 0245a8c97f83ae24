"""Reinforcement learning environments: Gymnasium for one player, single or vectorized, PettingZoo for whole tables.

Needs the extra `env`. Importing this package registers `Partake/Classic-v0`, `Partake/Daffodil-v0`, `Partake/Nexus-v0`,
`Partake/Orchid-v0` and `Partake/Five-v0`; the tables are in `partake.env.table` and `partake.env.five`.
"""

from __future__ import annotations

from partake.rules.extras import MissingExtraError, install_command

try:
    import gymnasium
except ImportError:  # pragma: no cover - seen only without the extra
    raise MissingExtraError(
        "partake.env needs Gymnasium: {install_command}", install_command=install_command("env")
    ) from None

from partake.env.hexagon import HexagonEnv
from partake.env.hexagon_encoding import HexagonLayout

__all__ = ["FIVE_ID", "IDS", "HexagonEnv", "HexagonLayout"]

IDS = {name: f"Partake/{name.title()}-v0" for name in ("classic", "daffodil", "nexus", "orchid")}
"""The id under which Gymnasium knows each hexagon edition."""
FIVE_ID = "Partake/Five-v0"
"""The id of Take Five against bots."""

for _name, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            id=_id,
            entry_point="partake.env.hexagon:HexagonEnv",
            vector_entry_point="partake.env.vector:HexagonVectorEnv",
            kwargs={"edition": _name},
        )
if FIVE_ID not in gymnasium.registry:
    gymnasium.register(id=FIVE_ID, entry_point="partake.env.five_solo:FiveSoloEnv")
