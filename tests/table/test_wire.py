"""Events as bytes: one encoding for each wire format, written in order, and kept for whoever is behind."""

from __future__ import annotations

import asyncio

import pytest
from websockets.frames import Frame, Opcode

from partake.table.channels import Answer, Channel, Event, Subscription, text_frame
from partake.table.limits import Limits


class Connection:
    """A connection whose reader may have stopped reading."""

    def __init__(self) -> None:
        self.is_behind = self.is_ended = False
        self.written: list[bytes] = []

    def write(self, frame: bytes) -> bool:
        if not self.is_behind:
            self.written.append(frame)
        return not self.is_behind

    def end(self) -> None:
        self.is_ended = True


def line_to(connection: Connection) -> Subscription:
    line = Subscription()
    line.write_to(connection.write, connection.end)
    return line


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_frame_is_what_the_library_makes(size: int) -> None:
    assert text_frame(b"x" * size) == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)


def test_an_event_has_the_same_in_it_on_a_stream_and_on_a_line() -> None:
    event = Event("moves", b'{"number":2}', "abc.1v-7")
    assert event.sse == b'id: abc.1v-7\nevent: moves\ndata: {"number":2}\n\n'
    assert event.frame == text_frame(b'{"event":"moves","id":"abc.1v-7","data":{"number":2}}')
    beat = Event("beat", b'{"every":15}')
    assert beat.sse == b'event: beat\ndata: {"every":15}\n\n'
    assert beat.frame == text_frame(b'{"event":"beat","data":{"every":15}}')


def test_all_readers_are_given_the_same_bytes() -> None:
    channel, connections = Channel("x"), [Connection(), Connection()]
    for connection in connections:
        channel.add(line_to(connection))
    channel.publish("moves", b"{}")
    [[first], [second]] = [connection.written for connection in connections]
    assert first is second, "they were made once"


def test_what_waited_is_written_first_and_then_each_event_at_once() -> None:
    connection, line = Connection(), Subscription()
    events = [Event("moves", b"%d" % number, "x-1") for number in range(3)]
    line.push(events[0])
    line.push(events[1])
    line.write_to(connection.write, connection.end)
    line.push(events[2])
    assert connection.written == [event.frame for event in events]


def test_a_reader_who_is_behind_is_told_everything_in_order() -> None:
    """Nothing overtakes what waits, not even an answer."""
    connection = Connection()
    line = line_to(connection)
    told = [Event("moves", b"1", "x-1"), Answer(b"2"), Event("moves", b"3", "x-2")]
    connection.is_behind = True
    line.push(told[0])
    connection.is_behind = False
    line.push(told[1])
    assert connection.written == []
    line.resume()
    line.push(told[2])
    assert connection.written == [one.frame for one in told]


def test_a_reader_who_stays_behind_is_dropped() -> None:
    connection = Connection()
    line = line_to(connection)
    connection.is_behind = True
    for _ in range(Limits.events_waiting + 1):
        assert not line.is_closed
        assert not connection.is_ended
        line.push(Event("moves", b"{}", "x-1"))
    assert line.is_closed
    assert connection.is_ended
    connection.is_behind = False
    line.resume()
    line.push(Event("moves", b"{}", "x-1"))
    assert connection.written == []


def test_a_line_that_was_closed_before_it_could_be_written_to_ends() -> None:
    connection, line = Connection(), Subscription()
    line.close()
    line.write_to(connection.write, connection.end)
    assert connection.is_ended


def test_a_stream_takes_all_that_waits() -> None:
    async def read() -> None:
        line = Subscription()
        line.push(Event("moves", b"1", "x-1"))
        line.push(Event("moves", b"2", "x-2"))
        assert await line.take() == b"id: x-1\nevent: moves\ndata: 1\n\nid: x-2\nevent: moves\ndata: 2\n\n"
        line.close()
        assert await line.take() == b""

    asyncio.run(read())
