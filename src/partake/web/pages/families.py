"""What differs between the families of games on the pages: the one dispatch of this package."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from partake.engine.contract import Setup
from partake.engine.outcome import Outcome
from partake.rules.edition import Edition
from partake.web.pages import five, hexagon
from partake.web.pages.result import ResultPage
from partake.web.pages.review_five import five_review
from partake.web.pages.review_hexagon import hexagon_review


@dataclass(frozen=True, slots=True)
class FamilyPages:
    """How the pages show one family of games; its functions are given views of that family."""

    template: str
    """The template of a running game."""
    playing: Callable[[Any], object]
    """What that template shows of a view."""
    replayed: Callable[[Any], Mapping[str, object]]
    """What the page of a replay shows of a view."""
    finished: Callable[[Any, Outcome], ResultPage]
    """What the page of a finished game shows."""
    specimen: Callable[[Any], object]
    """What is drawn as the picture of an edition."""
    progress: Callable[[Any], str]
    """How far a game is, in a few words."""
    reviewed: Callable[..., object]
    """What the page of a review shows: its data, the record, and which `game`, `seat` and decision (`at`)."""
    has_sheets: bool
    """Whether all players fill sheets of their own at the same time: then the next draw waits a moment, two people may
    share a sheet, and there is a best one."""


FAMILIES: Mapping[str, FamilyPages] = {
    "hexagon": FamilyPages(
        "table/hexagon.html",
        hexagon.hexagon_page,
        hexagon.replayed,
        hexagon.finished,
        hexagon.specimen,
        hexagon.progress,
        hexagon_review,
        True,
    ),
    "five": FamilyPages(
        "table/five.html",
        five.five_page,
        five.replayed,
        five.finished,
        five.specimen,
        five.progress,
        five_review,
        False,
    ),
}
"""The pages of each family, by its name."""


def family_of(edition: Edition) -> FamilyPages:
    """The pages of an edition's family."""
    return FAMILIES[edition.family]


def has_best(setup: Setup) -> bool:
    """Whether a game has boards to fill that do not depend on each other, and so a best one."""
    return family_of(setup.edition).has_sheets and not setup.options.ties_players
