"""The options of a game: their names, values and meaning, and which of them go together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from partake.rules.errors import OptionError, quoted
from partake.rules.messages import Message

MOST_ROUNDS = 99
"""The most games of one match."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice to make before a game: its values, each with what it means, and what it needs to make sense.

    Texts have gaps for the numbers of an edition, `{sunray}` or `{gold}`: `partake.rules.edition.meaning` fills them.
    """

    name: str
    summary: Message
    values: Mapping[str, Message] = field(hash=False)
    needs: Message


OPTIONS: Mapping[str, Option] = {
    option.name: option
    for option in (
        Option(
            "placement",
            Message("where a tile may go"),
            {
                "free": Message("Every tile goes on any empty cell."),
                "adjacent": Message("The first tile goes anywhere, each later one next to a tile that lies already."),
                "symbol": Message(
                    "Each sun goes next to another sun, each moon next to another moon. "
                    "The first of them, and one that finds no such cell, goes anywhere."
                ),
            },
            Message("it is for hexagon boards"),
        ),
        Option(
            "draw",
            Message("how many tiles are called at a time"),
            {
                "1": Message("You place each tile before you know the next one."),
                "2": Message(
                    "You know both tiles before you place either, in any order. An odd last tile comes alone."
                ),
            },
            Message("it is for hexagon boards"),
        ),
        Option(
            "rays",
            Message("lines from edge to edge that are made only of suns or only of moons"),
            {
                "none": Message("Suns and moons bring no points."),
                "each": Message(
                    "Every sunray brings {sunray} points for each of its tiles, every moonray {moonray}, "
                    "whatever its numbers and on top of the line's own points."
                ),
                "best": Message(
                    "The longest sunray of the table that lies on a scoring line brings its player {best_ray} "
                    "points, and so does the longest moonray."
                ),
                "longest": Message(
                    "Your single longest ray brings {longest_ray} points for each of its tiles, whatever its numbers."
                ),
            },
            Message("it needs tiles with suns and moons"),
        ),
        Option(
            "stamens",
            Message("what happens on the stamens, the hearts of the flowers"),
            {
                "open": Message("Stamens are cells like all others."),
                "first": Message("Your first {stamens} tiles go on the stamens."),
                "last": Message(
                    "The stamens stay empty until all other cells are full: your last {stamens} tiles go there."
                ),
                "reserve": Message(
                    "{slots} of your tiles wait beside the board. At the end you may move them onto the stamens; "
                    "a line through an empty stamen scores nothing."
                ),
            },
            Message("it needs a board with stamens"),
        ),
        Option(
            "scrapyard",
            Message(
                "how the scrapyard counts: its best three lines, its best two silver tiles ({silver}) or its best gold "
                "tile ({gold}), whichever is worth most"
            ),
            {
                "threshold": Message(
                    "A scrapyard worth less than {scrapyard_threshold} points costs you {scrapyard_penalty}."
                ),
                "lowest": Message(
                    "The scrapyard worth least of all costs its player {scrapyard_penalty} points; "
                    "equals share the loss."
                ),
                "passed": Message(
                    "Your left neighbour holds your scrapyard and chooses the cells for what you scrap. "
                    "The scrapyard worth most of all costs its player {scrapyard_penalty} points."
                ),
                "none": Message("There is no scrapyard, and every tile goes on the board."),
            },
            Message("it needs a scrapyard beside the board"),
        ),
        Option(
            "symbols",
            Message("which tiles are in the bag"),
            {
                "sun": Message("The half of the tiles that carry a sun."),
                "moon": Message("The half of the tiles that carry a moon."),
                "both": Message("All tiles, suns and moons."),
            },
            Message("it needs a game that is played with half of its tiles"),
        ),
        Option(
            "takeback",
            Message("whether a placement may be taken back"),
            {
                "yes": Message("You may take your last tile back until the next one is called."),
                "no": Message("A placed tile stays where it is."),
            },
            Message("it is for hexagon boards"),
        ),
        Option(
            "rounds",
            Message("how many games make the match"),
            {"N": Message("1 to {most}; the caller changes with each game, and points add up.", most=MOST_ROUNDS)},
            Message("it is for hexagon boards"),
        ),
    )
}
"""Every option by its name, in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A value of an option within a sentence: `symbols=sun`, unless whoever says it has a better name for it."""

    option: str
    value: str

    def __str__(self) -> str:
        return f"{self.option}={self.value}"


Given = Mapping[str, str | int | bool]
"""Options as a person gives them: `{"draw": 2, "takeback": False}` or all as text."""
COMPARING: Mapping[str, tuple[str, ...]] = {"rays": ("best",), "scrapyard": ("lowest", "passed")}
"""The values of options by which one player's score depends on another's board."""
PLAYERS = "players"
"""What a preset or a table may say of `rounds` before it is known who plays: as many games as there are players."""


def for_players(given: Given, seats: int) -> dict[str, str | int | bool]:
    """The options when so many have sat down: `rounds=players` is a number then."""
    found = dict(given)
    if found.get("rounds") == PLAYERS:
        found["rounds"] = min(seats, MOST_ROUNDS)
    return found


@dataclass(frozen=True, slots=True)
class Preset:
    """A well-known way to play an edition: a name for some of its options, the others at their defaults."""

    name: str
    title: str
    summary: str
    options: Mapping[str, str] = field(hash=False)


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
        return any(getattr(self, name) in values for name, values in COMPARING.items())


@dataclass(frozen=True, slots=True)
class Offer:
    """The options that an edition offers: the values of each, first the default."""

    values: Mapping[str, tuple[str, ...]] = field(hash=False)
    defaults_when: Mapping[str, Mapping[str, str]] = field(hash=False)
    """Defaults that hold instead when another option has a value: `{"symbols=both": {"rays": "longest"}}`."""

    def __str__(self) -> str:
        """Every option with its values: `draw=1|2, rounds=1…99`."""
        numbers = (f"1…{MOST_ROUNDS}",)
        return ", ".join(
            f"{name}={'|'.join(numbers if name == 'rounds' else values)}" for name, values in self.values.items()
        )

    def __repr__(self) -> str:
        return f"<Offer {self}>"

    def defaults(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Every option's default, given what has been chosen."""
        found = {name: values[0] for name, values in self.values.items()}
        settled = {**found, **chosen}
        for condition, others in self.defaults_when.items():
            name, _, value = condition.partition("=")
            if settled.get(name) == value:
                found.update(others)
        return found


def settled(offer: Offer, options: Options) -> str:
    """The options of an edition with their values, as records write them; empty for an edition without any."""
    return " ".join(f"{name}={options.text(name)}" for name in offer.values)


def resolve_options(edition: str, offer: Offer, given: Given, *, seats: int) -> Options:
    """Complete what was given with the edition's defaults, or say in a sentence why it makes no sense."""
    chosen = {name: value_text(value) for name, value in given.items()}
    for name, value in chosen.items():
        check_offered(edition, offer, name, value)
    resolved = {**offer.defaults(chosen), **chosen}
    _check_together(resolved, seats)
    converted: dict[str, object] = dict(resolved)
    for name in ("draw", "rounds"):
        if name in resolved:
            converted[name] = int(resolved[name])
    if "takeback" in resolved:
        converted["takeback"] = resolved["takeback"] == "yes"
    return Options(**converted)  # type: ignore[arg-type]


def value_text(value: str | int | bool) -> str:
    """An option's value as text writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def is_value(name: str, value: str) -> bool:
    """Whether an option can have this value at all."""
    if name == "rounds":
        return value.isascii() and value.isdigit() and len(value) <= 4 and 1 <= int(value) <= MOST_ROUNDS
    return value in OPTIONS[name].values


def check_offered(edition: str, offer: Offer, name: str, value: str) -> None:
    """Refuse an option that an edition does not offer, or a value that the option cannot have."""
    if name not in OPTIONS:
        raise OptionError(
            "there is no option {name}; {edition} has {offered}"
            if offer.values
            else "there is no option {name}; {edition} has none",
            name=quoted(name),
            edition=edition,
            offered=offer,
        )
    if name not in offer.values:
        raise OptionError(
            "{edition} has no option {name}: {needs}; it has {offered}"
            if offer.values
            else "{edition} has no option {name}: {needs}; it has none",
            edition=edition,
            name=name,
            needs=OPTIONS[name].needs,
            offered=offer,
        )
    if not is_value(name, value):
        if name == "rounds":
            raise OptionError(
                "rounds must be a whole number from 1 to {most}, not {value}",
                most=MOST_ROUNDS,
                value=quoted(value),
            )
        raise OptionError(
            "{name} cannot be {value}; it is one of {values}",
            name=name,
            value=quoted(value),
            values=", ".join(offer.values[name]),
        )
    if name != "rounds" and value not in offer.values[name]:
        raise OptionError(
            "{edition} cannot be played with {chosen}; it offers {values}",
            edition=edition,
            chosen=Chosen(name, value),
            values=", ".join(offer.values[name]),
        )


def _check_together(settled: Mapping[str, str], seats: int) -> None:
    for name, values in COMPARING.items():
        if settled.get(name) in values and seats < 2:
            raise OptionError(
                "{chosen} compares the players of a table: it needs two or more players",
                chosen=Chosen(name, settled[name]),
            )
    both = Chosen("symbols", "both")
    one_symbol = settled.get("symbols") in ("sun", "moon")
    if one_symbol and settled.get("rays", "none") != "none":
        raise OptionError(
            "with {chosen} every line would be a ray: rays need {both}",
            chosen=Chosen("symbols", settled["symbols"]),
            both=both,
        )
    if one_symbol and settled.get("placement") == "symbol":
        raise OptionError(
            "with {chosen} all tiles have one symbol: use {adjacent}, or {both}",
            chosen=Chosen("symbols", settled["symbols"]),
            adjacent=Chosen("placement", "adjacent"),
            both=both,
        )
