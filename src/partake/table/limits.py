"""The limits of the tables, as an operator may set them; `partake.web.settings` adds those of the server.

Each field is declared once, with its default, its range and its meaning: flags, environment variables, keys of the
settings file, the printed table and the table in `docs/server.md` are all derived from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from partake.rules.messages import Message


def described(
    meaning: str,
    *,
    least: float = 0,
    most: float = 10**9,
    metavar: str = "",
    shown: str | Message = "",
    values: tuple[str, ...] = (),
) -> Mapping[str, Any]:
    """The metadata of a setting: what it means, the range of a number, how its value and its default are called.

    A text that has `values` must be one of them.
    """
    shape = {"least": least, "most": most, "values": values}
    return {"meaning": meaning, **shape, "metavar": metavar or "|".join(values), "shown": shown or "".join(values[:1])}


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
    bot_patience: float = setting(
        5.0, "seconds beyond its own time after which a bot is ended, and a stand-in moves for it", least=0.05, most=600
    )
    bot_memory: int = setting(
        2048, "megabytes that each process of bots may use, where the system can limit it; 0 for any number"
    )
    bots_per_table: int = setting(20, "bots that a host may put at one table", most=1000)
    bots_per_person: int = setting(60, "bots at all the tables of one host that are in use")
    seats: int = setting(1000, "people at a table without seat limit", least=1, most=1000)
    lobby: int = setting(100, "tables that the lobby shows", most=10_000)
    longest_clock: float = setting(3600.0, "seconds that a host may give for a move", least=1)
    longest_pause: float = setting(60.0, "seconds that a host may put between the last placement and the next draw")
    between_games: float = setting(
        30.0,
        "seconds for the result between two games of a match, unless everybody goes on before; with 0 there is no wait",
    )
    grace: float = setting(
        5.0, "seconds without a stream after which a player counts as away: a reload is no absence", least=0.01
    )
    patience: float = setting(
        30.0, "seconds that a player must be away before a bot may be put on the seat, or another decides for the host"
    )
    absence: float = setting(
        300.0, "seconds for which others wait for a player who is away and must move, before a bot stands in by itself"
    )
    idle: float = setting(600.0, "seconds after which a table that nobody looks at leaves the memory", least=1)
    heartbeat: float = setting(15.0, "seconds between two signs of life on a quiet event stream", least=0.01)
    events_kept: int = setting(
        40, "events of a table that are kept for a reader who comes back; after more, everything is sent anew"
    )
    events_waiting: int = setting(
        200, "events that may wait for a slow reader of a stream before the connection is dropped", least=1
    )
    moves_per_call: int = setting(
        100, "placements and take-backs of a seat for one call; after that nothing can be taken back", least=1
    )
    open_tables: int = setting(100, "tables of one host that wait for players or are being played", least=1)
    waiting_seats: int = setting(20, "tables that wait for players at which one person may sit", least=1)
    friends: int = setting(50, "friends who may play on one person's device")
    lobby_wait: float = setting(
        3600.0,
        "seconds after which a table in the lobby that waits is closed when nobody is there",
        least=1,
    )
    link_wait: float = setting(
        86400.0, "seconds after which another table that waits for players is closed when nobody is there", least=1
    )
    challenge_days: int = setting(30, "days after which a challenge that nobody took is closed", least=1, most=3650)
    tokens: int = setting(20, "tokens for programs that one person may have")
    games: int = setting(1000, "games of a person that the page and the API list and count", least=1)
    paper_games: int = setting(2000, "games at cardboard tables that one person may send")
    evenings: int = setting(10_000, "evenings at cardboard tables that are shared at a time")
    hints_per_person: int = setting(2, "hints of one person that may be under way", least=1)
    hint_seconds: float = setting(
        10.0, "seconds for a hint, once what it needs is compiled, before its worker is ended", least=0.05, most=600
    )
    open_tournaments: int = setting(10, "tournaments of one host that are not over", least=1)
    tournament_players: int = setting(1000, "people who take part in one tournament", least=1, most=5000)
    review_queue: int = setting(100, "reviews that may wait for their turn")
    reviews_per_person: int = setting(5, "reviews of one person that may wait or be under way", least=1)
    review_moves: int = setting(2000, "moves of a game that is reviewed here")
    review_seconds: float = setting(
        20.0, "seconds for the best possible boards of one review, all its games together", least=0.1
    )
    idle_reviews: float = setting(
        20.0,
        "seconds between two reviews of finished games that nobody has asked for, made when nothing else is to do; "
        "0 for none",
    )
    reviews_kept: int = setting(64, "reviews that are remembered until the server stops", least=1)
