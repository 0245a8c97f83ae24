#!/usr/bin/env python3
"""Draw the three walks of ARCHITECTURE.md anew: `python docs/pictures/walks.py`."""

from __future__ import annotations

from html import escape
from pathlib import Path

HERE = Path(__file__).parent
WIDTH, HEIGHT, GAP = 300, 50, 18
"""A box, and the room for the arrow beneath it."""
TOP, MARGIN = 64, 24
STYLE = """
.ground{fill:#f7f4ec}.box{fill:#fffdf7;stroke:#e2dccd;stroke-width:1.5}.arrow{stroke:#8a836c;stroke-width:1.5;fill:none}
.tip{fill:#8a836c}text{fill:#1d2129;font-family:system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
.number{fill:#fff;font-size:14px;font-weight:700;text-anchor:middle}
.head{font-size:17px;font-weight:700}.does{font-size:13.5px}.where{fill:#5f6470;font-size:12px;
font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media (prefers-color-scheme:dark){.ground{fill:#12151c}.box{fill:#1a1f29;stroke:#333a48}.arrow{stroke:#667085}
.tip{fill:#667085}text{fill:#eef0f4}.where{fill:#a3a9b6}}
"""
WALKS = (
    (
        "A placement in the browser",
        "#3d6d9c",
        (
            ("a cell is tapped", "web/static/hexagon.js, table.js"),
            ("origin, size, headers", "web/middleware.py"),
            ("read the move; whose is it", "web/page_socket.py"),
            ("lock, expect, key", "table/runner.py"),
            ("legal? a new state", "engine/table.py, hexagon/"),
            ("store: group commit", "store/writer.py"),
            ("publish to each audience", "table/events.py, views.py"),
            ("answer; the page applies it", "web/static/table.js"),
        ),
    ),
    (
        "A score, from TOML to reasons",
        "#4f8a4b",
        (
            ("boards, tiles, editions", "data/*.toml"),
            ("read and check the fields", "rules/fields.py, loader.py"),
            ("lines follow from coordinates", "rules/grid.py"),
            ("edition and options", "rules/variant.py"),
            ("complete lines of one number", "engine/hexagon/counting.py"),
            ("what compares the players", "engine/hexagon/counting.py"),
            ("items; the total is their sum", "engine/outcome.py"),
            ("the same list everywhere", "cli/, web/, draw/"),
        ),
    ),
    (
        "A review",
        "#5b55a8",
        (
            ("a record, replayed and verified", "engine/record/"),
            ("one dispatch by family", "review/api.py"),
            ("each view with its decision", "review/decision_points.py"),
            ("expectimax over learned values", "review/hexagon/evaluator.py"),
            ("played, best, lost, luck", "review/hexagon/decision.py"),
            ("prospects give the reasons", "review/hexagon/reasons.py"),
            ("the best board, proven", "solve/"),
            ("page, file, terminal or JSON", "web/pages/, review/report.py"),
        ),
    ),
)


def draw() -> str:
    """The three walks side by side, as one picture for light and dark."""
    steps = max(len(steps) for _, _, steps in WALKS)
    width = MARGIN + len(WALKS) * (WIDTH + MARGIN)
    height = TOP + steps * (HEIGHT + GAP) + MARGIN - GAP
    parts = [f'<rect class="ground" width="{width}" height="{height}" rx="16"/>']
    for column, (title, shade, boxes) in enumerate(WALKS):
        x = MARGIN + column * (WIDTH + MARGIN)
        parts.append(f'<text class="head" x="{x}" y="40">{escape(title)}</text>')
        for row, (does, where) in enumerate(boxes):
            y, is_last = TOP + row * (HEIGHT + GAP), row + 1 == len(boxes)
            parts.append(_box(x, y, row + 1, does, where, shade, is_last=is_last))
    told = "; ".join(f"{title}: {', '.join(does for does, _ in boxes)}" for title, _, boxes in WALKS)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    words = f"<title>Three walks through the code</title><desc>{escape(told)}</desc>"
    drawn = f"{words}<style>{STYLE}</style>{''.join(parts)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{drawn}</svg>\n'


def _box(x: int, y: int, number: int, does: str, where: str, shade: str, *, is_last: bool) -> str:
    middle, end = x + WIDTH / 2, y + HEIGHT
    tip = f'<path class="tip" d="M{middle - 5} {end + GAP - 7}h10l-5 7z"/>'
    arrow = f'<path class="arrow" d="M{middle} {end}v{GAP - 5}"/>{tip}'
    return (
        f'<rect class="box" x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="10"/>'
        f'<circle cx="{x + 25}" cy="{y + 25}" r="13" fill="{shade}"/>'
        f'<text class="number" x="{x + 25}" y="{y + 30}">{number}</text>'
        f'<text class="does" x="{x + 48}" y="{y + 21}">{escape(does)}</text>'
        f'<text class="where" x="{x + 48}" y="{y + 39}">{escape(where)}</text>{"" if is_last else arrow}'
    )


if __name__ == "__main__":
    (HERE / "walks.svg").write_text(draw(), encoding="utf-8")
