"""Files of a game: the public record, and the private save from which an unfinished game is resumed."""

from __future__ import annotations

import contextlib
import os
import re
from datetime import date
from itertools import chain, count
from pathlib import Path

from partake.engine.record.json import format_record_json
from partake.engine.record.model import Record
from partake.engine.record.text import format_record
from partake.rules.errors import PartakeError, system_reason
from partake.rules.messages import Message

SUFFIX = ".partake"
"""The suffix of records."""


def save_record(record: Record, path: Path | None, *, force: bool = False) -> Path:
    """Write a record to a new file, under a name with today's date if none was chosen; `force` overwrites."""
    if path is not None:
        _write(path, record, "w" if force else "x")
        return path
    edition = re.sub(r"[^\w-]", "-", record.setup.edition.name) or "game"
    names = (f"{edition}-{date.today().isoformat()}-{number}{SUFFIX}" for number in count(1))
    path = next(found for name in names if not (found := Path(name)).exists())
    _write(path, record, "x")
    return path


def _write(path: Path, record: Record, mode: str) -> None:
    form = format_record_json if path.suffix == ".json" else format_record
    with path.open(mode, encoding="utf-8") as file:
        file.write(form(record))


def state_directory() -> Path:
    """The directory for private saves."""
    chosen = Path(os.environ.get("XDG_STATE_HOME", ""))
    return (chosen if chosen.is_absolute() else Path.home() / ".local" / "state") / "partake"


def kept_at(name: str) -> Path | None:
    """The path, if it is that of a private save, which is then overwritten by the next."""
    path = Path(name)
    try:
        return path if path.resolve().parent == state_directory().resolve() else None
    except (OSError, RuntimeError):
        return None


def save_privately(record: Record, kept: Path | None) -> Path:
    """Save the game with its seed, readable by its owner alone: over the save it came from, or in a new file."""
    try:
        path = kept or _new_private_path(record.commitment)
        part = path.with_suffix(".part")
        part.unlink(missing_ok=True)
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(format_record_json(record))
        part.replace(path)
    except (OSError, RuntimeError) as problem:  # RuntimeError: there is no home directory
        why = system_reason(problem) if isinstance(problem, OSError) else Message("there is no home directory")
        raise PartakeError("the game cannot be kept for going on with it: {reason}", reason=why) from None
    return path


def _new_private_path(commitment: str) -> Path:
    """Named after the commitment; games with the same seed are counted."""
    directory = state_directory()
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    names = chain([commitment], (f"{commitment}-{number}" for number in count(2)))
    return next(path for name in names if not (path := directory / f"{name}.json").exists())


def forget(kept: Path | None) -> None:
    """Remove the private save of a game that is over."""
    if kept is not None:
        with contextlib.suppress(OSError):
            kept.unlink(missing_ok=True)
