"""The textures of stripes, which tell numbers apart without colour."""

from __future__ import annotations

from partake.draw.svg.canvas import n


def draw_texture(pattern: str, half: float) -> str:
    """A texture along a vertical stripe that reaches so far up and down from (0, 0), as strokes."""
    rows = [y * 10.4 - 36.4 for y in range(8)]
    match pattern:
        case "dots":
            d, pen = "".join(f"M-6.5 {n(y)}h0M6.5 {n(y + 5.2)}h0" for y in rows[:-1]), 'stroke-width="5"'
        case "chevrons":
            d, pen = "".join(f"M-9 {n(y + 4)}l9-7 9 7" for y in rows), 'stroke-width="2.4"'
        case "waves":
            wave = "q5 2.6 0 5.2t0 5.2" * 8
            d, pen = f"M-6 {n(-half)}{wave}M6 {n(-half)}{wave}", 'stroke-width="2.2"'
        case "bars":
            d, pen = "".join(f"M-13 {n(y)}h26" for y in rows), 'stroke-width="2.6" stroke-linecap="butt"'
        case "spine":
            d, pen = f"M0 {n(-half)}V{n(half)}", 'stroke-width="6" stroke-linecap="butt"'
        case "diamonds":
            d, pen = "".join(f"M0 {n(y - 4.6)}l5 4.6-5 4.6-5-4.6z" for y in rows), 'stroke-width="2"'
        case "dashes":
            d, pen = f"M-6 {n(-half)}v{n(2 * half)}M6 {n(5.2 - half)}V{n(half)}", 'stroke-width="3.6"'
            pen += ' stroke-dasharray="6 10.64"'
        case "rails":
            d, pen = f"M-8.5 {n(-half)}v{n(2 * half)}m17 0v{n(-2 * half)}", 'stroke-width="3" stroke-linecap="butt"'
        case "zigzag":
            d, pen = f"M-7 {n(-half)}" + "l14 5.2-14 5.2" * 8, 'stroke-width="2.4"'
        case "rings":
            d = "".join(f"M-4 {n(y)}a4 4 0 1 1 8 0a4 4 0 1 1-8 0" for y in rows)
            pen = 'stroke-width="2"'
        case "crosses":
            d, pen = "".join(f"M-4 {n(y - 4)}l8 8m0-8l-8 8" for y in rows), 'stroke-width="2.4"'
        case _:
            return ""
    return f'<path d="{d}" {pen}/>'
