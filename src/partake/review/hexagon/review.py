"""Reviews and hints of hexagon games: every decision evaluated, and what they add up to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from partake.engine.actions import Place, Relocate, Scrap
from partake.engine.hexagon.state import FinishedGame
from partake.engine.hexagon.view import HexagonView
from partake.engine.record.fields import settings
from partake.engine.record.model import Record
from partake.learn.registry import KIND
from partake.review.decision_points import decision_points
from partake.review.hexagon.baselines import Turn, board_of, bot_game, hindsight
from partake.review.hexagon.decision import call_of, evaluate, evaluate_reserve
from partake.review.hexagon.evaluator import Evaluator
from partake.review.hexagon.hint import hint
from partake.review.hexagon.hint_steps import hint_steps
from partake.review.hexagon.model import BotGame, GameReview, MoveReview, PlayerReview, Review
from partake.review.model import Progress

__all__ = ["hint", "hint_steps", "review"]


@dataclass
class _Game:
    """What one seat saw and decided in one game."""

    placed: list[tuple[HexagonView, Place | Scrap]] = field(default_factory=list)
    moved: list[Relocate] = field(default_factory=list)
    closing: HexagonView | None = None
    """What it saw before its first move from the reserve."""

    @property
    def turns(self) -> list[Turn]:
        """Every call, with all boards as they were when it came."""
        return [Turn(view.drawn, view.called, view.cells) for view, _ in self.placed if view.hand == view.called]


def review(record: Record, *, seconds: float | None, progress: Progress) -> Review:
    """The review of a finished record; `seconds` is the time limit for the best board of each game."""
    *_, last = record.views()
    if not isinstance(last, HexagonView):
        raise TypeError("this is no hexagon game")
    setup, evaluator = record.setup, Evaluator(last.variant)
    decided = [_decisions(record, seat) for seat in range(1, len(setup.seats) + 1)]
    told = _counted(decided, progress)
    reviews = []
    for number, finished in enumerate(last.finished, start=1):
        played = [games[number] for games in decided]
        players: list[PlayerReview] = []
        for seat, (name, game) in enumerate(zip(setup.names, played, strict=True), start=1):
            moves = list(_moves(evaluator, game, finished, seat, told))
            start = evaluator.expected(call_of(game.placed[0][0]))
            # Where boards do not depend on each other, the bot's game is the same in every seat.
            is_known = bool(players) and not last.variant.options.ties_players
            sheets = finished.sheets
            bot = players[0].bot if is_known else bot_game(evaluator, last.variant, game.turns, sheets, seat, start)
            players.append(_player(seat, name, start, moves, finished, bot, last))
        tiles = played[0].placed[-1][0].drawn
        best = hindsight(last.variant, tiles, seconds)
        reviews.append(GameReview(number, tuple(map(str, tiles)), tuple(players), best))
    return Review(setup.edition.name, setup.edition.title, settings(setup), KIND, tuple(reviews))


def games_of(
    record: Record, seats: Collection[int], progress: Progress
) -> Iterator[tuple[int, int, float, list[MoveReview], int]]:
    """The moves of some seats alone, game by game: its number, the seat, the score, the moves, the number of draws."""
    *_, last = record.views()
    if not isinstance(last, HexagonView):
        raise TypeError("this is no hexagon game")
    evaluator, decided = Evaluator(last.variant), {seat: _decisions(record, seat) for seat in sorted(seats)}
    told = _counted(decided.values(), progress)
    for number, finished in enumerate(last.finished, start=1):
        for seat, games in decided.items():
            moves = list(_moves(evaluator, games[number], finished, seat, told))
            yield number, seat, _score(finished, seat), moves, len(games[number].placed[-1][0].drawn)


def _counted(decided: Iterable[Mapping[int, _Game]], progress: Progress) -> Callable[[], None]:
    """Counts decisions, and tells the number of those that are evaluated."""
    total, done = sum(len(game.placed) for games in decided for game in games.values()), 0

    def told() -> None:
        nonlocal done
        done = min(done + 1, total)
        progress(done, total)

    return told


def _decisions(record: Record, seat: int) -> dict[int, _Game]:
    """A seat's games by their numbers; where it puts a neighbour's scrapped tile is left out."""
    games: dict[int, _Game] = defaultdict(_Game)
    for point in decision_points(record, seat):
        view, action = point.view, point.action
        if not isinstance(view, HexagonView):
            continue
        game = games[view.round]
        if view.relocating:
            game.closing = game.closing or view
            game.moved += [action] if isinstance(action, Relocate) else []
        elif isinstance(action, Scrap) or (isinstance(action, Place) and not action.owner):
            game.placed.append((view, action))
    return games


def _moves(
    evaluator: Evaluator, game: _Game, finished: FinishedGame, seat: int, told: Callable[[], None]
) -> Iterator[MoveReview]:
    for view, action in game.placed:
        yield evaluate(evaluator, view, action)
        told()
    if game.closing is not None:
        yield evaluate_reserve(game.closing, game.moved, finished.sheets[seat - 1])
        told()


def _score(finished: FinishedGame, seat: int) -> float:
    return float(sum(item.points for item in finished.items[seat - 1]))


def _player(
    seat: int,
    name: str,
    start: float,
    moves: Sequence[MoveReview],
    finished: FinishedGame,
    bot: BotGame,
    view: HexagonView,
) -> PlayerReview:
    score = _score(finished, seat)
    luck, lost = sum(move.luck for move in moves), sum(move.lost for move in moves)
    course = (start, *[move.value for move in moves if move.tile][:-1], score)
    return PlayerReview(
        seat, name, score, start, luck, lost, score - start - luck + lost, course, tuple(moves),
        board_of(view.variant, finished.sheets[seat - 1]), bot,
    )  # fmt: skip
