"""`bench/rivals.py`: the players of other servers read what these send, and what was measured is reported as it was."""

from __future__ import annotations

import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import orjson
import pytest
from websockets.frames import Frame
from websockets.streams import StreamReader

sys.path.append(str(Path(__file__).parents[2] / "bench"))

from rival_players import BoardgameGroup, ColyseusGroup, RoomState
from rivals import PARTAKE, RIVALS, Row, report
from server import Measured
from server_players import SEATS, Group, Player, Players, masked

CELLS = ("a1", "a2", "a3")
BOARD = b"".join(b"\x80%c\xa0" % cell for cell in range(19))
STATE = b"\x0e\x80\x01\0\0\0\x81\xa59-6-4\x82\x01\xff\x01\x80\0\x02\x80\x01\x04\x80\x02\x06\x80\x03\x08" + b"".join(
    b"\xff%c\x80\0\x82\0\0\x83%c\xff%c%b" % (ref, ref + 1, ref + 1, BOARD) for ref in (2, 4, 6, 8)
)
"""What Colyseus sent to four players who had sat down."""
OWN = b"\xff\x02\x81\xff"
"""What it sent to the first of them alone, after that: a cell, of which there is none yet."""
PLACED = {seat: b"\x0f\xff%c\x80\x01" % ref for seat, ref in enumerate((2, 4, 6, 8), start=1)}
"""What it sent when a seat had placed."""
DRAWN = (
    b"\x0f\xff\x08\x80\0\xff\x03\0\x11\xa59-6-4\xff\x02\x80\0\xff\x05\0\x11\xa59-6-4\xff\x04\x80\0\xff\x07\0\x11\xa59-6-4"
    b"\xff\x06\x80\0\xff\t\0\x11\xa59-6-4\xff\0\x80\x02\0\0\0\x81\xa55-2-3" + OWN
)
"""What it sent when the last had placed: all four cells, and the next tile."""


class Sink:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.written.append(data)


def seated(group: type[Group]) -> list[Any]:
    """Four players of a table whose lines lead nowhere."""
    players = Players(("", 0), 1, CELLS, group=group).all
    for player in players:
        player.stream, player.begun = Sink(), _Begun()  # type: ignore[assignment]
    return players


class _Begun:
    def set_result(self, _: None) -> None:
        """Nobody waits."""


def parsed(data: bytes) -> Frame:
    """A frame as a library of WebSockets reads it."""
    reader = StreamReader()
    reader.feed_data(data)
    steps: Generator[None, None, Frame] = Frame.parse(reader.read_exact, mask=True)
    with pytest.raises(StopIteration) as done:
        next(steps)
    frame: Frame = done.value.value
    return frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 1000, 65535])
def test_frames_of_players_are_those_of_the_standard(size: int) -> None:
    payload = bytes(index % 251 for index in range(size))
    frame = parsed(masked(payload, 0x82))
    assert (frame.opcode, bytes(frame.data), frame.fin) == (2, payload, True)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 10_000])
def test_messages_are_whole_however_they_come_in_and_pings_are_answered(size: int) -> None:
    heard: list[bytes] = []

    class Listener(Player):
        def message(self, text: bytes) -> None:
            heard.append(text)

    players = Players(("", 0), 1, CELLS)
    listener, sink = Listener(players, players.groups[0], 1), Sink()
    listener.stream = sink  # type: ignore[assignment]
    long = b"x" * 300
    sent = b"HTTP/1.1 101 \r\n\r\n" + b"\x81\x012" + b"\x89\0" + b"\x81\x7e\x01\x2c" + long + b"\x88\x02\x0f\xa1"
    for at in range(0, len(sent), size):
        listener._hear_frames(sent[at : at + size])
    assert heard == [b"2", long]
    assert [parsed(data).opcode for data in sink.written] == [10]


def test_the_state_of_colyseus_is_read_from_its_patches() -> None:
    room = RoomState()
    room.apply(STATE + OWN)
    assert (room.draws, room.tile, room.to_act) == (1, b"9-6-4", {1, 2, 3, 4})
    room.apply(PLACED[2])
    room.apply(PLACED[1] + b"\xff\x02\x81\x11")
    assert (room.draws, room.to_act) == (1, {3, 4})
    room.apply(DRAWN)
    assert (room.draws, room.tile, room.to_act) == (2, b"5-2-3", {1, 2, 3, 4})


def boardgame(kind: str, to_act: list[int], draws: int, tile: str) -> bytes:
    """What boardgame.io sends."""
    table = {"G": {"toAct": [seat - 1 for seat in to_act], "draws": draws, "tile": tile}}
    return b"42/take," + orjson.dumps([kind, "match", {"state": table} if kind == "sync" else table, []])


TOLD: dict[type[Group], tuple[bytes, dict[int, bytes], bytes]] = {
    BoardgameGroup: (
        boardgame("sync", [1, 2, 3, 4], 1, "9-6-4"),
        {seat: boardgame("update", list(range(seat + 1, 5)), 1, "9-6-4") for seat in (1, 2, 3)},
        boardgame("update", [1, 2, 3, 4], 2, "5-2-3"),
    ),
    ColyseusGroup: (STATE + OWN, PLACED, DRAWN),
}
"""For each server what it tells at first, when a seat has placed, and when the last has."""


@pytest.mark.parametrize("group", TOLD)
def test_a_move_counts_when_all_others_were_told_and_the_next_follows_the_draw(group: type[Group]) -> None:
    first, placed, drawn = TOLD[group]
    table = seated(group)
    for player in table:
        player.message(first)
    players = table[0].players
    players.hurry()
    assert [len(player.stream.written) for player in table] == [1, 1, 1, 1]
    for mover in (1, 2, 3):
        for number, player in enumerate(table, start=1):
            player.message(placed[mover])
            assert len(players.seen) == mover - (number < SEATS)
        assert len(players.answers) == mover
    for player in table:
        player.message(drawn)
    assert (len(players.seen), len(players.answers), players.refused) == (4, 4, [])
    assert [len(player.stream.written) for player in table] == [2, 2, 2, 2]
    assert all(b"5-2-3" in player.stream.written[-1] and b"a2" in player.stream.written[-1] for player in table)


def rows(server: float) -> list[Row]:
    """What may have been measured, with this share of the server's core at full speed."""

    def found(moves: float, players: float) -> Measured:
        return Measured(moves, (1.0, 2.0), (1.25, 20.0), server, players)

    return [
        Row(PARTAKE, [found(6000, 0.5), found(5000, 0.5)], found(800, 0.1)),
        Row(RIVALS[0], [found(3000, 0.3), found(2500, 0.3)], found(800, 0.1)),
        Row(RIVALS[1], [found(12000, 0.99), found(10000, 0.9)], found(800, 0.1)),
    ]


KNOWN = {"Partake": "1", "boardgame.io": "2", "Colyseus": "3", "Node.js": "4"}


def test_the_report_compares_with_the_first_and_says_where_the_players_were_too_slow() -> None:
    text = report("a machine", KNOWN, [52, 500], 2000, rows(0.96))
    assert "| boardgame.io 2 (memory) | 3,000 (96%) | 2,500 (96%) | 352 | 1.2 / 20.0 | 96% |" in text
    assert "| Colyseus 3 (memory) | ≥ 12,000 (96%) | 10,000 (96%) |" in text
    assert "Partake makes 2.00, 2.00 times the moves of boardgame.io; 0.50, 0.50 times the moves of Colyseus." in text
    assert "0.50 times that of boardgame.io, 2.00 times that of Colyseus, in processor time" in text


def test_moves_a_second_of_a_disturbed_run_are_not_compared() -> None:
    text = report("a machine", KNOWN, [52, 500], 2000, rows(0.6))
    assert "times the moves" not in text
    assert "Other programs took part of the cores" in text
    assert "0.50 times that of boardgame.io" in text
