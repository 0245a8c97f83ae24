"""Training: the kinds of model, and a resumable loop of learning, evaluation and checkpoints."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from partake.learn.classic.learner import NetworkLearner
from partake.learn.classic.player import plays
from partake.learn.learner import Evaluation, Learner, LinearLearner
from partake.learn.weights import WeightsError, read_weights, write_weights, write_whole
from partake.rules.errors import OptionError
from partake.rules.variant import Variant

REPORT_SECONDS = 2.0
"""Seconds of learning between two reports."""
SAVE_SECONDS = 30.0
"""Seconds of learning between two checkpoints."""
FIRST_EVALUATION = 5.0
"""Seconds of learning before the first evaluation."""
GROWTH = 1.3
"""An evaluation comes whenever the time spent has grown by this factor."""
TESTED = 1000
"""The number of games of an evaluation."""
TEST_SEED = 2**63
"""The seed of the games of an evaluation, far from the seeds that people train with."""


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
    """A learner being trained; `folder` holds its weights, a JSON file about them, and its checkpoint."""

    learner: Learner
    folder: Path
    clock: Callable[[], float] = time.monotonic
    games: int = 0
    seconds: float = 0.0
    curve: list[Point] = field(default_factory=list)

    @property
    def checkpoint(self) -> Path:
        """The file to resume from."""
        return self.folder / f"{self.learner.name}.checkpoint.npz"

    def resume(self) -> None:
        """Resume from the checkpoint; refuses one of another configuration."""
        if not self.checkpoint.exists():
            raise WeightsError(
                "there is no training to go on with: {checkpoint} does not exist", checkpoint=self.checkpoint
            )
        found = read_weights(self.checkpoint)
        mine = json.loads(json.dumps(self.learner.configuration()))
        if found.about["learner"] != mine:
            raise WeightsError(
                "{checkpoint} is of a training with other settings: give the same, or another --out",
                checkpoint=self.checkpoint,
            )
        self.learner.load(found.arrays)
        self.games, self.seconds = found.about["games"], found.about["seconds"]
        self.curve = [Point(**point) for point in found.about["curve"]]

    def run(self, seconds: float, stop: Callable[[], bool] = lambda: False) -> Iterator[Report]:
        """Learn until `seconds` in all are spent or `stop` says so; everything is saved at the end."""
        batch = self.learner.batch
        games, saved, error = max(100 // batch, 1) * batch, self.seconds, 0.0
        self._tests = self.learner.decks(TEST_SEED, 0, TESTED)
        evaluation = max(self.seconds * GROWTH, FIRST_EVALUATION)
        self.learner.advance(self.games, 0)  # compiling is no learning time
        while self.seconds < seconds and not stop():
            begun = self.clock()
            error = self.learner.advance(self.games, games)
            spent = max(self.clock() - begun, 1e-6)
            self.games += games
            self.seconds += spent
            if self.seconds >= evaluation:
                self._evaluate()
                evaluation = self.seconds * GROWTH
            yield Report(self.games, self.seconds, games / spent, error, tuple(self.curve))
            # As many games as fill the time between two reports, but at most four times as many as before.
            games = max(1, min(int(games * REPORT_SECONDS / spent), 4 * games) // batch) * batch
            if self.seconds - saved >= SAVE_SECONDS:
                self.save()
                saved = self.seconds
        self._evaluate()
        self.save()
        yield Report(self.games, self.seconds, self.games / max(self.seconds, 1e-6), error, tuple(self.curve))

    def _evaluate(self) -> Evaluation:
        found = self.learner.evaluate(self._tests)
        if not self.curve or self.curve[-1].games < self.games:
            self.curve.append(Point(self.games, round(self.seconds, 1), round(found.mean, 2), round(found.margin, 2)))
        return found

    def save(self) -> None:
        """Write the checkpoint, the weights that bots play with, and the facts about them."""
        configuration = {"games": self.games, "seconds": self.seconds, "curve": [asdict(point) for point in self.curve]}
        learner = self.learner.configuration()
        write_weights(self.checkpoint, {"learner": learner, **configuration}, self.learner.save(), is_packed=False)
        path = self.learner.publish(self.folder, {"games": self.games, "seconds": round(self.seconds, 1)})
        text = json.dumps({**learner, **configuration}, indent=1) + "\n"
        write_whole(path.with_suffix(".json"), text.encode())


Maker = Callable[[Variant, int, Path | None], Learner]
"""Makes the learner of a variant from a seed and, for a warm start, the folder with the weights of other variants."""


def _linear(variant: Variant, seed: int, warm: Path | None) -> Learner:
    return LinearLearner(variant, seed=seed, warm=warm)


def _network(variant: Variant, seed: int, warm: Path | None) -> Learner:
    if not plays(variant):
        raise OptionError("the network is for Classic with its first options: other games have the model table")
    return NetworkLearner(seed=seed)


MODELS: Mapping[str, Maker] = {"table": _linear, "network": _network}
"""The kinds of model that can be trained, by the names of `partake train --model`."""


def default_model(variant: Variant) -> str:
    """The kind of model that suits a variant best."""
    return "network" if plays(variant) else "table"


def make_learner(variant: Variant, model: str | None, *, seed: int, warm: Path | None = None) -> Learner:
    """A learner of the kind that was asked for, or of the one that suits."""
    name = default_model(variant) if model is None else model
    if name not in MODELS:
        raise OptionError("there is no model {name!r}; there are {models}", name=name, models=", ".join(MODELS))
    return MODELS[name](variant, seed, warm)
