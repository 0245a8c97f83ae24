"""An edition as plain data, derived from its TOML files and the rules of options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations as pairs
from typing import Any

from partake.engine.outcome import phase_name
from partake.rules.edition import Edition, FiveEdition, HexagonEdition, meaning, summary
from partake.rules.errors import OptionError
from partake.rules.messages import SEMICOLON, Joined, Listed, Message, Plural, message_of
from partake.rules.names import special_cells
from partake.rules.options import MOST_ROUNDS
from partake.rules.variant import Variant, combinations, variant

ONE_PLAYER = "one player"
"""What stands beside an option that a game for one cannot have."""


def edition_facts(edition: Edition) -> dict[str, Any]:
    """An edition as JSON has it, save that each `text`, `summary` and `reason` is a message: `str` is its English."""
    facts: dict[str, Any] = {
        "name": edition.name,
        "title": edition.title,
        "game": edition.game,
        "family": edition.family,
        "summary": Message(edition.summary),
    }
    specific = _hexagon(edition) if isinstance(edition, HexagonEdition) else _five(edition)
    options = [_option(edition, name, values) for name, values in edition.offer.values.items()]
    excluded = list(_excluded(edition)) if isinstance(edition, HexagonEdition) else []
    presets = [
        {"name": preset.name, "title": preset.title, "summary": preset.summary, "options": dict(preset.options)}
        for preset in edition.presets
    ]
    return {**facts, **specific, "options": options, "presets": presets, "excluded": excluded}


def _option(edition: Edition, name: str, values: Sequence[str]) -> dict[str, Any]:
    """An option on offer with its values, the default first; a number is any up to the greatest."""
    numbers = {f"{values[0]} … {MOST_ROUNDS}": meaning(edition, name, "N")} if name == "rounds" else None
    moved = _moved_defaults(edition, name)
    return {
        "name": name,
        "summary": summary(edition, name),
        "default": values[0],
        "values": numbers or {value: meaning(edition, name, value) for value in values},
        **({"defaults_when": moved} if moved else {}),
    }


def _moved_defaults(edition: Edition, name: str) -> dict[str, str]:
    return {when: others[name] for when, others in edition.offer.defaults_when.items() if name in others}


def _hexagon(edition: HexagonEdition) -> dict[str, Any]:
    lengths = sorted({len(line.cells) for line in edition.board.lines})
    facts: dict[str, Any] = {
        "board": {
            "name": edition.board.name,
            "cells": len(edition.board.cells),
            "lines": len(edition.board.lines),
            "text": Message(edition.board.summary)
            if edition.board.summary
            else Message(
                "{cells} cells, {lines} lines of {shortest} to {longest}",
                cells=len(edition.board.cells),
                lines=len(edition.board.lines),
                shortest=lengths[0],
                longest=lengths[-1],
            ),
        },
        "tiles": {
            "name": edition.tiles.name,
            "count": len(edition.tiles.tiles),
            "text": message_of(edition.tiles.title),
        },
    }
    if edition.scrapyard is not None:
        facts["scrapyard"] = {"cells": len(edition.scrapyard.cells), "text": Message(edition.scrapyard.summary)}
    if edition.reserve is not None:
        slots, when = edition.reserve.slots, edition.reserve.when
        cells = special_cells(edition.reserve.cells)
        words: Message = Plural(
            "{count} slot, for the {cells}", "{count} slots, for the {cells}", count=slots, cells=cells
        )
        if when:
            words = Plural(
                "{count} slot, for the {cells}, with {when}",
                "{count} slots, for the {cells}, with {when}",
                count=slots,
                cells=cells,
                when=when,
            )
        facts["reserve"] = {"slots": slots, "when": when, "text": words}
    return {**facts, "players": _players(edition), "draws": _draws(edition)}


def _players(edition: HexagonEdition) -> dict[str, Any]:
    fewest, most = edition.seats
    tying = [
        f"{name}={value}"
        for name, values in edition.offer.values.items()
        for value in values
        if (found := _try(edition, {name: value}, seats=2)) and found.options.ties_players
    ]
    words = Message("{fewest} to {most}; more at an open table (--open)", fewest=fewest, most=most)
    if tying:
        words = Message(
            "{fewest} to {most}; more at an open table (--open), but not with {options}",
            fewest=fewest,
            most=most,
            options=Listed(tying, choice=True),
        )
    return {"fewest": fewest, "most": most, "open_unless": tying, "text": words}


def _draws(edition: HexagonEdition) -> dict[str, Any]:
    """How many tiles are drawn of how many, and where an option changes that."""
    usual = variant(edition, {}, seats=max(2, edition.seats[0]))
    count, bag = usual.draws, len(usual.tiles.tiles)
    words = [Message("{count} of {bag} tiles", count=count, bag=bag)]
    for name, values in edition.offer.values.items():
        for value in values:
            found = _try(edition, {name: value}, seats=2)
            if found and (found.draws, len(found.tiles.tiles)) != (count, bag):
                other = Message(
                    "{count} of {bag} with {option}",
                    count=found.draws,
                    bag=len(found.tiles.tiles),
                    option=f"{name}={value}",
                )
                words.append(other)
    return {"count": count, "bag": bag, "text": Joined(words, SEMICOLON)}


def _excluded(edition: HexagonEdition) -> Iterator[dict[str, Any]]:
    """Choices that no allowed game for one or for two players holds, with the reason."""
    chosen = [(name, value) for name, values in edition.offer.values.items() for value in values]
    allowed = [set(choice.items()) for choice in combinations(edition, seats=2)]
    solo = [set(choice.items()) for choice in combinations(edition, seats=1)]
    for one in chosen:
        if not any(one in choice for choice in solo):
            yield {"options": ["=".join(one), ONE_PLAYER], "reason": _reason(edition, dict([one]), seats=1)}
    for one, other in pairs(chosen, 2):
        if one[0] != other[0] and not any({one, other} <= choice for choice in allowed):
            words = ["=".join(one), "=".join(other)]
            yield {"options": words, "reason": _reason(edition, dict([one, other]), seats=2)}


def _try(edition: HexagonEdition, given: dict[str, str], *, seats: int) -> Variant | None:
    try:
        return variant(edition, given, seats=seats)
    except OptionError:
        return None


def _reason(edition: HexagonEdition, given: dict[str, str], *, seats: int) -> Message:
    try:
        variant(edition, given, seats=seats)
    except OptionError as problem:
        return problem.message
    return Message("they do not go together")


def _five(edition: FiveEdition) -> dict[str, Any]:
    fewest, most = edition.seats
    pawns = len(edition.values) * edition.copies
    rounds = Joined(phase_name(phase) for phase in edition.phases)
    return {
        "board": {
            "squares": edition.size**2,
            "text": Message("{size} x {size} squares and four pieces", size=edition.size),
        },
        "tiles": {
            "count": pawns,
            "text": Message("{pawns} pawns, {copies} of each value", pawns=pawns, copies=edition.copies),
        },
        "players": {
            "fewest": fewest,
            "most": most,
            "open_unless": [],
            "text": Message("{fewest} to {most}", fewest=fewest, most=most),
        },
        "draws": {
            "rounds": list(edition.phases),
            "text": Message("rounds of {rounds}; {number} won rounds win", rounds=rounds, number=edition.markers),
        },
    }
