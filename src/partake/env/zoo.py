"""PettingZoo base classes, which carry no types of their own, and the spaces of each seat."""

from __future__ import annotations

from typing import Any

from gymnasium.spaces import Space

from partake.env.action_space import LegalDiscrete
from partake.env.validation import checked_choice
from partake.rules.extras import MissingExtraError, install_command
from partake.rules.messages import Message

try:
    from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]
    from pettingzoo.utils.conversions import parallel_to_aec  # type: ignore[import-untyped]
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]
except ImportError:  # pragma: no cover - seen only without the extra
    raise MissingExtraError(
        "tables as environments need PettingZoo: {install_command}", install_command=install_command("env")
    ) from None

__all__ = ["AECEnv", "OrderEnforcingWrapper", "ParallelEnv", "SeatSpaces", "agent_of", "parallel_to_aec"]


class SeatSpaces:
    """Spaces by agent, one for each seat; an unknown agent is refused."""

    possible_agents: list[str]
    observation_spaces: dict[str, Any]
    action_spaces: dict[str, LegalDiscrete]

    def observation_space(self, agent: str) -> Space[Any]:
        """The observation space of a seat."""
        space: Space[Any] = self.observation_spaces[self._known(agent)]
        return space

    def action_space(self, agent: str) -> LegalDiscrete:
        """The action space of a seat."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        checked_choice(Message("an agent"), agent, self.possible_agents)
        return agent


def agent_of(seat: int) -> str:
    """The agent name of a seat."""
    return f"seat_{seat}"
