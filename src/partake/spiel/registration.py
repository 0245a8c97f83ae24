"""Registering editions with OpenSpiel, and the parameters of the games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pyspiel

from partake.engine.five.game import FiveGame
from partake.engine.hexagon.game import HexagonGame
from partake.engine.setup import arrange
from partake.rules.edition import Edition, FiveEdition, HexagonEdition
from partake.rules.errors import OptionError, PartakeError
from partake.spiel.five import FiveModel
from partake.spiel.game import SpielGame
from partake.spiel.hexagon import UTILITIES, HexagonModel
from partake.spiel.model import Model

LEFT_OUT = ("takeback", "rounds")
"""The options that are no parameters: a decision of a game tree is final, and a match is a number of games."""
DEALS = 20
"""The most layouts in a game of Take Five, unless the parameter `deals` says otherwise: games must be finite."""
OWN = "default"
"""The value of a parameter whose default depends on another: Orchid has rays only with both symbols."""
_TYPE = pyspiel.GameType
_REGISTERED: dict[str, Edition] = {}


def name_of(edition: Edition) -> str:
    """The name under which OpenSpiel knows an edition."""
    return f"partake_{edition.name}"


def register(edition: Edition) -> str:
    """Register an edition, unless it is; gives the name for `pyspiel.load_game`.

    A process knows one edition by a name: another of the same name is refused, because states and saved games refer
    to it by name alone.
    """
    name = name_of(edition)
    if name in _REGISTERED:
        if _REGISTERED[name].digest != edition.digest:
            raise PartakeError("another edition is registered with OpenSpiel as {name}", name=name)
        return name
    specification = _specification(edition)
    registered = _game_type(edition, specification)

    class EditionGame(SpielGame):
        """The games of this edition; OpenSpiel makes them with their parameters alone."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = {**specification, **(params or {})}
            model = _model(edition, given)
            super().__init__(_game_type(edition, specification, model), model, params or {})

    pyspiel.register_game(registered, EditionGame)
    _REGISTERED[name] = edition
    return name


def _specification(edition: Edition) -> dict[str, Any]:
    """The parameters of an edition's games with their defaults."""
    found: dict[str, Any] = {"players": edition.seats[0]}
    if isinstance(edition, HexagonEdition):
        found["utility"] = UTILITIES[0]
        depending = {option for others in edition.offer.defaults_when.values() for option in others}
        for option, values in edition.offer.values.items():
            if option not in LEFT_OUT:
                found[option] = OWN if option in depending else int(values[0]) if option == "draw" else values[0]
        return found
    return {**found, "markers": edition.markers, "phase": 0, "turns": edition.turn_limit, "deals": DEALS}


def _model(edition: Edition, given: dict[str, Any]) -> Model:
    players = int(given["players"])
    if isinstance(edition, HexagonEdition):
        return _hexagon_model(edition, players, given)
    return _five_model(edition, players, given)


def _hexagon_model(edition: HexagonEdition, players: int, given: dict[str, Any]) -> Model:
    utility = given["utility"]
    if utility not in UTILITIES:
        raise OptionError(
            "utility cannot be {utility!r}; it is one of {utilities}", utility=utility, utilities=", ".join(UTILITIES)
        )
    if utility != "points" and players < 2:
        raise OptionError("utility={utility} compares players: it needs two or more", utility=utility)
    chosen = {option: given[option] for option in edition.offer.values if given.get(option, OWN) != OWN}
    setup = arrange(edition, chosen, seats=players)
    return HexagonModel(HexagonGame(replace(setup, options=replace(setup.options, takeback=False))), utility)


def _five_model(edition: FiveEdition, players: int, given: dict[str, Any]) -> Model:
    phase, numbers = int(given["phase"]), {name: int(given[name]) for name in ("markers", "turns", "deals")}
    if not 0 <= phase <= len(edition.phases):
        raise OptionError(
            "phase must be 0 for all phases or from 1 to {last} for one of {phases}, not {phase}",
            last=len(edition.phases),
            phases=", ".join(edition.phases),
            phase=phase,
        )
    phases = edition.phases[phase - 1 : phase] if phase else edition.phases
    for name, number in numbers.items():
        if number < 1:
            raise OptionError("{name} must be a whole number from 1 on, not {number}", name=name, number=number)
    played = replace(edition, markers=numbers["markers"], turn_limit=numbers["turns"], phases=phases)
    return FiveModel(FiveGame(arrange(played, seats=players)), numbers["deals"])


def _game_type(edition: Edition, specification: dict[str, Any], model: Model | None = None) -> Any:
    """What OpenSpiel is told of a kind of game; of all games of an edition, or of those of one model.

    A hexagon game for one player has no secrets; with several a placement is hidden until the next call.
    """
    is_open = model is not None and model.players == 1
    is_zero_sum = model.is_zero_sum if model else isinstance(edition, FiveEdition)
    return _TYPE(
        short_name=name_of(edition),
        long_name=f"Partake: {edition.title}",
        dynamics=_TYPE.Dynamics.SEQUENTIAL,
        chance_mode=_TYPE.ChanceMode.EXPLICIT_STOCHASTIC,
        information=_TYPE.Information.PERFECT_INFORMATION if is_open else _TYPE.Information.IMPERFECT_INFORMATION,
        utility=_TYPE.Utility.ZERO_SUM if is_zero_sum else _TYPE.Utility.GENERAL_SUM,
        reward_model=_TYPE.RewardModel.TERMINAL,
        max_num_players=edition.seats[1],
        min_num_players=edition.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=specification,
    )
