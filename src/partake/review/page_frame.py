"""What all pages of reviews are made of: the document around them, pictures that share their shapes, grades."""

from __future__ import annotations

from collections.abc import Iterable

from partake.draw.svg import stylesheet
from partake.draw.svg.canvas import FONT, PREFIX, Block, Canvas, n, words
from partake.review.model import Grade
from partake.review.page_style import SCRIPT, STYLE

IDS = "pk"
"""What the ids of shapes begin with."""
KEYS = (
    '<p class="keys"><button type="button">First</button><button type="button">Back</button>'
    '<button type="button">Next</button><button type="button">Last</button></p>'
)


def framed(title: str, names: str, body: Iterable[str]) -> str:
    """A whole document around the body of a page."""
    whole = words(f"{title}: {names}")
    return "\n".join([
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<title>{whole}, reviewed</title><style>{stylesheet(selector=':root')}{STYLE}</style></head><body><main>",
        f"<h1>{words(title)}</h1><p class='muted'>{words(names)}</p>",
        *body,
        f"</main><script>{SCRIPT}</script></body></html>",
        "",
    ])  # fmt: skip


def picture(block: Block, label: str, *, more: str = "") -> str:
    """A part of a picture as one that stands on its own and uses the shapes of the page."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(block.width)} {n(block.height)}" role="img"'
        f' aria-label="{words(label)}" font-family="{FONT}"{more}>{block.body}</svg>'
    ).replace(PREFIX, IDS)


def sprite(canvas: Canvas) -> str:
    """The shapes that the pictures of a page share."""
    return f'<svg class="sprite" aria-hidden="true">{canvas.definitions(IDS)}</svg>'


def chip(grade: Grade) -> str:
    """A grade in its colour."""
    return f'<span class="grade {grade}">{grade}</span>'
