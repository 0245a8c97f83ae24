"""Evenings at a cardboard table as the pages keep them, made of whole games that were played by chance."""

from __future__ import annotations

from typing import Any

import partake
from partake.engine.chance import Seed
from partake.engine.conformance import playthrough
from partake.engine.hexagon.game import HexagonGame
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.engine.setup import arrange


def paper_game(
    edition: str = "classic", *names: str, seed: str = "paper", is_seeded: bool = False, **options: str
) -> dict[str, Any]:
    """An evening of one game that is over: what was called, and the boards at the end."""
    players = list(names or ("Ana", "Bo"))
    setup, chance = arrange(partake.edition(edition), options, seats=players), Seed.of(seed)
    game = HexagonGame(setup)
    *_, last = playthrough(game, chance)
    view = game.view(last.state, None)
    assert isinstance(view, HexagonView)
    return {
        "format": "partake-evening-1",
        "id": "evening",
        "edition": edition,
        "options": options,
        "players": [{"name": name} for name in players],
        "games": [
            {
                "caller": 0,
                "called": [str(tile) for tile in view.drawn],
                "seed": str(chance) if is_seeded else None,
                "boards": [{cell: str(tile) for cell, tile in Sheet(view.variant, own)} for own in view.cells],
                "finished": True,
            }
        ],
        "five": None,
    }


def totals(evening: dict[str, Any]) -> list[float]:
    """What the players of its first game have, as `partake score` counts it."""
    text = "".join(
        f"player {player['name']}\n" + "".join(f"{cell} {tile}\n" for cell, tile in board.items())
        for player, board in zip(evening["players"], evening["games"][0]["boards"], strict=True)
    )
    return [float(score.total) for score in partake.score(evening["edition"], text, **evening["options"])]
