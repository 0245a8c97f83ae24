"""The flowers of special cells: a daffodil for stamens, an orchid for orchid cells."""

from __future__ import annotations

from partake.draw.svg.canvas import Canvas


def draw_flower(canvas: Canvas, kind: str, label: str = "") -> str:
    """The flower of a special cell around (0, 0), with the cell's letter; nothing for an ordinary cell."""
    match kind:
        case "stamen":
            if not canvas.has(kind):
                canvas.define(kind, _daffodil(canvas))
            return canvas.use(kind, "translate(0 -7)")
        case "orchid":
            if not canvas.has(kind):
                canvas.define(kind, _orchid(canvas))
            letter = canvas.text(0, 1, label, 20, fill=canvas.paint("orchid-ink"), weight=800, anchor="middle")
            return canvas.use(kind, "translate(0 -7)") + letter
    return ""


def _daffodil(canvas: Canvas) -> str:
    petal = "M0-5C-9-12-8-23 0-28C8-23 9-12 0-5z"
    petals = "".join(f'<path d="{petal}" transform="rotate({turn})"/>' for turn in range(0, 360, 60))
    frill = "".join(f'<circle cy="-9" r="4" transform="rotate({turn})"/>' for turn in range(0, 360, 45))
    return (
        f'<g fill="{canvas.paint("stamen")}" stroke="{canvas.paint("stamen-edge")}" stroke-width="1.2">{petals}</g>'
        f'<g fill="{canvas.paint("trumpet")}">{frill}<circle r="10"/></g>'
        f'<circle r="5" fill="{canvas.paint("stamen-edge")}"/><circle r="2" fill="{canvas.paint("stamen")}"/>'
    )


def _orchid(canvas: Canvas) -> str:
    sepal = "M0-3C-7-10-7-21 0-27C7-21 7-10 0-3z"
    sepals = "".join(f'<path d="{sepal}" transform="rotate({turn})"/>' for turn in (0, 130, 230))
    wings = "M-2-2C-8-16-28-15-27-2C-26 8-10 8-2-2zM2-2C8-16 28-15 27-2C26 8 10 8 2-2z"
    lip = "M0 1C-9 1-12 9-7 14C-4 17-2 15 0 19C2 15 4 17 7 14C12 9 9 1 0 1z"
    return (
        f'<g stroke="{canvas.paint("orchid-edge")}" stroke-width="1.2">'
        f'<g fill="{canvas.paint("orchid-pale")}">{sepals}</g>'
        f'<path d="{wings}" fill="{canvas.paint("orchid")}"/></g>'
        f'<path d="{lip}" fill="{canvas.paint("orchid-edge")}"/>'
        f'<circle r="11" fill="{canvas.paint("orchid-pale")}" stroke="{canvas.paint("orchid-edge")}"/>'
    )
