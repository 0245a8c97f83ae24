"""Files of many games, read and written one game at a time, so that millions of them need the memory of one.

A file holds records one after another: in their text form, each beginning with its first line and followed by a blank
one, or as JSON Lines, a record on each line. docs/records.md describes both.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from partake.engine.record.files import cannot_read, cannot_write, check_new, path_of, read_record
from partake.engine.record.json import format_record_line
from partake.engine.record.model import Record, at_line
from partake.engine.record.text import FIRST_WORDS, format_record
from partake.rules.catalogue import Catalogue
from partake.rules.errors import PartakeError, RecordError, quoted
from partake.rules.messages import Message, message_of

LINES = ".jsonl"
"""The suffix of JSON Lines; under any other name games are written as text."""
SUFFIXES = (".partake", ".json", LINES)
"""The suffixes by which the records in a folder are found; a file that is named may have any."""
_STARTS = (FIRST_WORDS.encode(), b"{")
"""How the first line of a record begins; no other line of one begins so."""
_MARK = b"\xef\xbb\xbf"
"""The byte order mark that some editors put before a text in UTF-8."""

Test = Callable[[Record], object]
OnError = str | Callable[[RecordError], object]
"""What is done about a game that cannot be read: `raise`, `skip`, or a function that is given the error and goes on."""


class GameError(RecordError):
    """A game of a file that cannot be read or does not verify; says in which file, which game of it and which line."""

    def __init__(self, path: Path, number: int, line: int, reason: str | Message | PartakeError) -> None:
        where = Message("{path}, game {number}, line {line}", path=path, number=number, line=line)
        super().__init__(where, reason)
        self.path, self.number, self.line = path, number, line


class Games(Iterable[Record]):
    """The games of a file or a folder as a lazy sequence: each iteration opens the files anew and verifies each game
    when it comes to it.

    The files of a folder, and of the folders in it, come in the order of their names.
    """

    def __init__(
        self, path: str | Path, catalogue: Catalogue, *, errors: OnError = "raise", tests: tuple[Test, ...] = ()
    ) -> None:
        if not callable(errors) and errors not in ("raise", "skip"):
            raise PartakeError("errors must be 'raise', 'skip' or a function, not {given}", given=quoted(errors))
        self.path = path_of(path)
        self._catalogue, self._errors, self._tests = catalogue, errors, tests
        try:
            self.path.stat()  # a wrong name is told at once, and not with the first game
        except OSError as problem:
            raise cannot_read(self.path, problem) from None

    def __repr__(self) -> str:
        return f"<Games of {self.path}{', filtered' if self._tests else ''}>"

    def filter(self, test: Test) -> Games:
        """Those games for which the test is true, as lazy as these."""
        if not callable(test):
            raise PartakeError("a filter is a function of a record, not {given}", given=quoted(test))
        return Games(self.path, self._catalogue, errors=self._errors, tests=(*self._tests, test))

    def __iter__(self) -> Iterator[Record]:
        for path in self._files():
            for number, (line, text) in enumerate(_split(path), start=1):
                try:
                    record = _read(path, number, line, text, self._catalogue)
                except GameError as problem:
                    if self._errors == "raise":
                        raise
                    if callable(self._errors):
                        self._errors(problem)
                    continue
                if all(test(record) for test in self._tests):
                    yield record

    def _files(self) -> Iterable[Path]:
        if not self.path.is_dir():
            return (self.path,)
        return sorted(path for path in self.path.rglob("*") if path.suffix in SUFFIXES and path.is_file())


def _split(path: Path) -> Iterator[tuple[int, bytes]]:
    """Each game of a file, not yet read, with the number of its first line."""
    first, lines = 1, list[bytes]()
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if number == 1:
                    line = line.removeprefix(_MARK)
                if not lines and not _says_something(line):
                    continue
                if not lines or line.startswith(_STARTS):
                    if lines:
                        yield first, b"".join(lines)
                    first, lines = number, []
                    if not line.startswith(_STARTS):
                        raise GameError(path, 1, number, Message("this is not a file of records"))
                lines.append(line)
    except OSError as problem:
        raise cannot_read(path, problem) from None
    if lines:
        yield first, b"".join(lines)


def _says_something(line: bytes) -> bool:
    """Whether a line is neither empty nor a comment."""
    return not line.isspace() and not line.lstrip().startswith(b"#")


def _read(path: Path, number: int, first: int, text: bytes, catalogue: Catalogue) -> Record:
    """A game, verified; what is wrong with it is told by the lines of the file."""
    try:
        return read_record(text.decode(), catalogue)
    except UnicodeDecodeError as problem:
        line = first + text.count(b"\n", 0, problem.start)
        raise GameError(path, number, line, Message("this is not text in UTF-8")) from None
    except RecordError as problem:
        where, reason = (problem.message.values[name] for name in ("where", "reason"))
        if isinstance(where, Message) and where.text == at_line(1).text:
            line = first - 1 + int(str(where.values["number"]))
            raise GameError(path, number, line, message_of(reason)) from None
        raise GameError(path, number, first, problem) from None


class GamesWriter:
    """A file of many games, written as they come: `with GamesWriter("games.partake") as out: out.write(record)`.

    The games are written beside the file and take its place at the end of the block (atomic replacement); when the
    block ends in an error, there is no new file, and an old one stays as it was.
    """

    def __init__(self, path: str | Path, *, force: bool = False) -> None:
        self.path = path_of(path)
        if self.path.suffix == ".json":
            raise PartakeError("a .json file holds one game: name a file of many games .jsonl, or .partake for text")
        self.count = 0
        """The number of games written so far."""
        self._is_json = self.path.suffix == LINES
        self._part: Path | None = None
        self._file: BinaryIO | None = None
        check_new(self.path, force=force)

    def __enter__(self) -> GamesWriter:
        try:
            if self.path.exists() and not self.path.is_file():  # a device or a pipe takes what comes
                self._file = self.path.open("wb")
            else:
                target = self.path.resolve()
                self._part = target.with_name(f".{target.name}.{os.getpid()}.part")
                self._file = self._part.open("wb")
        except OSError as problem:
            raise cannot_write(self.path, problem) from None
        return self

    def write(self, record: Record) -> None:
        """Add a game."""
        if not isinstance(record, Record):
            raise PartakeError("only records can be written, not {given}", given=quoted(record))
        if self._file is None:
            raise PartakeError("games are written within a with block")
        text = format_record_line(record) if self._is_json else format_record(record)
        if self.count and not self._is_json:
            text = f"\n{text}"
        try:
            self._file.write(text.encode())
        except OSError as problem:
            raise cannot_write(self.path, problem) from None
        self.count += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._file is not None
        try:
            self._file.close()
            if self._part is not None and kind is None:
                self._part.replace(self.path.resolve())
        except OSError as problem:
            if kind is None:
                raise cannot_write(self.path, problem) from None
        finally:
            self._file = None
            if self._part is not None:
                self._part.unlink(missing_ok=True)


def write_games(records: Iterable[Record], path: str | Path, *, force: bool = False) -> int:
    """Write games to a file as they come, and say how many there were; an existing file is replaced with `force` only.

    JSON Lines if the name ends in `.jsonl`, text otherwise.
    """
    with GamesWriter(path, force=force) as out:
        for record in records:
            out.write(record)
    return out.count
