"""Five levels from beginner to best, each a bot for all games: the lower ones see less, none blunders at random."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from partake.bots.bot import FREE, Bot, Budget, FamilyBot
from partake.bots.discovery import BOTS
from partake.bots.five import SKILLS, FiveBot, Skill
from partake.bots.hexagon.casual import BeginningBot, UncountingBot
from partake.engine.actions import Action
from partake.engine.contract import View
from partake.engine.five.view import FiveView
from partake.engine.hexagon.view import HexagonView
from partake.rules.errors import PartakeError

QUICK = 0.3
"""The seconds that a move may take at every level but the highest."""
THOROUGH = 2.0
"""The seconds that a move may take at the highest level."""


class Level(FamilyBot):
    """Plays as the bot that stands for its level in the game that it is seated at."""

    hexagon: ClassVar[tuple[str | type[Bot], ...]]
    """The bots for hexagon games: the first of these that is there and knows the variant."""
    skill: ClassVar[Skill]
    """How it plays Take Five."""
    seconds: ClassVar[float] = QUICK
    """The most time that a move should take."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._seed = seed
        self.player: Bot | None = None
        """Who plays, from the first view on."""

    def choose_five(self, view: FiveView, budget: Budget) -> Action:
        """What the player of this level does."""
        if self.player is None:
            self.player = FiveBot(self._seed, self.skill)
        return self.player.choose(view, budget)

    def choose_hexagon(self, view: HexagonView, budget: Budget) -> Action:
        """What the player of this level does."""
        if self.player is not None:
            return self.player.choose(view, budget)
        *wanted, last = self.hexagon
        for bot in wanted:
            try:
                self.player = _kind(bot)(self._seed)
                return self.player.choose(view, budget)
            except (KeyError, PartakeError):  # it needs an extra that is not here, or was not taught this variant
                continue
        self.player = _kind(last)(self._seed)
        return self.player.choose(view, budget)


def _kind(bot: str | type[Bot]) -> type[Bot]:
    return BOTS[bot] if isinstance(bot, str) else bot


class Beginner(Level):
    """Goes on with what it has begun."""

    name = "beginner"
    hexagon = (BeginningBot,)
    skill = SKILLS[0]
    summary = (
        "goes on with lines it has begun, blind for rays, for what a tile spoils and which are left; "
        "in Take Five it keeps two pawns in mind and thinks only of its own hand"
    )


class Casual(Level):
    """Sees the whole board, and does not count."""

    name = "casual"
    hexagon = (UncountingBot,)
    skill = SKILLS[1]
    summary = (
        "weighs all lines, but neither counts which tiles are left nor sees what one spoils on a line just begun; "
        "in Take Five it keeps four pawns in mind and thinks only of its own hand"
    )


class Skilled(Level):
    """Counts what is left."""

    name = "skilled"
    hexagon = ("heuristic",)
    skill = SKILLS[2]
    summary = (
        "weighs all lines and counts which tiles are left; "
        "in Take Five it keeps eight pawns in mind and sees what the others can reach"
    )


class Expert(Level):
    """Knows from experience what a board is worth."""

    name = "expert"
    hexagon = ("value", "heuristic")
    skill = SKILLS[3]
    summary = (
        "plays by learned values, or as skilled where there are none; "
        "in Take Five it remembers everything and reads what the others do"
    )


class Master(Level):
    """Looks ahead with all that it knows."""

    name = "master"
    hexagon = ("search", "value", "heuristic")
    skill = SKILLS[4]
    seconds = THOROUGH
    summary = (
        "looks ahead with learned values, or plays as skilled where there are none; "
        "in Take Five it remembers everything and tries its best turns out in many worlds"
    )


class Between(Level):
    """Plays so many tenths of its moves as the next level and the others as the one below: what it gives away with a
    move lies as far between what the two give away."""

    levels: ClassVar[tuple[type[Level], type[Level]]]
    """The level below, and the one above."""
    tenths: ClassVar[int]

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._below, self._above = (level(seed) for level in self.levels)

    def choose(self, view: View, budget: Budget = FREE) -> Action:
        """What one of the two does."""
        player = self._above if self.dice.below(10) < self.tenths else self._below
        return player.choose(view, budget)


@cache
def between(below: type[Level], above: type[Level], tenths: int) -> type[Level]:
    """The bot whose strength is so many tenths of the way from one level to the next, `casual+4`."""
    return type(
        f"{below.__name__}{tenths}",
        (Between,),
        {
            "__doc__": f"Plays {tenths} of ten moves as {above.name}, the others as {below.name}.",
            "name": f"{below.name}+{tenths}",
            "summary": f"plays {tenths} of ten moves as {above.name}, the others as {below.name}",
            "levels": (below, above),
            "tenths": tenths,
            "hexagon": (*above.hexagon, *below.hexagon),
            "seconds": max(below.seconds, above.seconds),
        },
    )
