"""The boards of one or more players as text: lines `cell tile`, several players under lines `player NAME`."""

from __future__ import annotations

from typing import NamedTuple

from partake.engine.hexagon.same_draw import disagreement
from partake.engine.hexagon.sheet import Sheet, check_tile, score_table
from partake.engine.outcome import Score
from partake.engine.reading import read_tile, understood
from partake.rules.edition import HexagonEdition
from partake.rules.errors import NotationError
from partake.rules.messages import Message
from partake.rules.options import Given
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, variant


class Boards(NamedTuple):
    """The boards of one table, and what is to be said about the text they were read from."""

    sheets: tuple[Sheet, ...]
    notes: tuple[Message, ...]
    """What was written in another order and how it was understood; whether the boards can be of one draw."""

    @property
    def scores(self) -> tuple[Score, ...]:
        """What the players score."""
        return score_table(self.sheets)


class _WrittenBoard(NamedTuple):
    """One player's lines: the number of each, its cell and its tile as they are written."""

    name: str
    lines: list[tuple[int, str, str]]


def read_boards(edition: HexagonEdition, given: Given, text: str) -> Boards:
    """The boards of a text under these options; every error names its line. `#` starts a comment."""
    players = _taken_apart(text)
    played = variant(edition, given, seats=len(players))
    notes: list[Message] = []
    sheets = tuple(_sheet(played, player, notes) for player in players)
    return Boards(sheets, (*notes, *disagreement(sheets)))


def _taken_apart(text: str) -> list[_WrittenBoard]:
    found: list[_WrittenBoard] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if words[0].lower() == "player":
            name = " ".join(words[1:])
            if not name:
                raise NotationError("line {number}: a name must follow 'player'", number=number)
            if any(name == other.name for other in found):
                raise NotationError("line {number}: there are two players named {name!r}", number=number, name=name)
            found.append(_WrittenBoard(name, []))
            continue
        if len(words) != 2:
            raise NotationError("line {number}: write a cell and a tile, like 'c3 9-7-8'", number=number)
        if not found:
            found.append(_WrittenBoard("Player 1", []))
        found[-1].lines.append((number, words[0], words[1]))
    if not found:
        raise NotationError("there is no board: write lines like 'c3 9-7-8'")
    return found


def _sheet(played: Variant, player: _WrittenBoard, notes: list[Message]) -> Sheet:
    tiles: dict[str, Tile] = {}
    lines: dict[str, int] = {}
    for number, cell, text in player.lines:
        try:
            tile = read_tile(played.edition.tiles, text)
            cell = played.positions[check_tile(played, cell, tile)]
            if cell in tiles:
                raise NotationError(
                    "{cell} is filled twice, the first time on line {lines}", cell=cell, lines=lines[cell]
                )
            if tile in tiles.values():
                first = next(lines[other] for other, placed in tiles.items() if placed == tile)
                raise NotationError("{tile} is placed twice, the first time on line {first}", tile=tile, first=first)
        except NotationError as problem:
            raise NotationError("line {number}: {problem}", number=number, problem=problem) from None
        tiles[cell], lines[cell] = tile, number
        if note := understood(text, tile):
            notes.append(Message("line {number}: {problem}", number=number, problem=note))
    try:
        return Sheet.of(played, tiles, player.name)
    except NotationError as problem:
        raise NotationError("{player}: {problem}", player=player.name, problem=problem) from None
