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
from typing import Any, NamedTuple

import orjson

from partake.engine.contract import View
from partake.engine.hexagon.scoring import may_differ
from partake.engine.hexagon.state import Cells
from partake.engine.hexagon.view import HexagonView
from partake.table.view_json import call_json, match_json, own_json, points_json, sheet_json, tiles_json

CROWD = 8
"""The most seats of which everybody is shown the sheets; a table with more is a crowd's."""
Audience = int | None
"""A seat, or None for the spectators."""
Json = dict[str, Any]


class SheetText(NamedTuple):
    """A sheet as plain data, and that as JSON, which is written many times and made once."""

    json: Json
    text: bytes

    @classmethod
    def of(cls, json: Json) -> SheetText:
        """A sheet with its text."""
        return cls(json, orjson.dumps(json))

    @property
    def points(self) -> SheetText:
        """What a crowd is told of a far seat."""
        return SheetText.of({"total": self.json["total"]})


Sheets = dict[int, SheetText]
"""Sheets by their seats."""


class Scored(NamedTuple):
    """A sheet as it was scored last."""

    seen: tuple[Cells, tuple[str, ...], bool]
    """Its cells, the latest of them, and whether penalties count."""
    points: Json
    sheet: SheetText


class SheetMemo:
    """The sheet of each seat that was scored last: a placement is scored once, and only if it can change the points."""

    def __init__(self) -> None:
        self._last: dict[int, Scored] = {}

    def sheet(self, view: HexagonView, seat: int) -> SheetText:
        """A sheet as a view shows it."""
        if view.variant.ties_players:  # its points depend on all others too
            return SheetText.of(sheet_json(view, seat))
        seen = (view.cells[seat - 1], view.latest[seat - 1], view.is_charged)
        last = self._last.get(seat)
        if last is None or last.seen != seen:
            is_same = last and last.seen[2] == seen[2] and not may_differ(view.variant, last.seen[0], seen[0])
            points = last.points if last and is_same else points_json(view, seat)
            last = self._last[seat] = Scored(seen, points, SheetText.of({**tiles_json(view, seat), **points}))
        return last.sheet


@dataclass(frozen=True, slots=True)
class SharedPart:
    """What all audiences see alike, at one length of the log that all of them know."""

    view: View
    """The spectators' view."""
    match: Json
    """What changes when a game of the match is counted."""
    call: Json
    """What changes with each action of the dealer."""
    sheets: list[SheetText]
    """As everybody is shown them: in a crowd those of far seats are points only."""
    whole_sheets: list[SheetText]

    @classmethod
    def of(cls, view: View, memo: SheetMemo, old: SharedPart | None) -> SharedPart:
        """The shared part of a spectator's view; of the `old` one what stays."""
        is_same = old is not None and _is_same_match(view, old.view)
        match = old.match if old is not None and is_same else match_json(view)
        whole = [memo.sheet(view, n) for n in range(1, len(view.cells) + 1)] if isinstance(view, HexagonView) else []
        shown = [*whole[:CROWD], *(sheet.points for sheet in whole[CROWD:])]
        return cls(view, match, call_json(view), shown, whole)

    def changes(self, old: SharedPart | None) -> Json:
        """The fields that are not as they were, but for the sheets."""
        if old is None:
            return {**self.match, **self.call}
        found = {name: value for name, value in self.call.items() if old.call[name] != value}
        if self.match is not old.match:
            found |= {name: value for name, value in self.match.items() if old.match[name] != value}
        return found

    def differing_sheets(self, view: View, memo: SheetMemo) -> Sheets:
        """The sheets that a seat sees otherwise: its own, once it acted, and all whose points depend on it."""
        shared = self.view
        if view.seat is None or not isinstance(view, HexagonView) or not isinstance(shared, HexagonView):
            return {}
        found: Sheets = {}
        if view.cells != shared.cells or view.latest != shared.latest:
            pairs = zip(view.cells, shared.cells, view.latest, shared.latest, strict=True)
            changed = [
                seat
                for seat, (cells, known, latest, known_latest) in enumerate(pairs, start=1)
                if (cells is not known and cells != known) or latest != known_latest
            ]
            if view.variant.ties_players or view.is_charged != shared.is_charged:
                changed = list(range(1, len(view.cells) + 1))
            found = {seat: memo.sheet(view, seat) for seat in changed}
        if view.seat > CROWD:
            found.setdefault(view.seat, self.whole_sheets[view.seat - 1])
        for seat in [seat for seat in found if seat > CROWD and seat != view.seat]:
            found[seat] = found[seat].points
        return {seat: sheet for seat, sheet in found.items() if sheet.text != self.sheets[seat - 1].text}


def _is_same_match(view: View, old: View) -> bool:
    """Whether no game was counted between two views of a table."""
    if not isinstance(view, HexagonView) or not isinstance(old, HexagonView):
        return False
    return view.finished is old.finished and view.outcome is None and view.setup is old.setup


class OwnPart(NamedTuple):
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
        """The sheets that it changed, each as a field of an object; and all of them."""
        self._all_patched = b""

    def whole(self, view: View, length: int) -> Json:
        """A view as plain data, when all know this length of the log."""
        shared = self._shared_at(length)
        own = self._own(shared, view)
        found = {**shared.match, **shared.call, **own.fields}
        if shared.sheets:
            sheets = enumerate(shared.sheets, start=1)
            found["sheets"] = [own.sheets.get(seat, sheet).json for seat, sheet in sheets]
        return found

    def tell(self, view: View, length: int) -> None:
        """Note that an audience was sent the whole of this view."""
        self._told[view.seat] = self._own(self._shared_at(length), view)

    def _shared_at(self, length: int) -> SharedPart:
        if self._shared is None or length != self._length:
            self._shared, self._length = SharedPart.of(self._spectate(), self._memo, self._shared), length
        return self._shared

    def advance(self, before: int, length: int) -> None:
        """Find what changed for everybody, from one length of the log that all know to another."""
        old = self._shared if before == self._length else None
        new = self._shared_at(length)
        self._patch, self._patched, self._all_patched = b"", {}, b""
        if new is old:
            return
        self._patch = _inside(new.changes(old))
        self._patched = {
            seat: b'"%d":%b' % (seat, sheet.text)
            for seat, sheet in enumerate(new.sheets, start=1)
            if old is None or old.sheets[seat - 1].text != sheet.text
        }
        self._all_patched = b",".join(self._patched.values())

    def patch(self, view: View) -> bytes:
        """What changed for an audience since it was last told, as JSON; from now on it counts as told."""
        assert self._shared is not None
        own, old = self._own(self._shared, view), self._told.get(view.seat)
        self._told[view.seat] = own
        fields = own.fields if old is None else _changed(old.fields, own.fields)
        parts = [part for part in (self._patch, _inside(fields)) if part]
        if sheets := self._patched_sheets(self._shared, own, old):
            parts.append(b'"sheets":{%b}' % sheets)
        return b"{%b}" % b",".join(parts)

    def _patched_sheets(self, shared: SharedPart, own: OwnPart, old: OwnPart | None) -> bytes:
        """The sheets that changed for an audience: those of everybody, and its own."""
        if not own.sheets and (old is None or old.sheets.keys() <= self._patched.keys()):
            return self._all_patched
        sheets = dict(self._patched)
        for seat in {*own.sheets, *(old.sheets if old else ())}:
            sheet = own.sheets.get(seat, shared.sheets[seat - 1])
            if old is None or seat in sheets or seat not in old.sheets or old.sheets[seat].text != sheet.text:
                sheets[seat] = b'"%d":%b' % (seat, sheet.text)
        return b",".join(sheets.values())

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
