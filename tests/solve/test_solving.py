"""Real boards: known optima, bounds under a time limit, order, games that are not over, and tiles that cannot be."""

from __future__ import annotations

import pytest

from boards import Called, variant_of
from partake.engine.notation import format_action
from partake.rules.tiles import Tile
from partake.solve import solve
from partake.solve.compiled import CompiledSearch
from partake.solve.pool import TilesError
from partake.solve.rays import RayChoice
from partake.solve.search import Search
from partake.solve.solution import own_points
from solve_games import draw_of, first_frame

KNOWN = [
    ("classic", {}, 236),
    ("classic", {"rays": "each"}, 350),
    ("classic", {"rays": "best"}, 356),
    ("daffodil", {}, 315),
    ("daffodil", {"stamens": "first"}, 256),
    ("daffodil", {"stamens": "last"}, 269),
    ("daffodil", {"stamens": "reserve"}, 315),
    ("orchid", {}, 686),
    ("nexus", {"scrapyard": "none", "rays": "none"}, 989),
]


@pytest.mark.parametrize(("edition", "options", "score"), KNOWN, ids=str)
def test_known_optima(edition: str, options: dict[str, str], score: int) -> None:
    found = variant_of(edition, **options)
    tiles = draw_of(found, "known")
    solution = solve(found, tiles)
    assert (solution.score, solution.bound, solution.proven) == (score, score, True)
    assert own_points(found, solution.sheet.cells) == score
    assert sorted(tile for _, tile in solution.board) == sorted(tiles)
    assert [cell for cell, _ in solution.board] == [cell for cell in found.positions if cell in dict(solution.board)]


@pytest.mark.parametrize("seed", range(10))
def test_both_searches_agree_on_classic_boards(seed: int) -> None:
    found = variant_of("classic")
    pool, layout = first_frame(found, draw_of(found, seed))
    searches = [engine(pool, layout, RayChoice()) for engine in (Search, CompiledSearch)]
    assert searches[0].bound == searches[1].bound
    best = solve(found, pool.tiles).score
    for search in searches:
        assert _sweep(search, best + 1) is None
        assert _sweep(search, best - 3) == best


def _sweep(search: Search | CompiledSearch, threshold: int) -> int | None:
    """The best score that a search finds from a threshold up."""
    best: int | None = None
    at: tuple[int, int] | None = (0, 0)
    while at is not None:
        found, at = search.sweep(at, threshold if best is None else best + 1, 10_000)
        best = found.points if found else best
    return best


@pytest.mark.parametrize(
    ("edition", "options"),
    [("classic", {"rays": "each"}), ("daffodil", {"stamens": "last"}), ("nexus", {}), ("orchid", {"symbols": "both"})],
    ids=str,
)
@pytest.mark.parametrize("seconds", [0, 0.3])
def test_a_time_limit_gives_a_full_board_and_a_bound(edition: str, options: dict[str, str], seconds: float) -> None:
    found = variant_of(edition, **options)
    solution = solve(found, draw_of(found, "soon"), seconds=seconds)
    assert len(solution.board) == found.draws
    assert solution.score == own_points(found, solution.sheet.cells) <= solution.bound
    assert solution.proven == (solution.score == solution.bound)


def test_progress_only_gets_better() -> None:
    found, told = variant_of("daffodil"), list[tuple[int, int]]()
    solution = solve(found, draw_of(found, "known"), progress=lambda score, bound: told.append((score, bound)))
    assert told[-1] == (solution.score, solution.bound)
    assert [score for score, _ in told] == sorted(score for score, _ in told)
    assert [bound for _, bound in told] == sorted((bound for _, bound in told), reverse=True)


@pytest.mark.parametrize("placement", ["adjacent", "symbol"])
@pytest.mark.parametrize("draw", ["1", "2"])
def test_a_board_can_be_laid_in_the_order_of_its_tiles(placement: str, draw: str) -> None:
    found = variant_of("classic", placement=placement, draw=draw)
    tiles = draw_of(found, "order")
    solution = solve(found, tiles)
    assert solution.score <= solution.bound == solve(variant_of("classic"), tiles).score
    where = {tile: cell for cell, tile in solution.board}
    game = Called("classic", placement=placement, draw=draw)
    for start in range(0, len(tiles), int(draw)):
        hand = list(map(str, tiles[start : start + int(draw)]))
        game.call(*hand)
        for _ in list(hand):
            legal = {f"{tile}@{where[Tile.parse(tile)]}" for tile in hand} & set(_texts(game))
            assert legal, f"{hand} cannot go where they lie"
            move = min(legal)
            hand.remove(move.partition("@")[0])
            game.play(1, move)


def _texts(game: Called) -> list[str]:
    return [format_action(action) for action in game.view().legal]


def test_what_is_still_possible_in_the_middle_of_a_game() -> None:
    found = variant_of("classic")
    tiles = draw_of(found, "middle")
    best = solve(found, tiles)
    lying = [(cell, tile) for cell, tile in best.board if tile in tiles[:8]]
    bag = [tile for tile in found.tiles.tiles if tile not in dict(lying).values()]
    still = solve(found, bag, fixed=lying, choose=True)
    assert still.proven
    assert still.score >= best.score
    assert set(lying) <= set(still.board)
    assert solve(found, tiles[8:], fixed=lying).score == best.score


WRONG = [
    ("classic", "9-7-8", "classic needs 19 tiles, not 1"),
    ("classic", "9-7-8 9-7-8", "9-7-8 is there twice, and the set has only one of it"),
    ("classic", "9-7-9", "9-7-9 is not one of the 27 tiles of classic"),
    ("classic", "9-7", "'9-7' is not a tile: write its three numbers as vertical-rising-falling, like 9-7-8"),
    ("orchid", "1-2-5", "1-2-5 is not one of the 32 tiles of orchid with suns only"),
]


@pytest.mark.parametrize(("edition", "tiles", "sentence"), WRONG)
def test_tiles_that_cannot_be_those_of_a_game(edition: str, tiles: str, sentence: str) -> None:
    with pytest.raises(TilesError) as problem:
        solve(variant_of(edition), tiles.split())
    assert str(problem.value) == sentence


def test_tiles_that_lie_count() -> None:
    with pytest.raises(TilesError, match="needs 18 tiles besides the 1 that lie already, not 2"):
        solve(variant_of("classic"), ["1-2-3", "1-2-4"], fixed=[("a1", "9-7-8")])
    with pytest.raises(TilesError, match="9-7-8 is there twice"):
        solve(variant_of("classic"), ["9-7-8"], fixed=[("a1", "9-7-8")])
    with pytest.raises(TilesError, match="classic has no cell 'z9'"):
        solve(variant_of("classic"), [], fixed=[("z9", "9-7-8")])
