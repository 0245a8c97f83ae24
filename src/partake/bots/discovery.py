"""Plugin registry of bots: those of this package, the levels, and those of installed packages, loaded lazily.

A package brings bots with entry points of the group `partake.bots`: a name, and where the class of `Bot` is. None of
its modules is imported before its bot is asked for.
"""

from __future__ import annotations

import importlib
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path

from partake.bots.bot import FAMILIES, Bot
from partake.bots.source import FileSource
from partake.rules.errors import PartakeError, quoted
from partake.rules.extras import install_command
from partake.rules.messages import Listed, Message

GROUP = "partake.bots"
"""The entry point group of bots."""
HOME = "partake"
"""The origin of the bots of this package."""
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,29}", re.ASCII)
_TENTHS = frozenset("123456789")
_CLASS = re.compile(r"[A-Za-z]\w{0,29}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot that can be asked for: where its class is, as `module:Class`, and which package brings it."""

    name: str
    target: str
    origin: str = HOME
    extra: str = ""
    """The extra of this package that the bot needs."""
    problem: Message | None = None
    """Why it cannot be used, if that is known without importing it."""

    def load(self) -> type[Bot]:
        """Import the class and check that it is a bot; every failure is a `PartakeError` that names the bot."""
        if self.problem:
            raise PartakeError(self.problem)
        try:
            module, _, attribute = self.target.partition(":")
            found: object = getattr(importlib.import_module(module), attribute)
        except Exception as problem:  # importing another package's module may raise anything
            raise PartakeError(self._import_failure(problem)) from problem
        if not (isinstance(found, type) and issubclass(found, Bot)):
            raise PartakeError(
                "{title} is no bot: {target} is not a class of partake.bots.Bot", title=self._title, target=self.target
            )
        self._check(found)
        return found

    def _check(self, kind: type[Bot]) -> None:
        if getattr(kind, "name", None) != self.name:
            raise PartakeError(
                "{title} calls itself {given!r}: the names must agree",
                title=self._title,
                given=getattr(kind, "name", None),
            )
        if not (isinstance(getattr(kind, "summary", None), str) and kind.summary):
            raise PartakeError("{title} has no summary: it must say in a few words how it plays", title=self._title)
        if not kind.families or not kind.families <= set(FAMILIES):
            raise PartakeError(
                "{title} plays no family of games: families are {families}",
                title=self._title,
                families=Listed(sorted(FAMILIES)),
            )
        if kind.__abstractmethods__:
            raise PartakeError(
                "{title} is unfinished: it lacks {missing}",
                title=self._title,
                missing=", ".join(sorted(kind.__abstractmethods__)),
            )

    def _import_failure(self, problem: Exception) -> Message:
        if self.extra and isinstance(problem, (ImportError, PartakeError)):
            return Message(
                "the bot {name} needs the extra {extra}: {install_command}",
                name=self.name,
                extra=self.extra,
                install_command=install_command(self.extra),
            )
        kind = type(problem).__name__
        return Message("{title} cannot be loaded: {kind}: {problem}", title=self._title, kind=kind, problem=problem)

    @property
    def _title(self) -> Message:
        if self.origin == HOME:
            return Message("the bot {name}", name=self.name)
        return Message("the bot {name} of {origin}", name=self.name, origin=self.origin)


@dataclass(frozen=True, slots=True)
class OfferedEntry(Entry):
    """A bot of a file that the operator of a server offers."""

    source: FileSource | None = None

    def load(self) -> type[Bot]:
        """The class."""
        assert self.source is not None
        return self.source.load()


class BotRegistry(Mapping[str, type[Bot]]):
    """Bots by name, each imported by its look-up; `entries` lists them without importing any.

    Registries are compared by identity and searched by name: neither imports a bot.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __init__(self, *entries: Entry) -> None:
        self.entries: Mapping[str, Entry] = {entry.name: entry for entry in entries}

    def __getitem__(self, name: str) -> type[Bot]:
        return self.entries[name].load()

    def __contains__(self, name: object) -> bool:
        return name in self.entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


BOTS = BotRegistry(
    Entry("random", "partake.bots.baseline:RandomBot"),
    Entry("greedy", "partake.bots.baseline:GreedyBot"),
    Entry("heuristic", "partake.bots.hexagon.heuristic:HeuristicBot"),
    Entry("value", "partake.bots.hexagon.value:ValueBot", extra="fast"),
    Entry("search", "partake.bots.hexagon.search:SearchBot", extra="fast"),
    Entry("reader", "partake.bots.five:FiveBot"),
)
"""The bots of this package."""


class LevelRegistry(BotRegistry):
    """The levels, and by names like `casual+4` the strengths between them: so many tenths of the way to the next."""

    def __getitem__(self, name: str) -> type[Bot]:
        around = self.around(name)
        if len(around) < 2:
            return super().__getitem__(name)
        from partake.bots.levels import between  # levels are made of the bots here

        return between(*(self[level] for level in around), int(name[-1]))

    def __contains__(self, name: object) -> bool:
        return name in self.entries or len(self.around(str(name))) == 2

    def around(self, name: str) -> tuple[str, ...]:
        """The levels that a strength lies between, the weaker first; a level, and what is neither, stands alone."""
        below, plus, tenths = name.partition("+")
        above = dict(pairwise(self.entries)).get(below)
        return (below, above) if plus and tenths in _TENTHS and above else (name,)


LEVELS = LevelRegistry(*(Entry(name.lower(), f"partake.bots.levels:{name}") for name in (
    "Beginner", "Casual", "Skilled", "Expert", "Master",
)))  # fmt: skip
"""The five levels of play, the weakest first; each is a bot for all games. It knows the strengths between them too."""


@cache
def installed() -> BotRegistry:
    """The bots of other packages; one that cannot be used is listed with the reason."""
    from importlib.metadata import entry_points  # slow to import, and not needed for the bots of this package

    found: dict[str, list[Entry]] = defaultdict(list)
    for point in entry_points(group=GROUP):
        origin = f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown package"
        found[point.name].append(Entry(point.name, point.value.replace(" ", ""), origin))
    return BotRegistry(*(entry for name in sorted(found) for entry in _resolve(name, found[name])))


def _resolve(name: str, entries: list[Entry]) -> Iterator[Entry]:
    """The entries of one name, with the problem if the name is invalid, reserved, or claimed by several packages."""
    origins = sorted({entry.origin for entry in entries})
    if not _NAME.fullmatch(name):
        problem = Message(
            "{name} of {origin} cannot be the name of a bot: use a to z, 0 to 9, - and _, beginning with a letter, "
            "at most 30",
            name=quoted(name),
            origin=origins[0],
        )
        yield replace(entries[0], problem=problem)
    elif name in BOTS or name in LEVELS:
        for origin in origins:
            problem = Message(
                "the bot {name} of {origin} cannot be used: partake has a bot of that name", name=name, origin=origin
            )
            yield Entry(f"{name} ({origin})", "", origin, problem=problem)
    elif len(origins) > 1:
        problem = Message(
            "the bot {name} is brought by {first} and by {others}: remove all but one",
            name=name,
            first=origins[0],
            others=Listed(origins[1:]),
        )
        yield replace(entries[0], problem=problem)
    else:
        yield entries[0]


OFFERED = BotRegistry()
"""The bots of files that this process offers by the names of their classes."""


def offer(source: FileSource) -> str:
    """Let the bot of a file be asked for by the name of its class from now on, and return the name.

    This is for whoever starts a process: a name that comes over a network never leads to a file.
    """
    name, known = source.kind, OFFERED.entries.get(source.kind)
    if not _CLASS.fullmatch(name):
        raise PartakeError(
            "{name} cannot be the name of a bot: use letters from a to z, digits and _, at most 30", name=quoted(name)
        )
    if any(name in registry for registry in registries()) and getattr(known, "source", None) != source:
        raise PartakeError("there is a bot {name} already: give that of {path} another name", name=name,
                           path=source.path)  # fmt: skip
    OFFERED.entries = {**OFFERED.entries, name: OfferedEntry(name, "", Path(source.path).name, source=source)}
    return name


def offered_sources() -> tuple[FileSource, ...]:
    """The files of the bots that this process offers, for a process that is to offer the same."""
    entries = OFFERED.entries.values()
    return tuple(one.source for one in entries if isinstance(one, OfferedEntry) and one.source is not None)


def registries() -> Iterator[BotRegistry]:
    """The registries in the order in which a name is looked up."""
    yield from (BOTS, LEVELS, OFFERED)
    yield installed()


def named(name: str) -> type[Bot]:
    """The class of the bot of this name; call it with a seed for an instance."""
    for registry in registries():
        if name in registry:
            return registry[name]
    there = ", ".join(name for found in registries() for name, entry in found.entries.items() if not entry.problem)
    raise PartakeError("there is no bot {name}; there are {known}", name=quoted(name), known=there)


def uses_kernels(name: str, kind: type[Bot] | None, family: str) -> bool:
    """Whether a bot, or the player of a level in hexagon games, is compiled; `kind` is its class, if it is loaded."""
    players = getattr(kind or LEVELS[name], "hexagon", ()) if name in LEVELS else (name,)
    return family == "hexagon" and any(player in BOTS and BOTS.entries[player].extra == "fast" for player in players)
