"""Reading a TOML table field by field, naming the field when something is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from partake.rules.errors import DataError

if TYPE_CHECKING:
    from pathlib import Path

_MISSING: Any = object()
_KINDS = {str: "text", int: "a whole number", list: "a list", dict: "a table", bool: "true or false"}


class Fields:
    """A TOML table being read; fields that were never asked for are refused at the end."""

    def __init__(self, source: str, table: Mapping[str, Any], prefix: str = "") -> None:
        self.source, self._table, self._prefix, self._read = source, table, prefix, set[str]()

    def fail(self, name: str, reason: str) -> DataError:
        """The error that says what is wrong with a field."""
        return DataError(self.source, f"{self._prefix}{name}", reason)

    def get(self, name: str, kind: type, default: Any = _MISSING) -> Any:
        """A field of the given type."""
        self._read.add(name)
        value = self._table.get(name, default)
        if value is _MISSING:
            raise self.fail(name, "is missing")
        is_kind = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
        if value is not default and not is_kind:
            raise self.fail(name, f"must be {_KINDS[kind]}")
        return value

    def text(self, name: str, default: Any = _MISSING) -> str:
        """A text field."""
        found: str = self.get(name, str, default)
        return found

    def name(self) -> str:
        """The name that something goes by: letters, digits and dashes."""
        found = self.text("name")
        if not (found.isascii() and found.replace("-", "").isalnum() and found == found.lower() and len(found) <= 40):
            raise self.fail("name", "must be lower-case letters, digits and dashes, 40 at most")
        return found

    def number(self, name: str, default: Any = _MISSING, *, least: int = 0) -> int:
        """A whole number that is not below `least`."""
        found: int = self.get(name, int, default)
        if found < least:
            raise self.fail(name, f"must be at least {least}")
        return found

    def items(self, name: str, kind: type, default: Any = _MISSING) -> tuple[Any, ...]:
        """A list whose items are all of one type."""
        found = self.get(name, list, default)
        for item in found:
            if not isinstance(item, kind) or (kind is int and isinstance(item, bool)):
                raise self.fail(name, f"each item must be {_KINDS[kind]}, not {item!r}")
        return tuple(found)

    def table(self, name: str, default: Any = _MISSING) -> Fields:
        """A table within this one."""
        return Fields(self.source, self.get(name, dict, default), f"{self._prefix}{name}.")

    def names(self) -> Iterable[str]:
        """The names of all fields."""
        return self._table.keys()

    def done(self) -> None:
        """Refuse the first field that was never asked for."""
        for name in self._table:
            if name not in self._read:
                raise self.fail(name, "is not a field that belongs here")


def read_toml(path: Path) -> Fields:
    """The fields of a TOML file."""
    import tomllib  # slow to import, and not needed before the first edition

    try:
        return Fields(path.name, tomllib.loads(path.read_text(encoding="utf-8-sig")))
    except OSError as problem:
        raise DataError(str(path), "", f"cannot be read: {(problem.strerror or 'unknown reason').lower()}") from None
    except UnicodeDecodeError:
        raise DataError(path.name, "", "is not a text file in UTF-8") from None
    except tomllib.TOMLDecodeError as problem:
        raise DataError(path.name, "", f"is not TOML: {problem}") from None
