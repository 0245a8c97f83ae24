"""The form in which a host puts a game together: what may be chosen now, and the table request that comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from partake.engine.setup import arrange
from partake.rules.catalogue import Catalogue
from partake.rules.edition import Edition, HexagonEdition, meaning, summary
from partake.rules.errors import OptionError
from partake.rules.messages import said
from partake.rules.options import PLAYERS, Preset
from partake.rules.tiles import GOLD, SILVER
from partake.table.model import Person, SeatRequest, TableRequest
from partake.table.progress import LIKE_ME
from partake.web.pages.common import whole
from partake.web.pages.families import family_of
from partake.web.text.pages import plainly, say

ALONE, BOTS, HERE, ELSEWHERE = "alone", "bots", "here", "elsewhere"
WHO = (ALONE, BOTS, HERE, ELSEWHERE)
"""Who plays: one person; one person and bots; friends at one device; friends who come by a link."""
LEVELS = ("beginner", "casual", "skilled", "expert", "master")
"""The levels of bots that the page offers."""
OFFERED = (*LEVELS, LIKE_ME)
"""What a host may ask for: a level, or a bot about as strong as the host."""
USUAL = "skilled"
"""The level that is offered first."""
CLOCKS = (0, 15, 30, 60, 120, 300)
"""Seconds for a move that the page offers; 0 is no clock."""
PAUSES = (0, 3, 6, 10)
"""Seconds between the last placement and the next draw that the page offers besides the usual moment."""
ROUNDS = ("1", "2", "3", "4", "5", "6", "8", "10", PLAYERS)
"""How many games of a match the page offers."""


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
class Way:
    """A well-known way to play, and why it cannot be chosen now, if so."""

    preset: Preset
    is_chosen: bool
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class OptionsPanel:
    """Everything the host has chosen, settled so that the rules accept it, and everything else on offer."""

    edition: Edition
    who: str
    needs_company: bool
    """Whether the host wanted to play alone a game that cannot be played alone."""
    ways: tuple[Way, ...]
    choices: tuple[Choice, ...]
    rounds: str
    bots: tuple[str, ...]
    """The level of each bot."""
    friends: tuple[str, ...]
    """The names of those who play at the host's device, all different; some are placeholders."""
    players: int | None
    """With how many the game starts by itself; None when the host starts it."""
    clock: int
    pause: int | None
    """Seconds before the next draw; None for the usual moment."""
    is_listed: bool
    is_unlimited: bool
    can_be_unlimited: bool
    title: str = ""
    has_hints: bool = True
    """Whether the host wants hints, where there can be some."""

    @property
    def has_sheets(self) -> bool:
        """Whether players fill sheets, which two may share, and the next draw waits a moment."""
        return family_of(self.edition).has_sheets

    @property
    def way(self) -> Preset | None:
        """The well-known way that is chosen, if it is one."""
        return next((way.preset for way in self.ways if way.is_chosen), None)

    @property
    def most_bots(self) -> int:
        """How many bots can play with one person and the friends at the same device."""
        return self.edition.seats[1] - 1 - len(self.friends)

    @property
    def can_have_hints(self) -> bool:
        """Whether nobody but one person plays, so that hints take nothing from others."""
        return self.who in (ALONE, BOTS)

    @property
    def bonuses(self) -> tuple[int, int] | None:
        """What gold and silver tiles bring, if there are some."""
        if not isinstance(self.edition, HexagonEdition) or not self.edition.tiles.bonuses:
            return None
        points = self.edition.tiles.bonus_points
        return points.get(GOLD, 0), points.get(SILVER, 0)

    def with_like_me(self, bot: str) -> OptionsPanel:
        """The same with this bot wherever the host wants one about as strong as the host."""
        return replace(self, bots=tuple(bot if level == LIKE_ME else level for level in self.bots))

    def request(self, friends: Sequence[Person] = ()) -> TableRequest:
        """The table that the host asks for, with these friends at the host's device."""
        options: dict[str, str | int | bool] = {
            choice.name: value.name for choice in self.choices for value in choice.values if value.is_chosen
        }
        if "rounds" in self.edition.offer.values:
            options["rounds"] = self.rounds
        return TableRequest(
            self.edition.name, options=options, seats=(SeatRequest("host"), *self._others(friends)), title=self.title,
            clock=self.clock or None, pause=self.pause, listed=self.is_listed, unlimited=self.is_unlimited,
            hints=self.has_hints if self.can_have_hints else None,
        )  # fmt: skip

    def _others(self, friends: Sequence[Person]) -> tuple[SeatRequest, ...]:
        """The seats besides the host's; friends who come by the link may be as many as the game takes."""
        if self.who == ELSEWHERE:
            return () if self.is_unlimited else (SeatRequest(),) * ((self.players or self.edition.seats[1]) - 1)
        here = (SeatRequest("here", friend=friend) for friend in friends)
        return (*here, *(SeatRequest("bot", level) for level in self.bots))


def panel(known: Catalogue, form: Mapping[str, str]) -> OptionsPanel:
    """What a form says, with whatever the rules refuse put back to the default."""
    edition = known.edition(form.get("edition", "classic"))
    wanted = form.get("who", ALONE)
    needs_company = wanted == ALONE and edition.seats[0] > 1
    who = wanted if wanted in WHO and not needs_company else BOTS if needs_company else ALONE
    players = whole(form.get("players", "")) if who == ELSEWHERE else None
    players = players if players in range(max(edition.seats[0], 2), edition.seats[1] + 1) else None
    friends = _friends(edition, form) if who == HERE else ()
    bots = _bots(edition, form, who, friends)
    count = (players or edition.seats[1]) if who == ELSEWHERE else 1 + len(friends) + len(bots)
    given = _given(edition, form)
    chosen: dict[str, str] = {}
    for name in edition.offer.values:
        value = given.get(name)
        if value is not None and name != "rounds" and not _refusal(edition, {**chosen, name: value}, count, False):
            chosen[name] = value
    can_open = who == ELSEWHERE and not _refusal(edition, chosen, count, True)
    unlimited = form.get("unlimited") == "yes" and can_open
    rounds = given.get("rounds", "")
    rounds = rounds if rounds in ROUNDS and (rounds != PLAYERS or count > 1) else "1"
    choices = tuple(
        _choice(edition, name, chosen, count, unlimited) for name in edition.offer.values if name != "rounds"
    )
    clock, pause = whole(form.get("clock", "")), whole(form.get("pause", ""))
    return OptionsPanel(
        edition,
        who,
        needs_company,
        _ways(edition, {**chosen, "rounds": rounds}, count, unlimited),
        choices,
        rounds,
        bots,
        friends,
        players,
        clock if clock in CLOCKS else 0,
        pause if pause in PAUSES else None,
        is_listed=who == ELSEWHERE and form.get("listed") == "yes",
        is_unlimited=unlimited,
        can_be_unlimited=can_open,
        title=form.get("title", "").strip(),
        has_hints=form.get("hints", "yes" if "hints_asked" not in form else "") == "yes",
    )


def _bots(edition: Edition, form: Mapping[str, str], who: str, friends: Sequence[str]) -> tuple[str, ...]:
    """The levels that a form names; one more bot is as strong as the one before it. With friends there may be none."""
    if who not in (BOTS, HERE):
        return ()
    asked, fewest = ("bots", max(edition.seats[0] - 1, 1)) if who == BOTS else ("and_bots", 0)
    most = edition.seats[1] - 1 - len(friends)
    found: list[str] = []
    for n in range(1, min(max(whole(form.get(asked, "")) or fewest, fewest), most) + 1):
        level = form.get(f"level{n}", "")
        found.append(level if level in OFFERED else found[-1] if found else USUAL)
    return tuple(found)


def _friends(edition: Edition, form: Mapping[str, str]) -> tuple[str, ...]:
    """The names that a form gives to those who play at the host's device; who has none is a player with a number."""
    fewest, most = max(edition.seats[0], 2), edition.seats[1]
    found: list[str] = []
    for n in range(2, min(max(whole(form.get("people", "")) or fewest, fewest), most) + 1):
        name = form.get(f"friend{n}", "").strip() or say("player_n", n=n)
        taken = {form.get("nickname", "").strip(), *found}
        found.append(next(one for one in (name, *(f"{name} {i}" for i in range(2, most + 2))) if one not in taken))
    return tuple(found)


def _given(edition: Edition, form: Mapping[str, str]) -> Mapping[str, str]:
    """The options that a form chooses: those of a way to play that was chosen just now, or else one by one.

    What was chosen for another game means nothing here.
    """
    if form.get("before", edition.name) != edition.name:
        return {}
    way = form.get("way", "")
    if way != form.get("way_before", ""):
        found = next((preset.options for preset in edition.presets if preset.name == way), None)
        if found is not None:
            return found
    return {name: form[name] for name in edition.offer.values if name in form}


def _ways(edition: Edition, chosen: Mapping[str, str], seats: int, unlimited: bool) -> tuple[Way, ...]:
    """Every well-known way to play, of which at most one is what is chosen."""
    now = {**edition.offer.defaults(chosen), **chosen}
    found: list[Way] = []
    for preset in edition.presets:
        settled = {**edition.offer.defaults(preset.options), **preset.options}
        is_chosen = settled == now and not any(way.is_chosen for way in found)
        refusal = _refusal(edition, preset.options, seats, unlimited)
        if not refusal and seats == 1 and preset.options.get("rounds") == PLAYERS:
            refusal = say("needs_two")
        found.append(Way(preset, is_chosen, "" if is_chosen else refusal))
    return tuple(found)


def _choice(edition: Edition, name: str, chosen: Mapping[str, str], seats: int, unlimited: bool) -> Choice:
    default = edition.offer.defaults(chosen)[name]
    now = chosen.get(name, default)
    values = tuple(
        Value(
            value, said(meaning(edition, name, value)), value == now,
            "" if value == now else _refusal(edition, {**chosen, name: value}, seats, unlimited),
        )
        for value in edition.offer.values[name]
    )  # fmt: skip
    return Choice(name, said(summary(edition, name)), values)


def _refusal(edition: Edition, given: Mapping[str, str], seats: int, unlimited: bool) -> str:
    """Why the rules refuse these options, if they do."""
    try:
        arrange(edition, dict(given), seats=seats, is_open=unlimited)
    except OptionError as problem:
        return plainly(problem)
    return ""
