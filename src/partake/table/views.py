"""The views of a running game as JSON, whole and as patches.

What all audiences see alike is built, scored and serialised once for each action of the dealer; each seat adds its own
small part. At a table of many, where nobody looks at hundreds of boards, the shared part has the sheets of the first
few seats and only the points of the others.

A patch holds the fields of a view that changed since the audience was last told, with their new values. It is right
for a reader that has applied all patches before it, in order, to the whole view it began with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson

from partake.engine.contract import View
from partake.engine.hexagon.view import HexagonView
from partake.table.view_json import own_json, shared_json, sheet_json

CROWD = 8
"""The most seats of which everybody is shown the sheets; a table with more is a crowd's."""
Audience = int | None
"""A seat, or None for the spectators."""
Json = dict[str, Any]
Sheets = dict[int, Json]
"""Sheets by their seats."""


class SheetMemo:
    """The sheet of each seat that was scored last: a placement is scored once, not again when all see it."""

    def __init__(self) -> None:
        self._last: dict[int, tuple[tuple[object, ...], Json]] = {}

    def sheet(self, view: HexagonView, seat: int) -> Json:
        """A sheet as plain data."""
        if view.variant.options.ties_players:  # its points depend on all others too
            return sheet_json(view, seat)
        seen = (view.cells[seat - 1], view.latest[seat - 1], view.is_charged)
        found = self._last.get(seat)
        if found is None or found[0] != seen:
            found = self._last[seat] = seen, sheet_json(view, seat)
        return found[1]


@dataclass(frozen=True, slots=True)
class SharedPart:
    """What all audiences see alike, at one length of the log that all of them know."""

    view: View
    """The spectators' view."""
    fields: Json
    sheets: list[Json]
    """As everybody is shown them: in a crowd those of far seats are points only."""
    whole_sheets: list[Json]

    @classmethod
    def of(cls, view: View, memo: SheetMemo) -> SharedPart:
        """The shared part of a spectator's view."""
        whole = [memo.sheet(view, n) for n in range(1, len(view.cells) + 1)] if isinstance(view, HexagonView) else []
        shown = [sheet if seat <= CROWD else _points(sheet) for seat, sheet in enumerate(whole, start=1)]
        return cls(view, shared_json(view), shown, whole)

    def differing_sheets(self, view: View, memo: SheetMemo) -> Sheets:
        """The sheets that a seat sees otherwise: its own, once it acted, and all whose points depend on it."""
        shared = self.view
        if view.seat is None or not isinstance(view, HexagonView) or not isinstance(shared, HexagonView):
            return {}
        pairs = zip(view.cells, shared.cells, view.latest, shared.latest, strict=True)
        changed = [
            seat
            for seat, (cells, known, latest, known_latest) in enumerate(pairs, start=1)
            if (cells is not known and cells != known) or latest != known_latest
        ]
        if changed and (view.variant.options.ties_players or view.is_charged != shared.is_charged):
            changed = list(range(1, len(view.cells) + 1))
        found = {seat: memo.sheet(view, seat) for seat in changed}
        if view.seat > CROWD:
            found.setdefault(view.seat, self.whole_sheets[view.seat - 1])
        shown = {seat: sheet if seat <= CROWD or seat == view.seat else _points(sheet) for seat, sheet in found.items()}
        return {seat: sheet for seat, sheet in shown.items() if sheet != self.sheets[seat - 1]}


@dataclass(frozen=True, slots=True)
class OwnPart:
    """What one audience sees besides the shared part."""

    fields: Json
    sheets: Sheets


class ViewCache:
    """The views of one game: the shared part as all know it now, and what each audience was last told."""

    def __init__(self, spectate: Callable[[], View]) -> None:
        """`spectate` gives the spectators' view of the game as it is now."""
        self._spectate = spectate
        self._memo = SheetMemo()
        self._shared: SharedPart | None = None
        self._length = -1
        """The length of the log that all knew when the shared part was built."""
        self._told: dict[Audience, OwnPart] = {}
        self._patch = b""
        """The fields of the shared part that the last action of the dealer changed, as the inside of an object."""
        self._patched: dict[int, bytes] = {}
        """The sheets that it changed."""

    def whole(self, view: View, length: int) -> Json:
        """A view as plain data, when all know this length of the log."""
        shared = self._shared_at(length)
        own = self._own(shared, view)
        found = {**shared.fields, **own.fields}
        if shared.sheets:
            found["sheets"] = [own.sheets.get(seat, sheet) for seat, sheet in enumerate(shared.sheets, start=1)]
        return found

    def tell(self, view: View, length: int) -> None:
        """Note that an audience was sent the whole of this view."""
        self._told[view.seat] = self._own(self._shared_at(length), view)

    def _shared_at(self, length: int) -> SharedPart:
        if self._shared is None or length != self._length:
            self._shared, self._length = SharedPart.of(self._spectate(), self._memo), length
        return self._shared

    def advance(self, before: int, length: int) -> None:
        """Find what changed for everybody, from one length of the log that all know to another."""
        old = self._shared if before == self._length else None
        new = self._shared_at(length)
        self._patch, self._patched = b"", {}
        if new is old:
            return
        fields = {name: value for name, value in new.fields.items() if old is None or old.fields[name] != value}
        self._patch = _inside(fields)
        self._patched = {
            seat: orjson.dumps(sheet)
            for seat, sheet in enumerate(new.sheets, start=1)
            if old is None or old.sheets[seat - 1] != sheet
        }

    def patch(self, view: View) -> bytes:
        """What changed for an audience since it was last told, as JSON; from now on it counts as told."""
        assert self._shared is not None
        own, old = self._own(self._shared, view), self._told.get(view.seat)
        self._told[view.seat] = own
        fields = own.fields if old is None else _changed(old.fields, own.fields)
        sheets = dict(self._patched)
        for seat in {*own.sheets, *(old.sheets if old else ())}:
            sheet = own.sheets.get(seat, self._shared.sheets[seat - 1])
            if old is None or seat in sheets or old.sheets.get(seat) != sheet:
                sheets[seat] = orjson.dumps(sheet)
        parts = [part for part in (self._patch, _inside(fields)) if part]
        if sheets:
            parts.append(b'"sheets":{%b}' % b",".join(b'"%d":%b' % pair for pair in sorted(sheets.items())))
        return b"{%b}" % b",".join(parts)

    def _own(self, shared: SharedPart, view: View) -> OwnPart:
        return OwnPart(own_json(view), shared.differing_sheets(view, self._memo))


def _changed(old: Json, new: Json) -> Json:
    """The fields that changed; always who must act, and the log of a game only if it did not just grow."""
    return {
        name: value
        for name, value in new.items()
        if name == "to_act" or (old[name] != value if name != "log" else value[: len(old[name])] != old[name])
    }


def _inside(fields: Json) -> bytes:
    """The JSON of an object without its braces."""
    return orjson.dumps(fields)[1:-1]


def _points(sheet: Json) -> Json:
    return {"total": sheet["total"]}
