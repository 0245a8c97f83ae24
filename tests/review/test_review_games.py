"""A review adds up, weighs exactly what was legal, and goes by what a player could see."""

from __future__ import annotations

import json
from functools import cache

import pytest

import partake
from partake.bots.bot import Budget
from partake.bots.hexagon.search import SearchBot
from partake.engine.actions import Place, Scrap
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.engine.record.model import Record
from partake.review import Grade, review, review_text, to_json
from partake.review.decision_points import decision_points
from partake.review.hexagon.decision import call_of
from partake.review.hexagon.evaluator import Evaluator
from partake.review.hexagon.model import HANDED, PlayerReview, Review
from partake.review.model import grade
from partake.rules.errors import PartakeError
from recorded import GOLDEN

QUICK = ("classic-take-back", "classic-pairs", "classic-best-ray", "daffodil-reserve", "orchid-moons", "nexus-alone")
SLOW = sorted(
    path.stem
    for path in GOLDEN.glob("*.partake")
    if not path.stem.startswith("five") and path.stem not in QUICK
)  # fmt: skip
NAMES = [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)]


@cache
def record_of(name: str) -> Record:
    return partake.load(GOLDEN / f"{name}.partake")


@cache
def review_of(name: str) -> Review:
    found = review(record_of(name), seconds=0)
    assert isinstance(found, Review)
    return found


def players_of(name: str) -> list[tuple[int, PlayerReview]]:
    return [(game.number, player) for game in review_of(name).games for player in game.players]


@pytest.mark.parametrize("name", NAMES)
def test_luck_and_skill_add_up_to_the_score(name: str) -> None:
    outcome = record_of(name).outcome
    assert outcome is not None
    for number, player in players_of(name):
        assert player.score == float(outcome.scores[player.seat - 1].of_round(number).total)
        assert player.start + player.luck - player.lost + player.remainder == pytest.approx(player.score)
        assert player.lost == pytest.approx(sum(move.lost for move in player.moves))
        assert player.luck == pytest.approx(sum(move.luck for move in player.moves))


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_place_is_weighed_and_no_other(name: str) -> None:
    record = record_of(name)
    for seat in range(1, len(record.setup.seats) + 1):
        placed = [m for m in decision_points(record, seat) if isinstance(m.view, HexagonView) and not m.view.relocating]
        own = [m for m in placed if isinstance(m.action, Scrap) or (isinstance(m.action, Place) and not m.action.owner)]
        reviewed = [m for _, player in players_of(name) if player.seat == seat for m in player.moves if m.tile]
        assert len(own) == len(reviewed)
        for point, move in zip(own, reviewed, strict=True):
            legal = {
                (str(action.tile), action.cell if isinstance(action, Place) else HANDED)
                for action in point.view.legal
                if isinstance(action, Scrap) or (isinstance(action, Place) and not action.owner)
            }
            assert {(option.tile, option.cell) for option in move.options} == legal
            assert isinstance(point.action, (Place, Scrap))
            assert move.tile == str(point.action.tile)


@pytest.mark.parametrize("name", NAMES)
def test_a_move_loses_what_the_best_place_has_more(name: str) -> None:
    for _, player in players_of(name):
        for move in player.moves:
            assert move.lost == pytest.approx(move.best.value - move.value)
            assert move.lost >= 0
            assert move.grade is grade(move.lost)
            values = [option.value for option in move.options]
            assert values == sorted(values, reverse=True)
            assert str(move.words).endswith(".")
            if move.tile:
                assert move.value in [o.value for o in move.options if (o.tile, o.cell) == (move.tile, move.cell)]


@pytest.mark.parametrize("name", NAMES)
def test_the_course_ends_with_the_score_and_the_bots_board_is_counted_by_the_engine(name: str) -> None:
    record = record_of(name)
    view = next(record.views())
    assert isinstance(view, HexagonView)
    for _, player in players_of(name):
        for course, score in ((player.course, player.score), (player.bot.course, player.bot.score)):
            assert len(course) == view.variant.draws + 1
            assert (course[0], course[-1]) == (player.start, score)
        if not view.variant.options.ties_players:
            assert float(Sheet.of(view.variant, dict(player.bot.board)).score.total) == player.bot.score


@pytest.mark.parametrize("name", ["classic", "classic-pairs", "daffodil-reserve", "orchid-moons"])
def test_the_last_tile_is_worth_what_the_engine_counts(name: str) -> None:
    """With nothing left to come a value is no guess: it is the score after the best moves from the reserve."""
    for _, player in players_of(name):
        last = [move for move in player.moves if move.tile][-1]
        after = player.moves[-1]
        assert last.value == pytest.approx(after.value + after.lost if not after.tile else player.score)


@pytest.mark.parametrize("name", ["classic", "daffodil"])
def test_before_the_last_draw_the_mean_over_all_tiles_is_exact(name: str) -> None:
    """One empty cell: what is expected is the mean of the engine's scores over the tiles that may come."""
    record = record_of(name)
    view = [m.view for m in decision_points(record, 1) if isinstance(m.action, Place)][-1]
    assert isinstance(view, HexagonView)
    variant, cells = view.variant, view.cells[0]
    empty = cells.index(None)
    bag = [*view.bag, *view.hand]
    scores = [Sheet(variant, (*cells[:empty], tile, *cells[empty + 1 :])).score.total for tile in bag]
    assert Evaluator(variant).expected(call_of(view)) == pytest.approx(sum(scores) / len(scores))


@pytest.mark.parametrize("name", ["classic", "daffodil"])
def test_the_values_are_those_that_the_bot_goes_by(name: str) -> None:
    """Whatever the searching bot chooses when it looks into every place is worth most."""
    record, bot = record_of(name), SearchBot(1)
    for point in decision_points(record, 1):
        view = point.view
        assert isinstance(view, HexagonView)
        action = bot.choose(view, Budget(steps=99))
        assert isinstance(action, Place)
        rated = Evaluator(view.variant).rated(call_of(view))
        assert rated[action.tile, view.variant.index[action.cell]] == pytest.approx(max(rated.values()), abs=1e-3)


def test_what_was_taken_back_is_not_held_against_anybody() -> None:
    found = review_of("classic-take-back")
    boards = [dict(player.board) for player in found.games[0].players]
    for player, board in zip(found.games[0].players, boards, strict=True):
        assert {move.cell: move.tile for move in player.moves} == board
        assert [move.number for move in player.moves] == list(range(1, 20))


@pytest.mark.slow
def test_every_game_of_a_match_is_reviewed() -> None:
    record = record_of("classic-match")
    found = review(record, seconds=0)
    assert isinstance(found, Review)
    assert [game.number for game in found.games] == list(range(1, record.setup.options.rounds + 1))


def test_hindsight_beats_everybody() -> None:
    found = review(record_of("classic"), seconds=20)
    assert isinstance(found, Review)
    game = found.games[0]
    assert game.hindsight is not None
    assert game.hindsight.bound >= game.hindsight.score >= max(game.players[0].score, game.players[0].bot.score)
    assert sorted(tile for _, tile in game.hindsight.board) == sorted(game.tiles)


def test_progress_is_told_move_by_move() -> None:
    told: list[tuple[int, int]] = []
    review(record_of("classic"), seconds=0, progress=lambda done, total: told.append((done, total)))
    assert told == [(i, 19) for i in range(1, 20)]


def test_another_process_needs_only_text_and_gets_only_plain_data() -> None:
    text = (GOLDEN / "classic.partake").read_text(encoding="utf-8")
    found = review_text(text, seconds=0)
    assert json.loads(json.dumps(found)) == to_json(review(record_of("classic"), seconds=0))
    assert found["games"][0]["players"][0]["moves"][0]["options"][0]["cell"]


def test_a_game_that_is_not_over_has_no_review() -> None:
    with pytest.raises(PartakeError, match="not over"):
        review(partake.start("classic", seed="early").record())


def test_grades_go_by_points_lost() -> None:
    assert [grade(lost) for lost in (0, 0.49, 0.5, 2, 5, 9.9, 10)] == [
        Grade.BEST, Grade.BEST, Grade.GOOD, Grade.INACCURACY, Grade.MISTAKE, Grade.MISTAKE, Grade.BLUNDER,
    ]  # fmt: skip
