"""The bot for Take Five and its five levels."""

from partake.bots.five.reader import FiveBot
from partake.bots.five.skill import SKILLS, STRONG, Skill

__all__ = ["SKILLS", "STRONG", "FiveBot", "Skill"]
