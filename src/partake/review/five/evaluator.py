"""Chances of actions in Take Five: each is weighed by all that the hidden pawns may be, as far as the view tells."""

from __future__ import annotations

from dataclasses import replace

from partake.bots.five import SKILLS
from partake.bots.five.belief import Belief
from partake.bots.five.evaluation import FiveEvaluator
from partake.bots.five.reader import weighed
from partake.bots.five.skill import remembered
from partake.engine.actions import Action
from partake.engine.five.view import FiveView
from partake.engine.notation import format_action
from partake.review.five.model import FiveOption, Known

SKILL = SKILLS[-1]
"""Reviews judge as the strongest level does."""
MOST = 5
"""The number of actions listed."""


def chances(view: FiveView, played: Action | None = None) -> tuple[FiveOption, ...]:
    """The best of all legal actions, best first, the played one among them."""
    scene = FiveEvaluator(view, SKILL, Belief(view, SKILL))
    rated = list(weighed(scene))
    if played is not None:  # of turns that come to the same only one is among those weighed
        rated += weighed(FiveEvaluator(replace(view, legal=(played,)), SKILL, scene.belief))
    best: dict[str, float] = {}
    for action, chance in rated:
        name = format_action(action)
        best[name] = max(best.get(name, 0.0), chance)
    found = sorted((FiveOption(name, chance) for name, chance in best.items()), key=lambda option: -option.chance)
    name = format_action(played) if played else ""
    return (*found[:MOST], *(option for option in found[MOST:] if option.action == name))


def known_to(view: FiveView) -> Known:
    """What a seat could know of the face-down pawns with perfect recall."""
    return tuple((view.squares[at], value) for at, value in sorted(remembered(view, None).items()))
