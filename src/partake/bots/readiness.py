"""Bots that play with people do not make them wait for a compiler: who plays meanwhile, and who compiles.

On a machine without compiled kernels a learned bot answers from a process that runs them uncompiled, as `value` plays,
and another process compiles them at the lowest priority. Only where people play: games of `simulate`, `arena`, reviews
and training are functions of their seeds, and wait.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress

from partake.bots.specifier import BotSpec
from partake.bots.worker import Worker, is_worker, retire
from partake.engine.actions import Action
from partake.engine.contract import View
from partake.rules.diagnostics import RemoteError
from partake.rules.errors import PartakeError
from partake.rules.extras import MissingExtraError
from partake.rules.kernels import are_interpreted, are_ready, interpret

IDLE_PRIORITY = 19
"""Added to the niceness of the process that compiles: people and games come first."""


class Compiler:
    """Compiles the kernels of learned players in a process of its own, once, when it is first asked to."""

    def __init__(self) -> None:
        self._worker: Worker | None = None

    def start(self) -> None:
        """Begin, unless it has begun or they are ready; the process ends with this one."""
        if self._worker is None and not are_ready():
            self._worker = Worker()
            threading.Thread(target=self._run, args=(self._worker,), name="compiler", daemon=True).start()

    def _run(self, worker: Worker) -> None:
        with suppress(PartakeError, RemoteError):  # it fails again where it is needed, and is told there
            worker.ask(compile_all)
        worker.close()

    def close(self) -> None:
        """Stop compiling."""
        if self._worker is not None:
            self._worker.close()


def compile_all() -> None:
    """Compile all kernels of learned players at the lowest priority; nothing without the extra."""
    with suppress(OSError, AttributeError):
        os.nice(IDLE_PRIORITY)
    with suppress(MissingExtraError):
        from partake.learn.warming import compile_players

        compile_players()


def begin_answer() -> None:
    """To be called in a worker before a learned bot is imported: without compiled kernels it runs them uncompiled."""
    if is_worker() and not are_ready():
        interpret()


def end_answer() -> None:
    """To be called after the answer: once kernels are compiled, the next call is for a process that loads them."""
    if are_interpreted() and are_ready():
        retire()


class Meanwhile:
    """Answers for the learned bots of one process that people play in, until their kernels are compiled."""

    def __init__(self) -> None:
        self._compiler, self._worker = Compiler(), Worker()

    def choose(self, bot: BotSpec, seed: int, view: View) -> Action | None:
        """What a bot does; None once it can do so in this process without a wait, or if it cannot do so here."""
        if are_ready():
            return None
        self._compiler.start()
        try:
            return self._worker.ask(answer, bot, seed, view)
        except (PartakeError, RemoteError):
            return None


def answer(bot: BotSpec, seed: int, view: View) -> Action:
    """What a bot of this package does, in a worker; a new one for each move, as a view holds all it may remember."""
    begin_answer()
    found = bot.seat(seed).choose(view)
    end_answer()
    return found
