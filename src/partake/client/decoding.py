"""Plain data from a server as the frozen dataclasses that describe it."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
Json = dict[str, Any]
"""An object of JSON."""


def read(kind: type[T], data: Any) -> T:
    """Plain data as a value of this kind; fields that are not known are those of a newer server, and passed over."""
    reader: Callable[[Any], T] = _reader(kind)  # type: ignore[arg-type]
    return reader(data)


def given(values: Json) -> Json:
    """What was given of the fields of a request: None leaves a field to the server."""
    return {name: value for name, value in values.items() if value is not None}


def field_name(name: str) -> str:
    """A field as JSON calls it: Python's own words have an underscore behind them (`from_`)."""
    return name.removesuffix("_")


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """The function that reads a type, built once for each; a value that needs no change is given as it is."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        given = [_reader(one) for one in inner if one is not type(None)]
        return _optional(given[0]) if len(given) == 1 else _plain
    if origin is tuple:
        return _list(_reader(inner[0])) if inner[-1] is Ellipsis else tuple
    if origin is Mapping:
        return _mapping(_reader(inner[1]))
    if origin is Literal or not is_dataclass(kind):
        return _plain
    return _record(kind)


def _plain(data: Any) -> Any:
    return data


def _optional(inner: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda data: None if data is None else inner(data)


def _list(inner: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda data: tuple(map(inner, data))


def _mapping(inner: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda data: {name: inner(value) for name, value in data.items()}


def _record(kind: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)
    known = [(one.name, field_name(one.name), _reader(hints[one.name])) for one in fields(kind)]
    return lambda data: kind(**{name: inner(data[told]) for name, told, inner in known if told in data})
