"""Games that were left: which one to go on with, and what becomes of those that nobody goes on with."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from partake.cli.arguments import reason
from partake.cli.terminal.saves import state_directory
from partake.cli.terminal.screen import Leave, Screen
from partake.engine.five.view import FiveView
from partake.engine.hexagon.view import HexagonView
from partake.engine.record.files import load_record
from partake.engine.table import Table
from partake.rules.errors import PartakeError

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
    progress: str

    @property
    def is_abandoned(self) -> bool:
        """Whether nobody has gone on with it for a long time."""
        return time.time() - self.left >= ABANDONED_DAYS * DAY

    def __str__(self) -> str:
        return f"{self.title}, {self.players}: {self.progress}, left {_when(self.left)}"


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
    return SavedGame(path, left, setup.edition.title, ", ".join(setup.names), _progress(table))


def _progress(table: Table) -> str:
    match table.view():
        case HexagonView() as view:
            game = f"game {view.round} of {view.rounds}, " if view.rounds > 1 else ""
            return f"{game}tile {len(view.drawn)} of {view.variant.draws}"
        case FiveView() as view:
            return f"round {max(1, view.round)}, markers {' : '.join(map(str, view.markers))}"
    raise AssertionError("there are two families of games")


def _when(left: float) -> str:
    moment, now = datetime.fromtimestamp(left), datetime.fromtimestamp(time.time())
    days = (now.date() - moment.date()).days
    if days <= 0:
        return f"today at {moment:%H:%M}"
    if days == 1:
        return f"yesterday at {moment:%H:%M}"
    return f"{days} days ago"


def choose_game(screen: Screen, catalogue: Catalogue) -> Path:
    """The only game there is to go on with, or the one that is chosen from a list; `Leave` where none is wanted."""
    games = saved_games(catalogue)
    if not games:
        raise PartakeError("there is no game to go on with; begin one with: partake play classic")
    if len(games) == 1:
        return games[0].path
    screen.say("Games to go on with, the latest first:")
    _list(screen, games)
    abandoned = sum(game.is_abandoned for game in games)
    if abandoned:
        screen.say(f"Left for {ABANDONED_DAYS} days or more: {abandoned}. To put such games away: partake play --tidy")
    while True:
        answer = screen.ask(f"Which one? 1 to {len(games)}, Enter for the latest, q for none > ").lower()
        if not answer:
            return games[0].path
        if answer in ("q", "quit", "exit"):
            raise Leave
        if answer.isascii() and answer.isdigit() and len(answer) < 6 and 1 <= int(answer) <= len(games):
            return games[int(answer) - 1].path
        screen.say(f"Type a number from 1 to {len(games)}.")


def tidy(screen: Screen, catalogue: Catalogue) -> None:
    """Offer to put away, or to delete, the games that nobody has gone on with; nothing is done without an answer."""
    games = [game for game in saved_games(catalogue) if game.is_abandoned]
    if not games:
        screen.say(f"There is nothing to tidy: no game was left for {ABANDONED_DAYS} days or more.")
        return
    screen.say(f"Nobody has gone on with these games for {ABANDONED_DAYS} days or more:")
    _list(screen, games)
    archive = state_directory() / ARCHIVE
    screen.say(f"m moves them to {archive}, from where they can still be played on; d deletes them for good.")
    answer = screen.ask("m, d, or Enter to leave them where they are > ").lower()
    if answer in ("m", "move"):
        _move(games, archive)
        screen.say(f"They are in {archive} now; to go on with one: partake play --resume FILE")
    elif answer in ("d", "delete"):
        _delete(games)
        screen.say("They are deleted.")
    else:
        screen.say("Nothing was changed.")


def _list(screen: Screen, games: Sequence[SavedGame]) -> None:
    for number, game in enumerate(games, start=1):
        screen.say(f"{number:>3}  {game}")


def _move(games: Sequence[SavedGame], archive: Path) -> None:
    try:
        archive.mkdir(mode=0o700, exist_ok=True)
        for game in games:
            target = archive / game.path.name
            if target.exists():
                raise PartakeError("{target} exists already, and nothing is overwritten", target=target)
            game.path.rename(target)
    except OSError as problem:
        raise PartakeError("the games cannot be moved: {problem}", problem=reason(problem)) from None


def _delete(games: Sequence[SavedGame]) -> None:
    try:
        for game in games:
            game.path.unlink(missing_ok=True)
    except OSError as problem:
        raise PartakeError("the games cannot be deleted: {problem}", problem=reason(problem)) from None
