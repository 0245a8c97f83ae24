"""Bots at a table in the terminal: seats named `bot:NAME`, and what is announced before they play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from partake.bots.discovery import BOTS, LEVELS
from partake.cli.arguments import UsageError, complain
from partake.rules.errors import PartakeError
from partake.rules.extras import install_command
from partake.rules.messages import Message

if TYPE_CHECKING:
    from partake.bots import SeatedBot
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
    from partake.bots.specifier import with_thinking

    try:
        return PREFIX + with_thinking([name.removeprefix(PREFIX)], think)[0]
    except PartakeError as problem:
        raise UsageError("--think: {problem}", problem=problem) from None


def opponents(table: Table) -> Mapping[int, SeatedBot]:
    """The bots of a table by seat, each seeded from the table's commitment; one that cannot play is refused."""
    if not any(map(is_bot, table.setup.names)):
        return {}
    from partake.bots import parse_bot_spec
    from partake.simulate.experiment import seed_number

    found = {}
    for seat, name in enumerate(table.setup.names, start=1):
        if not is_bot(name):
            continue
        spelling = parse_bot_spec(name.removeprefix(PREFIX).partition(" ")[0])
        if table.setup.edition.family not in spelling.kind.families:
            raise PartakeError(
                "the bot {bot} does not play {edition}", bot=spelling.name, edition=table.setup.edition.name
            )
        found[seat] = spelling.seat(seed_number(f"{table.commitment}/seat {seat}"))
    return found


def announce_bots(bots: Iterable[str], family: str) -> None:
    """Say on the standard error that bots are compiled first, or that levels play without their learned values."""
    names = [name.partition("@")[0] for name in bots]
    compiled = sorted({name for name in names if family == "hexagon" and _is_compiled(name)})
    if not compiled:
        return
    try:
        from partake.fast.cache import is_ready
    except (ImportError, PartakeError):
        for level in filter(LEVELS.__contains__, compiled):
            complain(
                Message(
                    "{level} plays hexagon games as skilled without the extra fast: {command}",
                    level=level,
                    command=install_command("fast"),
                )
            )
        return
    if not is_ready("fast", "learn"):
        complain(Message("getting the learned bots ready, once on this machine: about half a minute"))


def _is_compiled(name: str) -> bool:
    """Whether a bot, or the player of a level in hexagon games, is compiled."""
    players = getattr(LEVELS[name], "hexagon", ()) if name in LEVELS else (name,)
    return any(player in BOTS and BOTS.entries[player].extra == "fast" for player in players)
