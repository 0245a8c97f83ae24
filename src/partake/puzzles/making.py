"""Making puzzles: games between bots, or records of people who allow it, are mined until there are enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count as counted
from math import ceil, inf

from partake.bots.bot import SplitMix64
from partake.bots.discovery import LEVELS
from partake.engine.chance import Seed
from partake.engine.contract import Setup
from partake.engine.record.model import Record
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.puzzles import five
from partake.puzzles.model import MOVE, PROVEN, Puzzle
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.errors import OptionError, PartakeError
from partake.rules.options import Given
from partake.rules.variant import variant

PLAYERS = ("beginner", "casual", "casual", "skilled", "skilled", "expert")
"""The levels whose games are mined, each as often as it stands here: positions as people have them."""
FIVE_PLAYERS = ("beginner", "casual", "casual", "skilled")
"""The same for Take Five, where the stronger ones think long and only what was seen matters."""
EACH = 2
"""The most puzzles from one game on hexagons."""
FIVE_EACH = 6
"""The most puzzles from one game of Take Five, which has many turns and several rounds."""
DEFAULT_SHARE = 3
"""Without options, this many games are by the edition's default rules for each one by another way to play."""
MOST_PROVEN = 0.75
"""The greatest share of proven puzzles in a hexagon edition."""
MOST_OF_A_THEME = 0.5
"""The greatest share of the commonest theme of a placement."""
MOST_MOVES = 0.2
"""The greatest share of moves from the reserve."""
MOST_EASY = 0.15
"""The greatest share of puzzles that bots of all levels find."""
MOST_MEDIUM = 0.5
"""The greatest share, in hexagon editions, of those that all bots find from the middle level on."""

Source = tuple[Record, int]
"""A record, and the seat whose decisions may become puzzles."""


def make(
    edition: Edition,
    *,
    count: int,
    seed: str,
    options: Given | None = None,
    sources: Iterable[Source] | None = None,
) -> Iterator[Puzzle]:
    """Puzzles of an edition, always the same for the same seed and version; from bots' games unless there are sources.

    Sources that hold fewer give fewer.
    """
    dice = SplitMix64(int.from_bytes(sha256(seed.encode()).digest()[:8]))
    is_hexagon = isinstance(edition, HexagonEdition)
    mix, each = _Mix(count, is_hexagon=is_hexagon), EACH if is_hexagon else FIVE_EACH
    known: set[str] = set()
    for record, seat in bot_games(edition, options, dice) if sources is None else sources:
        taken = 0
        for puzzle in _mined(record, seat, dice):
            if taken < each and puzzle.id not in known and mix.takes(puzzle):
                known.add(puzzle.id)
                taken += 1
                yield puzzle
                if len(known) == count:
                    return


def bot_games(edition: Edition, options: Given | None, dice: SplitMix64) -> Iterator[Source]:
    """Games of bots without end, by the rules that are asked for or by the usual ways to play."""
    setups = ways(edition, options)
    players: Sequence[str] = PLAYERS
    for number in counted():
        setup = setups[dice.below(len(setups))]
        if not isinstance(edition, HexagonEdition):
            players = FIVE_PLAYERS
            fewest, most = edition.seats
            setup = arrange(edition, options, seats=fewest + dice.below(most - fewest + 1))
        kind = LEVELS[dice.pick(players)]
        bots = [kind(dice.below(2**32)) for _ in setup.seats]
        table = Table(setup, Seed.of(f"puzzles {number} {dice.below(2**62)}"))
        while not table.is_over:
            if table.to_act:
                for seat in table.to_act:
                    table.play(seat, bots[seat - 1].choose(table.view(seat)))
            else:
                table.deal()
        yield table.record(), 1 + dice.below(len(setup.seats))


def ways(edition: Edition, options: Given | None) -> list[Setup]:
    """The setups that games are played by: as asked for, or the default rules and the edition's presets."""
    fewest = edition.seats[0]
    if not isinstance(edition, HexagonEdition):
        return [arrange(edition, options, seats=fewest)]
    from partake.puzzles.hexagon import is_playable  # its evaluators need the extra `fast`

    if options:
        if not is_playable(variant(edition, options)):
            raise PartakeError("puzzles are for one board and one tile at a time: these rules need more")
        return [arrange(edition, options)]
    others: dict[str, Setup] = {}
    for preset in edition.presets:
        try:
            chosen = arrange(edition, _without_rounds(preset.options))
        except OptionError:  # it needs more players
            continue
        if is_playable(variant(edition, _without_rounds(preset.options))):
            others[str(chosen.options)] = chosen
    plain = arrange(edition)
    others.pop(str(plain.options), None)
    return [plain] * (DEFAULT_SHARE * max(1, len(others))) + list(others.values())


def _without_rounds(options: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in options.items() if name != "rounds"}


def _mined(record: Record, seat: int, dice: SplitMix64) -> Iterator[Puzzle]:
    if not isinstance(record.setup.edition, HexagonEdition):
        return five.mine(record, seat, dice)
    from partake.puzzles import hexagon

    return hexagon.mine(record, seat, dice)


class _Mix:
    """Keeps a file varied: not too many puzzles of one theme, of one kind of proof, or that all bots find."""

    def __init__(self, count: int, *, is_hexagon: bool) -> None:
        shares = {"easy": MOST_EASY}
        if is_hexagon:
            shares |= {PROVEN: MOST_PROVEN, "relocation": MOST_MOVES, "medium": MOST_MEDIUM}
            shares |= dict.fromkeys(("finish", "sacrifice", "keep", "scrapyard"), MOST_OF_A_THEME)
        self._most = {kind: ceil(count * share) for kind, share in shares.items()}
        self._had: Counter[str] = Counter()

    def takes(self, puzzle: Puzzle) -> bool:
        """Whether there is room for one more like this; then it is counted."""
        hardness = "easy" if min(puzzle.found) == 100 else "medium" if min(puzzle.found[2:]) == 100 else "hard"
        kinds = (puzzle.proof, puzzle.themes[0], "moves" if puzzle.kind == MOVE else hardness)
        if any(self._had[kind] >= self._most.get(kind, inf) for kind in kinds):
            return False
        self._had.update(kinds)
        return True
