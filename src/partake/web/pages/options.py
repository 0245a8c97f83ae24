"""The form in which a host puts a game together: what may be chosen now, and the table request that comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from partake.engine.setup import arrange
from partake.rules.catalogue import Catalogue
from partake.rules.edition import Edition
from partake.rules.errors import OptionError, PartakeError
from partake.rules.options import OPTIONS
from partake.table.model import SeatRequest, TableRequest
from partake.web.pages.common import whole
from partake.web.pages.families import family_of

LEVELS = ("beginner", "casual", "skilled", "expert", "master")
"""The levels of bots that the page offers."""
CLOCKS = (0, 15, 30, 60, 120, 300)
"""Seconds for a move that the page offers; 0 is no clock."""
PAUSES = (0, 3, 6, 10)
"""Seconds between the last placement and the next draw that the page offers besides the usual moment."""
ROUNDS = (1, 2, 3, 4, 5, 6, 8, 10)
"""How many games of a match the page offers."""
PERSON = "person"
"""The choice for a seat that waits for a person."""
BOT = "bot:"
"""The beginning of a choice for a seat of a bot; the level follows."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value of an option: what it means, and why it cannot be chosen now, if so."""

    name: str
    meaning: str
    is_chosen: bool
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """An option with its values."""

    name: str
    summary: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class OptionsPanel:
    """Everything the host has chosen, settled so that the rules accept it, and everything else on offer."""

    edition: Edition
    choices: tuple[Choice, ...]
    rounds: int
    seats: tuple[str, ...]
    """The choice for each seat after the host's: `person` or `bot:LEVEL`."""
    fewest: int
    most: int
    clock: int
    pause: int | None
    """Seconds before the next draw; None for the usual moment."""
    is_listed: bool
    is_unlimited: bool
    can_be_unlimited: bool
    title: str = ""

    @property
    def has_sheets(self) -> bool:
        """Whether players fill sheets, which two may share, and the next draw waits a moment."""
        return family_of(self.edition).has_sheets

    def request(self) -> TableRequest:
        """The table that the host asks for."""
        options: dict[str, str | int | bool] = {
            choice.name: value.name for choice in self.choices for value in choice.values if value.is_chosen
        }
        if "rounds" in self.edition.offer.values:
            options["rounds"] = self.rounds
        others = tuple(_seat(text) for text in self.seats)
        return TableRequest(
            self.edition.name, options=options, seats=(SeatRequest("host"), *others), title=self.title,
            clock=self.clock or None, pause=self.pause, listed=self.is_listed, unlimited=self.is_unlimited,
        )  # fmt: skip


def panel(known: Catalogue, form: Mapping[str, str]) -> OptionsPanel:
    """What a form says, with whatever the rules refuse put back to the default."""
    edition = known.edition(form.get("edition", "classic"))
    fewest, most = edition.seats
    count = min(max(whole(form.get("players", "")) or fewest, fewest), most)
    seats = tuple(_seat_text(form.get(f"seat{i}", "")) for i in range(2, count + 1))
    wanted_open = form.get("unlimited") == "yes"
    is_same = form.get("before", edition.name) == edition.name
    chosen: dict[str, str] = {}
    for name in edition.offer.values:
        value = form.get(name) if is_same else None  # what was chosen for another game means nothing here
        if value is not None and name != "rounds" and not _refusal(edition, {**chosen, name: value}, count, False):
            chosen[name] = value
    can_open = not _refusal(edition, chosen, count, True)
    unlimited = wanted_open and can_open
    choices = tuple(
        _choice(edition, name, chosen, count, unlimited) for name in edition.offer.values if name != "rounds"
    )
    rounds = whole(form.get("rounds", ""))
    clock = whole(form.get("clock", ""))
    pause = whole(form.get("pause", ""))
    return OptionsPanel(
        edition,
        choices,
        rounds if rounds in ROUNDS else 1,
        seats,
        fewest,
        most,
        clock if clock in CLOCKS else 0,
        pause if pause in PAUSES else None,
        is_listed=form.get("listed") == "yes",
        is_unlimited=unlimited,
        can_be_unlimited=can_open,
        title=form.get("title", "").strip(),
    )


def _choice(edition: Edition, name: str, chosen: Mapping[str, str], seats: int, unlimited: bool) -> Choice:
    default = edition.offer.defaults(chosen)[name]
    now = chosen.get(name, default)
    values = tuple(
        Value(
            value, OPTIONS[name].values[value], value == now,
            "" if value == now else _refusal(edition, {**chosen, name: value}, seats, unlimited),
        )
        for value in edition.offer.values[name]
    )  # fmt: skip
    return Choice(name, OPTIONS[name].summary, values)


def _refusal(edition: Edition, given: Mapping[str, str], seats: int, unlimited: bool) -> str:
    """Why the rules refuse these options, if they do."""
    try:
        arrange(edition, dict(given), seats=seats, is_open=unlimited)
    except OptionError as problem:
        return str(problem)
    return ""


def _seat_text(text: str) -> str:
    level = text.removeprefix(BOT)
    return text if text.startswith(BOT) and level in LEVELS else PERSON if text == PERSON else f"{BOT}skilled"


def _seat(text: str) -> SeatRequest:
    if text == PERSON:
        return SeatRequest("person")
    level = text.removeprefix(BOT)
    if level not in LEVELS:
        raise PartakeError(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
    return SeatRequest("bot", level)
