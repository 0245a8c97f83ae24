"""The bot `value`: legal everywhere, the same as the compiled games that it learned from, and as strong as measured."""

from __future__ import annotations

import io
import tomllib
import zipfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

import partake
from learn_games import all_variants, title
from partake.bots.hexagon.heuristic import HeuristicBot
from partake.bots.hexagon.value import ValueBot
from partake.engine.actions import Action, Done, Place, Relocate, Scrap
from partake.engine.chance import Seed
from partake.engine.hexagon.sheet import score_table
from partake.engine.hexagon.view import HexagonView
from partake.learn.network.batch_games import AFFORDABLE
from partake.learn.network.files import load_network
from partake.learn.network.inputs import inputs_of
from partake.learn.network.learner import score_part
from partake.learn.network.lookahead import new_scratch
from partake.learn.network.self_play import play_decks
from partake.learn.network.transfer import network_for
from partake.learn.player import player_of
from partake.learn.registry import PACKAGED
from partake.learn.terminal_value import UNITS_PER_POINT
from partake.learn.weights import read_weights
from partake.rules.edition import HexagonEdition
from partake.rules.variant import Variant, variant

VARIANTS = all_variants()


def settings(made: Variant) -> dict[str, str]:
    return {name: made.options.text(name) for name in made.edition.offer.values}


def play(made: Variant, seed: str, seats: int) -> tuple[partake.Table, list[Action]]:
    table = partake.start(made.edition, seats=seats, seed=seed, is_open=False, data=(), **settings(made))
    bots, actions = [ValueBot(seat) for seat in range(seats)], []
    while not table.is_over:
        if not table.to_act:
            table.deal()
            continue
        seat = table.to_act[0]
        view = table.view(seat)
        action = bots[seat - 1].choose(view)
        assert action in view.legal
        table.play(seat, action)
        actions.append(action)
    return table, actions


def totals(table: partake.Table) -> Sequence[float]:
    assert table.outcome is not None
    return [float(total) for total in table.outcome.totals]


@pytest.mark.parametrize("made", VARIANTS, ids=title)
def test_it_plays_every_variant_by_the_rules_and_the_same_way_twice(made: Variant) -> None:
    seats = 3 if made.options.ties_players else 1
    first, moves = play(made, "rules", seats)
    again, same = play(made, "rules", seats)
    assert moves == same
    assert totals(first) == totals(again)


@pytest.mark.parametrize("made", [made for made in VARIANTS if made.options.draw == 1], ids=title)
def test_the_engine_and_the_compiled_games_agree_move_by_move(made: Variant) -> None:
    """The same tiles, once through views and once compiled, give the same scores."""
    if made.reserve and made.options.ties_players:
        pytest.skip("compiled games move reserve tiles for their own score alone")
    if made.options.scrapyard == "passed":
        pytest.skip("at a table a neighbour's scrapyard is filled before one's own tile is placed")
    seats = 2 if made.options.ties_players else 1
    orders = [Seed.of(f"agree{game}").shuffled("round 1", range(len(made.tiles.tiles))) for game in range(2)]
    decks = np.array(orders, np.int8)[:, : made.draws]
    inputs, (network, scale) = inputs_of(made), network_for(made)
    found = np.zeros((len(decks), seats), np.int64)
    scratch = new_scratch(inputs, network.width)
    play_decks(decks.astype(np.int64), 0, AFFORDABLE, inputs.geo, inputs.arrays, network, scale, scratch, found)
    scores = found / UNITS_PER_POINT
    assert scores.tolist() == [totals(play(made, f"agree{game}", seats)[0]) for game in range(2)]


PINNED_NETWORKS: dict[str, float] = {
    "network-classic": 164.75,
    "network-classic-placement-adjacent": 159.04,
    "network-classic-placement-symbol": 113.75,
    "network-classic-rays-best": 209.18,
    "network-classic-rays-each": 249.41,
    "network-daffodil-placement-adjacent": 209.83,
    "network-daffodil-placement-symbol": 168.03,
    "network-daffodil-rays-best": 262.30,
    "network-daffodil-rays-each": 301.66,
    "network-daffodil-stamens-first": 210.12,
    "network-daffodil-stamens-last": 177.98,
    "network-daffodil-stamens-reserve": 209.74,
    "network-daffodil": 217.79,
    "network-nexus-placement-adjacent": 476.30,
    "network-nexus-placement-symbol": 383.37,
    "network-nexus-scrapyard-lowest": 595.95,
    "network-nexus-scrapyard-none": 474.83,
    "network-nexus-scrapyard-passed": 589.14,
    "network-nexus": 616.14,
    "network-orchid-placement-adjacent": 300.80,
    "network-orchid-symbols-both-rays-longest": 342.45,
    "network-orchid-symbols-moon": 384.21,
    "network-orchid": 385.54,
}
"""The mean of 100 games of seed 7 by one-ply play with each shipped network.

Where the rules compare players two of the same play, and the second places its first tile by lot.
"""
TREMBLE = 2.0
"""Sums of floats may differ in their last bits between processors, and a few of these games with them."""


def test_every_shipped_network_is_pinned() -> None:
    names = {path.stem for path in PACKAGED.glob("network-*.npz")}
    assert set(PINNED_NETWORKS) == names


@pytest.mark.parametrize("name", PINNED_NETWORKS)
def test_a_shipped_network_plays_as_it_did_when_it_was_measured(name: str) -> None:
    about = read_weights(PACKAGED / f"{name}.npz").about
    edition = partake.edition(about["edition"])
    assert isinstance(edition, HexagonEdition)
    made, rng = variant(edition, about["options"], seats=2), np.random.default_rng(7)
    decks = np.array([rng.permutation(len(made.tiles.tiles))[: made.draws] for _ in range(100)], np.int8)
    _, network, scale = load_network(PACKAGED / f"{name}.npz", made)
    scores = score_part(decks, network, made, about["seats"], scale)
    assert scores.mean() == pytest.approx(PINNED_NETWORKS[name], abs=TREMBLE)


@pytest.mark.parametrize("name", PINNED_NETWORKS)
def test_a_shipped_network_has_its_recipe_and_curve_beside_it(name: str) -> None:
    path = PACKAGED / f"{name}.npz"
    recipe = tomllib.loads(path.with_suffix(".toml").read_text())
    assert recipe["sha256"] == sha256(path.read_bytes()).hexdigest()
    assert recipe["games"] == read_weights(path).about["games"]
    assert path.with_suffix(".csv").read_text().startswith("games,mean,margin,seconds\n")


def test_the_wheel_has_at_most_25_megabytes() -> None:
    package, packed = Path(partake.__file__).parent, io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path in package.rglob("*"):
            if path.is_file() and path.parent.name != "__pycache__" and path.suffix != ".po":
                wheel.write(path, path.relative_to(package))
    assert packed.tell() < 25_000_000


def test_it_is_far_ahead_of_the_heuristic_on_nexus() -> None:
    """The same 25 games for both, far from the edge of chance."""
    edition = partake.edition("nexus")
    assert isinstance(edition, HexagonEdition)
    made, ahead = variant(edition), 0.0
    for game in range(25):
        table = partake.start("nexus", seed=f"far{game}")
        bot = HeuristicBot(game)
        while not table.is_over:
            if table.to_act:
                table.play(1, bot.choose(table.view(1)))
            else:
                table.deal()
        ahead += totals(play(made, f"far{game}", 1)[0])[0] - totals(table)[0]
    assert ahead > 0


@pytest.mark.parametrize(
    ("name", "options"),
    [("orchid", {}), ("daffodil", {"stamens": "reserve"}), ("daffodil", {"stamens": "reserve", "rays": "best"})],
)
def test_no_other_moves_from_the_reserve_would_have_scored_more(name: str, options: dict[str, str]) -> None:
    edition = partake.edition(name)
    assert isinstance(edition, HexagonEdition)
    made = variant(edition, options, seats=2)
    for game in range(6):
        table = partake.start(name, seats=2, seed=f"moves{game}", is_open=False, data=(), **options)
        bots = [ValueBot(), ValueBot()]
        while not table.is_over:
            if not table.to_act:
                table.deal()
                continue
            seat = table.to_act[0]
            view = table.view(seat)
            assert isinstance(view, HexagonView)
            action = bots[seat - 1].choose(view)
            if isinstance(action, (Done, Relocate)):
                assert best_end(view, 3) == best_end(after(view, action), 2 if isinstance(action, Relocate) else 0)
            table.play(seat, action)
        assert made.reserve


def after(view: HexagonView, action: Action) -> HexagonView:
    """The view with a move from the reserve made."""
    from dataclasses import replace

    if not isinstance(action, Relocate):
        return view
    cells = list(view.cells[(view.seat or 1) - 1])
    cells[cells.index(action.tile)], cells[view.variant.index[action.cell]] = None, action.tile
    sheets = list(view.cells)
    sheets[(view.seat or 1) - 1] = tuple(cells)
    moves = tuple(move for move in view.legal if isinstance(move, Relocate))
    legal = tuple(move for move in moves if move.tile != action.tile and move.cell != action.cell)
    return replace(view, cells=tuple(sheets), legal=legal)


def best_end(view: HexagonView, moves: int) -> float:
    """The best score that so many moves from the reserve can still reach, tried one after the other."""
    seat = (view.seat or 1) - 1
    found = float(score_table(view.sheets)[seat].total)
    if moves:
        choices = [move for move in view.legal if isinstance(move, Relocate)]
        found = max([found, *(best_end(after(view, move), moves - 1) for move in choices)])
    return found


def test_what_a_neighbour_scraps_goes_where_it_hurts() -> None:
    """With scrapyards passed, two suiting tiles on a neighbour's yard end up on one line as soon as they can."""
    table = partake.start("nexus", seats=2, seed="hurts", scrapyard="passed")
    bots, scrapped, values = [ValueBot(), ValueBot()], 0, []
    while not table.is_over:
        if not table.to_act:
            table.deal()
            continue
        seat = table.to_act[0]
        action = bots[seat - 1].choose(table.view(seat))
        scrapped += isinstance(action, Scrap)
        if isinstance(action, Place) and action.owner:
            assert action.owner != seat
        table.play(seat, action)
    assert scrapped >= 12
    outcome = table.outcome
    assert outcome is not None
    values = [item.value for score in outcome.scores for item in score.items if item.kind == "scrapyard"]
    assert max(value or 0 for value in values) > 0


def test_it_refuses_take_five() -> None:
    table = partake.start("five", seats=2, seed="f")
    table.deal()
    with pytest.raises(TypeError, match="value plays hexagon games"):
        ValueBot().choose(table.view(table.to_act[0]))


def test_players_are_kept() -> None:
    """Loading values takes longer than a move: equal variants share one player."""
    edition = partake.edition("classic")
    assert isinstance(edition, HexagonEdition)
    assert player_of(variant(edition)) is player_of(variant(edition))
