"""A record in a file, in whichever form it is written; `games` beside it is for files of many."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from partake.engine.record.json import format_record_json, parse_record_json
from partake.engine.record.model import Record
from partake.engine.record.text import format_record, parse_record
from partake.rules.catalogue import Catalogue
from partake.rules.errors import PartakeError, quoted, system_reason

if TYPE_CHECKING:
    from pathlib import Path


def read_record(text: str, catalogue: Catalogue) -> Record:
    """A record from its text or its JSON."""
    if not isinstance(text, str):
        raise PartakeError("a record is read from text, not from {given}", given=quoted(text))
    parse = parse_record_json if text.lstrip().startswith("{") else parse_record
    return parse(text, catalogue)


def load_record(path: str | Path, catalogue: Catalogue) -> Record:
    """A record from a file."""
    return read_record(read_text(path), catalogue)


def save_record(record: Record, path: str | Path, *, force: bool = False) -> None:
    """Write a record to a file: as JSON if its name ends in `.json`, as text otherwise.

    A file that is there is replaced with `force` only, and atomically: an interruption leaves the old one.
    """
    found = path_of(path)
    check_new(found, force=force)
    text = format_record_json(record) if found.suffix == ".json" else format_record(record)
    part = found.with_name(f".{found.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(found)
    except OSError as problem:
        part.unlink(missing_ok=True)
        raise cannot_write(found, problem) from None


def read_text(path: str | Path) -> str:
    """The text of a file, or a sentence that says why there is none."""
    found = path_of(path)
    try:
        return found.read_text(encoding="utf-8-sig")
    except OSError as problem:
        raise cannot_read(found, problem) from None
    except UnicodeDecodeError:
        raise PartakeError("{path} is not a text file in UTF-8", path=path) from None


def path_of(path: str | Path) -> Path:
    """A path, if this can be the name of a file or a folder."""
    from pathlib import Path  # slow to import, and not needed before the first file

    try:
        if isinstance(path, str | os.PathLike) and str(path) and 0 not in os.fsencode(path):
            return Path(path)
    except UnicodeEncodeError:
        pass
    raise PartakeError("{path} is not the name of a file", path=quoted(path))


def check_new(path: Path, *, force: bool) -> None:
    """Refuse to write over a file that is there, unless that is what is wanted; and in the place of a folder."""
    try:
        is_file, is_folder = path.is_file(), path.is_dir()
    except OSError as problem:
        raise cannot_write(path, problem) from None
    if is_folder:
        raise PartakeError("{path} cannot be written: it is a folder", path=path)
    if is_file and not force:
        raise PartakeError("{path} is there already; it is overwritten only by force", path=path)


def cannot_read(path: Path, problem: OSError) -> PartakeError:
    """The error about a file that cannot be read."""
    return PartakeError("the file {path} cannot be read: {reason}", path=path, reason=system_reason(problem))


def cannot_write(path: Path, problem: OSError) -> PartakeError:
    """The error about a file that cannot be written."""
    return PartakeError("{path} cannot be written: {reason}", path=path, reason=system_reason(problem))
