"""Boards as text: one board, a table, or an evening of several games; read and written here and nowhere else.

    edition nexus
    option scrapyard=lowest
    game 1
    called 9-7-8 1-2-3 …
    player Ana
    a1 9-7-8

All but the lines `cell tile` may be left out: boards without `edition` are those of the edition that the reader names,
without `game` there is one game, and without `player` one player. `#` starts a comment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from partake.engine.hexagon.same_draw import disagreement, not_called
from partake.engine.hexagon.sheet import Sheet, check_in_bag, check_tile, score_table
from partake.engine.outcome import Outcome, Score
from partake.engine.reading import read_tile, understood
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.errors import NotationError, OptionError, PartakeError, quoted
from partake.rules.messages import Message
from partake.rules.options import Given, check_offered, value_text
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, variant

MOST_GAMES = 99
"""The highest number of a game of an evening."""


class Boards(NamedTuple):
    """The boards of one table, and what is to be said about the text they were read from."""

    sheets: tuple[Sheet, ...]
    notes: tuple[Message, ...]
    """What was written in another order and how it was understood; whether the boards can be of one draw."""
    called: tuple[Tile, ...] | None = None
    """The tiles in the order in which they were called, where that is known."""
    number: int = 1
    """Which game of the evening this is."""

    @property
    def scores(self) -> tuple[Score, ...]:
        """What the players score."""
        return score_table(self.sheets)


@dataclass(frozen=True, slots=True)
class Evening:
    """The games that were played at one table, by the same rules."""

    edition: HexagonEdition
    options: Mapping[str, str]
    """The options that were given; the others are the edition's defaults."""
    games: tuple[Boards, ...]
    has_numbers: bool = True
    """Whether the text numbers its games: without lines `game` it is one table, and no evening."""

    @property
    def standings(self) -> Outcome:
        """What every player has after all games, each counted by the rules of the table."""
        found: dict[str, Score] = {}
        for game in self.games:
            for score in game.scores:
                known = found.get(score.name, Score(score.name, ()))
                found[score.name] = Score(score.name, known.items + score.items)
        return Outcome(tuple(found.values()))

    def __str__(self) -> str:
        """The text, which is read as the same evening."""
        lines = [f"edition {self.edition.name}", *(f"option {name}={value}" for name, value in self.options.items())]
        for game in self.games:
            lines += [f"game {game.number}"] if self.has_numbers else []
            lines += [f"called {' '.join(map(str, game.called))}"] if game.called is not None else []
            for sheet in game.sheets:
                lines += [f"player {sheet.name}", *str(sheet).splitlines()]
        return "\n".join(lines) + "\n"


class _WrittenBoard(NamedTuple):
    """One player's lines: the number of each, its cell and its tile as they are written."""

    name: str
    lines: list[tuple[int, str, str]]


@dataclass(slots=True)
class _WrittenGame:
    """A game's lines: its number, the line of that, the calls with their lines, and the boards."""

    number: int
    line: int
    calls: list[tuple[int, str]] = field(default_factory=list)
    boards: list[_WrittenBoard] = field(default_factory=list)


def read_boards(edition: HexagonEdition, given: Given, text: str) -> Boards:
    """The boards of one game under these options; every error names its line."""
    written = _WrittenEvening(text)
    if len(written.games) > 1:
        raise NotationError("line {number}: these are several games, and one is wanted", number=written.games[1].line)
    return _read(written, edition, given).games[0]


def read_evening(
    editions: Mapping[str, Edition], text: str, *, edition: HexagonEdition | None = None, given: Given | None = None
) -> Evening:
    """All games of a text. Edition and options that are given besides must be those of the text, where it has them."""
    written = _WrittenEvening(text)
    return _read(written, edition or written.find_edition(editions), given or {})


def _read(written: _WrittenEvening, edition: HexagonEdition, given: Given) -> Evening:
    written.check_edition(edition)
    options = {name: value_text(value) for name, value in given.items()}
    for name, (number, value) in written.options.items():
        try:
            check_offered(edition.name, edition.offer, name, value)
        except OptionError as problem:
            raise NotationError("line {number}: {problem}", number=number, problem=problem) from None
        if options.setdefault(name, value) != value:
            raise NotationError(
                "line {number}: here {name} is {value}, and {other} was asked for",
                number=number,
                name=name,
                value=value,
                other=quoted(options[name]),
            )
    games = tuple(_boards(edition, options, game) for game in written.games)
    return Evening(edition, options, games, written.has_numbers)


def _boards(edition: HexagonEdition, options: Given, game: _WrittenGame) -> Boards:
    played = variant(edition, options, seats=len(game.boards))
    notes: list[Message] = []
    called = _called(played, game.calls, notes) if game.calls else None
    sheets = tuple(_sheet(played, board, notes) for board in game.boards)
    doubts = disagreement(sheets) if called is None else not_called(sheets, called)
    return Boards(sheets, (*notes, *doubts), called, game.number)


class _WrittenEvening:
    """A text taken apart: edition and options with their lines, and the games."""

    def __init__(self, text: str) -> None:
        self.edition: tuple[int, str] | None = None
        self.options: dict[str, tuple[int, str]] = {}
        self.games: list[_WrittenGame] = []
        self.has_numbers = False
        for number, line in enumerate(text.splitlines(), start=1):
            words = line.partition("#")[0].split()
            if words:
                self._line(number, words)
        empty = next((game for game in self.games if not game.boards), None)
        if not self.games:
            raise NotationError("there is no board: write lines like 'c3 9-7-8'")
        if empty is not None:
            raise NotationError("line {number}: there is no board in this game", number=empty.line)

    def _line(self, number: int, words: Sequence[str]) -> None:
        match words[0].lower(), *words[1:]:
            case "edition", *rest:
                self._edition(number, rest)
            case "option", *rest:
                self._option(number, rest)
            case "game", *rest:
                self._game(number, rest)
            case "called", *rest:
                self._current(number).calls.extend((number, word) for word in rest)
            case "player", *rest:
                self._player(number, " ".join(rest))
            case _ if len(words) != 2:
                raise NotationError("line {number}: write a cell and a tile, like 'c3 9-7-8'", number=number)
            case _:
                game = self._current(number)
                if not game.boards:
                    game.boards.append(_WrittenBoard("Player 1", []))
                game.boards[-1].lines.append((number, words[0], words[1]))

    def _current(self, number: int) -> _WrittenGame:
        """The game that a line belongs to: the first one, unless a line `game` came before."""
        if not self.games:
            self.games.append(_WrittenGame(1, number))
        return self.games[-1]

    def _edition(self, number: int, words: Sequence[str]) -> None:
        if len(words) != 1:
            raise NotationError("line {number}: one name must follow 'edition', like 'edition classic'", number=number)
        if self.edition is not None:
            first = self.edition[0]
            raise NotationError(
                "line {number}: the edition was named before, on line {first}", number=number, first=first
            )
        self._check_first(number)
        self.edition = number, words[0]

    def _option(self, number: int, words: Sequence[str]) -> None:
        name, _, value = "".join(words).partition("=")
        if len(words) != 1 or not name or not value:
            raise NotationError("line {number}: write an option as 'option rays=each'", number=number)
        if name in self.options:
            first = self.options[name][0]
            raise NotationError(
                "line {number}: the option {name} was given before, on line {first}",
                number=number,
                name=quoted(name),
                first=first,
            )
        self._check_first(number)
        self.options[name] = number, value

    def _check_first(self, number: int) -> None:
        """Refuse a line about the whole evening after the first board: the games before it would be read by it too."""
        if self.games:
            raise NotationError("line {number}: edition and options stand before the first game", number=number)

    def _game(self, number: int, words: Sequence[str]) -> None:
        written = words[0] if len(words) == 1 else ""
        is_number = written.isascii() and written.isdigit() and len(written) <= 2
        if not is_number or not 1 <= int(written) <= MOST_GAMES:
            raise NotationError(
                "line {number}: a number from 1 to {most} must follow 'game'", number=number, most=MOST_GAMES
            )
        if self.games and not self.has_numbers:
            raise NotationError("line {number}: there are boards before the first line 'game'", number=number)
        if any(int(written) == game.number for game in self.games):
            raise NotationError("line {number}: there are two games {game}", number=number, game=int(written))
        self.has_numbers = True
        self.games.append(_WrittenGame(int(written), number))

    def _player(self, number: int, name: str) -> None:
        boards = self._current(number).boards
        if not name:
            raise NotationError("line {number}: a name must follow 'player'", number=number)
        if any(name == other.name for other in boards):
            raise NotationError("line {number}: there are two players named {name!r}", number=number, name=name)
        boards.append(_WrittenBoard(name, []))

    def find_edition(self, editions: Mapping[str, Edition]) -> HexagonEdition:
        """The edition that the text names."""
        if self.edition is None:
            raise NotationError("the game is not named: name it, or begin with a line like 'edition classic'")
        number, name = self.edition
        if name not in editions:
            raise NotationError(
                "line {number}: there is no edition {name}; there are {editions}",
                number=number,
                name=quoted(name),
                editions=", ".join(editions),
            )
        found = editions[name]
        if not isinstance(found, HexagonEdition):
            raise NotationError(
                "line {number}: {name} has no boards to fill: it is decided by rounds", number=number, name=name
            )
        return found

    def check_edition(self, edition: HexagonEdition) -> None:
        """Refuse an edition that is not the text's."""
        if self.edition is not None and self.edition[1] != edition.name:
            number, name = self.edition
            raise NotationError(
                "line {number}: these are boards of {name}, not of {edition}",
                number=number,
                name=quoted(name),
                edition=edition.name,
            )


def _called(played: Variant, calls: Sequence[tuple[int, str]], notes: list[Message]) -> tuple[Tile, ...]:
    found: list[Tile] = []
    for number, word in calls:
        try:
            tile = read_tile(played.edition.tiles, word)
            check_in_bag(played, tile)
            if tile in found:
                raise NotationError("{tile} is called twice", tile=tile)
            if len(found) == played.draws:
                raise NotationError("more than {draws} tiles are called", draws=played.draws)
        except PartakeError as problem:
            raise NotationError("line {number}: {problem}", number=number, problem=problem) from None
        found.append(tile)
        if note := understood(word, tile):
            notes.append(Message("line {number}: {problem}", number=number, problem=note))
    return tuple(found)


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
