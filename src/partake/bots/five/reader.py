"""The bot that reads the table: it remembers, infers, and tries its turns out in worlds that may be true."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from partake.bots.bot import Budget, FamilyBot
from partake.bots.five.belief import Belief
from partake.bots.five.evaluation import After, Options, Scene
from partake.bots.five.mobility import turn_reach
from partake.bots.five.skill import STRONG, Skill
from partake.bots.five.turns import NOWHERE, Turn, turns
from partake.engine.actions import Action, GiveUp, Keep
from partake.engine.five.phases import Verdict
from partake.engine.five.view import FiveView

SIEVE = ((160, 2, 1 / 8), (48, 5, 1 / 3), (16, 10, 2 / 3))
"""How many candidates are looked at further after so many worlds, or after such a share of them if that is more."""
NEARLY = 0.99
"""What a win is worth that rests on a guess: less than a certain one, however lucky all guesses are."""
_GOLDEN = 0.6180339887498949
_EQUAL = 1 - 1e-9
_MOST = 1_000_000

Judge = Callable[[Sequence[Options], Mapping[int, int]], float]
"""What a candidate is worth when the rivals know these pawns, and these are on the squares that we do not know."""


@dataclass
class Candidate:
    """Something that can be done, and how good it has turned out in the worlds tried so far."""

    action: Action
    judge: Judge
    total: float = 0.0


class FiveBot(FamilyBot):
    """Plays the turn that wins the round most often over the worlds that agree with what it knows."""

    name = "reader"
    summary = "remembers and infers hidden pawns, and tries every turn out in worlds that may be true"
    families = frozenset({"five"})

    def __init__(self, seed: int = 0, skill: Skill = STRONG) -> None:
        super().__init__(seed)
        self.skill = skill

    def choose_five(self, view: FiveView, budget: Budget) -> Action:
        """The legal action with the best prospects; a step of the budget is a world."""
        if len(view.legal) == 1:
            return view.legal[0]
        end = None if budget.seconds is None else time.perf_counter() + budget.seconds
        scene = Scene(view, self.skill, Belief(view, self.skill))
        candidates = list(candidates_of(scene))
        steps = budget.steps or (self.skill.worlds if end is None else _MOST)
        sieve = _sieve(budget.steps or self.skill.worlds)
        for number in range(1, steps + 1):
            world, guesses = scene.belief.world(self.dice), scene.belief.lucky((0.5 + (number - 1) * _GOLDEN) % 1)
            options = scene.options(world)
            for candidate in candidates:
                candidate.total += world.weight * candidate.judge(options, guesses)
            if len(candidates) > sieve.get(number, len(candidates)):
                candidates = sorted(candidates, key=lambda candidate: -candidate.total)[: sieve[number]]
            if end is not None and time.perf_counter() >= end:
                break
        top = max(candidate.total for candidate in candidates)
        return self.dice.pick([candidate.action for candidate in candidates if candidate.total >= top * _EQUAL])


def _sieve(worlds: int) -> dict[int, int]:
    return {max(least, int(worlds * share)): kept for kept, least, share in SIEVE}


def candidates_of(scene: Scene) -> Iterator[Candidate]:
    """Everything that can be done now, with a judge of each."""
    view = scene.view
    moves = turns(view)
    if moves:
        for turn in moves:
            yield Candidate(turn.action, _turn_judge(scene, turn))
        return
    here = turn_reach(view.edition.size, tuple(view.squares.index(square) for _, square in view.pieces))
    for action in view.legal:
        yield Candidate(action, _settled(scene, _left(scene, action, here)))


def _left(scene: Scene, action: Action, reach: int) -> After:
    """What a choice about a pawn just taken leaves behind."""
    view, hand = scene.view, scene.hand
    if isinstance(action, GiveUp):
        at = hand.index(action.value)
        laid = 1 << view.squares.index(action.square), action.value
        return After(hand[:at] + hand[at + 1 :], reach, shown=(laid,))
    if isinstance(action, Keep) and view.square is not None:
        square = view.squares.index(view.square)
        return After(scene.mine.plain((*hand, scene.belief.known[square])), reach, gone=1 << square)
    return After(scene.without_one(hand), reach)


def _settled(scene: Scene, after: After) -> Judge:
    return lambda options, guesses: scene.worth(after, options)


def _turn_judge(scene: Scene, turn: Turn) -> Judge:
    """How a turn is judged: a pawn that we do not know is what luck makes of it."""
    belief, reach = scene.belief, turn_reach(scene.view.edition.size, turn.pieces)
    looks = [square for square in turn.looks if square not in belief.known]
    known = belief.known.get(turn.take)

    def judge(options: Sequence[Options], guesses: Mapping[int, int]) -> float:
        learnt = tuple([(1 << square, guesses[square]) for square in looks])
        if turn.take == NOWHERE:
            return scene.worth(After(scene.hand, reach, 0, learnt), options)
        value = known or guesses[turn.take]
        verdict, hand = scene.result(value)
        if verdict is Verdict.WINS:
            return 1.0 if known else NEARLY
        if verdict is Verdict.OUT:
            return 0.0
        bit = 1 << turn.take
        if verdict is Verdict.BACK:
            return scene.worth(After(hand, reach, 0, (*learnt, (bit, value))), options)
        return scene.worth(After(hand, reach, bit, learnt), options)

    return judge
