"""The course of a training: in short steps, measured now and then, saved so that it can go on after any end."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from partake.learn.learner import Evaluation, Learner
from partake.learn.weights import WeightsError, read_weights, write_weights, write_whole

STEP, SAVED, FIRST_LOOK = 2.0, 30.0, 5.0
"""Seconds of learning between two reports, between two saves, and before the first evaluation."""
GROWTH, TESTED, TESTS = 1.3, 1000, 2**63
"""An evaluation comes whenever the time spent has grown by this factor, over so many games of this seed."""


@dataclass(frozen=True, slots=True)
class Point:
    """One point of the learning curve."""

    games: int
    seconds: float
    mean: float
    margin: float


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
    """A learner on its way; `folder` holds its weights, a JSON file about them, and what it needs to go on."""

    learner: Learner
    folder: Path
    clock: Callable[[], float] = time.monotonic
    games: int = 0
    seconds: float = 0.0
    curve: list[Point] = field(default_factory=list)

    @property
    def checkpoint(self) -> Path:
        """The file to go on from."""
        return self.folder / f"{self.learner.name}.checkpoint.npz"

    def resume(self) -> None:
        """Go on from the checkpoint; refuses one of another configuration."""
        if not self.checkpoint.exists():
            raise WeightsError(f"there is no training to go on with: {self.checkpoint} does not exist")
        found = read_weights(self.checkpoint)
        mine = json.loads(json.dumps(self.learner.facts()))
        if found.about["learner"] != mine:
            raise WeightsError(
                f"{self.checkpoint} is of a training with other settings: give the same, or another --out"
            )
        self.learner.load(found.arrays)
        self.games, self.seconds = found.about["games"], found.about["seconds"]
        self.curve = [Point(**point) for point in found.about["curve"]]

    def run(self, seconds: float, stop: Callable[[], bool] = lambda: False) -> Iterator[Report]:
        """Learn until so many seconds in all are spent, or somebody asks to stop; everything is saved at the end."""
        batch = self.learner.batch
        step, saved, error = max(100 // batch, 1) * batch, self.seconds, 0.0
        self._tests = self.learner.decks(TESTS, 0, TESTED)
        look = max(self.seconds * GROWTH, FIRST_LOOK)
        self.learner.advance(self.games, 0)  # compiling is no learning time
        while self.seconds < seconds and not stop():
            begun = self.clock()
            error = self.learner.advance(self.games, step)
            spent = max(self.clock() - begun, 1e-6)
            self.games += step
            self.seconds += spent
            if self.seconds >= look:
                self._look()
                look = self.seconds * GROWTH
            yield Report(self.games, self.seconds, step / spent, error, tuple(self.curve))
            step = max(1, min(int(step * STEP / spent), 4 * step) // batch) * batch
            if self.seconds - saved >= SAVED:
                self.save()
                saved = self.seconds
        self._look()
        self.save()
        yield Report(self.games, self.seconds, self.games / max(self.seconds, 1e-6), error, tuple(self.curve))

    def _look(self) -> Evaluation:
        found = self.learner.evaluate(self._tests)
        if not self.curve or self.curve[-1].games < self.games:
            self.curve.append(Point(self.games, round(self.seconds, 1), round(found.mean, 2), round(found.margin, 2)))
        return found

    def save(self) -> None:
        """Write the checkpoint, the weights that bots play with, and the facts about them."""
        facts = {"games": self.games, "seconds": self.seconds, "curve": [asdict(point) for point in self.curve]}
        learner = self.learner.facts()
        write_weights(self.checkpoint, {"learner": learner, **facts}, self.learner.save(), is_packed=False)
        path = self.learner.publish(self.folder, {"games": self.games, "seconds": round(self.seconds, 1)})
        text = json.dumps({**learner, **facts}, indent=1) + "\n"
        write_whole(path.with_suffix(".json"), text.encode())
