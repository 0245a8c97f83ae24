"""Compile ahead of time what the learned players need: `python -m partake.learn.warming`, in images and installers."""

from __future__ import annotations

import partake
from partake.learn.player import Cells, Player, new_player
from partake.learn.search_budget import SearchBudget
from partake.learn.win_share import likeliest_winner
from partake.rules.edition import HexagonEdition
from partake.rules.kernels import mark_ready
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, variant


def compile_players() -> None:
    """Compile all kernels of learned players, or load them from the cache, and remember that they are there.

    Kernels are alike for all variants, so one with single tiles and one with pairs are enough.
    """
    players: list[tuple[Variant, Player]] = [
        (made, new_player(made)) for made in (_variant("nexus"), _variant("classic", draw="2"))
    ]
    for made, player in players:
        player.place(*_position(made, 0))
    for made, player in players:
        for placed in (0, made.draws - 8):
            player.search(*_position(made, placed), SearchBudget(2))
        player.position_value(*_position(made, 0))
        player.placement_values(*_position(made, made.draws - 4))
    best = _variant("classic", rays="best")
    likeliest_winner(new_player(best), *_position(best, best.draws - 8), SearchBudget(2))
    mark_ready()


def _variant(name: str, **options: str) -> Variant:
    edition = partake.edition(name)
    assert isinstance(edition, HexagonEdition)
    return variant(edition, options, seats=2)


def _position(made: Variant, placed: int) -> tuple[list[Cells], int, tuple[Tile, ...], tuple[Tile, ...]]:
    """A call to the first of two players with the first tiles of the set on both boards, in their order."""
    tiles, call = made.tiles.tiles, made.options.draw
    placed = placed // call * call
    cells: list[Tile | None] = [None] * len(made.positions)
    cells[:placed] = tiles[:placed]
    drawn = tiles[: placed + call]
    return [tuple(cells)] * 2, 1, tuple(drawn), tuple(drawn[placed:])


if __name__ == "__main__":
    compile_players()
