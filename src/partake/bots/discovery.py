"""Finding bots by name: those of the package, the levels, and those that installed packages bring.

A package brings bots with entry points of the group `partake.bots`: a name, and where the class of `Bot` is. Nothing of
it is imported before somebody asks for the bot.
"""

from __future__ import annotations

import importlib
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from partake.bots.bot import Bot
from partake.rules.errors import PartakeError, quoted

GROUP = "partake.bots"
HOME = "partake"
FAMILIES = frozenset({"hexagon", "five"})
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,29}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot that can be asked for: where its class is, as `module:Class`, and who brings it."""

    name: str
    target: str
    origin: str = HOME
    extra: str = ""
    """The extra of this package that the bot needs."""
    problem: str = ""
    """Why it cannot be had, if that is known without importing it."""

    def load(self) -> type[Bot]:
        """The class, imported now and seen to be a bot; whatever is wrong is told in a sentence."""
        if self.problem:
            raise PartakeError(self.problem)
        try:
            module, _, attribute = self.target.partition(":")
            found: object = getattr(importlib.import_module(module), attribute)
        except Exception as problem:  # anything may happen while somebody's module is imported
            raise PartakeError(self._missed(problem)) from problem
        if not (isinstance(found, type) and issubclass(found, Bot)):
            raise PartakeError(f"{self._whose} is no bot: {self.target} is not a class of partake.bots.Bot")
        self._check(found)
        return found

    def _check(self, kind: type[Bot]) -> None:
        if getattr(kind, "name", None) != self.name:
            raise PartakeError(f"{self._whose} calls itself {getattr(kind, 'name', None)!r}: the names must agree")
        if not (isinstance(getattr(kind, "summary", None), str) and kind.summary):
            raise PartakeError(f"{self._whose} has no summary: it must say in a few words how it plays")
        if not kind.families or not kind.families <= FAMILIES:
            raise PartakeError(f"{self._whose} plays no family of games: families are {' and '.join(sorted(FAMILIES))}")
        if kind.__abstractmethods__:
            raise PartakeError(f"{self._whose} is unfinished: it lacks {', '.join(sorted(kind.__abstractmethods__))}")

    def _missed(self, problem: Exception) -> str:
        if self.extra and isinstance(problem, (ImportError, PartakeError)):
            return f"the bot {self.name} needs the extra {self.extra}: pip install 'partake[{self.extra}]'"
        return f"{self._whose} cannot be loaded: {type(problem).__name__}: {problem}"

    @property
    def _whose(self) -> str:
        return f"the bot {self.name}" if self.origin == HOME else f"the bot {self.name} of {self.origin}"


class Shelf(Mapping[str, type[Bot]]):
    """Bots by name, each imported when it is taken down."""

    def __init__(self, *entries: Entry) -> None:
        self.entries: Mapping[str, Entry] = {entry.name: entry for entry in entries}

    def __getitem__(self, name: str) -> type[Bot]:
        return self.entries[name].load()

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


BOTS = Shelf(
    Entry("random", "partake.bots.random:RandomBot"),
    Entry("greedy", "partake.bots.greedy:GreedyBot"),
    Entry("heuristic", "partake.bots.hexagon.heuristic:HeuristicBot"),
    Entry("value", "partake.bots.hexagon.value:ValueBot", extra="fast"),
    Entry("search", "partake.bots.hexagon.search:SearchBot", extra="fast"),
    Entry("reader", "partake.bots.five:FiveBot"),
)
"""Every bot of this package by its name."""

LEVELS = Shelf(*(Entry(name.lower(), f"partake.bots.levels:{name}") for name in (
    "Beginner", "Casual", "Skilled", "Expert", "Master",
)))  # fmt: skip
"""How well one may want to be played against, from beginner to best; each is a bot for all games."""


@cache
def installed() -> Shelf:
    """The bots of other packages; one that cannot be used is there with the reason."""
    from importlib.metadata import entry_points  # slow to import, and not needed for the bots of this package

    brought: dict[str, list[Entry]] = defaultdict(list)
    for point in entry_points(group=GROUP):
        origin = f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown package"
        brought[point.name].append(Entry(point.name, point.value.replace(" ", ""), origin))
    return Shelf(*(entry for name in sorted(brought) for entry in _settled(name, brought[name])))


def _settled(name: str, entries: list[Entry]) -> Iterator[Entry]:
    """The entries of one name, refused if the name cannot be used or is not theirs alone."""
    origins = sorted({entry.origin for entry in entries})
    if not _NAME.fullmatch(name):
        rule = "use a to z, 0 to 9, - and _, beginning with a letter, at most 30"
        yield _refused(entries[0], f"{quoted(name)} of {origins[0]} cannot be the name of a bot: {rule}")
    elif name in BOTS or name in LEVELS:
        for origin in origins:
            problem = f"the bot {name} of {origin} cannot be used: partake has a bot of that name"
            yield Entry(f"{name} ({origin})", "", origin, problem=problem)
    elif len(origins) > 1:
        yield _refused(entries[0], f"the bot {name} is brought by {' and by '.join(origins)}: remove all but one")
    else:
        yield entries[0]


def _refused(entry: Entry, problem: str) -> Entry:
    return Entry(entry.name, entry.target, entry.origin, problem=problem)


def shelves() -> Iterator[Shelf]:
    """Where bots are looked for, one shelf after the other."""
    yield from (BOTS, LEVELS)
    yield installed()


def named(name: str) -> type[Bot]:
    """The bot of this name; call it with a seed to seat one."""
    for shelf in shelves():
        if name in shelf.entries:
            return shelf[name]
    there = ", ".join(name for shelf in shelves() for name, entry in shelf.entries.items() if not entry.problem)
    raise PartakeError(f"there is no bot {quoted(name)}; there are {there}")
