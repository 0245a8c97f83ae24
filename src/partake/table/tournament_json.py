"""A tournament as plain data: what the one who asks may know of it, and the standings that they may see."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import Any

from partake.engine.outcome import plain
from partake.store.deal_rows import Mode, Stage
from partake.store.rows import Status, values_of
from partake.table.model import Person
from partake.table.tournament_field import Tournament
from partake.table.tournament_scoring import Cell, Standing

FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""How a text begins that spreadsheets take for a formula."""


def state_json(found: Tournament, person: Person | None, now: float, secret: str | None) -> dict[str, Any]:
    """The tournament as one person may know it, without its standings."""
    row, mine = found.row, found.player(person)
    public = {name: value for name, value in values_of(row).items() if name != "host"}
    deal = found.next_deal(person.id) if mine and person else None
    own = found.own(person.id, deal) if deal and person else None
    played = [found.own(person.id, one) for one in range(1, row.deals + 1)] if mine and person else []
    return {
        **public,
        "options": dict(row.options),
        "now": now,
        "players": len(found.players),
        "done": found.count_done(row.round) if row.mode is Mode.ROUNDS and row.round else None,
        "is_host": found.is_host(person),
        "is_removed": mine is None and person is not None and person.id in found.entrants,
        "secret": secret,
        "me": mine
        and {
            "number": mine.number,
            "name": mine.name,
            "deal": deal,
            "table": own and own.table,
            "played": sum(one is not None and one.status is not Status.PLAYING for one in played),
        },
    }


def results_json(found: Tournament, person: Person | None) -> dict[str, Any]:
    """The standings that a person may see; of deals that they may still play there is only how many have done them."""
    visible = found.visible(person)
    table = found.standings(visible)
    deals = [
        {
            "deal": deal,
            "is_visible": deal in visible,
            "done": found.count_done(deal),
            "mean": _number(table.means[deal - 1]),
            "finished": table.finished[deal - 1] if deal in visible else None,
        }
        for deal in range(1, found.opened + 1)
    ]
    return {
        "is_final": found.row.stage is Stage.OVER,
        "deals": deals,
        "players": [_row(found, row) for row in table.rows],
    }


def _row(found: Tournament, row: Standing) -> dict[str, Any]:
    entrant = found.entrants[row.player]
    return {
        "number": entrant.number,
        "name": entrant.name,
        "place": row.place,
        "is_shared": row.is_shared,
        "total": _number(row.total),
        "above": _number(row.above),
        "deals": [None if cell is None else _cell(cell) for cell in row.cells],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    played = cell.played
    return {
        "points": _number(played.points),
        "above": _number(cell.above),
        "is_finished": played.is_finished,
        "table": played.table,
    }


def _number(value: Fraction | None) -> float | int | None:
    """A number as JSON has it: whole where it is, otherwise to a hundredth."""
    return None if value is None else plain(value) if value.denominator == 1 else round(float(value), 2)


def results_csv(results: dict[str, Any], heads: dict[str, str]) -> str:
    """The standings as comma-separated values (RFC 4180), with the heads of its columns in any language.

    A name that a spreadsheet would take for a formula gets an apostrophe before it.
    """
    numbers = [deal["deal"] for deal in results["deals"]]
    out = io.StringIO()
    writer = csv.writer(out)
    pairs = [f"{heads['deal']} {n}{what}" for n in numbers for what in ("", f" {heads['above']}")]
    writer.writerow([heads["place"], heads["name"], *pairs, heads["total"], heads["above"], heads["unfinished"]])
    for row in results["players"]:
        cells = [one for cell in row["deals"] for one in ((cell["points"], cell["above"]) if cell else ("", ""))]
        cut = [str(n) for n, cell in zip(numbers, row["deals"], strict=True) if cell and not cell["is_finished"]]
        blank = ["" if one is None else one for one in (row["place"], *cells, row["total"], row["above"])]
        writer.writerow([blank[0], harmless(row["name"]), *blank[1:], " ".join(cut)])
    return out.getvalue()


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
