"""Every edition of the catalogue, with every option value and few and many players, keeps to the contract."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import partake
from partake.engine.actions import Draw, Place
from partake.engine.chance import Seed
from partake.engine.conformance import arrangements, check_edition, check_setup, check_state, playthrough
from partake.engine.contract import Setup
from partake.engine.setup import arrange, make_game
from partake.rules.edition import HexagonEdition
from partake.rules.errors import IllegalActionError, PartakeError
from partake.rules.variant import combinations

EDITIONS = partake.editions()
SETUPS = [setup for edition in EDITIONS.values() for setup in arrangements(edition)]


def name_of(setup: Setup) -> str:
    options = [f"{n}={v}" for n in setup.edition.offer.values if (v := setup.options.text(n)) != _default(setup, n)]
    return "-".join([setup.edition.name, f"{len(setup.seats)}p", *options])


def _default(setup: Setup, name: str) -> str:
    return setup.edition.offer.values[name][0]


@pytest.mark.parametrize("setup", SETUPS, ids=name_of)
def test_setup_keeps_the_contract(setup: Setup) -> None:
    check_setup(setup)


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["one", "two", "three"])
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.name)
def test_edition_keeps_the_contract_with_other_seeds(edition: partake.Edition, seed: str) -> None:
    check_edition(edition, seed=seed)


@pytest.mark.slow
@pytest.mark.parametrize(
    "edition", [e for e in EDITIONS.values() if isinstance(e, HexagonEdition)], ids=lambda edition: edition.name
)
def test_every_choice_of_options_keeps_the_contract(edition: HexagonEdition) -> None:
    for chosen in combinations(edition, seats=2):
        check_setup(arrange(edition, chosen, seats=2))


def test_arrangements_use_every_offered_value_and_all_seats() -> None:
    for edition in EDITIONS.values():
        setups = list(arrangements(edition))
        used = {(name, setup.options.text(name)) for setup in setups for name in edition.offer.values}
        assert used >= {(name, value) for name, values in edition.offer.values.items() for value in values}
        assert {len(setup.seats) for setup in setups} >= set(edition.seats)


BOARD = 'kind = "board"\nname = "own"\ntitle = "Own"\ncolumns = {columns}\n'
OWN = 'kind = "edition"\nfamily = "hexagon"\nname = "own"\ntitle = "Own"\nboard = "own"\ntiles = "64"\nseats = [1, 3]\n'
YARD = """scrapyard = "scrapyard"
[options]
scrapyard = ["threshold", "passed"]
[points]
scrapyard_threshold = 60
scrapyard_penalty = 60
"""


def own_edition(folder: Path, columns: list[list[int]], more: str) -> partake.Edition:
    (folder / "board.toml").write_text(BOARD.format(columns=columns), encoding="utf-8")
    (folder / "own.toml").write_text(OWN + more, encoding="utf-8")
    return partake.edition("own", data=[folder / "board.toml", folder / "own.toml"])


@pytest.mark.parametrize(
    "more", ["", YARD, '[options]\nplacement = ["free", "symbol"]\ntakeback = ["no", "yes"]\ndraw = ["2", "1"]\n']
)
def test_an_edition_of_somebody_elses_can_be_checked(tmp_path: Path, more: str) -> None:
    check_edition(own_edition(tmp_path, [[0, 0, 1], [1, -1, 1], [2, -1, 0]], more))


def test_an_edition_that_cannot_work_is_found(tmp_path: Path) -> None:
    """The 19th column has the letter of the scrapyard: two places of one name."""
    with pytest.raises((AssertionError, PartakeError)):
        check_edition(own_edition(tmp_path, [[q, -q, -q] for q in range(20)], YARD))


def test_a_broken_game_is_found() -> None:
    setup = arrange(EDITIONS["classic"], seats=2)
    game = make_game(setup)
    steps = list(playthrough(game, Seed.of("broken")))
    game.legal = lambda state, actor: ()  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="can do nothing"):
        check_state(game, steps[1].state, Seed.of("broken"))


@pytest.mark.parametrize("name", EDITIONS)
def test_views_survive_being_pickled(name: str) -> None:
    setup = arrange(EDITIONS[name], seats=2)
    game = make_game(setup)
    for number, step in enumerate(playthrough(game, Seed.of("pickle"))):
        if number % 9 == 0:
            for seat in (None, 1, 2):
                view = game.view(step.state, seat)
                assert pickle.loads(pickle.dumps(view)) == view


@pytest.mark.parametrize("name", EDITIONS)
def test_outcomes_are_plain_data(name: str) -> None:
    game = make_game(arrange(EDITIONS[name], seats=2))
    *_, end = playthrough(game, Seed.of("plain"))
    outcome = game.outcome(end.state)
    assert outcome is not None
    data = json.loads(json.dumps(outcome.to_json()))
    assert [player["total"] for player in data["players"]] == list(outcome.totals)
    assert all(item["reason"] for player in data["players"] for item in player["items"])


def waiting(table: partake.Table) -> tuple[int, ...]:
    return table.to_act


def test_table_speaks_of_seats_only() -> None:
    table = partake.start("classic", seats=2, seed="seats")
    assert waiting(table) == ()
    draw = table.deal()
    assert isinstance(draw, Draw)
    assert waiting(table) == (1, 2)
    with pytest.raises(IllegalActionError, match="waits for its players"):
        table.deal()
    with pytest.raises(IllegalActionError, match=r"use deal\(\)"):
        table.play(0, "close")
    with pytest.raises(IllegalActionError, match="no seat 3"):
        table.play(3, Place(draw.tiles[0], "c3"))
    with pytest.raises(IllegalActionError, match="no seat 0"):
        table.view(0)
    table.play(1, f"{draw.tiles[0]}@c3")
    assert waiting(table) == (2,)
    assert "2 moves" in repr(table)


def test_a_refused_action_changes_nothing() -> None:
    table = partake.start("classic", seats=1, seed="refused")
    table.deal()
    before = table.view(1), table.private_save()
    for text in ("1-1-1@c3", "close", "done", "back", "=7", "Nd4", "nonsense", "", "9-7-8@z9"):
        with pytest.raises(PartakeError):
            table.play(1, text)
    assert (table.view(1), table.private_save()) == before


def test_a_finished_table_refuses_everything() -> None:
    game = make_game(arrange(EDITIONS["classic"]))
    *_, end = playthrough(game, Seed.of("end"))
    table = partake.start("classic", seed="end")
    for actor, action in end.log:
        if actor:
            table.play(actor, action)
        else:
            table.deal()
    assert table.is_over
    assert table.record().outcome == table.outcome
    with pytest.raises(IllegalActionError, match="the game is over"):
        table.deal()
    with pytest.raises(IllegalActionError, match="the game is over"):
        table.play(1, "back")


def test_line_of_play_counts_of_classic() -> None:
    """Node counts from the start: 27 draws, 19 cells, then 26 draws and 18 cells."""
    game = make_game(arrange(EDITIONS["classic"], {"takeback": "no"}))
    start = game.start()
    after_draw = [game.play(start, 0, draw) for draw in game.legal(start, 0)]
    placed = [game.play(state, 1, place) for state in after_draw for place in game.legal(state, 1)]
    assert len(placed) == 27 * 19
    second = [game.play(state, 0, draw) for state in placed[:10] for draw in game.legal(state, 0)]
    assert len(second) == 10 * 26
    assert all(len(game.legal(state, 1)) == 18 for state in second)
