"""OpenSpiel's game, state and observer over a model."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from partake.engine.actions import DEALER
from partake.rules.errors import IllegalActionError, PartakeError
from partake.spiel.model import Model, Node, Sampler, Scope

_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game with its parameters; `model` knows its rules and encodings."""

    def __init__(self, game_type: Any, model: Model, parameters: dict[str, Any]) -> None:
        low, high = model.utilities
        info = pyspiel.GameInfo(
            num_distinct_actions=model.actions,
            max_chance_outcomes=model.outcomes,
            num_players=model.players,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if model.is_zero_sum else None,
            max_game_length=model.length,
        )
        super().__init__(game_type, info, parameters)
        self.model = model

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """A game is pickled by name and parameters; reading it imports this package, which registers the games."""
        return loaded, (str(self),)

    def new_initial_state(self) -> SpielState:
        """The state before anything has happened: a chance node."""
        return SpielState(self, self.model)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """The observer of a type; by default of what a player sees now."""
        if params:
            raise PartakeError("observations have no parameters")
        return Observer(self.model, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state: a node of the model's game tree, besides the history that OpenSpiel keeps itself.

    OpenSpiel clones a state by a deep copy of its attributes; both of these are their own copies.
    """

    def __init__(self, game: SpielGame, model: Model) -> None:
        super().__init__(game)
        self.model, self.node = model, model.root

    def current_player(self) -> int:
        """The player who acts, counted from 0, or that it is chance's turn or nobody's."""
        actor = self.node.actor
        return _TERMINAL if actor is None else _CHANCE if actor == DEALER else actor - 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.model.legal(self.node) if player + 1 == self.node.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes with their exact probabilities."""
        return self.node.chances

    def _apply_action(self, action: int) -> None:
        self.node = self.model.after(self.node, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.model.words(self.node, max(player, -1) + 1, action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.actor is None

    def returns(self) -> list[float]:
        """The utility of each player; 0 before the end."""
        return self.model.returns(self.node) if self.is_terminal() else [0.0] * self.model.players

    def resample_from_infostate(self, player: int, sampler: Sampler) -> SpielState:
        """A state that the player cannot tell from this one: hidden pawns by their exact conditional probabilities,
        hidden placements of other players uniformly among the legal ones.
        """
        found: SpielState = self.get_game().new_initial_state()
        for number in self.model.resampled(self.history(), self.node, player + 1, sampler):
            found.apply_action(number)
        return found

    def __str__(self) -> str:
        return self.model.position(self.node)


class Observer:
    """Observations of a type, conforming to OpenSpiel's PyObserver: `tensor`, its named parts in `dict`, and text."""

    def __init__(self, model: Model, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise PartakeError("observations are those of one player, or of a spectator")
        private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._model, self._scope = model, Scope(kind.public_info, private, kind.perfect_recall)
        shapes = model.shapes(self._scope)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=True)}

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor with what the player sees of a state."""
        self.tensor.fill(0)
        self._model.fill(_node(state), player + 1, self._scope, self.dict)

    def string_from(self, state: Any, player: int) -> str:
        """What the player sees of a state, as text; with perfect recall all that it has ever seen."""
        node, scope = _node(state), self._scope
        if scope.recall and scope.public:
            return self._model.recalled(node, player + 1 if scope.private else None)
        return self._model.observed(node, player + 1, scope)


def loaded(name: str) -> SpielGame:
    """The game of a name with parameters, as `pyspiel.load_game` gives it."""
    game: SpielGame = pyspiel.load_game(name)
    return game


def _node(state: Any) -> Node:
    """The node of a state; a state of a game made by a transform has none."""
    node = getattr(state, "node", None)
    if not isinstance(node, Node):
        raise IllegalActionError("this is no state of a game of Partake")
    return node
