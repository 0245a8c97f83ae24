"""What is told to whom when something happened: small events, each built once for everybody who may see the same.

`moves`  entries of the log, with the number that the next move must expect, who must act and when the clock runs out
`acted`  somebody acted where the rules hide what was done: who must still act
`table`  the table changed: seats, status, rematch
`view`   everything, at the beginning of a stream and when a game starts
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from partake.engine.actions import DEALER
from partake.engine.contract import View
from partake.engine.hexagon.view import HexagonView
from partake.store.rows import ActionRow
from partake.table.channels import Channel
from partake.table.running import LiveTable

Audience = int | None


def state_json(live: LiveTable, view: View | None, seat: Audience, deadline: float | None) -> dict[str, Any]:
    """Everything that a seat or a spectator with this view may know: the table, the game, and the number to expect."""
    return {
        "table": live.info_json(),
        "seat": seat,
        "number": live.number(seat),
        "deadline": deadline,
        "view": live.view_json(view),
    }


def publish_moves(
    live: LiveTable, rows: Sequence[ActionRow], channels: dict[Audience, Channel], deadline: float | None
) -> None:
    """Tell everybody what they may know of new entries of the log."""
    if not channels:
        return
    if live.is_simultaneous:
        _publish_hidden(live, rows, channels, deadline)
    else:
        _publish_open(live, rows, channels, deadline)


def _publish_hidden(
    live: LiveTable, rows: Sequence[ActionRow], channels: dict[Audience, Channel], deadline: float | None
) -> None:
    """A seat's own actions are told to that seat alone, until the dealer acts: then everything to everybody."""
    game = live.playing
    shared: dict[str, Any] = {"to_act": game.to_act, "deadline": deadline}
    dealt = [row for row in rows if row.actor == DEALER]
    if dealt:
        before = _shared_before(live, rows)
        told = [_entry(actor, text) for actor, text in live.log[before : live.dealt]]
        data = {"number": live.number(None), "since": before, "moves": told, **shared, "over": game.is_over}
        event = orjson.dumps(data)
        for audience, channel in channels.items():
            channel.publish("moves", event if not live.is_passed else _with_handed(live, audience, data))
        return
    acted = orjson.dumps(shared)
    for audience, channel in channels.items():
        own = [_entry(row.actor, row.action) for row in rows if row.actor == audience]
        if own:
            data = {"number": live.number(audience), "moves": own, **shared, "over": False}
            channel.publish("moves", orjson.dumps(data) if not live.is_passed else _with_handed(live, audience, data))
        else:
            channel.publish("acted", acted if not live.is_passed else _with_handed(live, audience, shared))


def _shared_before(live: LiveTable, rows: Sequence[ActionRow]) -> int:
    """How many entries everybody had seen before these."""
    first = rows[0].number - 1
    return next((n for n in range(first, 0, -1) if live.log[n - 1][0] == DEALER), 0)


def _with_handed(live: LiveTable, audience: Audience, data: dict[str, Any]) -> bytes:
    """The event with the tiles that this seat must place on a neighbour's scrapyard."""
    view: View | None = live.view(audience)
    handed = [[owner, str(tile)] for owner, tile in view.handed] if isinstance(view, HexagonView) else []
    return orjson.dumps({**data, "handed": handed})


def _publish_open(
    live: LiveTable, rows: Sequence[ActionRow], channels: dict[Audience, Channel], deadline: float | None
) -> None:
    """Everything is told to everybody, but for the values of looks: those only to whoever looked."""
    game, built = live.playing, dict[tuple[str, ...], bytes]()
    for audience, channel in channels.items():
        told = tuple(_entry(row.actor, _seen(live, row, audience)) for row in rows)
        if told not in built:
            built[told] = orjson.dumps(
                {"number": len(live.log), "since": rows[0].number - 1, "moves": told, "to_act": game.to_act,
                 "deadline": deadline, "over": game.is_over}
            )  # fmt: skip
        channel.publish("moves", built[told])


def _seen(live: LiveTable, row: ActionRow, audience: Audience) -> str:
    """An entry's text as an audience may read it."""
    if not row.action.startswith("=") or row.number < 2:
        return row.action
    looker, move = live.log[row.number - 2]
    return "=?" if "?" in move and looker != audience else row.action


def _entry(actor: int, text: str) -> str:
    return text if actor == DEALER else f"{actor}:{text}"
