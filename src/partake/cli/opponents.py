"""Bots at a table in the terminal: seats named `bot:NAME`, and what is announced before they play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from partake.bots.discovery import LEVELS, offer, registries, uses_kernels
from partake.bots.source import FileSource
from partake.bots.specifier import BotSpec, ThinkingError, bot_spec, parse_bot_spec, with_thinking
from partake.cli.arguments import UsageError, complain
from partake.rules.errors import PartakeError
from partake.rules.extras import install_command
from partake.rules.kernels import are_ready
from partake.rules.messages import Message

if TYPE_CHECKING:
    from partake.bots import SeatedBot
    from partake.bots.readiness import Meanwhile
    from partake.engine.actions import Action
    from partake.engine.contract import View
    from partake.engine.table import Table

PREFIX = "bot:"
"""The beginning of the name of a seat that a bot plays."""


def is_bot(name: str) -> bool:
    """Whether a bot plays the seat of this name."""
    return name.startswith(PREFIX)


def bot_names(names: Sequence[str], think: str | None) -> list[str]:
    """The names of the seats: bots with the thinking budget of `--think`, numbered where two are spelled alike."""
    if think is not None and not any(map(is_bot, names)):
        raise UsageError("--think is for bots: let one play with a name like bot:casual")
    found: list[str] = []
    for name in names:
        if PREFIX in name and "&" in name:
            raise UsageError("a bot shares its seat with nobody")
        if is_bot(name):
            name = _with_budget(name, think)
        alike = sum(other.partition(" ")[0] == name for other in found) if is_bot(name) else 0
        found.append(f"{name} {alike + 1}" if alike else name)
    return found


def _with_budget(name: str, think: str | None) -> str:
    try:
        spec = with_thinking([name.removeprefix(PREFIX)], think)[0]
        if isinstance(spec.source, FileSource):
            offer(spec.source)
        return f"{PREFIX}{spec}"
    except ThinkingError as problem:
        raise UsageError("--think: {problem}", problem=problem) from None
    except PartakeError as problem:
        raise UsageError(problem) from None


@dataclass(frozen=True)
class Opponent:
    """A bot at a table in the terminal; while its kernels are compiled somebody else answers for it."""

    seated: SeatedBot
    spec: BotSpec
    seed: int
    meanwhile: Meanwhile | None
    """Who answers until kernels are compiled; None for a bot that has none."""

    def choose(self, view: View) -> Action:
        """What the bot does, seen to be legal."""
        early = self.meanwhile.choose(self.spec, self.seed, view) if self.meanwhile else None
        return early or self.seated.choose(view)


def opponents(table: Table) -> Mapping[int, Opponent]:
    """The bots of a table by seat, each seeded from the table's commitment; one that cannot play is refused."""
    if not any(map(is_bot, table.setup.names)):
        return {}
    from partake.bots.readiness import Meanwhile
    from partake.simulate.experiment import seed_number

    found, meanwhile, family = {}, Meanwhile(), table.setup.edition.family
    for seat, name in enumerate(table.setup.names, start=1):
        if not is_bot(name):
            continue
        spelling = parse_bot_spec(name.removeprefix(PREFIX).partition(" ")[0])
        if spelling.name == "like-me":
            raise PartakeError(
                "like-me is for tables of a server, which knows how strong you are: name a strength, like bot:casual+4"
            )
        if not any(spelling.name in registry for registry in registries()) and spelling.name[:1].isupper():
            raise PartakeError(
                "the bot {name} of this game is one of a file: give it again, with --bot FILE.py:{name}",
                name=spelling.name,
            )
        if family not in spelling.kind.families:
            raise PartakeError(
                "the bot {bot} does not play {edition}", bot=spelling.name, edition=table.setup.edition.name
            )
        seed = seed_number(f"{table.commitment}/seat {seat}")
        found[seat] = Opponent(
            spelling.seat(seed), spelling, seed, meanwhile if _is_compiled(spelling, family) else None
        )
    return found


def offer_bots(names: Iterable[str]) -> None:
    """Let the bots of files, `mine.py:MyBot`, be known by the names of their classes."""
    for name in names:
        try:
            source = bot_spec(name).source
            if not isinstance(source, FileSource):
                raise UsageError("{name!r} is no file: write it like mine.py:MyBot", name=name)
            offer(source)
        except PartakeError as problem:
            raise UsageError("--bot: {problem}", problem=problem) from None


def offered_files(table: Table) -> list[str]:
    """The bots of files at a table, as `mine.py:MyBot`, from the root."""
    words = {name.removeprefix(PREFIX).partition(" ")[0] for name in table.setup.names if is_bot(name)}
    sources = [parse_bot_spec(word).source for word in sorted(words)]
    return [f"{source.path}:{source.kind}" for source in sources if isinstance(source, FileSource)]


def announce_bots(bots: Iterable[str], family: str, *, is_waited: bool = True) -> None:
    """Say on the standard error that bots are compiled first, or that levels play without their learned values.

    Where they play meanwhile, uncompiled, nobody waits for it.
    """
    found = [bot for bot in map(parse_bot_spec, bots) if _is_compiled(bot, family)]
    if not found:
        return
    if are_ready():
        return
    if not _has_numba():
        announce_levels(found, family)
    elif not is_waited:
        complain(Message("the learned bots are made ready meanwhile, once on this machine: they do not look ahead yet"))
    else:
        complain(Message("getting the learned bots ready, once on this machine: about half a minute"))


def _has_numba() -> bool:
    """Whether there is a compiler; importing it takes longer than a move."""
    try:
        return find_spec("numba") is not None
    except ValueError:  # it was imported in vain
        return False


def announce_levels(bots: Iterable[BotSpec], family: str) -> None:
    """Say on the standard error that levels play without their learned values, where these cannot be had."""
    levels = sorted({bot.name for bot in bots if _is_compiled(bot, family) and bot.name in LEVELS})
    if not levels:
        return
    try:
        import partake.fast.cache  # noqa: F401
    except (ImportError, PartakeError):
        for level in levels:
            complain(
                Message(
                    "{level} plays hexagon games as skilled without the extra fast: {command}",
                    level=level,
                    command=install_command("fast"),
                )
            )


def _is_compiled(bot: BotSpec, family: str) -> bool:
    return bot.source is None and uses_kernels(bot.name, None, family)
