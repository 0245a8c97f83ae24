"""An executor for bots: they think in processes of their own, and never hold up a request."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import secrets
import signal
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache

from partake.bots import LEVELS, BotSpec, Budget, named, parse_bot_spec
from partake.engine.contract import View
from partake.engine.notation import format_action
from partake.rules.diagnostics import report
from partake.rules.errors import PartakeError, quoted

STAND_IN = {"hexagon": "heuristic", "five": "greedy"}
"""The bot that acts for a player whose clock has run out, or for a bot that fails, for each family of games."""

log = logging.getLogger("partake.table")


class BotPool:
    """Asks bots for their moves, in `workers` processes, or in a thread when there are none.

    A bot may think for `seconds` about a move, unless its level says otherwise.
    """

    def __init__(self, workers: int, *, seconds: float) -> None:
        self._workers, self._seconds = workers, seconds
        self._executor: Executor | None = None

    async def choose(self, bot: str, view: View) -> str:
        """The bot's action in its text form; the stand-in's for a bot that fails."""
        stand_in = STAND_IN[view.family]
        try:
            return await self._ask(bot, view)
        except Exception:  # it is reported where it happened
            if bot == stand_in:
                raise
            return await self._ask(stand_in, view)

    async def _ask(self, bot: str, view: View) -> str:
        if self._executor is None:
            self._executor = self._open()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._executor, think, bot, secrets.randbits(32), view, self._seconds)
        except BrokenExecutor as problem:
            report(log, problem)
            self._executor = None
            raise

    def _open(self) -> Executor:
        if not self._workers:
            return ThreadPoolExecutor(1, thread_name_prefix="partake-bots")
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, mp_context=context, initializer=_ignore_interrupts)

    def close(self) -> None:
        """Stop all bots."""
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def think(bot: str, seed: int, view: View, seconds: float) -> str:
    """What a bot does, as text; a new one is made for each move, because a view holds all it may remember."""
    try:
        spec = parse_bot_spec(bot)
        return format_action(
            BotSpec(spec.name, Budget(seconds=_own_seconds(spec.name) or seconds)).seat(seed).choose(view)
        )
    except Exception as problem:
        report(log, problem)
        raise


@cache
def _own_seconds(name: str) -> float | None:
    """The seconds that a level has for a move, if it says so."""
    return getattr(named(name), "seconds", None)


def check_bot(name: str, family: str) -> None:
    """See that there is such a bot and that it plays this family of games."""
    if "@" in name or len(name) > 30:
        raise PartakeError(f"{quoted(name)} is not the name of a bot")
    if family not in named(name).families:
        raise PartakeError(f"the bot {name} does not play this game; the levels are {', '.join(LEVELS)}")
