"""The options of a game: their names, values and meaning, and which of them go together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from partake.rules.errors import OptionError, quoted

MOST_ROUNDS = 99
"""The most games of one match."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice to make before a game: its values, each with what it means, and what it needs to make sense."""

    name: str
    summary: str
    values: Mapping[str, str]
    needs: str


OPTIONS: Mapping[str, Option] = {
    option.name: option
    for option in (
        Option(
            "placement",
            "where a tile may go",
            {
                "free": "on any empty cell",
                "adjacent": "the first anywhere, each later one next to a tile already placed",
                "symbol": "suns next to suns, moons next to moons; the first, or one with no such cell, anywhere",
            },
            "it is for hexagon boards",
        ),
        Option(
            "draw",
            "how many tiles are called at a time",
            {"1": "one", "2": "two, both known before either is placed; an odd last one alone"},
            "it is for hexagon boards",
        ),
        Option(
            "rays",
            "lines made only of suns or only of moons",
            {
                "none": "count nothing",
                "each": "each one counts, so much per tile",
                "best": "the best sunray and the best moonray of the table, on scoring lines, earn a bonus",
                "longest": "only a player's single longest one counts",
            },
            "it needs tiles with suns and moons",
        ),
        Option(
            "stamens",
            "what happens on the three stamens",
            {
                "open": "they are ordinary cells",
                "first": "the first three tiles go there",
                "last": "the last three tiles go there",
                "reserve": "three tiles wait beside the board and may move there at the end",
            },
            "it needs a board with stamens",
        ),
        Option(
            "scrapyard",
            "how the scrapyard counts",
            {
                "threshold": "a scrapyard worth less than the threshold costs its player the penalty",
                "lowest": "the lowest scrapyard of the table pays the penalty",
                "passed": "a neighbour fills your scrapyard; the highest of the table pays the penalty",
                "none": "there is no scrapyard",
            },
            "it needs a scrapyard beside the board",
        ),
        Option(
            "symbols",
            "which tiles are in the bag",
            {"sun": "the suns only", "moon": "the moons only", "both": "suns and moons"},
            "it needs a game that is played with half of its tiles",
        ),
        Option(
            "takeback",
            "whether a placement may be taken back until the next draw",
            {"yes": "it may", "no": "a placed tile stays"},
            "it is for hexagon boards",
        ),
        Option(
            "rounds",
            "how many games make the match",
            {"N": f"1 to {MOST_ROUNDS}; the caller changes with each and points add up"},
            "it is for hexagon boards",
        ),
    )
}
"""Every option by its name, in the order in which they are shown."""

Given = Mapping[str, str | int | bool]
"""Options as a person gives them: `{"draw": 2, "takeback": False}` or all as text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of one game, all resolved; an edition that lacks one has its neutral value."""

    placement: str = "free"
    draw: int = 1
    rays: str = "none"
    stamens: str = "open"
    scrapyard: str = "none"
    symbols: str = "both"
    takeback: bool = True
    rounds: int = 1

    def text(self, name: str) -> str:
        """An option's value in its text form."""
        value = getattr(self, name)
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value)

    @property
    def ties_players(self) -> bool:
        """Whether one player's score depends on another's board."""
        return self.rays == "best" or self.scrapyard in ("lowest", "passed")


@dataclass(frozen=True, slots=True)
class Offer:
    """The options that an edition offers: the values of each, first the default."""

    values: Mapping[str, tuple[str, ...]]
    defaults_when: Mapping[str, Mapping[str, str]]
    """Defaults that hold instead when another option has a value: `{"symbols=both": {"rays": "longest"}}`."""

    def defaults(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Every option's default, given what has been chosen."""
        found = {name: values[0] for name, values in self.values.items()}
        settled = {**found, **chosen}
        for condition, others in self.defaults_when.items():
            name, _, value = condition.partition("=")
            if settled.get(name) == value:
                found.update(others)
        return found


def resolve_options(edition: str, offer: Offer, given: Given, *, seats: int) -> Options:
    """Complete what was given with the edition's defaults, or say in a sentence why it makes no sense."""
    chosen = {name: _text(value) for name, value in given.items()}
    for name, value in chosen.items():
        _check_offered(edition, offer, name, value)
    settled = {**offer.defaults(chosen), **chosen}
    _check_together(settled, seats)
    converted: dict[str, object] = dict(settled)
    for name in ("draw", "rounds"):
        if name in settled:
            converted[name] = int(settled[name])
    if "takeback" in settled:
        converted["takeback"] = settled["takeback"] == "yes"
    return Options(**converted)  # type: ignore[arg-type]


def _text(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def is_value(name: str, value: str) -> bool:
    """Whether an option can have this value at all."""
    if name == "rounds":
        return value.isascii() and value.isdigit() and len(value) <= 4 and 1 <= int(value) <= MOST_ROUNDS
    return value in OPTIONS[name].values


def _check_offered(edition: str, offer: Offer, name: str, value: str) -> None:
    if name not in OPTIONS:
        raise OptionError(f"there is no option {quoted(name)}; the options are {', '.join(OPTIONS)}")
    if name not in offer.values:
        raise OptionError(f"{edition} has no option {name}: {OPTIONS[name].needs}")
    if not is_value(name, value):
        if name == "rounds":
            raise OptionError(f"rounds must be a whole number from 1 to {MOST_ROUNDS}, not {quoted(value)}")
        raise OptionError(f"{name} cannot be {quoted(value)}; it is one of {', '.join(OPTIONS[name].values)}")
    if name != "rounds" and value not in offer.values[name]:
        raise OptionError(f"{edition} cannot be played with {name}={value}; it offers {', '.join(offer.values[name])}")


def _check_together(settled: Mapping[str, str], seats: int) -> None:
    if settled.get("rays") == "best" and seats < 2:
        raise OptionError("rays=best compares the players of a table: it needs two or more players")
    if settled.get("scrapyard") in ("lowest", "passed") and seats < 2:
        raise OptionError(
            f"scrapyard={settled['scrapyard']} compares the players of a table: it needs two or more players"
        )
    one_symbol = settled.get("symbols") in ("sun", "moon")
    if one_symbol and settled.get("rays", "none") != "none":
        raise OptionError(f"with symbols={settled['symbols']} every line would be a ray: rays need symbols=both")
    if one_symbol and settled.get("placement") == "symbol":
        raise OptionError(
            f"with symbols={settled['symbols']} all tiles have one symbol: use placement=adjacent, or symbols=both"
        )
