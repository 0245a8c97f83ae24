"""The end of a game: who won, what can be found out about it, and every point on the boards themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from partake.draw.svg.frame import amount
from partake.engine.outcome import Item, Outcome, plain
from partake.rules.errors import capitalised
from partake.rules.messages import said
from partake.rules.names import shown_name
from partake.web.text.pages import say
from partake.web.text.phrases import joined
from partake.web.text.review import tell


@dataclass(frozen=True, slots=True)
class Scored:
    """A scored item as an entry of a list."""

    reason: str
    points: str
    cells: str


@dataclass(frozen=True, slots=True)
class Player:
    """One seat's boards and points."""

    seat: int
    name: str
    pictures: Mapping[str, Markup]
    total: str
    items: tuple[Scored, ...]
    holder: str = ""
    """The player who holds this seat's scrapyard, if it was passed on."""


@dataclass(frozen=True, slots=True)
class Counted:
    """One game of a match, as it was counted: the boards of all players."""

    number: int
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class WonRound:
    """A round of Take Five: a sentence about its winner, and the pawns of all players, the winner's first."""

    told: str
    hands: tuple[tuple[str, tuple[Markup, ...]], ...]


@dataclass(frozen=True, slots=True)
class ResultPage:
    """Everything the template of a finished game needs."""

    headline: str
    rows: list[tuple[int, str, str, bool]]
    """In rank order: each seat with its name, its total and whether it won."""
    unit: str
    offers: tuple[tuple[str, str], ...]
    """What can be found out about the game: where it will be shown, and what it is called."""
    rounds: tuple[tuple[str, ...], ...] = ()
    """For each row the points of every game, if there were several."""
    sprite: str = ""
    set_name: str = ""
    games: tuple[Counted, ...] = ()
    won_rounds: tuple[WonRound, ...] = ()
    """Where there are no boards to count: who won which round, with what."""


def headline(outcome: Outcome) -> str:
    """Who won, or the points of one player alone."""
    if len(outcome.scores) == 1:
        return say("your_total", points=amount(outcome.totals[0]), count=plain(outcome.totals[0]))
    if not outcome.is_won:
        return say("no_win", points=amount(max(outcome.totals)), count=plain(max(outcome.totals)))
    names = [outcome.scores[seat - 1].name for seat in outcome.winners]
    return say("wins", name=names[0]) if len(names) == 1 else say("share_win", names=joined(names))


def offers(*, has_best: bool) -> tuple[tuple[str, str], ...]:
    """The review, and the best possible board where there is one."""
    review = ("review", tell("offer_review"))
    return (review, ("best", tell("offer_best"))) if has_best else (review,)


def scored(items: tuple[Item, ...]) -> tuple[Scored, ...]:
    """The items that are worth an entry."""
    return tuple(
        Scored(
            capitalised(said(item.message)),
            "" if item.kind == "scrapyard" else amount(item.points),
            " ".join(item.cells),
        )
        for item in items
        if item.points or item.value is not None
    )


def total_rows(outcome: Outcome) -> list[tuple[int, str, str, bool]]:
    """In rank order: each seat with its name, its total and whether it won."""
    winners = outcome.winners if outcome.is_won else ()
    return [
        (seat, said(shown_name(outcome.scores[seat - 1].name)), amount(outcome.totals[seat - 1]), seat in winners)
        for seat in outcome.standings
    ]
