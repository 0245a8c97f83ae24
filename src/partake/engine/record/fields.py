"""What the text and the JSON form of a record have in common: their fields, each checked once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from partake.engine.chance import Seed
from partake.engine.contract import Setup
from partake.engine.setup import arrange, check_seat
from partake.rules.catalogue import Catalogue
from partake.rules.errors import PartakeError, RecordError, quoted
from partake.rules.messages import Message

if TYPE_CHECKING:
    from fractions import Fraction


def settings(setup: Setup) -> dict[str, str]:
    """Every option that the edition offers, with its value."""
    return {name: setup.options.text(name) for name in setup.edition.offer.values}


def read_setup(
    catalogue: Catalogue,
    locate: Callable[[str], str | Message],
    *,
    edition: str,
    rules: str,
    options: Mapping[str, str],
    seats: Sequence[Sequence[str]],
    is_open: bool,
) -> Setup:
    """The setup a record speaks of, if these are the rules it was played by."""
    try:
        found = catalogue.edition(edition)
    except PartakeError as problem:
        raise RecordError(locate("edition"), problem) from None
    if rules != found.digest:
        raise RecordError(
            locate("rules"),
            "it was played by other boards, tiles or points than this {edition}: load the same data files",
            edition=edition,
        )
    for number, people in enumerate(seats, start=1):
        try:
            check_seat(people)
        except PartakeError as problem:
            raise RecordError(locate(f"seat {number}"), problem) from None
    try:
        setup = arrange(found, options, seats=seats, is_open=is_open)
    except PartakeError as problem:
        raise RecordError(locate("options"), problem) from None
    missing = [name for name in found.offer.values if name not in options]
    if missing:
        raise RecordError(
            locate("options"), "the option {missing} is missing: a record names all options", missing=missing[0]
        )
    for name, value in settings(setup).items():
        if options[name] != value:
            raise RecordError(
                locate("options"),
                "{name}={options} must be {name}={value} in this game's record",
                name=name,
                options=options[name],
                value=value,
            )
    return setup


def read_hex(text: str, where: str | Message, what: str) -> str:
    """64 hexadecimal digits."""
    if len(text) != 64 or not set(text) <= set("0123456789abcdef"):
        raise RecordError(
            where,
            "the seed must be 64 hexadecimal digits"
            if what == "seed"
            else "the commitment must be 64 hexadecimal digits",
        )
    return text


def read_seed(text: str, where: str | Message) -> Seed:
    """The seed shown at the end."""
    return Seed(bytes.fromhex(read_hex(text, where, "seed")))


def read_points(text: str, where: str | Message) -> int | Fraction:
    """A total: a whole number, or a fraction like 15/2 after a bonus shared by eight; each has one spelling."""
    numerator, slash, denominator = text.partition("/")
    try:
        found: int | Fraction = int(numerator)
        if slash:
            from fractions import Fraction  # rare, and slow to import

            found = Fraction(int(numerator), int(denominator))
        if str(found) == text:
            return found
    except (ValueError, ZeroDivisionError):
        raise RecordError(where, "{given} is not a number of points", given=quoted(text)) from None
    raise RecordError(where, "{given} must be written {found}", given=quoted(text), found=found)
