"""A bot as people write it: `NAME`, or `NAME@THINK` with how hard it may think."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from partake.bots.bot import FREE, Bot, Budget
from partake.bots.discovery import BOTS, LEVELS, installed, named
from partake.engine.actions import Action
from partake.engine.contract import View
from partake.engine.notation import format_action
from partake.rules.errors import PartakeError, quoted

MOST_STEPS = 10**9
"""The largest budget in steps."""
MOST_SECONDS = 3600.0
"""The largest budget in seconds."""
_CLOCK = re.compile(r"(\d{1,7}(?:\.\d{1,6})?)(ms|s)", re.ASCII)
_STEPS = re.compile(r"\d{1,12}", re.ASCII)


class ThinkingError(PartakeError):
    """What was written is not an amount of thinking."""


class IllegalChoiceError(PartakeError):
    """A bot chose what its seat may not do."""


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot's name and its budget for each action."""

    name: str
    budget: Budget = FREE

    @property
    def is_foreign(self) -> bool:
        """Whether another package brings the bot; nothing is imported for it."""
        return self.name not in BOTS and self.name not in LEVELS and self.name in installed()

    @property
    def kind(self) -> type[Bot]:
        """The class of the bot."""
        return named(self.name)

    def seat(self, seed: int) -> SeatedBot:
        """The bot, ready to play one seat of one game."""
        return SeatedBot(self.kind(seed), self.budget)


@dataclass(frozen=True, slots=True)
class SeatedBot:
    """A bot at a table: each of its actions is checked, and an error of the bot is told in a sentence that names it."""

    bot: Bot
    budget: Budget = FREE

    def choose(self, view: View) -> Action:
        """What the bot does, seen to be legal."""
        try:
            action = self.bot.choose(view, self.budget)
        except PartakeError:
            raise
        except (Exception, SystemExit) as problem:
            raise PartakeError(
                "the bot {bot} failed: {name}: {problem}",
                bot=self.bot.name,
                name=type(problem).__name__,
                problem=problem,
            ) from problem
        if action not in view.legal:
            raise IllegalChoiceError(
                "the bot {bot} chose {action}, which is not legal here", bot=self.bot.name, action=_shown(action)
            )
        return action


@cache
def parse_bot_spec(text: str) -> BotSpec:
    """Read `search`, `search@400` or `search@0.1s`; the bot need not exist."""
    name, at, think = text.partition("@")
    return BotSpec(name, parse_budget(think) if at else FREE)


def parse_budget(text: str) -> Budget:
    """Read steps, `200`, or a time by the clock, `0.5s` or `80ms`."""
    if _STEPS.fullmatch(text) and 1 <= int(text) <= MOST_STEPS:
        return Budget(steps=int(text))
    found = _CLOCK.fullmatch(text)
    seconds = float(found[1]) / (1000 if found[2] == "ms" else 1) if found else 0.0
    if not 0 < seconds <= MOST_SECONDS:
        raise ThinkingError(
            "{given} is no thinking: write steps, like 200, or a time, like 0.5s or 80ms", given=quoted(text)
        )
    return Budget(seconds=seconds)


def with_thinking(bots: list[str], think: str | None) -> list[str]:
    """The bots, those without a budget of their own given this one."""
    if think is None:
        return bots
    parse_budget(think)
    return [bot if "@" in bot else f"{bot}@{think}" for bot in bots]


def _shown(action: object) -> str:
    try:
        return format_action(action)  # type: ignore[arg-type]
    except Exception:  # a bot of one's own may return anything
        return quoted(repr(action))
