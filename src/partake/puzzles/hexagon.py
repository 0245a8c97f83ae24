"""Puzzles in hexagon games: positions where one cell is clearly best, and sets of moves from the reserve."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, permutations
from typing import cast

from partake.bots.bot import Bot, SplitMix64
from partake.bots.discovery import LEVELS
from partake.bots.hexagon.prospects import relocated
from partake.engine.actions import Action, Done, Place, Relocate
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.state import Cells
from partake.engine.hexagon.view import HexagonView
from partake.engine.notation import format_action
from partake.engine.record.fields import settings
from partake.engine.record.model import Record
from partake.puzzles.endings import can_prove, exact_values
from partake.puzzles.grading import first_rating, shares
from partake.puzzles.model import MOVE, NOTHING, PLACE, PROVEN, SEARCHED, Puzzle
from partake.puzzles.sampling import lead
from partake.puzzles.themes import Choice, themes_of
from partake.review.decision_points import decision_points
from partake.review.hexagon.decision import call_of
from partake.review.hexagon.evaluator import Evaluator
from partake.rules.edition import HexagonEdition
from partake.rules.variant import Variant

LIKELY_MARGIN = 1.0
"""The least lead by search of an answer that is then proven: exact values of five tiles take seconds."""
PROVEN_MARGIN = 2.0
"""The least lead of a proven answer, in points: with less, the question is for computers."""
SEARCHED_MARGIN = 4.0
"""The least lead of a searched answer: more than the search errs by."""
SAMPLES = 240
"""The games played on from the two best answers of a searched puzzle, when it is made."""
SURE = 2.5
"""The standard errors by which these games must agree with the search."""
LEAST_CHOICE = 3
"""A question has at least this many answers."""
SEARCHES = 2
"""The number of positions before the ending that are looked at in each game."""
_LOOKERS = ("beginner", "casual", "skilled", "expert")
"""A position on which all of these agree is left out unless it is one of the easy ones."""
EASY = 6
"""One in this many positions on which the bots agree is looked at."""
MOVES_RATING, MOVES_STEP = 1100, 150
"""The first rating of moves from the reserve, and more for each move: bots of all levels try everything and find them,
which says nothing about people."""
_UNUSED = ("rounds", "takeback")
"""Options that change nothing for one board."""


def is_playable(variant: Variant) -> bool:
    """Whether puzzles can be made by these rules: one board decides, and one tile is on call."""
    return not variant.options.ties_players and variant.options.draw == 1


def mine(record: Record, seat: int, dice: SplitMix64) -> Iterator[Puzzle]:
    """The puzzles in what one seat had to decide, without names; the position is that of a player alone."""
    edition = record.setup.edition
    if not isinstance(edition, HexagonEdition) or not is_playable(Variant(edition, record.setup.options)):
        return
    options = _own_options(record, edition)
    moves: list[str] = []
    drafts: list[Puzzle] = []
    number = 0
    for point in decision_points(record, seat):
        view = cast(HexagonView, point.view)
        if view.round != number:
            number, moves = view.round, []
        if isinstance(point.action, Place) and not point.action.owner:
            drafts.append(_draft(edition, options, moves, f"{PLACE} {point.action.tile}"))
            moves.append(format_action(point.action))
        elif isinstance(point.action, Relocate | Done) and (not drafts or drafts[-1].question != MOVE):
            drafts.append(_draft(edition, options, moves, MOVE))
    yield from _chosen(drafts, dice)


def _chosen(drafts: Sequence[Puzzle], dice: SplitMix64) -> Iterator[Puzzle]:
    """The puzzles among these positions: all endings, and some of those before."""
    endings, earlier = [], []
    for draft in drafts:
        variant = cast(HexagonView, draft.view).variant
        left = variant.draws - len(draft.moves)
        if draft.kind == MOVE or (left >= LEAST_CHOICE and can_prove(variant, _cells(draft))):
            endings.append(draft)
        elif left >= LEAST_CHOICE and len(draft.moves) >= variant.draws // 4:
            earlier.append(draft)
    some = [earlier.pop(dice.below(len(earlier))) for _ in range(min(SEARCHES, len(earlier)))]
    for draft in (*endings, *some):
        is_easy = dice.below(EASY) == 0
        if draft.kind == MOVE:
            found = _moves_puzzle(draft)
        else:
            is_wanted = (is_easy or _is_disputed(draft)) and _is_likely(draft)
            found = placement_puzzle(draft) if is_wanted else None
        if found:
            yield found


def placement_puzzle(draft: Puzzle) -> Puzzle | None:
    """The puzzle of a position with a tile on call, if its best cell is clearly ahead and it has a theme."""
    view = cast(HexagonView, draft.view)
    values, proof = placement_values(view)
    choice = Choice(view, dict(sorted(values.items(), key=lambda item: (-item[1], item[0]))))
    if len(values) < LEAST_CHOICE:
        return None
    margin = choice.values[choice.best] - choice.values[choice.second]
    if margin < (PROVEN_MARGIN if proof == PROVEN else SEARCHED_MARGIN):
        return None
    themes = themes_of(choice)
    if not themes or (proof == SEARCHED and not agrees(choice, samples=SAMPLES, seed=0)):
        return None
    names = view.variant.positions
    shown = tuple((names[position], round(value, 2)) for position, value in choice.values.items())

    def finds(bot: Bot) -> bool:
        return draft_answer(draft, bot.choose(view)) == shown[0][0]

    found = shares(finds)
    return replace(draft, proof=proof, themes=themes, values=shown, found=found, rating=first_rating(found))


def placement_values(view: HexagonView) -> tuple[dict[int, float], str]:
    """The value of each position for the tile on call, and whether it is proven or searched."""
    variant, cells, tile = view.variant, view.sheet.cells, view.hand[0]
    if can_prove(variant, cells):
        return {at: float(value) for at, value in exact_values(variant, cells, tile).items()}, PROVEN
    return _searched_values(view), SEARCHED


def agrees(choice: Choice, *, samples: int, seed: int, sure: float = SURE) -> bool:
    """Whether games played on from the two best positions agree with the search, by this many standard errors."""
    mean, error = lead(choice.view, choice.best, choice.second, samples=samples, seed=seed)
    return mean > sure * error


def relocation_values(view: HexagonView) -> dict[str, int]:
    """The final points of every set of moves from the reserve, by trying all of them (H31, H41)."""
    variant, cells = view.variant, view.sheet.cells
    tiles = [tile for at in variant.reserve if (tile := cells[at]) is not None and not tile.is_wild]
    targets = [at for at in variant.targets if cells[at] is None]
    found: dict[str, int] = {}
    for count in range(min(len(tiles), len(targets)) + 1):
        for chosen in combinations(tiles, count):
            for places in permutations(targets, count):
                ways = tuple(zip(chosen, places, strict=True))
                key = "+".join(sorted(f"{tile}>{variant.positions[at]}" for tile, at in ways)) or NOTHING
                found[key] = int(Sheet(variant, relocated(cells, ways)).score.total)
    return found


def _moves_puzzle(draft: Puzzle) -> Puzzle | None:
    view = cast(HexagonView, draft.view)
    ranked = sorted(relocation_values(view).items(), key=lambda item: (-item[1], item[0]))
    if len(ranked) < LEAST_CHOICE or ranked[0][1] - ranked[1][1] < PROVEN_MARGIN:
        return None
    values = tuple((key, float(value)) for key, value in ranked)
    found = shares(lambda bot: _moved_by(draft, bot) == values[0][0])
    moves = 0 if values[0][0] == NOTHING else values[0][0].count("+") + 1
    rating = MOVES_RATING + MOVES_STEP * moves if min(found) == 100 else first_rating(found)
    return replace(draft, proof=PROVEN, themes=("relocation",), values=values, found=found, rating=rating)


def _moved_by(draft: Puzzle, bot: Bot) -> str:
    """The moves from the reserve that a bot makes, as an answer."""
    game, state = draft.played()
    moves = []
    while 1 in game.to_act(state):
        action = bot.choose(game.view(state, 1))
        state = game.play(state, 1, action)
        moves += [format_action(action)] if isinstance(action, Relocate) else []
    return "+".join(sorted(moves)) or NOTHING


def draft_answer(puzzle: Puzzle, action: Action) -> str:
    """The cell of a placement, the first open slot for any slot of the reserve."""
    cell = action.cell if isinstance(action, Place) else ""
    view = cast(HexagonView, puzzle.view)
    if cell and view.variant.index[cell] in view.variant.reserve:
        return next(view.variant.positions[at] for at in view.variant.reserve if view.sheet.cells[at] is None)
    return cell


def _is_disputed(draft: Puzzle) -> bool:
    """Whether bots of different levels place the tile differently: a cheap filter before anything is proven."""
    return len({draft_answer(draft, LEVELS[name](0).choose(draft.view)) for name in _LOOKERS}) > 1


def _is_likely(draft: Puzzle) -> bool:
    """Whether the search sees a best cell: a second filter, a hundred times faster than a proof."""
    view = cast(HexagonView, draft.view)
    best = sorted(_searched_values(view).values(), reverse=True)
    return len(best) >= LEAST_CHOICE and best[0] - best[1] >= LIKELY_MARGIN


def _searched_values(view: HexagonView) -> dict[int, float]:
    rated = _evaluator(view.variant).rated(call_of(view))
    slots = [at for _, at in rated if at in view.variant.reserve]
    return {at: value for (_, at), value in rated.items() if at not in slots[1:]}


@lru_cache(maxsize=16)
def _evaluator(variant: Variant) -> Evaluator:
    return Evaluator(variant)


def _cells(draft: Puzzle) -> Cells:
    return cast(HexagonView, draft.view).sheet.cells


def _own_options(record: Record, edition: HexagonEdition) -> Mapping[str, str]:
    chosen = settings(record.setup)
    return {
        name: value for name, value in chosen.items() if name not in _UNUSED and value != edition.offer.values[name][0]
    }


def _draft(edition: HexagonEdition, options: Mapping[str, str], moves: Sequence[str], question: str) -> Puzzle:
    return Puzzle(edition, options, tuple(moves), question, PROVEN, (), (), (), 0)
