"""Training: a reproducible, resumable loop of learning, evaluation and checkpoints.

The weights after a number of games depend on the seed and that number alone. Time decides only when a training reports
and saves; it is evaluated after fixed numbers of games, and no schedule of the learner knows how long it will go on. So
two runs give the same bytes, and so do one long run and several that each resume where the last one ended or died.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from partake.learn.curve import Point, curve_csv, is_scheduled, next_evaluation
from partake.learn.network.learner import NetworkLearner
from partake.learn.network.transfer import warm_start
from partake.learn.recipe import recipe
from partake.learn.weights import WeightsError, read_weights, write_text, write_weights
from partake.rules.errors import OptionError
from partake.rules.variant import Variant

REPORT_SECONDS = 2.0
"""Seconds of learning between two reports."""
SAVE_SECONDS = 30.0
"""The least seconds of learning between two checkpoints."""
SAVE_SHARE = 0.03
"""The largest share of the time that checkpoints may take."""
TESTED = 1000
"""The number of games of an evaluation."""
TEST_SEED = 2**63
"""The seed of the games of an evaluation, far from the seeds that people train with."""
CURVE_DIGITS = 2
"""Digits after the point in a curve."""


@dataclass(frozen=True, slots=True)
class Report:
    """How far a training is."""

    games: int
    seconds: float
    rate: float
    """Games a second, lately."""
    error: float
    curve: tuple[Point, ...]


@dataclass
class Training:
    """A learner being trained; `folder` holds its weights, their recipe and learning curve, and its checkpoint."""

    learner: NetworkLearner
    folder: Path
    clock: Callable[[], float] = time.monotonic
    command: str = ""
    """The command line that began it, without the number of games, for the recipe."""
    games: int = 0
    seconds: float = 0.0
    curve: list[Point] = field(default_factory=list)

    @property
    def checkpoint(self) -> Path:
        """The file to resume from."""
        return self.folder / f"{self.learner.name}.checkpoint.npz"

    def resume(self) -> None:
        """Resume from the checkpoint; refuses one that is damaged, foreign or of another configuration."""
        if not self.checkpoint.exists():
            raise WeightsError(
                "there is no training to go on with: {checkpoint} does not exist", checkpoint=self.checkpoint
            )
        found = read_weights(self.checkpoint)
        mine = json.loads(json.dumps(self.learner.configuration()))
        # What it started from is told by the checkpoint: the files of the folder may be others by now.
        if {**found.about.get("learner", mine), "start": ""} != {**mine, "start": ""}:
            raise WeightsError(
                "{checkpoint} is of a training with other settings: give the same, or another --out",
                checkpoint=self.checkpoint,
            )
        try:
            self.games, self.seconds = int(found.about["games"]), float(found.about["seconds"])
            curve = [Point(**point) for point in found.about["curve"]]
            self.learner.load(found.arrays)
        except (KeyError, TypeError, ValueError, IndexError):
            raise WeightsError(
                "{checkpoint} is no checkpoint that this version of Partake can go on from", checkpoint=self.checkpoint
            ) from None
        # A run that ended early was evaluated at its end, where a longer one is not.
        self.curve = [point for point in curve if is_scheduled(point.games, self.learner.batch)]

    def whole(self, games: int) -> int:
        """A number of games in whole batches."""
        batch = self.learner.batch
        return -(-games // batch) * batch

    def run(
        self, *, games: int | None = None, seconds: float | None = None, stop: Callable[[], bool] = lambda: False
    ) -> Iterator[Report]:
        """Learn until `games` (in whole batches) or `seconds`, earlier runs included, or until `stop` says so.

        Everything is saved on the way, and at the end.
        """
        batch = self.learner.batch
        last = None if games is None else self.whole(games)
        step, error = max(100 // batch, 1) * batch, 0.0
        self._tests = self.learner.decks(TEST_SEED, 0, TESTED)
        self.learner.advance(self.games, 0)  # compiling is no learning time
        saved, interval = self.seconds, SAVE_SECONDS
        while not ((last is not None and self.games >= last) or (seconds is not None and self.seconds >= seconds)):
            if stop():
                break
            evaluation = next_evaluation(self.games, batch)
            played = min(step, evaluation - self.games, step if last is None else last - self.games)
            begun = self.clock()
            error = self.learner.advance(self.games, played)
            spent = max(self.clock() - begun, 1e-6)
            self.games += played
            self.seconds += spent
            if self.games == evaluation:
                self._evaluate()
            yield Report(self.games, self.seconds, played / spent, error, tuple(self.curve))
            # As many games as fill the time between two reports, but at most four times as many as before.
            step = max(1, int(min(played * REPORT_SECONDS / spent, 4 * step)) // batch) * batch
            if self.seconds - saved >= interval:
                begun = self.clock()
                self.save()
                interval = max(SAVE_SECONDS, (self.clock() - begun) / SAVE_SHARE)
                saved = self.seconds
        self._evaluate()
        self.save()
        yield Report(self.games, self.seconds, self.games / max(self.seconds, 1e-6), error, tuple(self.curve))

    def _evaluate(self) -> None:
        if not self.curve or self.curve[-1].games < self.games:
            found = self.learner.evaluate(self._tests)
            mean, margin = round(found.mean, CURVE_DIGITS), round(found.margin, CURVE_DIGITS)
            self.curve.append(Point(self.games, mean, margin, round(self.seconds, CURVE_DIGITS)))

    def save(self) -> None:
        """Write the checkpoint, then the weights that bots play with, their recipe and the learning curve."""
        learner = self.learner.configuration()
        about: dict[str, Any] = {"games": self.games, "seconds": self.seconds}
        curve = [asdict(point) for point in self.curve]
        write_weights(
            self.checkpoint, {"learner": learner, **about, "curve": curve}, self.learner.save(), is_packed=False
        )
        # Only what decides the weights goes into their file: no time, no machine.
        path = self.learner.publish(self.folder, {"games": self.games})
        command = f"{self.command} --games {self.games}".strip()
        write_text(path.with_suffix(".toml"), recipe(path, command, self.games, self.seconds, learner))
        write_text(path.with_suffix(".csv"), curve_csv(self.curve))


def make_learner(
    variant: Variant, *, seed: int, warm: Path | None = None, start: str = "", width: int | None = None
) -> NetworkLearner:
    """The learner of a variant from a seed.

    For a warm start comes the folder with the weights of other variants, and the name of the file to start from, or
    nothing for the nearest; then the width of the first layer.
    """
    begun = None if warm is None else warm_start(variant, warm, start)
    if begun and width is not None and width < begun.network.width:
        raise OptionError(
            "a network cannot be narrower than the one that it starts from, {width}: leave out --width",
            width=begun.network.width,
        )
    return NetworkLearner(variant, seed=seed, warm=begun, width=width)
