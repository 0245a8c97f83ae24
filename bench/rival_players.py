"""Players of other servers for bench/rivals.py: each speaks its server's protocol in frames built by hand, like ours.

boardgame.io: events of Socket.IO in packets of Engine.IO, `42/take,["update",…]`, over a WebSocket from the start.
Colyseus: binary messages whose first byte says what they are, with moves in MessagePack and the state in patches of
@colyseus/schema. Neither answers a move; it counts as answered when its player is told of it, as all others are.
"""

from __future__ import annotations

from typing import Any

import orjson

from server_players import SEATS, Group, Player, Players, masked

GAME = "take"
"""The name of the game, at both servers."""
PACKET = b"42/take,"
"""What an event of the game begins with at boardgame.io."""
JOIN, REFUSED, STATE, PATCH = 10, 13, 14, 15
"""First bytes of Colyseus' messages."""
BINARY = 0x82
"""The first byte of a binary frame."""
SWITCH = 255
"""In a patch: the changes of another structure follow, which is named by its number."""
TYPE = 213
"""In a patch: the type of a new structure follows, which we know."""


class RivalPlayer(Player):
    """A player who is told of their own moves as of those of others."""

    group: RivalGroup

    def show(self, to_act: set[int], draws: int, tile: bytes) -> None:
        """Take what is on the table now: who must act, the number of tiles that were drawn, and the latest."""
        is_drawn = draws > self.draws
        self.told(to_act, is_drawn=is_drawn)
        if is_drawn:
            self.draws, self.tile = draws, tile
            self.go_on()

    def begin(self, to_act: set[int], draws: int, tile: bytes) -> None:
        """Take what is on the table at first."""
        self.to_act, self.draws, self.tile = to_act, draws, tile
        self.begun.set_result(None)

    def seen_by(self, seat: int, now: float) -> None:
        """The latest move has come to the screen of a seat, which may be our own."""
        if seat == self.seat:
            self.answered()
        else:
            super().seen_by(seat, now)


class RivalGroup(Group):
    """Four players of another server."""

    player = RivalPlayer


class BoardgamePlayer(RivalPlayer):
    """A player at a server of boardgame.io."""

    credentials = ""

    def line(self) -> str:
        """The address of the line: Engine.IO without long polling."""
        return "/socket.io/?EIO=4&transport=websocket"

    def message(self, text: bytes) -> None:
        """Take a packet of Engine.IO: an event of the game, a ping, or what opens the line."""
        if text.startswith(PACKET):
            kind, _, told, *_ = orjson.loads(text[len(PACKET) :])
            if kind == "update":
                self.show(*self._table(told["G"]))
            elif kind == "sync":
                self.begin(*self._table(told["state"]["G"]))
        elif text == b"2":
            self.stream.write(masked(b"3"))
        elif text.startswith(b"0"):
            self.stream.write(masked(b"40/take,"))
        elif text.startswith(b"40/take,"):
            self._emit("sync", self.group.table.decode(), str(self.seat - 1), self.credentials, SEATS)

    @staticmethod
    def _table(found: dict[str, Any]) -> tuple[set[int], int, bytes]:
        return {seat + 1 for seat in found["toAct"]}, found["draws"], found["tile"].encode()

    def place(self, tile: bytes, cell: bytes) -> None:
        """Send a placement."""
        seat = str(self.seat - 1)
        wanted = {"type": "place", "args": [tile.decode(), cell.decode()], "playerID": seat}
        action = {"type": "MAKE_MOVE", "payload": {**wanted, "credentials": self.credentials}}
        self._emit("update", action, 0, self.group.table.decode(), seat)

    def _emit(self, *event: Any) -> None:
        self.stream.write(masked(PACKET + orjson.dumps(event)))


class BoardgameGroup(RivalGroup):
    """Four players at a server of boardgame.io."""

    player = BoardgamePlayer
    players: list[BoardgamePlayer]  # type: ignore[assignment]

    async def gather(self) -> None:
        """Create a match and join it, by the API of the lobby."""
        for player in self.players:
            await player.connect()
        made = await self.players[0].ask(f"/games/{GAME}/create", {"numPlayers": SEATS})
        self.table = made["matchID"].encode()
        for player in self.players:
            wanted = {"playerID": str(player.seat - 1), "playerName": f"Player {player.seat}"}
            joined = await player.ask(f"/games/{GAME}/{made['matchID']}/join", wanted)
            player.credentials = joined["playerCredentials"]


class RoomState:
    """The state of a room of Colyseus, as far as players need it: decodes what @colyseus/schema encodes for this game.

    Bytes are changes of one structure after another. A change of a schema is a byte with the operation (two bits) and
    the field, then its value; of an array the operation, the index, and the value. Structures are named by numbers
    (`_refs`).
    """

    def __init__(self) -> None:
        self.draws, self.tile = 0, b""
        self.to_act = set(range(1, SEATS + 1))
        self._refs: dict[int, tuple[str, int]] = {0: ("table", 0)}

    def apply(self, data: bytes, at: int = 1) -> None:
        """Make the changes of a message."""
        what, seat = "table", 0
        while at < len(data):
            first = data[at]
            at += 1
            if first == SWITCH:
                ref, at = _number(data, at)
                what, seat = self._refs[ref]
            elif what == "table":
                at = self._change_table(data, at, first & 63)
            elif what == "player":
                at = self._change_player(data, at, first & 63, seat)
            else:
                index, at = _number(data, at)
                if what == "players":
                    at = self._refer(data, at, "player", index + 1)
                else:
                    _, at = _string(data, at)

    def _change_table(self, data: bytes, at: int, field: int) -> int:
        if field == 0:
            self.draws = int.from_bytes(data[at : at + 4], "little")
            return at + 4
        if field == 1:
            self.tile, at = _string(data, at)
            return at
        return self._refer(data, at, "players", 0)

    def _change_player(self, data: bytes, at: int, field: int, seat: int) -> int:
        if field == 0:
            (self.to_act.discard if data[at] else self.to_act.add)(seat)
            return at + 1
        return self._refer(data, at, "board", seat) if field == 3 else at + field  # a cell of one byte, points of two

    def _refer(self, data: bytes, at: int, what: str, seat: int) -> int:
        ref, at = _number(data, at)
        self._refs[ref] = (what, seat)
        return at + 2 if at < len(data) and data[at] == TYPE else at


def _number(data: bytes, at: int) -> tuple[int, int]:
    first = data[at]
    if first < 0x80:
        return first, at + 1
    size = 1 << (first - 0xCC)  # unsigned, of one, two or four bytes
    return int.from_bytes(data[at + 1 : at + 1 + size], "little"), at + 1 + size


def _string(data: bytes, at: int) -> tuple[bytes, int]:
    end = at + 1 + (data[at] & 0x1F)
    return data[at + 1 : end], end


class ColyseusPlayer(RivalPlayer):
    """A player at a server of Colyseus."""

    def __init__(self, players: Players, group: Group, seat: int) -> None:
        super().__init__(players, group, seat)
        self.reserved: dict[str, str] = {}
        self._room = RoomState()

    def line(self) -> str:
        """The address of the line: the room, and the seat that was reserved."""
        return "/{processId}/{roomId}?sessionId={sessionId}".format(**self.reserved)

    def message(self, text: bytes) -> None:
        """Take a message: a patch, the whole state, or that a seat was taken or a move refused."""
        kind, room = text[0], self._room
        if kind == PATCH:
            room.apply(text)
            self.show(set(room.to_act), room.draws, room.tile)
        elif kind == STATE:
            room.apply(text)
            self.begin(set(room.to_act), room.draws, room.tile)
        elif kind == JOIN:
            self.stream.write(masked(bytes((JOIN,)), BINARY))
        elif kind == REFUSED:
            self.players.refused.append(text)

    def place(self, tile: bytes, cell: bytes) -> None:
        """Send a placement: a map of two texts in MessagePack."""
        body = b"\x0d\xa5place\x82\xa4tile%c%b\xa4cell%c%b" % (0xA0 | len(tile), tile, 0xA0 | len(cell), cell)
        self.stream.write(masked(body, BINARY))


class ColyseusGroup(RivalGroup):
    """Four players at a server of Colyseus."""

    player = ColyseusPlayer
    players: list[ColyseusPlayer]  # type: ignore[assignment]

    async def gather(self) -> None:
        """Create a room and reserve its seats, by the API of the matchmaker."""
        for player in self.players:
            await player.connect()
            path = f"joinById/{self.table.decode()}" if self.table else f"create/{GAME}"
            player.reserved = await player.ask(f"/matchmake/{path}", {})
            self.table = player.reserved["roomId"].encode()
