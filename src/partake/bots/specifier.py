"""A bot as people write it: `NAME`, `FILE.py:CLASS` or `FILE.py`, each with `@THINK` for how hard it may think.

`bot_spec` reads all of them, and takes classes; `parse_bot_spec` reads names alone and never opens a file, so that it
is safe for what comes over a network.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from partake.bots.bot import FREE, Bot, Budget
from partake.bots.discovery import BOTS, LEVELS, OFFERED, OfferedEntry, installed, named
from partake.bots.source import Source, class_source, file_source, split_file, where_failed
from partake.engine.actions import Action
from partake.engine.contract import View
from partake.engine.notation import format_action
from partake.rules.errors import PartakeError, quoted

MOST_STEPS = 10**9
"""The largest budget in steps."""
MOST_SECONDS = 3600.0
"""The largest budget in seconds."""
NOTHING = contextlib.nullcontext()
"""The context in which bots of this package act."""
_CLOCK = re.compile(r"(\d{1,7}(?:\.\d{1,6})?)(ms|s)", re.ASCII)
_STEPS = re.compile(r"\d{1,12}", re.ASCII)


class ThinkingError(PartakeError):
    """What was written is not an amount of thinking."""


class IllegalChoiceError(PartakeError):
    """A bot chose what its seat may not do."""


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot with its budget for each action: one that is known by name, or a class of a file or a program."""

    name: str
    """Its registered name, or the name of its class."""
    budget: Budget = FREE
    source: Source | None = None
    """Where the class comes from, if it has no registered name."""
    think: str = ""
    """The budget as it was written."""

    def __str__(self) -> str:
        return f"{self.name}@{self.think}" if self.think else self.name

    @property
    def is_foreign(self) -> bool:
        """Whether the bot is none of this package; nothing is imported for it."""
        return self.source is not None or (
            self.name not in BOTS and self.name not in LEVELS and self.name in installed()
        )

    @property
    def kind(self) -> type[Bot]:
        """The class of the bot."""
        return self.source.load() if self.source is not None else named(self.name)

    def seat(self, seed: int) -> SeatedBot:
        """The bot, ready to play one seat of one game."""
        kind, is_foreign = self.kind, self.is_foreign
        try:
            with prints_aside() if is_foreign else NOTHING:
                bot = kind(seed)
        except (Exception, SystemExit) as problem:
            raise failure(self.name, kind, problem) from problem
        return SeatedBot(bot, self.budget, self.name, is_foreign=is_foreign)


@dataclass(frozen=True, slots=True)
class SeatedBot:
    """A bot at a table: each of its actions is checked, and an error of the bot is told in a sentence that names it,
    with the file and the line. What a bot of somebody else prints goes to the standard error."""

    bot: Bot
    budget: Budget = FREE
    name: str = ""
    """What it is called in sentences, if not by its own name."""
    is_foreign: bool = False

    def choose(self, view: View) -> Action:
        """What the bot does, seen to be legal."""
        name = self.name or self.bot.name
        try:
            with prints_aside() if self.is_foreign else NOTHING:
                action = self.bot.choose(view, self.budget)
        except PartakeError:
            raise
        except (Exception, SystemExit) as problem:
            raise failure(name, type(self.bot), problem) from problem
        if action is None:
            raise IllegalChoiceError("the bot {bot} chose nothing: does choose return an action everywhere?", bot=name)
        if action not in view.legal:
            raise IllegalChoiceError(
                "the bot {bot} chose {action}, which is not legal here", bot=name, action=_shown(action)
            )
        return action


def failure(name: str, kind: type[Bot], problem: BaseException) -> PartakeError:
    """The sentence about an error of a bot: who, in which line of its own code, and what."""
    return PartakeError(
        "the bot {bot} failed ({where}): {name}: {problem}",
        bot=name,
        where=where_failed(problem, kind),
        name=type(problem).__name__,
        problem=problem,
    )


def prints_aside() -> contextlib.AbstractContextManager[object]:
    """Send what is printed meanwhile to the standard error: the output of a command is for its results."""
    return contextlib.redirect_stdout(sys.stderr)


BotLike = str | type[Bot] | BotSpec
"""A bot as people and programs name it: a text like `casual`, `casual@0.1s` or `mine.py:MyBot`, or a class."""


def bot_spec(what: BotLike) -> BotSpec:
    """The bot that is named so; a file is read and run, so this is never for texts that come over a network."""
    if isinstance(what, BotSpec):
        return what
    if isinstance(what, type) and issubclass(what, Bot):
        return BotSpec(what.__name__, source=class_source(what))
    if not isinstance(what, str):
        raise PartakeError(
            "{given} is no bot: give a name, a file like mine.py:MyBot, or a class of partake.bots.Bot",
            given=quoted(repr(what)),
        )
    parts = split_file(what)
    if parts is None:
        return parse_bot_spec(what)
    path, kind, think = parts
    budget = FREE if think is None else parse_budget(think)
    source = file_source(path, kind)
    return BotSpec(source.kind, budget, source, think or "")


def parse_bot_spec(text: str) -> BotSpec:
    """Read `search`, `search@400` or `search@0.1s`; the bot need not exist."""
    name, at, think = text.partition("@")
    entry = OFFERED.entries.get(name)
    source = entry.source if isinstance(entry, OfferedEntry) else None
    return BotSpec(name, parse_budget(think) if at else FREE, source, think)


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


def with_thinking(bots: Sequence[BotLike], think: str | None) -> list[BotSpec]:
    """The bots, those without a budget of their own given this one."""
    budget, found = None if think is None else parse_budget(think), [bot_spec(bot) for bot in bots]
    if budget is None or think is None:
        return found
    return [bot if bot.think else replace(bot, budget=budget, think=think) for bot in found]


def _shown(action: object) -> str:
    try:
        return format_action(action)  # type: ignore[arg-type]
    except Exception:  # a bot of one's own may return anything
        return quoted(repr(action))
