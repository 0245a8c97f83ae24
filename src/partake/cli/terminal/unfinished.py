"""Games that were left: which one to go on with, and what becomes of those that nobody goes on with."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from partake.cli.terminal.saves import state_directory
from partake.cli.terminal.screen import Leave, Screen
from partake.cli.terminal.typed import initial, is_typed
from partake.engine.five.view import FiveView
from partake.engine.hexagon.view import HexagonView
from partake.engine.record.files import load_record
from partake.engine.table import Table
from partake.rules.errors import PartakeError, system_reason
from partake.rules.messages import Message, Plural, said
from partake.rules.names import shown_name

if TYPE_CHECKING:
    from partake.rules.catalogue import Catalogue

ABANDONED_DAYS = 30
"""After how many days without a move a game counts as abandoned."""
DAY = 24 * 60 * 60
"""The seconds of a day."""
ARCHIVE = "abandoned"
"""The directory below that of the saves to which abandoned games are moved."""


@dataclass(frozen=True)
class SavedGame:
    """A private save: its file, when it was left, and what it is."""

    path: Path
    left: float
    title: str
    players: str
    progress: Message

    @property
    def is_abandoned(self) -> bool:
        """Whether nobody has gone on with it for a long time."""
        return time.time() - self.left >= ABANDONED_DAYS * DAY

    @property
    def message(self) -> Message:
        """The game in a line."""
        moment, now = datetime.fromtimestamp(self.left), datetime.fromtimestamp(time.time())
        days, at = (now.date() - moment.date()).days, f"{moment:%H:%M}"
        title, players, progress = Message(self.title), self.players, self.progress
        if days <= 0:
            return Message(
                "{title}, {players}: {progress}, left today at {at}",
                title=title, players=players, progress=progress, at=at,
            )  # fmt: skip
        if days == 1:
            return Message(
                "{title}, {players}: {progress}, left yesterday at {at}",
                title=title, players=players, progress=progress, at=at,
            )  # fmt: skip
        return Plural(
            "{title}, {players}: {progress}, left {count} day ago",
            "{title}, {players}: {progress}, left {count} days ago",
            count=days, title=title, players=players, progress=progress,
        )  # fmt: skip

    def __str__(self) -> str:
        return str(self.message)


def saved_games(catalogue: Catalogue) -> list[SavedGame]:
    """The games that can be played on, the latest first; files that are no such game are passed over."""
    try:
        paths = sorted(state_directory().glob("*.json"))
    except (OSError, RuntimeError):  # RuntimeError: there is no home directory
        return []
    found = [game for path in paths if (game := _read(path, catalogue))]
    return sorted(found, key=lambda game: game.left, reverse=True)


def _read(path: Path, catalogue: Catalogue) -> SavedGame | None:
    try:
        left = path.stat().st_mtime
        table = Table.resume(load_record(path, catalogue))
    except (OSError, PartakeError):
        return None
    if table.is_over:
        return None
    setup = table.setup
    return SavedGame(
        path, left, setup.edition.title, ", ".join(said(shown_name(name)) for name in setup.names), _progress(table)
    )


def _progress(table: Table) -> Message:
    match table.view():
        case HexagonView() as view:
            tile, tiles = len(view.drawn), view.variant.draws
            if view.rounds == 1:
                return Message("tile {tile} of {tiles}", tile=tile, tiles=tiles)
            return Message(
                "game {game} of {games}, tile {tile} of {tiles}",
                game=view.round, games=view.rounds, tile=tile, tiles=tiles,
            )  # fmt: skip
        case FiveView() as view:
            markers = " : ".join(map(str, view.markers))
            return Message("round {number}, markers {markers}", number=max(1, view.round), markers=markers)
    raise AssertionError("there are two families of games")


def choose_game(screen: Screen, catalogue: Catalogue) -> Path:
    """The only game there is to go on with, or the one that is chosen from a list; `Leave` where none is wanted."""
    games = saved_games(catalogue)
    if not games:
        raise PartakeError("there is no game to go on with; begin one with: partake play classic")
    if len(games) == 1:
        return games[0].path
    screen.say(said(Message("Games to go on with, the latest first:")))
    _list(screen, games)
    abandoned = sum(game.is_abandoned for game in games)
    if abandoned:
        old = Plural(
            "Left for {count} day or more: {number}. To put such games away: partake play --tidy",
            "Left for {count} days or more: {number}. To put such games away: partake play --tidy",
            count=ABANDONED_DAYS,
            number=abandoned,
        )
        screen.say(said(old))
    which = Message(
        "Which one? 1 to {last}, Enter for the latest, {quit} for none > ", last=len(games), quit=initial("quit")
    )
    while True:
        answer = screen.ask(said(which)).lower()
        if not answer:
            return games[0].path
        if is_typed("quit", answer):
            raise Leave
        if answer.isascii() and answer.isdigit() and len(answer) < 6 and 1 <= int(answer) <= len(games):
            return games[int(answer) - 1].path
        screen.say(said(Message("Type a number from 1 to {last}.", last=len(games))))


def tidy(screen: Screen, catalogue: Catalogue) -> None:
    """Offer to put away, or to delete, the games that nobody has gone on with; nothing is done without an answer."""
    games = [game for game in saved_games(catalogue) if game.is_abandoned]
    if not games:
        none = Plural(
            "There is nothing to tidy: no game was left for {count} day or more.",
            "There is nothing to tidy: no game was left for {count} days or more.",
            count=ABANDONED_DAYS,
        )
        screen.say(said(none))
        return
    old = Plural(
        "Nobody has gone on with these games for {count} day or more:",
        "Nobody has gone on with these games for {count} days or more:",
        count=ABANDONED_DAYS,
    )
    screen.say(said(old))
    _list(screen, games)
    archive, move, delete = state_directory() / ARCHIVE, initial("move"), initial("delete")
    offer = Message(
        "{move} moves them to {archive}, from where they can still be played on; {delete} deletes them for good.",
        move=move,
        archive=archive,
        delete=delete,
    )
    screen.say(said(offer))
    question = Message("{move}, {delete}, or Enter to leave them where they are > ", move=move, delete=delete)
    answer = screen.ask(said(question))
    if is_typed("move", answer):
        _move(games, archive)
        done = Message("They are in {archive} now; to go on with one: partake play --resume FILE", archive=archive)
    elif is_typed("delete", answer):
        _delete(games)
        done = Message("They are deleted.")
    else:
        done = Message("Nothing was changed.")
    screen.say(said(done))


def _list(screen: Screen, games: Sequence[SavedGame]) -> None:
    for number, game in enumerate(games, start=1):
        screen.say(f"{number:>3}  {said(game)}")


def _move(games: Sequence[SavedGame], archive: Path) -> None:
    try:
        archive.mkdir(mode=0o700, exist_ok=True)
        for game in games:
            target = archive / game.path.name
            if target.exists():
                raise PartakeError("{target} exists already, and nothing is overwritten", target=target)
            game.path.rename(target)
    except OSError as problem:
        raise PartakeError("the games cannot be moved: {problem}", problem=system_reason(problem)) from None


def _delete(games: Sequence[SavedGame]) -> None:
    try:
        for game in games:
            game.path.unlink(missing_ok=True)
    except OSError as problem:
        raise PartakeError("the games cannot be deleted: {problem}", problem=system_reason(problem)) from None
