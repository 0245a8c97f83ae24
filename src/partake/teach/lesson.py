"""Lessons: a first game of each edition, step by step, read from `data/lessons/` and checked by the engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from partake.engine.actions import Action, Move, Piece, Relocate
from partake.engine.contract import Game, View
from partake.engine.notation import parse_action
from partake.rules.catalogue import ORDER, Catalogue, catalogue
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.errors import PartakeError, quoted
from partake.rules.fields import Fields, read_toml
from partake.rules.messages import Message
from partake.teach.attempt import Attempt, attempt
from partake.teach.goals import GOALS, miss
from partake.teach.position import LEARNER, five_position, hexagon_position

FOLDER = Path(__file__).parent.parent / "data" / "lessons"
"""Where the lessons of the package are."""
PARTS = ("game", "option")
"""What a step belongs to: the game as everybody plays it, or an option."""


@dataclass(frozen=True, eq=False)
class Step:
    """One exercise: a position, what is asked, and how its texts are called."""

    name: str
    text: str
    """The key of its texts; steps of several lessons may share them."""
    part: str
    options: Mapping[str, str]
    """The options that it plays with; defaults are not mentioned."""
    edition: Edition
    goal: str
    """The name of what is asked for."""
    piece: Piece | None
    """The piece of Take Five that must be moved, if it matters."""
    unseen: int
    """What a pawn shows that nobody has looked at; 0 where it does not matter."""
    game: Game[Any, Any]
    _state: Any

    @cached_property
    def view(self) -> View:
        """What the learner sees before acting."""
        found: View = self.game.view(self._state, LEARNER)
        return found

    @cached_property
    def allowed(self) -> tuple[Attempt, ...]:
        """An attempt for each action that the rules allow now."""
        return tuple(self._attempt(action) for action in self.view.legal)

    @cached_property
    def right(self) -> tuple[Attempt, ...]:
        """Those of them that are what is asked for."""
        return tuple(made for made in self.allowed if self.is_right(made))

    def try_out(self, text: str) -> Attempt:
        """What an answer does, given as the text form of an action."""
        return self._attempt(parse_action(text))

    def _attempt(self, action: Action) -> Attempt:
        return attempt(self.game, self._state, action, unseen=self.unseen)

    def is_right(self, made: Attempt) -> bool:
        """Whether an attempt is what was asked for."""
        return made.is_legal and self.is_asked_piece(made.action) and GOALS[self.goal](made, self.allowed)

    def miss(self, made: Attempt) -> Message | None:
        """Why an answer that the rules allow is not right."""
        if not made.is_legal or self.is_right(made):
            return None
        return miss(self.goal, made, self.allowed, is_asked_piece=self.is_asked_piece(made.action))

    def is_asked_piece(self, action: Action) -> bool:
        """Whether an action moves the piece that is asked for; any, where it does not matter."""
        return self.piece is None or (isinstance(action, Move) and action.piece is self.piece)

    @property
    def is_relocating(self) -> bool:
        """Whether tiles are moved from the reserve here."""
        return any(isinstance(action, Relocate) for action in self.view.legal)


@dataclass(frozen=True, eq=False)
class Lesson:
    """The first game of an edition."""

    edition: Edition
    steps: tuple[Step, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the steps, in their order."""
        return tuple(step.name for step in self.steps)

    def number(self, name: str) -> int:
        """The place of a step among all, from 1."""
        return self.names.index(name) + 1

    def step(self, name: str) -> Step:
        """The step of this name."""
        found = next((step for step in self.steps if step.name == name), None)
        if found is None:
            raise NoLessonError("this lesson has no step {name}", name=quoted(name))
        return found


class NoLessonError(PartakeError):
    """A lesson or a step that does not exist."""


@cache
def lessons() -> Mapping[str, Lesson]:
    """The lessons of the package, read once."""
    return load_lessons()


def has_lesson(edition: str) -> bool:
    """Whether there is a lesson for the edition of this name."""
    return edition in _names()


@cache
def _names() -> frozenset[str]:
    return frozenset(path.stem for path in FOLDER.glob("*.toml"))


def load_lessons(paths: Iterable[Path] = (), known: Catalogue | None = None) -> Mapping[str, Lesson]:
    """The lessons of these files, or of the package, by the names of their editions; in the order of the games."""
    files = sorted(paths) or sorted(FOLDER.glob("*.toml"))
    editions = (known or catalogue()).editions
    found = {}
    for path in files:
        fields = read_toml(path)
        fields.text("kind")
        edition = editions[fields.text("edition")]
        found[edition.name] = load_lesson(fields, edition)
    return {name: found[name] for name in ORDER if name in found}


def load_lesson(fields: Fields, edition: Edition) -> Lesson:
    """Read a lesson; what cannot be answered, or not be answered wrongly, is refused."""
    tables = fields.items("steps", dict)
    steps = tuple(
        _step(Fields(fields.source, table, f"steps[{number}]."), edition) for number, table in enumerate(tables)
    )
    fields.done()
    if len({step.name for step in steps}) < len(steps):
        raise fields.fail("steps", "has a name twice")
    return Lesson(edition, steps)


def _step(fields: Fields, edition: Edition) -> Step:
    name, goal, part = fields.name(), fields.text("goal"), fields.text("part", PARTS[0])
    if goal not in GOALS:
        raise fields.fail("goal", "must be one of {goals}", goals=", ".join(GOALS))
    if part not in PARTS:
        raise fields.fail("part", "must be one of {parts}", parts=", ".join(PARTS))
    piece, options = fields.text("piece", ""), fields.table("options", {})
    given = {option: options.text(option) for option in options.names()}
    is_hexagon = isinstance(edition, HexagonEdition)
    game, state = hexagon_position(fields, edition, given) if is_hexagon else five_position(fields, edition)  # type: ignore[arg-type]
    step = Step(
        name, fields.text("text", name.replace("-", "_")), part, given, edition, goal,
        Piece(piece) if piece else None, fields.number("unseen", 0), game, state,
    )  # fmt: skip
    fields.done()
    if not step.right:
        raise fields.fail("goal", "cannot be reached in this position")
    return step
