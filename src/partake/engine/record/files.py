"""Reading a record in whichever form it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from partake.engine.record.json import parse_record_json
from partake.engine.record.model import Record
from partake.engine.record.text import parse_record
from partake.rules.catalogue import Catalogue
from partake.rules.errors import PartakeError, system_reason

if TYPE_CHECKING:
    from pathlib import Path


def read_record(text: str, catalogue: Catalogue) -> Record:
    """A record from its text or its JSON."""
    parse = parse_record_json if text.lstrip().startswith("{") else parse_record
    return parse(text, catalogue)


def load_record(path: str | Path, catalogue: Catalogue) -> Record:
    """A record from a file."""
    return read_record(read_text(path), catalogue)


def read_text(path: str | Path) -> str:
    """The text of a file, or a sentence that says why there is none."""
    from pathlib import Path  # slow to import, and not needed before the first file

    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as problem:
        raise PartakeError(
            "the file {path} cannot be read: {reason}",
            path=path,
            reason=system_reason(problem),
        ) from None
    except UnicodeDecodeError:
        raise PartakeError("{path} is not a text file in UTF-8", path=path) from None
    except ValueError:
        raise PartakeError("{path!r} is not the name of a file", path=str(path)) from None
