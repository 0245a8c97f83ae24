"""Bots think in processes of their own: they never hold up a request, nor for long the bots of another table.

Our own bots share the workers of the server. Each bot of another package has a worker for itself: what it does there,
hang, crash, exit, print or eat memory, harms only itself, and a stand-in plays for it.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeVar

from partake.bots import LEVELS, BotSpec, Budget, named, parse_bot_spec
from partake.bots.discovery import uses_kernels
from partake.bots.readiness import Compiler, begin_answer, end_answer
from partake.bots.worker import Asked, CallersThread, Worker, WorkerLostError, allow
from partake.engine.contract import View
from partake.engine.notation import format_action
from partake.review.api import hint_steps
from partake.review.model import HintStep
from partake.rules.diagnostics import kinds_of, report
from partake.rules.errors import PartakeError, quoted
from partake.table.bot_failures import LOGGED, BotFailure
from partake.table.limits import Limits
from partake.table.worker_lane import HOUSE, Flow, UnwantedError, WorkerLane, always

STAND_IN = {"hexagon": "heuristic", "five": "greedy"}
"""The bot that acts for a player whose clock has run out, or for a bot that fails, for each family of games."""
LOADING = 60.0
"""The seconds in which a bot must be imported."""
COMPILING = 600.0
"""The seconds for the first move of a bot of ours in a process and an edition: kernels may have to be compiled."""
OTHER = 60.0
"""The seconds for what is not a bot's move."""
QUICK = 0.02
"""The seconds that something takes before it was ever measured."""

T = TypeVar("T")
log = logging.getLogger("partake.table")


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot does, in its text form."""

    action: str
    problem: BotFailure | None = None
    """Why the stand-in did it; None when the bot did."""


class BotPool:
    """Asks bots for their moves, in the workers of the server, or in a thread when there are none."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._lanes: dict[str, WorkerLane] = {}
        self._families: dict[str, frozenset[str]] = {}
        """What the bots of other packages play, as far as it was asked for."""
        self._compiler = Compiler()

    async def choose(
        self, bot: str, view: View, *, flow: Flow = HOUSE, is_wanted: Callable[[], bool] = always
    ) -> Thought:
        """The bot's action; the stand-in's, with the reason, for a bot that fails. `UnwantedError` if not wanted."""
        stand_in = STAND_IN[view.family]
        try:
            return Thought(await self._ask(bot, view, flow, is_wanted))
        except UnwantedError:
            raise
        except Exception as problem:
            reference = report(log, problem)
            failure = BotFailure(bot, _failure(problem))
            log.error("report %s is of the bot %s: %s", reference, bot, LOGGED[failure.kind])
            if bot == stand_in:
                raise
            action = await self._ask(stand_in, view, flow, is_wanted)
            return Thought(action, failure)

    async def _ask(self, bot: str, view: View, flow: Flow, is_wanted: Callable[[], bool]) -> str:
        seconds, spec = self._limits.bot_seconds, parse_bot_spec(bot)
        if spec.source is None and uses_kernels(spec.name, None, view.family):
            self._get_ready()
        asked = bot if spec.source is None else spec  # an offered file goes along: its process knows no names of files
        found: str = await self._lane(bot).ask(
            think, asked, secrets.randbits(32), view, seconds, self._limits.bot_patience,
            flow=flow, kind=bot, guess=QUICK, limit=LOADING, is_wanted=is_wanted,
        )  # fmt: skip
        return found

    async def compute(self, function: Callable[..., T], *values: object) -> T:
        """What a function of a module makes of these values, computed where bots think."""
        found: T = await self._lane("").ask(function, *values, guess=QUICK, limit=OTHER)
        return found

    async def hint(self, view: View, *, flow: Flow = HOUSE) -> tuple[HintStep, ...]:
        """The steps of a hint for a view, in fair turns with the moves of our own bots."""
        if view.family == "hexagon":
            self._get_ready()
        found: tuple[HintStep, ...] = await self._lane("").ask(
            hinted, view, self._limits.hint_seconds, flow=flow, kind="hint", guess=QUICK, limit=LOADING
        )
        return found

    async def check(self, name: str, family: str) -> None:
        """See that there is such a bot and that it plays this family; a bot of another package is asked in its worker.

        Its module is never imported in this process. What is no registered name, like the path of a file, is refused.
        """
        if "@" in name or len(name) > 30:
            raise PartakeError("{name} is not the name of a bot", name=quoted(name))
        if family not in (await self._foreign_families(name) if _is_foreign(name) else named(name).families):
            raise PartakeError(
                "the bot {name} does not play this game; the levels are {levels}", name=name, levels=", ".join(LEVELS)
            )

    async def _foreign_families(self, name: str) -> frozenset[str]:
        if not self._limits.workers:
            raise PartakeError(
                "the bot {name} of another package needs a process of its own, and this server has none", name=name
            )
        if name not in self._families:
            try:
                found = await self._lane(name).ask(families_of, parse_bot_spec(name), guess=QUICK, limit=LOADING)
            except Exception as problem:
                report(log, problem)
                if isinstance(problem, PartakeError) and not isinstance(problem, WorkerLostError):
                    raise
                raise PartakeError(BotFailure(name, _failure(problem)).refusal) from None
            self._families[name] = found
        return self._families[name]

    def _lane(self, bot: str) -> WorkerLane:
        """The lane of a bot: that of our own, or its own."""
        lane = bot if _is_foreign(bot) else ""
        if lane not in self._lanes:
            number, memory = 1 if lane else self._limits.workers, self._limits.bot_memory
            workers: list[Asked] = [Worker(memory=memory) for _ in range(number)]
            self._lanes[lane] = WorkerLane(workers or [CallersThread()])
        return self._lanes[lane]

    @property
    def waiting(self) -> int:
        """The number of thoughts that wait for their turn."""
        return sum(lane.waiting for lane in self._lanes.values())

    def close(self) -> None:
        """Stop all bots, whatever they do."""
        self._compiler.close()
        for lane in self._lanes.values():
            lane.close()

    def _get_ready(self) -> None:
        """Have kernels compiled meanwhile, once, where bots think in processes of their own."""
        if self._limits.workers:
            self._compiler.start()


def _is_foreign(bot: str) -> bool:
    """Whether a bot is of another package; nothing is imported for it."""
    return bool(bot) and parse_bot_spec(bot).is_foreign


def _failure(problem: Exception) -> str:
    """What kind of failure of a bot this is."""
    kinds = kinds_of(problem)
    if isinstance(problem, WorkerLostError):
        return "late" if problem.is_late else "ended"
    if any(kind.endswith("MemoryError") for kind in kinds):
        return "memory"
    if "SystemExit" in kinds:
        return "ended"
    return "illegal" if "IllegalChoiceError" in kinds else "failed"


_met: set[tuple[str, str]] = set()
"""The bots that have answered in this process, each with the edition."""


def think(bot: str | BotSpec, seed: int, view: View, seconds: float, patience: float) -> str:
    """What a bot does, as text; a new one is made for each move, because a view holds all it may remember.

    Its worker waits for it `patience` longer than its own time.
    """
    spec, edition = bot if isinstance(bot, BotSpec) else parse_bot_spec(bot), view.setup.edition.name
    allow(LOADING, spec.name)
    if not spec.is_foreign:
        begin_answer()
    own = (_own_seconds(spec.name) if spec.source is None else None) or seconds
    seated = replace(spec, budget=Budget(seconds=own)).seat(seed)
    is_first = (spec.name, edition) not in _met and not spec.is_foreign
    allow(COMPILING if is_first else own + patience, spec.name)
    found = format_action(seated.choose(view))
    _met.add((spec.name, edition))
    end_answer()
    return found


def hinted(view: View, seconds: float) -> tuple[HintStep, ...]:
    """The steps of a hint for a view; it knows no more than the seat does."""
    edition = view.setup.edition.name
    allow(COMPILING if ("hint", edition) not in _met else seconds)
    begin_answer()
    found = hint_steps(view)
    _met.add(("hint", edition))
    end_answer()
    return found


def families_of(bot: BotSpec) -> frozenset[str]:
    """The families of games that a bot plays; its module is imported."""
    return bot.kind.families


@cache
def _own_seconds(name: str) -> float | None:
    """The seconds that a level has for a move, if it says so."""
    return getattr(named(name), "seconds", None)
