"""Chances of actions in Take Five by determinization: each is tried in sampled worlds that agree with the view."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from partake.bots.bot import SplitMix64
from partake.bots.five import SKILLS
from partake.bots.five.belief import Belief
from partake.bots.five.evaluation import FiveEvaluator
from partake.bots.five.reader import candidates_of
from partake.bots.five.skill import remembered
from partake.engine.actions import Action
from partake.engine.five.view import FiveView
from partake.engine.notation import format_action
from partake.review.five.model import FiveOption, Known

SKILL = SKILLS[-1]
"""Reviews play as the strongest level does."""
WORLDS = SKILL.worlds
"""The number of determinizations: assignments of values to the hidden pawns."""
FIRST = 4
"""The number of worlds that all candidates are tried in."""
KEPT = 40
"""The number of candidates that are tried in the others too (successive halving with one cut)."""
MOST = 5
"""The number of actions listed."""
_GOLDEN = 0.6180339887498949
"""Its multiples modulo 1 are a low-discrepancy sequence (Kronecker): guesses are spread evenly."""


def chances(view: FiveView, played: Action | None = None) -> tuple[FiveOption, ...]:
    """The best of all legal actions, best first, the played one among them.

    All are tried in the same worlds (common random numbers), which are the same for the same view.
    """
    scene = FiveEvaluator(view, SKILL, Belief(view, SKILL))
    groups = [list(candidates_of(scene))]
    if played is not None:  # of turns that come to the same only one is among the candidates
        groups.append(list(candidates_of(FiveEvaluator(replace(view, legal=(played,)), SKILL, scene.belief))))
    dice, weight = SplitMix64(len(view.log)), 0.0
    for number in range(1, WORLDS + 1):
        world, guesses = scene.belief.world(dice), scene.belief.lucky((0.5 + (number - 1) * _GOLDEN) % 1)
        options = scene.options(world)
        weight += world.weight
        for way in chain(*groups):
            way.total += world.weight * way.value(options, guesses)
        if number == FIRST:
            groups = [sorted(ways, key=lambda way: -way.total)[:KEPT] for ways in groups]
    best: dict[str, float] = {}
    for way in chain(*groups):
        name = format_action(way.action)
        best[name] = max(best.get(name, 0.0), way.total / weight)
    found = sorted((FiveOption(name, chance) for name, chance in best.items()), key=lambda option: -option.chance)
    name = format_action(played) if played else ""
    return (*found[:MOST], *(option for option in found[MOST:] if option.action == name))


def known_to(view: FiveView) -> Known:
    """What a seat could know of the face-down pawns with perfect recall."""
    return tuple((view.squares[at], value) for at, value in sorted(remembered(view, None).items()))
