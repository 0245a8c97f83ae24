"""Reviews as bytes that can be kept and read again: compressed JSON, in which every value says what it is.

Only the classes listed here are made when it is read, so that nothing in it can run anything. The names of the players
are left out, and filled in by who reads it: a review belongs to what was played, whoever is called what.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from partake.review.five.model import FiveMove, FiveOption, FivePlayer, FiveReview
from partake.review.hexagon.model import (
    BotGame,
    GameReview,
    Hindsight,
    MoveReview,
    Option,
    PlayerReview,
    Reason,
    Review,
)
from partake.review.model import Grade
from partake.rules.messages import Joined, Listed, Message, Plural, Sentence

KINDS: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        Review, GameReview, PlayerReview, BotGame, Hindsight, MoveReview, Option, Reason,
        FiveReview, FivePlayer, FiveMove, FiveOption,
    )
}  # fmt: skip
"""The classes of which a review is made."""
LEVEL = 6
"""How hard it is compressed."""


def dumps(found: Review | FiveReview) -> bytes:
    """A review without the names of its players."""
    blank = with_names(found, ())
    return zlib.compress(json.dumps(_written(blank), separators=(",", ":")).encode(), LEVEL)


def loads(data: bytes, names: Sequence[str]) -> Review | FiveReview:
    """A review that was kept, of players with these names."""
    found: Review | FiveReview = _read(json.loads(zlib.decompress(data)))
    return with_names(found, names)


def with_names(found: Review | FiveReview, names: Sequence[str]) -> Review | FiveReview:
    """The same review with other names, or without any."""

    def name(seat: int) -> str:
        return names[seat - 1] if names else ""

    if isinstance(found, FiveReview):
        return replace(found, players=tuple(replace(one, name=name(one.seat)) for one in found.players))
    games = (
        replace(game, players=tuple(replace(one, name=name(one.seat)) for one in game.players)) for game in found.games
    )
    return replace(found, games=tuple(games))


def _written(value: object) -> Any:
    """A value as plain data: what is no plain value is a list that begins with its kind."""
    if isinstance(value, Grade):
        return ["grade", value.value]
    if value is None or isinstance(value, str | int | float):
        return value
    if is_dataclass(value):
        return [type(value).__name__, *(_written(getattr(value, field.name)) for field in fields(value))]
    if isinstance(value, tuple | list):
        return ["tuple", *map(_written, value)]
    if isinstance(value, dict):
        return ["dict", *([key, _written(part)] for key, part in value.items())]
    if isinstance(value, Joined):
        return [type(value).__name__, _written(value.mark), *map(_written, value.things)]
    if isinstance(value, Listed):
        return ["Listed", value.choice, *map(_written, value.things)]
    message = getattr(value, "message", value)
    if isinstance(message, Message):
        return ["Message", message.text, message.other, message.context, _written(message.values)]
    raise TypeError(type(value).__name__)


def _read(plain: Any) -> Any:
    if not isinstance(plain, list):
        return plain
    kind, *parts = plain
    match kind:
        case "grade":
            return Grade(parts[0])
        case "tuple":
            return tuple(map(_read, parts))
        case "dict":
            return {key: _read(part) for key, part in parts}
        case "Sentence":
            return Sentence(map(_read, parts[1:]))
        case "Joined":
            return Joined(map(_read, parts[1:]), _read(parts[0]))
        case "Listed":
            return Listed(map(_read, parts[1:]), choice=parts[0])
        case "Message":
            return _message(parts[0], parts[1], parts[2], _read(parts[3]))
    return KINDS[kind](*map(_read, parts))


def _message(text: str, other: str | None, context: str | None, values: dict[str, Any]) -> Message:
    found = Message(text, **values) if other is None else Plural(text, other, **values)
    found.context = context
    return found
