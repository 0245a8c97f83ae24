"""What OpenSpiel needs to know of a game, over the engine's contract: numbered actions, chance, observations, utility.

Players act one after another, seats in ascending order; where the rules let them act at the same time, none of them
sees what the others do before the dealer acts again, so the game is strategically the simultaneous one. What the dealer
does without a choice (closing a phase, turning up a pawn whose value is fixed) is played at once and is no chance node.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partake.engine.actions import DEALER, Action
from partake.engine.contract import Chances, Entry, Game
from partake.engine.notation import format_action, format_move
from partake.rules.errors import IllegalActionError

Tensors = Mapping[str, NDArray[np.float32]]
"""The named parts of an observation, which are filled in place."""
Sampler = Callable[[], float]
"""A source of uniform random numbers from 0 up to 1."""


class Scope(NamedTuple):
    """What an observation tells: OpenSpiel's `IIGObservationType` for a single player."""

    public: bool
    private: bool
    recall: bool
    """Whether it holds all that the player has seen and done, in order (perfect recall)."""


class Node:
    """A history of the game: the engine's state and the log that led to it. Immutable, and so its own deep copy."""

    __slots__ = ("actor", "chances", "log", "numbers", "state")

    def __init__(self, state: Any, log: tuple[Entry, ...], actor: int | None) -> None:
        self.state, self.log = state, log
        self.actor = actor
        """Who acts: the dealer (0), a seat, or nobody when the game is over."""
        self.chances: list[tuple[int, float]] = []
        """The outcomes of a chance node with their probabilities."""
        self.numbers: list[int] | None = None
        """The legal actions of the seat that acts, once somebody has asked."""

    def __deepcopy__(self, memo: object) -> Node:
        return self


class Model(ABC):
    """One game with its parameters, as OpenSpiel is told of it."""

    actions: int
    """The number of distinct actions of players."""
    outcomes: int
    """The number of distinct chance outcomes."""
    length: int
    """The most actions of players in one game."""
    utilities: tuple[float, float]
    """The lowest and the highest utility of a player."""
    is_zero_sum: bool

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.players = len(game.setup.seats)
        self.root = self._settled(game.start(), ())

    def __deepcopy__(self, memo: object) -> Model:
        return self  # never changes

    # Chance and actions

    @abstractmethod
    def numbered(self, chances: Chances) -> list[tuple[int, float]]:
        """The number of each thing that the dealer may do, with its probability."""

    @abstractmethod
    def chance_action(self, number: int) -> Action:
        """Decode a chance outcome."""

    @abstractmethod
    def number(self, state: Any, seat: int, action: Action) -> int:
        """The number of a legal action of a seat."""

    @abstractmethod
    def action(self, state: Any, seat: int, number: int) -> Action:
        """Decode an action of a seat; raises IllegalActionError where the number stands for nothing."""

    def words(self, node: Node, actor: int, number: int) -> str:
        """An action in the project's notation."""
        try:
            return format_action(
                self.chance_action(number) if actor == DEALER else self.action(node.state, actor, number)
            )
        except IllegalActionError:
            return f"action {number}"

    def legal(self, node: Node) -> list[int]:
        """The numbers of the legal actions of the seat that acts, ascending."""
        if node.numbers is None:
            state, seat = node.state, node.actor or DEALER
            node.numbers = sorted(self.number(state, seat, action) for action in self.game.legal(state, seat))
        return node.numbers

    def after(self, node: Node, number: int) -> Node:
        """The history that follows when whoever acts does this."""
        actor, state = node.actor, node.state
        if actor is None:
            raise IllegalActionError("the game is over")
        action = self.chance_action(number) if actor == DEALER else self.action(state, actor, number)
        return self._settled(self.game.play(state, actor, action), (*node.log, (actor, action)))

    def _settled(self, state: Any, log: tuple[Entry, ...]) -> Node:
        """The history after all that the dealer does without a choice."""
        while (actor := self.actor(state)) == DEALER:
            chances = self.game.chance(state)
            if len(chances) > 1:
                node = Node(state, log, actor)
                node.chances = self.numbered(chances)
                return node
            action = chances[0][0]
            state, log = self.game.play(state, DEALER, action), (*log, (DEALER, action))
        return Node(state, log, actor)

    def actor(self, state: Any) -> int | None:
        """Who acts next; of several seats the first."""
        return next(iter(self.game.to_act(state)), None)

    # What players know and get

    def recalled(self, node: Node, seat: int | None) -> str:
        """The information state: all that a seat, or a spectator, has seen and done, in the notation of records."""
        name = f"p{seat - 1}" if seat else "public"
        return " ".join([name, *(format_move(*entry) for entry in self.game.visible(node.log, seat))])

    @abstractmethod
    def observed(self, node: Node, seat: int, scope: Scope) -> str:
        """What a seat sees now, as text."""

    @abstractmethod
    def position(self, node: Node) -> str:
        """Everything that matters for what follows, secrets included: equal for histories that differ in order only."""

    @abstractmethod
    def shapes(self, scope: Scope) -> dict[str, tuple[int, ...]]:
        """The name and shape of each part of an observation tensor."""

    @abstractmethod
    def fill(self, node: Node, seat: int, scope: Scope, tensors: Tensors) -> None:
        """Write the observation of a seat into tensors that are all zero."""

    @abstractmethod
    def returns(self, node: Node) -> list[float]:
        """The utility of each player at the end."""

    @abstractmethod
    def resampled(self, history: Sequence[int], node: Node, seat: int, sampler: Sampler) -> list[int]:
        """A history that the seat cannot tell from this one, with what is hidden from it drawn anew."""


def win_shares(winners: Sequence[int], players: int) -> list[float]:
    """Zero-sum utilities of a win: 1 for the winner and -1 / (players - 1) for the others; equals share."""
    share = players / len(winners)
    return [((seat in winners) * share - 1) / (players - 1) for seat in range(1, players + 1)]
