"""Seats that play by themselves: those whose name is `bot:` and a bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from partake.cli.arguments import UsageError
from partake.rules.errors import PartakeError

if TYPE_CHECKING:
    from partake.bots import Seated
    from partake.engine.table import Table

PREFIX = "bot:"


def is_bot(name: str) -> bool:
    """Whether a seat of this name plays by itself."""
    return name.startswith(PREFIX)


def bot_names(names: Sequence[str], think: str | None) -> list[str]:
    """The players as they sit down: bots with the thinking that was asked for, and a number if they are alike."""
    if think is not None and not any(map(is_bot, names)):
        raise UsageError("--think is for bots: let one play with a name like bot:casual")
    found: list[str] = []
    for name in names:
        if PREFIX in name and "&" in name:
            raise UsageError("a bot shares its seat with nobody")
        if is_bot(name):
            name = _spelled(name, think)
        alike = sum(other.partition(" ")[0] == name for other in found) if is_bot(name) else 0
        found.append(f"{name} {alike + 1}" if alike else name)
    return found


def _spelled(name: str, think: str | None) -> str:
    from partake.bots.specifier import with_thinking

    try:
        return PREFIX + with_thinking([name.removeprefix(PREFIX)], think)[0]
    except PartakeError as problem:
        raise UsageError(f"--think: {problem}") from None


def opponents(table: Table) -> Mapping[int, Seated]:
    """The bots of a table by seat; their own lots follow from what was fixed before the first draw."""
    if not any(map(is_bot, table.setup.names)):
        return {}
    from partake.bots import parse_spelling
    from partake.simulate.experiment import word_of

    found = {}
    for seat, name in enumerate(table.setup.names, start=1):
        if not is_bot(name):
            continue
        spelling = parse_spelling(name.removeprefix(PREFIX).partition(" ")[0])
        if table.setup.edition.family not in spelling.kind.families:
            raise PartakeError(f"the bot {spelling.name} does not play {table.setup.edition.name}")
        found[seat] = spelling.seat(word_of(f"{table.commitment}/seat {seat}"))
    return found
