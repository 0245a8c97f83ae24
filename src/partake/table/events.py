"""What each audience is told when something happened, and of what it is told nothing.

`moves`  entries of the log, with the number that the next move must expect, who must act and when the clock runs out
`acted`  seats acted where the rules hide what was done: who must still act
`intermission`  somebody has said "go on", and the dealer still waits for others
`table`  the table changed: seats, status, rematch
`presence`  who is away since when, who is gone, which seat decides
`view`   everything, at the beginning of a stream and when a game starts

What an audience may read of the log is the contract's `visible`. Where all seats act at the same time
(`is_simultaneous`), an action is told to its own seat alone until the dealer acts: then everything to everybody.
"""

from __future__ import annotations

from typing import Any

import orjson

from partake.engine.contract import View
from partake.engine.notation import format_move
from partake.table.channels import Event, Subscription
from partake.table.clock import Later
from partake.table.game_log import Progress
from partake.table.pending_writes import Announced
from partake.table.running import RunningTable
from partake.table.view_json import handed_json
from partake.table.views import Audience

CROWD_PAUSE = 0.002
"""The seconds for each seat after which a crowd is told who has sat down or acted, all news of that time at once."""


def state_json(table: RunningTable, audience: Audience, view: View | None) -> dict[str, Any]:
    """Everything that a seat or a spectator with this view may know: the table, the game, and the number to expect."""
    return {
        "table": table.info_json(),
        "presence": table.presence_json(),
        "seat": audience,
        "number": table.log.number(audience),
        "deadline": table.clock.deadline,
        "intermission": table.intermission_json(),
        "view": None if view is None else table.views.whole(view, table.log.known),
    }


def _whole_state(table: RunningTable, audience: Audience, *, with_view: bool) -> bytes:
    """The data of a `view` event."""
    view = table.view(audience)
    if view is not None and with_view:
        table.views.tell(view, table.log.known)
    return orjson.dumps(state_json(table, audience, view))


def publish_views(table: RunningTable) -> None:
    """Tell everybody everything, when a game starts."""
    for audience, with_view, channel in table.channels:
        channel.publish("view", _whole_state(table, audience, with_view=with_view))


def subscribe(table: RunningTable, subscriber: Subscription, last: str | None = None) -> None:
    """Let a stream hear what its person may hear: first what was missed since event `last`, or else everything."""
    audience = table.seat_of(subscriber.person)
    channel = table.channels.open(audience, with_view=subscriber.with_view)
    missed = channel.missed(last) if last else None
    if missed is None:
        missed = [Event("view", _whole_state(table, audience, with_view=subscriber.with_view), channel.last_id)]
    for event in missed:
        subscriber.push(event)
    channel.add(subscriber)
    if not table.told_presence:  # the first reader was told just now, with everything else
        table.told_presence = orjson.dumps(table.presence_json())


def resubscribe(table: RunningTable) -> None:
    """Move each stream whose person has got another seat, or none, to that audience."""
    for audience, _, channel in table.channels:
        for subscriber in tuple(channel.subscribers):
            if table.seat_of(subscriber.person) != audience:
                subscribe(table, subscriber)


def publish_table(table: RunningTable, later: Later) -> None:
    """Tell everybody that the table has changed; a crowd in a moment."""
    if table.is_crowd:
        _publish_later(table, "table", later)
    else:
        table.channels.publish("table", orjson.dumps(table.info_json()))


def publish_presence(table: RunningTable) -> None:
    """Tell everybody who is here, if that is not what they were told last."""
    data = orjson.dumps(table.presence_json())
    if data != table.told_presence:
        table.told_presence = data
        table.channels.publish("presence", data)


def publish_intermission(table: RunningTable, later: Later) -> None:
    """Tell everybody for whom the dealer still waits; a crowd in a moment."""
    if table.is_crowd:
        _publish_later(table, "intermission", later)
    else:
        table.channels.publish("intermission", orjson.dumps({"intermission": table.intermission_json()}))


def turn_json(table: RunningTable) -> dict[str, Any]:
    """Who must act, and until when the players, or the dealer, take their time."""
    return {
        "to_act": table.playing.to_act,
        "deadline": table.clock.deadline,
        "intermission": table.intermission_json(),
    }


def announce_moves(table: RunningTable, progress: Progress, later: Later) -> tuple[list[Announced], Announcement]:
    """What everybody is to be told of new entries of the log, once they are stored; and the rest that can be said."""
    told, events = Announcement(table, progress), list[Announced]()
    is_later = table.is_crowd and told.is_hidden
    for audience, with_view, channel in table.channels:
        if not is_later or not told.is_kept_from(audience):
            events.append((channel, told.kind(audience), told.data(audience, with_view=with_view)))
    if is_later:
        _publish_later(table, "acted", later)
    return events, told


class Announcement:
    """The events about new entries of a log; parts that are equal for several audiences are built once."""

    def __init__(self, table: RunningTable, progress: Progress) -> None:
        game = table.playing
        self._table, self._game, self._progress = table, game, progress
        self.is_hidden = game.is_simultaneous and not progress.has_dealt
        """Whether only the seats that acted may know what they did, each of itself."""
        self._actors = {row.actor for row in progress.rows}
        self._is_passed = game.setup.options.scrapyard == "passed"
        self._turn = turn_json(table)
        self._kept = dict[bool, bytes]()
        """What those are told from whom the action is kept, with and without a patch of their view."""
        self._built: dict[Audience, bytes] = {}
        self._patches: dict[Audience, bytes] = {}
        self._is_advanced = False

    def is_kept_from(self, audience: Audience) -> bool:
        """Whether an audience may not know what was done."""
        return self.is_hidden and audience not in self._actors

    def kind(self, audience: Audience) -> str:
        """The kind of the event."""
        return "acted" if self.is_kept_from(audience) else "moves"

    def data(self, audience: Audience, *, with_view: bool) -> bytes:
        """The event's data as JSON, with a patch of the audience's view if it is wanted."""
        if self.is_kept_from(audience) and not self._is_passed:
            return self._turn_only(with_view=with_view)
        found = self._without_view(audience)
        if not with_view:
            return found
        if audience not in self._patches:
            self._patches[audience] = self._patch(audience)
        return b'%b,"view":%b}' % (found[:-1], self._patches[audience])

    def _turn_only(self, *, with_view: bool) -> bytes:
        if with_view not in self._kept:
            told = {**self._turn, "view": {"to_act": self._game.to_act}} if with_view else self._turn
            self._kept[with_view] = orjson.dumps(told)
        return self._kept[with_view]

    def _without_view(self, audience: Audience) -> bytes:
        is_same_for_all = self._game.is_simultaneous and not self.is_hidden and not self._is_passed
        reader = None if is_same_for_all else audience
        if reader not in self._built:
            data = self._turn if self.is_kept_from(audience) else self._entries(reader)
            if self._is_passed:
                data = {**data, "handed": handed_json(self._game.view(audience))}
            self._built[reader] = orjson.dumps(data)
        return self._built[reader]

    def _entries(self, reader: Audience) -> dict[str, Any]:
        """The new entries of the log as an audience may read them; after the dealer's action those before it too."""
        progress, log = self._progress, self._table.log
        visible = self._game.visible(reader, progress.since)
        new = visible[-progress.count(reader) :] if self.is_hidden else visible
        found: dict[str, Any] = {"number": log.number(reader)}
        if not self.is_hidden:
            found["since"] = progress.since - log.late
        found |= {"moves": [format_move(*entry) for entry in new], **self._turn, "over": self._game.is_over}
        if progress.stood_in and (not self.is_hidden or reader == progress.stood_in):
            found["stood_in"] = progress.stood_in
        return found

    def _patch(self, audience: Audience) -> bytes:
        if not self._is_advanced:
            self._table.views.advance(self._progress.since, self._table.log.known)
            self._is_advanced = True
        return self._table.views.patch(self._game.view(audience))


def _publish_later(table: RunningTable, news: str, later: Later) -> None:
    table.news.add(news)
    _arrange_bulletin(table, later)


def _arrange_bulletin(table: RunningTable, later: Later) -> None:
    if table.bulletin is None:
        table.bulletin = later(CROWD_PAUSE * len(table.seats), lambda: _publish_news(table, later))


def _publish_news(table: RunningTable, later: Later) -> None:
    table.bulletin = None
    if not table.is_settled:  # nothing is told before it is stored
        _arrange_bulletin(table, later)
        return
    news, table.news = table.news, set()
    if "table" in news:
        table.channels.publish("table", orjson.dumps(table.info_json()))
    if "intermission" in news:
        table.channels.publish("intermission", orjson.dumps({"intermission": table.intermission_json()}))
    if "acted" in news and table.game is not None:
        data = turn_json(table)
        told = {False: orjson.dumps(data), True: orjson.dumps({**data, "view": {"to_act": table.game.to_act}})}
        for _, with_view, channel in table.channels:
            channel.publish("acted", told[with_view])
