"""What every edition must keep to, as checks that can be run over an edition of your own too.

    from partake.engine.conformance import check_edition
    check_edition(partake.edition("mine", data=["mine.toml"]))

Each check is silent when all is well and raises an AssertionError that says what was broken, where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from partake.engine.actions import (
    DEALER,
    Action,
    Close,
    Deal,
    Deed,
    Done,
    Draw,
    GiveUp,
    Keep,
    Move,
    Piece,
    Place,
    Relocate,
    Return,
    Reveal,
    Scrap,
    TakeBack,
)  # fmt: skip
from partake.engine.chance import Seed
from partake.engine.contract import Entry, Game, Log, Setup
from partake.engine.notation import format_action, format_move, parse_action, parse_move
from partake.engine.record.files import read_record
from partake.engine.record.json import format_record_json
from partake.engine.record.model import Record
from partake.engine.record.text import format_record
from partake.engine.setup import arrange, make_game
from partake.engine.table import Table
from partake.rules.catalogue import Catalogue
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.errors import IllegalActionError
from partake.rules.tiles import Tile
from partake.rules.variant import combinations

LONGEST = 20_000
"""How many actions a game may take before it counts as endless."""
SAMPLE = 12
"""How many of an actor's legal actions are tried out in one state."""

_TILE = Tile(1, 2, 3)
PROBES: tuple[Action, ...] = (
    Close(), Done(), TakeBack(), Keep(), Return(), Scrap(_TILE), Draw((_TILE,)), Draw((_TILE, _TILE)), Draw(()),
    Place(_TILE, "a1"), Place(_TILE, "z9"), Place(_TILE, "s1", 1), Relocate(_TILE, "c2"), Deal("a6"), Deal("a6", 1),
    Reveal(None), Reveal(0), Reveal(5), Move(Piece.KNIGHT, "b4", Deed.LOOK), Move(Piece.ROOK, "a9", Deed.MOVE),
    GiveUp(5, "a1"),
)  # fmt: skip
"""One or two actions of every kind: `play` must accept exactly those that are legal, from every actor, at all times."""


class Snapshot(NamedTuple):
    """A game at one moment: the state, the log that led to it, and the next actor and action (None at the end)."""

    state: Any
    log: tuple[tuple[int, Action], ...]
    actor: int
    action: Action | None


def check_edition(edition: Edition, *, seed: str = "conformance") -> None:
    """Play the edition with every value of every option, few and many players, and check all there is to check."""
    for setup in arrangements(edition):
        check_setup(setup, seed=seed)


def arrangements(edition: Edition) -> Iterator[Setup]:
    """The fewest and the most players, every offered value of every option, and a match of two games."""
    fewest, most = edition.seats
    few = min(max(fewest, 2), most)
    yield arrange(edition, seats=fewest)
    yield arrange(edition, seats=most)
    if not isinstance(edition, HexagonEdition):
        for seats in range(fewest + 1, most):
            yield arrange(edition, seats=seats)
        return
    missing = {f"{name}={value}" for name, values in edition.offer.values.items() for value in values}
    for chosen in combinations(edition, seats=few):
        found = missing & {f"{name}={value}" for name, value in chosen.items()}
        if found:
            missing -= found
            yield arrange(edition, chosen, seats=few)
    if "rounds" in edition.offer.values:
        yield arrange(edition, {"rounds": 2}, seats=few)


def check_setup(setup: Setup, *, seed: str = "conformance") -> None:
    """Play one game through and check every state of it, its outcome and its records."""
    game, chance, snapshots = make_game(setup), Seed.of(seed), list[Snapshot]()
    with _naming(setup, snapshots):
        for snapshot in playthrough(game, chance):
            check_state(game, snapshot.state, chance, thorough=len(snapshots) % 7 == 0)
            snapshots.append(snapshot)
            if len(snapshots) % 7 == 0 or snapshot.action is None:
                check_visible(game, snapshot.log)
        check_end(game, snapshots[-1].state)
        for part in (0, 0.01, 0.33, 0.5, 0.95, 1):
            check_records(game, snapshots[int(part * (len(snapshots) - 1))], chance)


def playthrough(game: Game[Any, Any], seed: Seed, *, choices: str = "choices") -> Iterator[Snapshot]:
    """A whole game, dealt from the seed and played by players who choose by the seed too, take-backs included."""
    state, log = game.start(), tuple[tuple[int, Action], ...]()
    for number in range(LONGEST):
        actor, action = _next_action(game, state, seed, f"{choices} {number}")
        yield Snapshot(state, log, actor, action)
        if action is None:
            return
        state, log = game.play(state, actor, action), (*log, (actor, action))
    raise AssertionError(f"{game.setup.edition.name}: the game has not ended after {LONGEST} actions")


def _next_action(game: Game[Any, Any], state: Any, seed: Seed, label: str) -> tuple[int, Action | None]:
    """A seat that must act takes any of its legal actions; now and then a seat takes back before the dealer acts."""
    waiting = game.to_act(state)
    if not waiting:
        return DEALER, None
    if waiting != (DEALER,):
        actor = seed.shuffled(label, waiting)[0]
        return actor, seed.shuffled(label, game.legal(state, actor))[0]
    seats = range(1, len(game.setup.seats) + 1)
    seat, chance = seed.shuffled(label, seats)[0], seed.shuffled(label, range(8))[0]
    regrets = game.legal(state, seat)
    return (seat, regrets[0]) if regrets and chance == 0 else (DEALER, game.deal(state, seed))


def check_state(game: Game[Any, Any], state: Any, seed: Seed, *, thorough: bool = True) -> None:
    """Who may do what, and what each seat sees, fit together."""
    seats = range(1, len(game.setup.seats) + 1)
    waiting = game.to_act(state)
    _hold(waiting == (DEALER,) or set(waiting) <= set(seats), f"to_act is {waiting}: the dealer alone, or seats")
    _hold(len(set(waiting)) == len(waiting), f"to_act names somebody twice: {waiting}")
    _hold((game.outcome(state) is None) == bool(waiting), "there is an outcome exactly when nobody must act")
    for actor in (DEALER, *seats):
        legal = game.legal(state, actor)
        _hold(len(set(legal)) == len(legal), f"a legal action of actor {actor} is listed twice")
        _hold(actor not in waiting or bool(legal), f"actor {actor} must act and can do nothing")
    if waiting == (DEALER,):
        dealt = game.deal(state, seed)
        _hold(dealt in game.legal(state, DEALER), f"the dealer would do {format_action(dealt)}, which is not legal")
        _hold(dealt == game.deal(state, seed), "the dealer does not do the same twice")
    check_views(game, state)
    if thorough:
        check_chance(game, state)
        check_actions(game, state, seed)


def check_chance(game: Game[Any, Any], state: Any) -> None:
    """What the dealer may do has probabilities that add up to 1, for who knows everything and for each seat."""
    chances = game.chance(state)
    legal = game.legal(state, DEALER) if game.to_act(state) == (DEALER,) else ()
    happens = {_called(action) for action, _ in chances}
    _hold(happens == set(map(_called, legal)), "chance and the legal actions of the dealer differ")
    for seat in (None, *range(1, len(game.setup.seats) + 1)):
        seen = game.view(state, seat).chance_outcomes
        _hold(bool(seen) == bool(chances), f"seat {seat} does not see whether it is the dealer's turn")
        _hold(all(chance > 0 for _, chance in seen), f"seat {seat} is told of what cannot happen")
        _hold(not seen or sum(chance for _, chance in seen) == 1, f"the probabilities of seat {seat} do not add up")
        known, hidden = {_called(action) for action, _ in seen}, {Reveal(None)}
        _hold(known == hidden or known >= happens, f"seat {seat} rules out too much")
    _hold(not chances or sum(chance for _, chance in chances) == 1, "the probabilities do not add up to 1")


def _called(action: Action) -> object:
    """A draw without the order of its tiles, and every other action as it is."""
    return frozenset(action.tiles) if isinstance(action, Draw) else action


def check_views(game: Game[Any, Any], state: Any) -> None:
    """Everybody's view says who must act and what that seat may do."""
    waiting = tuple(actor for actor in game.to_act(state) if actor != DEALER)
    for seat in (None, *range(1, len(game.setup.seats) + 1)):
        view = game.view(state, seat)
        who = "the spectator" if seat is None else f"seat {seat}"
        _hold(view.seat == seat, f"the view of {who} says that it is of {view.seat}")
        _hold(view.setup == game.setup, f"the view of {who} speaks of another table")
        _hold(view.to_act == waiting, f"the view of {who} has to_act {view.to_act} instead of {waiting}")
        _hold(view.must_act == (seat in waiting), f"the view of {who} is wrong about having to act")
        legal = () if seat is None else game.legal(state, seat)
        _hold(view.legal == legal, f"the view of {who} has other legal actions than the game")
        _hold(view.outcome == game.outcome(state), f"the view of {who} has another outcome than the game")
        _hold(view == game.view(state, seat), f"two views of {who} of one state differ")
    for seat in (-1, 0, len(game.setup.seats) + 1):
        _hold(_is_refused(game.view, state, seat), f"there is a view of seat {seat}")


def check_visible(game: Game[Any, Any], log: Log) -> None:
    """A seat may read its own entries, all that a spectator may, nothing else than happened, and never less again."""
    seats = range(1, len(game.setup.seats) + 1)
    for seat in (None, *seats):
        who = "the spectator" if seat is None else f"seat {seat}"
        seen = game.visible(log, seat)
        own = [entry for entry in log if entry[0] == seat]
        _hold([entry for entry in seen if entry[0] == seat] == own, f"{who} does not see what it did itself")
        _hold(_is_part(seen, log), f"{who} sees something that has not happened")
        _hold(_is_part(game.visible(log, None), seen), f"{who} does not see what a spectator sees")
        before = game.visible(log[:-1], seat)
        _hold(len(before) <= len(seen), f"{who} saw more before the last move than after it")
    public = log if len(seats) == 1 else game.visible(log, None)
    _hold(game.published(log) == tuple(public), "what is published is not what a spectator sees")


def _is_part(part: Log, whole: Log) -> bool:
    """Whether the entries of one log follow each other in another, where those whose values are hidden may be open."""
    rest = iter(whole)
    return all(any(entry in (other, _hidden(other)) for other in rest) for entry in part)


def _hidden(entry: Entry) -> Entry:
    return (entry[0], Reveal(None)) if isinstance(entry[1], Reveal) else entry


def check_actions(game: Game[Any, Any], state: Any, seed: Seed) -> None:
    """What is legal has a text form and is accepted, everything else is refused, and no state ever changes."""
    before, actors = repr(state), range(len(game.setup.seats) + 1)
    legal = {actor: game.legal(state, actor) for actor in actors}
    tried = {actor: seed.shuffled("sample", legal[actor])[:SAMPLE] for actor in actors}
    for actor in actors:
        for action in tried[actor]:
            text = format_action(action)
            _hold(parse_action(text) == action, f"{text} is read back as another action")
            _hold(parse_move(format_move(actor, action)) == (actor, action), f"{actor}:{text} is read back wrongly")
            _hold(not _is_refused(game.play, state, actor, action), f"legal {actor}:{text} is refused")
        for action in (*PROBES, *(action for other in actors for action in tried[other])):
            refused = _is_refused(game.play, state, actor, action)
            _hold(refused == (action not in legal[actor]), f"{actor}:{action} is legal or accepted, but not both")
    for actor in (-1, len(actors)):
        _hold(game.legal(state, actor) == (), f"actor {actor} is not at the table and has legal actions")
        _hold(all(_is_refused(game.play, state, actor, probe) for probe in PROBES), f"actor {actor} can play")
    _hold(repr(state) == before, "a state was changed by playing from it")


def check_end(game: Game[Any, Any], state: Any) -> None:
    """A game that is over waits for no actor and explains every point."""
    outcome = game.outcome(state)
    _hold(outcome is not None, "the game ended without an outcome")
    for actor in range(len(game.setup.seats) + 1):
        _hold(game.legal(state, actor) == (), f"the game is over, but actor {actor} may still act")
    if outcome is None:
        return
    _hold(tuple(score.name for score in outcome.scores) == game.setup.names, "the outcome has other players")
    for score, total in zip(outcome.scores, outcome.totals, strict=True):
        _hold(sum(item.points for item in score.items) == total, f"the items of {score.name} do not add up to {total}")
        _hold(all(item.reason for item in score.items), f"an item of {score.name} has no reason")
    best = max(outcome.totals)
    winners = tuple(seat for seat, total in enumerate(outcome.totals, start=1) if total == best)
    _hold(outcome.winners == winners, f"the winners are {outcome.winners} instead of {winners}")
    _hold(sorted(outcome.standings) == list(range(1, len(outcome.scores) + 1)), "the standings leave somebody out")


def check_records(game: Game[Any, Any], snapshot: Snapshot, seed: Seed) -> None:
    """A game cut anywhere survives being written and read, published and private, and a private save goes on."""
    setup, outcome = game.setup, game.outcome(snapshot.state)
    known = Catalogue({}, {}, {setup.edition.name: setup.edition})
    private = Record(setup, seed.commitment, snapshot.log, seed, outcome)
    published = Record(setup, seed.commitment, game.published(snapshot.log))
    for record in (private,) if outcome else (private, published):
        for form in (format_record, format_record_json):
            text = form(record)
            _hold(read_record(text, known) == record, f"a record is not what it was after {form.__name__}")
            _hold(str(seed) not in text or record.seed is not None, "a published record shows the seed")
    table = Table.resume(private)
    for seat in (None, *range(1, len(setup.seats) + 1)):
        _hold(table.view(seat) == game.view(snapshot.state, seat), f"a resumed game looks different to seat {seat}")
        _hold(str(seed) not in repr(table.view(seat)), f"the view of seat {seat} shows the seed")
    _hold(table.record() == (private if outcome else published), "a resumed game publishes another record")


def _is_refused(attempt: Callable[..., object], *given: object) -> bool:
    """Whether the engine says no, as it should: with an IllegalActionError that says something."""
    try:
        attempt(*given)
    except IllegalActionError as problem:
        _hold(bool(str(problem)), "an action is refused without a word")
        return True
    return False


def _hold(condition: bool, message: str) -> None:
    if not condition:
        raise AssertionError(message)


@contextmanager
def _naming(setup: Setup, snapshots: Sequence[Snapshot]) -> Iterator[None]:
    """Put the setup and the latest moves before the message of any error inside."""
    try:
        yield
    except Exception as problem:
        log = snapshots[-1].log if snapshots else ()
        options = " ".join(f"{name}={setup.options.text(name)}" for name in setup.edition.offer.values)
        context = f"{setup.edition.name}, {len(setup.seats)} seats, {options or 'no options'}, after {len(log)} moves"
        kind = "" if isinstance(problem, AssertionError) else f"{type(problem).__name__}: "
        latest = " ".join(format_move(*move) for move in log[-6:])
        raise AssertionError(f"{context} (… {latest}): {kind}{problem}") from problem


__all__ = [
    "PROBES", "Snapshot", "arrangements", "check_actions", "check_chance", "check_edition", "check_end",
    "check_records", "check_setup", "check_state", "check_views", "check_visible", "playthrough",
]  # fmt: skip
