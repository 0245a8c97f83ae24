"""Reading a TOML table field by field, naming the field when something is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from partake.rules.errors import DataError, PartakeError, cut, quoted, system_reason
from partake.rules.messages import Message

if TYPE_CHECKING:
    from pathlib import Path

_MISSING: Any = object()
MOST = 9_999
"""The highest number that a data file may contain, and with a minus sign the lowest."""
DEEPEST = 8
"""How deep tables and lists of a data file may lie within each other."""
MOST_SEATS = 99
"""The most seats of a table that is not open."""
TOO_MUCH = Message("a number that is too long, or lists that lie too deep")
"""What is wrong with TOML that Python itself does not read."""
_KINDS = {
    str: Message("text"),
    int: Message("a whole number"),
    list: Message("a list"),
    dict: Message("a table"),
    bool: Message("true or false"),
}


class Fields:
    """A TOML table being read; fields that were never asked for are refused at the end."""

    def __init__(self, source: str, table: Mapping[str, Any], prefix: str = "") -> None:
        self.source, self._table, self._prefix, self._read = source, table, prefix, set[str]()

    def fail(self, name: str, reason: str | Message | PartakeError, /, **values: object) -> DataError:
        """The error that says what is wrong with a field."""
        return DataError(self.source, f"{self._prefix}{name}", reason, **values)

    def get(self, name: str, kind: type, default: Any = _MISSING) -> Any:
        """A field of the given type."""
        self._read.add(name)
        value = self._table.get(name, default)
        if value is _MISSING:
            raise self.fail(name, "is missing")
        is_kind = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
        if value is not default and not is_kind:
            raise self.fail(name, "must be {kinds}", kinds=_KINDS[kind])
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
            raise self.fail(name, "must be at least {least}", least=least)
        return found

    def items(self, name: str, kind: type, default: Any = _MISSING) -> tuple[Any, ...]:
        """A list whose items are all of one type."""
        found = self.get(name, list, default)
        for item in found:
            if not isinstance(item, kind) or (kind is int and isinstance(item, bool)):
                raise self.fail(name, "each item must be {kinds}, not {item}", kinds=_KINDS[kind], item=shortened(item))
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


def shortened(value: object) -> str | Message:
    """A value within a sentence, cut if it is long."""
    if isinstance(value, str):
        return quoted(value)
    try:
        return cut(repr(value))
    except (ValueError, RecursionError):  # Python refuses to print such numbers, and such lists
        return Message("something so long")


def read_toml(path: Path) -> Fields:
    """The fields of a TOML file."""
    import tomllib  # slow to import, and not needed before the first edition

    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as problem:
        raise DataError(str(path), "", "cannot be read: {reason}", reason=system_reason(problem)) from None
    except UnicodeDecodeError:
        raise DataError(path.name, "", "is not a text file in UTF-8") from None
    except tomllib.TOMLDecodeError as problem:
        raise DataError(path.name, "", "is not TOML: {problem}", problem=problem) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, lists within lists
        raise DataError(path.name, "", "has {too_much}", too_much=TOO_MUCH) from None
    _check_size(path.name, table)
    return Fields(path.name, table)


def _check_size(source: str, table: Mapping[str, Any]) -> None:
    """Refuse numbers and depths that no game has, before anything is computed from them or printed."""
    waiting: list[tuple[str, object, int]] = [(name, value, 1) for name, value in table.items()]
    while waiting:
        name, value, depth = waiting.pop()
        if depth > DEEPEST:
            raise DataError(
                source, name, "lists and tables may lie {deepest} deep within each other, not deeper", deepest=DEEPEST
            )
        if isinstance(value, (int, float)) and not -MOST <= value <= MOST:
            raise DataError(source, name, "numbers go from -{most} to {most}", most=MOST)
        if isinstance(value, dict):
            waiting += [(f"{name}.{inner}", item, depth + 1) for inner, item in value.items()]
        elif isinstance(value, list):
            waiting += [(name, item, depth + 1) for item in value]


def read_seats(fields: Fields) -> tuple[int, int]:
    """The fewest and the most players of an edition."""
    seats = fields.items("seats", int)
    if len(seats) != 2 or not 1 <= seats[0] <= seats[1] <= MOST_SEATS:
        raise fields.fail("seats", "must be the fewest and the most players, from 1 to {most}", most=MOST_SEATS)
    return seats[0], seats[1]
