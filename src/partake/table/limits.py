"""The limits of the tables, as an operator may set them; `partake.web.settings` adds those of the server.

Each field is declared once, with its default, its range and its meaning: flags, environment variables, keys of the
settings file, the printed table and the table in `docs/server.md` are all derived from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


def described(
    meaning: str, *, least: float = 0, most: float = 10**9, metavar: str = "", shown: str = ""
) -> Mapping[str, Any]:
    """The metadata of a setting: what it means, the range of a number, how its value and its default are called."""
    return {"meaning": meaning, "least": least, "most": most, "metavar": metavar, "shown": shown}


def setting(default: Any, meaning: str, **about: Any) -> Any:
    """A dataclass field that an operator can set, `about` as in `described`."""
    return field(default=default, metadata=described(meaning, **about))


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What the tables, their people, bots and reviews may use."""

    workers: int = setting(1, "processes that think for bots; with 0 bots and reviews work in a thread", most=64)
    bot_seconds: float = setting(
        0.3, "seconds that a bot may think about a move, unless its level says otherwise", least=0.01, most=600
    )
    seats: int = setting(1000, "people at a table without seat limit", least=1, most=1000)
    lobby: int = setting(100, "tables that the lobby shows", most=10_000)
    longest_clock: float = setting(3600.0, "seconds that a host may give for a move", least=1)
    longest_pause: float = setting(60.0, "seconds that a host may put between the last placement and the next draw")
    idle: float = setting(600.0, "seconds after which a table that nobody looks at leaves the memory", least=1)
    heartbeat: float = setting(15.0, "seconds between two signs of life on a quiet event stream", least=0.01)
    events_kept: int = setting(
        40, "events of a table that are kept for a reader who comes back; after more, everything is sent anew"
    )
    events_waiting: int = setting(
        200, "events that may wait for a slow reader of a stream before the connection is dropped", least=1
    )
    tokens: int = setting(20, "tokens for programs that one person may have")
    games: int = setting(1000, "games of a person that the page and the API list and count", least=1)
    review_queue: int = setting(16, "reviews that may wait for their turn")
    review_moves: int = setting(2000, "moves of a game that is reviewed here")
    review_seconds: float = setting(
        20.0, "seconds for the best possible boards of one review, all its games together", least=0.1
    )
    reviews_kept: int = setting(64, "reviews that are remembered until the server stops", least=1)
