"""A review as one file: the pages of the server with their style, their script and all decisions inlined."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from partake.draw.svg.canvas import PAGE, Canvas
from partake.draw.svg.live import LivePictures, number_rules
from partake.draw.svg.review import sprite
from partake.engine.record.model import Record
from partake.review.five.model import FiveReview
from partake.review.hexagon.model import Review
from partake.rules.messages import said
from partake.rules.names import shown_name
from partake.web.look import PLAIN
from partake.web.pages.common import WEB, render
from partake.web.pages.review_best import BestBoard, best_board
from partake.web.pages.review_five import FivePanel, FiveReviewPage, FiveStep, five_panel, five_review, five_step
from partake.web.pages.review_hexagon import (
    HexagonReview,
    Panel,
    Step,
    hexagon_panel,
    hexagon_review,
    hexagon_step,
    variant_of,
)
from partake.web.text.phrases import titled
from partake.web.text.review import tell

_MODULE_SYNTAX = re.compile(r"^import .*\n|^export ", re.MULTILINE)
"""What joins modules in separate files, and has to go where they become one."""

STYLES = ("page", "table", "five", "finished", "review")
"""The style sheets of a review, in the order in which its pages name them."""


@dataclass(frozen=True, slots=True)
class FileLinks:
    """The links of a review in one file: fragments, which its script resolves."""

    form: str = "#"

    def review(self, game: int) -> str:
        """The moves of a game."""
        return f"#review-{game}"

    def best(self, game: int) -> str:
        """The best board of a game."""
        return f"#best-{game}"

    def step(self, game: int, seat: int, at: int) -> str:
        """One decision."""
        return f"#review-{game}.{seat}.{at}"


@dataclass(frozen=True, slots=True)
class ReviewPart:
    """One game: its page at the first decision, and for each player the panel and all decisions."""

    page: HexagonReview | FiveReviewPage
    panels: Iterable[tuple[Panel | FivePanel, Iterable[Step | FiveStep]]]
    best: BestBoard | None = None


def review_file(found: Review | FiveReview, record: Record, *, seat: int | None = None) -> str:
    """The document, for all players or for one; it loads nothing and works from a disk."""
    context = _five(found, record, seat) if isinstance(found, FiveReview) else _hexagon(found, record, seat)
    script = "\n".join(_MODULE_SYNTAX.sub("", _static(name)) for name in ("page.js", "walk.js", "review.js"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    icon = base64.b64encode(_static("icon.svg").encode()).decode()
    return render(
        "review/file.html",
        tell=tell,
        links=FileLinks(),
        is_file=True,
        title=titled(record.setup.edition),
        names=[said(shown_name(name)) for name in record.setup.names],
        script=Markup(script),
        script_hash=f"sha256-{digest}",
        icon=f"data:image/svg+xml;base64,{icon}",
        **context,
    )


def _hexagon(found: Review, record: Record, seat: int | None) -> dict[str, Any]:
    variant = variant_of(record)
    canvas = Canvas(PAGE, has_faint_symbols=not variant.uses_symbols)
    boards = LivePictures(variant)
    games = tuple(
        replace(game, players=tuple(player for player in game.players if seat in (None, player.seat)))
        for game in found.games
    )
    shown = replace(found, games=games)
    reviews = [
        ReviewPart(
            hexagon_review(shown, record, game=game.number, canvas=canvas),
            [
                (
                    hexagon_panel(game, player),
                    [hexagon_step(canvas, variant, game, player, at) for at in range(1, len(player.moves) + 1)],
                )
                for player in game.players
            ],
            best_board(shown, record, game=game.number, shared=boards),
        )
        for game in games
    ]
    return {
        "reviews": reviews, "has_best": True, "sprite": Markup(sprite(canvas) + boards.sprite()),
        "style": _style(number_rules(variant.tiles)), **_templates("hexagon"),
    }  # fmt: skip


def _five(found: FiveReview, record: Record, seat: int | None) -> dict[str, Any]:
    canvas = Canvas(PAGE)
    shown = replace(found, moves=tuple(move for move in found.moves if seat in (None, move.seat)) or found.moves)
    page = five_review(shown, record, seat=seat, canvas=canvas)
    if page.seat:
        page = replace(page, seats=tuple(entry for entry in page.seats if entry[0] == page.seat))
    views = {owner: list(record.views(owner)) for owner in {move.seat for move in shown.moves}}
    steps = [five_step(canvas, record, move, views[move.seat][move.at]) for move in shown.moves]
    panels = [(five_panel(shown, number), steps if number == page.seat else []) for number, _ in page.seats]
    return {
        "reviews": [ReviewPart(page, panels)], "has_best": False, "sprite": Markup(sprite(canvas)), "style": _style(),
        **_templates("five"),
    }  # fmt: skip


def _templates(family: str) -> dict[str, str]:
    return {
        "body": f"review/{family}_body.html",
        "panel_template": f"review/{family}_panel.html",
        "decision_template": f"review/{family}_decision.html",
    }


def _style(numbers: str = "") -> Markup:
    return Markup(PLAIN.style() + numbers + "".join(_static(f"{name}.css") for name in STYLES))


def _static(name: str) -> str:
    return (WEB / "static" / name).read_text(encoding="utf-8")
