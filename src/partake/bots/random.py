"""The bot that does anything it may."""

from __future__ import annotations

from partake.bots.bot import FREE, Bot, Budget
from partake.engine.actions import Action, TakeBack
from partake.engine.contract import View


class RandomBot(Bot):
    """Takes any legal action, each as likely as the others, and never takes one back."""

    name = "random"
    summary = "any legal move, each as likely as the others"

    def choose(self, view: View, budget: Budget = FREE) -> Action:
        """Any legal action but a take-back."""
        return self.dice.pick([action for action in view.legal if not isinstance(action, TakeBack)])
