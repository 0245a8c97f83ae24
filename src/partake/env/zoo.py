"""What this room uses of PettingZoo, which carries no types of its own."""

from __future__ import annotations

from typing import Any

from gymnasium.spaces import Space

from partake.env.action_space import LegalDiscrete
from partake.env.validation import checked_choice
from partake.rules.errors import PartakeError
from partake.rules.extras import install_command

try:
    from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]
except ImportError:  # pragma: no cover - seen only without the extra
    raise PartakeError(f"tables as environments need PettingZoo: {install_command('env')}") from None

__all__ = ["AECEnv", "OrderEnforcingWrapper", "ParallelEnv", "SeatSpaces", "agent_of"]


class SeatSpaces:
    """The spaces of each seat, by the name of its agent; another name is refused."""

    possible_agents: list[str]
    observation_spaces: dict[str, Any]
    action_spaces: dict[str, LegalDiscrete]

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of a seat's observations."""
        space: Space[Any] = self.observation_spaces[self._known(agent)]
        return space

    def action_space(self, agent: str) -> LegalDiscrete:
        """The space of a seat's actions."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        checked_choice("an agent", agent, self.possible_agents)
        return agent


def agent_of(seat: int) -> str:
    """The name under which PettingZoo knows a seat."""
    return f"seat_{seat}"
