"""The compiled engine gives bit for bit the engine's legal moves and scores, in every variant that it plays."""

from __future__ import annotations

import numpy as np
import pytest

import partake
from partake.engine.actions import DEALER, Close, Done, Draw, Place, Relocate
from partake.engine.hexagon.game import HexagonGame
from partake.engine.hexagon.scoring import scores
from partake.engine.hexagon.state import HexagonState
from partake.engine.setup import arrange
from partake.fast import Batch, score_boards
from partake.rules.edition import HexagonEdition
from partake.rules.variant import Variant, combinations, variant

FIXED = {"takeback": "yes", "rounds": "1"}


def untied() -> list[Variant]:
    """Every variant of every edition in which no player's score depends on another's board."""
    found = []
    for edition in partake.editions().values():
        if isinstance(edition, HexagonEdition):
            for chosen in combinations(edition):
                if FIXED.items() <= chosen.items():
                    made = variant(edition, chosen, seats=2)
                    found += [] if made.options.ties_players else [made]
    return found


VARIANTS = untied()
BOARDS = 10_000
EACH = -(-BOARDS // len(VARIANTS))


def name_of(made: Variant) -> str:
    options = made.options
    names = ("placement", "draw", "rays", "stamens", "scrapyard", "symbols")
    return "-".join([made.edition.name, *(options.text(name) for name in names)])


def play_both(made: Variant, games: int, seed: int) -> int:
    """Play random games with both engines side by side, comparing at every step; how many boards were compared."""
    rng = np.random.default_rng(seed)
    game = HexagonGame(arrange(made.edition, {n: made.options.text(n) for n in made.edition.offer.values}))
    batch = Batch(made, games, seed=seed)
    states = [game.start() for _ in range(games)]
    partial = int(rng.integers(made.draws))
    while not batch.is_full:
        hands = batch.draw()
        called = [tuple(made.tiles.tiles[t] for t in row if t >= 0) for row in hands]
        states = [game.play(state, DEALER, Draw(tiles)) for state, tiles in zip(states, called, strict=True)]
        while batch.in_hand:
            states = step(made, game, batch, states, rng)
        if batch.drawn - made.options.draw < partial <= batch.drawn:
            compare_scores(made, batch, states)
    states = [game.play(state, DEALER, Close()) for state in states]
    if made.reserve:
        states = relocate(made, game, batch, states, rng)
    compare_scores(made, batch, states)
    outcomes = [game.outcome(game.play(state, DEALER, Close()) if made.reserve else state) for state in states]
    assert [outcome.totals[0] for outcome in outcomes if outcome] == batch.score().tolist()
    return games


def step(
    made: Variant, game: HexagonGame, batch: Batch, states: list[HexagonState], rng: np.random.Generator
) -> list[HexagonState]:
    legal = batch.legal()
    positions, which, played = [], [], []
    for i, state in enumerate(states):
        mine = {(made.tiles.tiles[batch.hands[i, p]], made.positions[c]) for p, c in np.argwhere(legal[i])}
        theirs = {(a.tile, a.cell) for a in game.legal(state, 1) if isinstance(a, Place)}
        assert mine == theirs, f"{name_of(made)}: legal moves differ"
        place, cell = rng.choice(np.argwhere(legal[i]))
        positions.append(cell)
        which.append(place)
        played.append(game.play(state, 1, Place(made.tiles.tiles[batch.hands[i, place]], made.positions[cell])))
    before = batch.boards.copy()
    batch.place(positions, which)
    batch.undo()
    assert (batch.boards == before).all(), "undo does not restore the boards"
    batch.place(positions, which)
    return played


def relocate(
    made: Variant, game: HexagonGame, batch: Batch, states: list[HexagonState], rng: np.random.Generator
) -> list[HexagonState]:
    moved = list(states)
    for _ in made.reserve:
        slots, targets = np.full(len(states), -1), np.full(len(states), -1)
        for i, state in enumerate(moved):
            moves = [action for action in game.legal(state, 1) if isinstance(action, Relocate)]
            if moves and rng.random() < 0.7:
                action = moves[rng.integers(len(moves))]
                slots[i] = state.sides[0].cells.index(action.tile)
                targets[i] = made.index[action.cell]
                moved[i] = game.play(state, 1, action)
        batch.relocate(slots, targets)
    return [game.play(state, 1, Done()) for state in moved]


def compare_scores(made: Variant, batch: Batch, states: list[HexagonState]) -> None:
    cells = [state.sides[0].cells for state in states]
    expected = [sum(item.points for item in scores(made, [own])[0]) for own in cells]
    assert batch.score().tolist() == expected, f"{name_of(made)}: scores differ"


@pytest.mark.parametrize("made", VARIANTS, ids=name_of)
def test_the_compiled_engine_has_the_same_legal_moves_and_scores(made: Variant) -> None:
    assert play_both(made, EACH, seed=7) == EACH


@pytest.mark.slow
@pytest.mark.parametrize("made", VARIANTS, ids=name_of)
def test_the_compiled_engine_has_the_same_legal_moves_and_scores_on_many_more_boards(made: Variant) -> None:
    for seed in range(100, 120):
        play_both(made, EACH, seed=seed)


@pytest.mark.parametrize("made", VARIANTS, ids=name_of)
def test_good_boards_score_the_same(made: Variant) -> None:
    """Random boards seldom score: these are built to have many lines, bonuses and rays."""
    rng = np.random.default_rng(3)
    rows = np.array([good_board(made, rng) for _ in range(40)], np.int8)
    cells = [tuple(None if t < 0 else made.tiles.tiles[t] for t in row) for row in rows]
    expected = [sum(item.points for item in scores(made, [own])[0]) for own in cells]
    assert score_boards(made, rows).tolist() == expected
    assert max(expected) > 60


def good_board(made: Variant, rng: np.random.Generator) -> list[int]:
    """Tiles dealt out so that whole columns, where possible whole crossings, show one number."""
    wanted: dict[int, list[int]] = {}
    for line in (*made.board.lines, *made.yard_lines):
        numbers = made.tiles.numbers(line.direction)
        number = numbers[rng.integers(len(numbers))]
        for cell in line.cells:
            wanted.setdefault(cell, [0, 0, 0])[line.direction] = number
    left = list(range(len(made.tiles.tiles)))
    row = [-1] * len(made.positions)
    free = [i for i in range(len(row)) if i not in made.reserve and (i not in made.targets or rng.random() < 0.5)]
    for cell in rng.permutation(free)[: made.draws]:
        best = max(left, key=lambda t: (fit(made, t, wanted[cell]), rng.random()))
        row[cell] = best
        left.remove(best)
    return row


def fit(made: Variant, tile: int, wanted: list[int]) -> int:
    return sum(has in (want, 0) for has, want in zip(made.tiles.tiles[tile], wanted, strict=True))
