"""The rules of Take Five, and examples of pawns that the engine judges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from partake.engine.five.phases import Verdict, judge
from partake.rulebook.model import Case, Condition, Gap, Statement, always
from partake.rules.edition import FiveEdition
from partake.rules.messages import Message, Plural

SILENT = "silent"


def _edition(case: Case) -> FiveEdition:
    assert isinstance(case.edition, FiveEdition)
    return case.edition


FIVE_GAPS: Mapping[str, Gap] = {
    "pawns": lambda case: Plural(
        "{count} pawn", "{count} pawns", count=len(_edition(case).values) * _edition(case).copies
    ),
    "copies": lambda case: _edition(case).copies,
    "least": lambda case: _edition(case).values[0],
    "most": lambda case: _edition(case).values[-1],
    "size": lambda case: _edition(case).size,
    "black": lambda case: _edition(case).corners["black"],
    "white": lambda case: _edition(case).corners["white"],
    "hand": lambda case: _edition(case).hand,
    "before_last": lambda case: _edition(case).hand - 1,
    "target": lambda case: _edition(case).target,
    "markers": lambda case: _edition(case).markers,
    "turn_limit": lambda case: Plural("{count} turn", "{count} turns", count=_edition(case).turn_limit),
    "fewest": lambda case: case.edition.seats[0],
    "most_players": lambda case: case.edition.seats[1],
}
"""What fills each gap of the rules of Take Five."""


def _in_phase(*names: str) -> Condition:
    return lambda case: any(name in _edition(case).phases for name in names)


FIVE: tuple[Statement, ...] = (
    Statement(
        "F1",
        Message(
            "{pawns}, {copies} each of {least} to {most}, lie face down, one on each square. Four pieces "
            "belong to all: two bishops, a knight and a rook. They move as in chess and never end on another "
            "piece; only the knight jumps over one, and pawns are in nobody's way."
        ),
        "board",
    ),
    Statement(
        "F1a",
        Message(
            "The board has {size} x {size} squares, dark and light in turn. The black bishop starts on {black}, the "
            "white one on {white}, knight and rook on the two other corners."
        ),
        "board",
    ),
    Statement(
        "F2",
        Message(
            "Rook and bishops slide as far as they like, but never through another piece. No piece is ever captured. A "
            "piece may end on a pawn or on an empty square."
        ),
        "pieces",
    ),
    Statement("F1b", Message("A table has {fewest} to {most_players} players."), "game"),
    Statement(
        "F3",
        Message(
            "A turn: move two different pieces, one after the other. Where a piece ends on a pawn, you look at it"
            " in secret or take it, shown to all; at most one pawn is taken in a turn. On an empty square nothing"
            " happens."
        ),
        "game",
    ),
    Statement(
        "F3a",
        Message(
            "Each move is completed, with its look or its take, before the next one. A taken pawn lies face up before "
            "its player, and the piece stays on the empty square."
        ),
        "game",
    ),
    Statement(
        "F3b",
        Message("A pawn under a piece can be neither looked at nor taken until that piece has moved away."),
        "game",
    ),
    Statement(
        "F4",
        Message(
            "After a round the pawns are laid out anew, and the player after the winner begins. The winner of a "
            "round gets a marker; {markers} markers win the game. A round without a winner after {turn_limit} "
            "is laid out anew."
        ),
        "game",
    ),
    Statement("F4a", Message("The rounds take turns, in this order:"), "scoring"),
    Statement(
        "F5",
        Message(
            "score: {hand} different pawns. The last of them may be kept only if your total then exceeds every "
            "other player's, and that wins the round. A value twice, or a last pawn that does not win, goes back;"
            " you may send back a pawn that you find too low."
        ),
        "scoring",
        _in_phase("score"),
    ),
    Statement(
        "F7",
        Message(
            "21: exactly {target} with three to {hand} pawns wins the round. Over {target}, or {hand} pawns below"
            " it, and you are out of the round; the last player left in it wins."
        ),
        "scoring",
        _in_phase("21"),
    ),
    Statement(
        "F8",
        Message(
            "quinte: {hand} consecutive values, taken in any order, win the round. A pawn that cannot belong to "
            "such a run with yours goes back."
        ),
        "scoring",
        _in_phase("quinte"),
    ),
    Statement(
        "F6",
        Message(
            "A pawn that goes back lies face down on its square again, and you give up one taken earlier, if you "
            "have any, face down on an empty square."
        ),
        "scoring",
        _in_phase("score", "quinte"),
    ),
    Statement(
        "F6a",
        Message("Which pawn you give up, and where, you choose. All see what goes back and what is given up."),
        "scoring",
        _in_phase("score", "quinte"),
    ),
    Statement("F4b", Message("There is nothing to choose before a game."), "options"),
    Statement(
        "F10",
        Message(
            "Nobody but the looker learns what a look showed: no other player, no spectator, no record of a game that "
            "still goes on. Takes, returns and pawns that are given up are for all to see."
        ),
        "secrets",
    ),
    *(
        Statement(rule, text, SILENT, when, is_ours=True)
        for rule, text, when in (
            ("F1c", Message("Knight and rook are placed by lot each time the pawns are laid out."), always),
            (
                "F5a",
                Message("Any of the first {before_last} pawns of a score round may be sent back as too low."),
                _in_phase("score"),
            ),
            (
                "F5b",
                Message("A last pawn of a score round that wins is kept without asking."),
                _in_phase("score"),
            ),
            (
                "F6b",
                Message(
                    "The square for a pawn that is given up has neither pawn nor piece; if there is none, the pawn "
                    "goes under a piece."
                ),
                _in_phase("score", "quinte"),
            ),
            (
                "F7a",
                Message("The pawns of a player who is out stay before that player."),
                _in_phase("21"),
            ),
            ("F9", Message("Who begins the first round is drawn by lot."), always),
            ("F9a", Message("A player who cannot move two pieces moves one or none."), always),
            (
                "F9b",
                Message(
                    "A round that is laid out anew has the same goal and is begun by the same player, and nobody gets "
                    "a marker."
                ),
                always,
            ),
        )
    ),
)
"""The rules in the order in which they are told."""

VERDICTS: Mapping[Verdict, Message] = {
    Verdict.KEPT: Message("is kept"),
    Verdict.CHOICE: Message("may be kept or sent back"),
    Verdict.BACK: Message("goes back"),
    Verdict.OUT: Message("is one too many: you are out"),
    Verdict.WINS: Message("wins the round"),
}
"""What becomes of a pawn, in words."""


@dataclass(frozen=True)
class JudgedPawn:
    """A pawn that is taken, what its player has already, and what the engine says of it."""

    phase: str
    hand: tuple[int, ...]
    value: int
    verdict: Verdict


def judged(edition: FiveEdition) -> Iterator[JudgedPawn]:
    """For each phase the first hands, from full ones to empty ones, with which a pawn meets each verdict."""
    for phase in edition.phases:
        seen: set[Verdict] = set()
        for size in (edition.hand - 1, edition.hand - 2, edition.hand - 3):
            for hand in combinations(edition.values, size):
                for value in reversed(edition.values):
                    verdict = judge(phase, edition, (hand, ()), 1, value)
                    if verdict not in seen and _is_reached(phase, edition, hand):
                        seen.add(verdict)
                        yield JudgedPawn(phase, hand, value, verdict)


def _is_reached(phase: str, edition: FiveEdition, hand: tuple[int, ...]) -> bool:
    """Whether a player can have this hand: each of its pawns was kept."""
    kept = (Verdict.KEPT, Verdict.CHOICE)
    return all(judge(phase, edition, (hand[:at], ()), 1, hand[at]) in kept for at in range(len(hand)))
