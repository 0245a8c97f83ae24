"""An edition as plain data, derived from its TOML files and the rules of options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations as pairs
from typing import Any

from partake.rules.edition import Edition, FiveEdition, HexagonEdition, meaning, summary
from partake.rules.errors import OptionError
from partake.rules.options import MOST_ROUNDS
from partake.rules.variant import Variant, combinations, variant


def edition_facts(edition: Edition) -> dict[str, Any]:
    """An edition as JSON has it; each `text` is a phrase for people."""
    facts: dict[str, Any] = {
        "name": edition.name,
        "title": edition.title,
        "game": edition.game,
        "family": edition.family,
        "summary": edition.summary,
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
    numbers = {f"{values[0]} … {MOST_ROUNDS}": str(meaning(edition, name, "N"))} if name == "rounds" else None
    moved = _moved_defaults(edition, name)
    return {
        "name": name,
        "summary": str(summary(edition, name)),
        "default": values[0],
        "values": numbers or {value: str(meaning(edition, name, value)) for value in values},
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
            "text": edition.board.summary
            or f"{len(edition.board.cells)} cells, {len(edition.board.lines)} lines of {lengths[0]} to {lengths[-1]}",
        },
        "tiles": {"name": edition.tiles.name, "count": len(edition.tiles.tiles), "text": edition.tiles.title},
    }
    if edition.scrapyard is not None:
        facts["scrapyard"] = {"cells": len(edition.scrapyard.cells), "text": edition.scrapyard.summary}
    if edition.reserve is not None:
        when = f", with {edition.reserve.when}" if edition.reserve.when else ""
        words = f"{edition.reserve.slots} slots, for the {edition.reserve.cells} cells{when}"
        facts["reserve"] = {"slots": edition.reserve.slots, "when": edition.reserve.when, "text": words}
    return {**facts, "players": _players(edition), "draws": _draws(edition)}


def _players(edition: HexagonEdition) -> dict[str, Any]:
    fewest, most = edition.seats
    tying = [
        f"{name}={value}"
        for name, values in edition.offer.values.items()
        for value in values
        if (found := _try(edition, {name: value}, seats=2)) and found.options.ties_players
    ]
    but = f", but not with {' or '.join(tying)}" if tying else ""
    words = f"{fewest} to {most}; more at an open table (--open){but}"
    return {"fewest": fewest, "most": most, "open_unless": tying, "text": words}


def _draws(edition: HexagonEdition) -> dict[str, Any]:
    """How many tiles are drawn of how many, and where an option changes that."""
    usual = variant(edition, {}, seats=max(2, edition.seats[0]))
    count, bag = usual.draws, len(usual.tiles.tiles)
    words = [f"{count} of {bag} tiles"]
    for name, values in edition.offer.values.items():
        for value in values:
            found = _try(edition, {name: value}, seats=2)
            if found and (found.draws, len(found.tiles.tiles)) != (count, bag):
                words.append(f"{found.draws} of {len(found.tiles.tiles)} with {name}={value}")
    return {"count": count, "bag": bag, "text": "; ".join(words)}


def _excluded(edition: HexagonEdition) -> Iterator[dict[str, Any]]:
    """Choices that no allowed game for one or for two players holds, with the reason."""
    chosen = [(name, value) for name, values in edition.offer.values.items() for value in values]
    allowed = [set(choice.items()) for choice in combinations(edition, seats=2)]
    solo = [set(choice.items()) for choice in combinations(edition, seats=1)]
    for one in chosen:
        if not any(one in choice for choice in solo):
            yield {"options": ["=".join(one), "one player"], "reason": _reason(edition, dict([one]), seats=1)}
    for one, other in pairs(chosen, 2):
        if one[0] != other[0] and not any({one, other} <= choice for choice in allowed):
            words = ["=".join(one), "=".join(other)]
            yield {"options": words, "reason": _reason(edition, dict([one, other]), seats=2)}


def _try(edition: HexagonEdition, given: dict[str, str], *, seats: int) -> Variant | None:
    try:
        return variant(edition, given, seats=seats)
    except OptionError:
        return None


def _reason(edition: HexagonEdition, given: dict[str, str], *, seats: int) -> str:
    try:
        variant(edition, given, seats=seats)
    except OptionError as problem:
        return str(problem)
    return "they do not go together"


def _five(edition: FiveEdition) -> dict[str, Any]:
    fewest, most = edition.seats
    pawns = len(edition.values) * edition.copies
    rounds = ", ".join(edition.phases)
    return {
        "board": {"squares": edition.size**2, "text": f"{edition.size} x {edition.size} squares and four pieces"},
        "tiles": {"count": pawns, "text": f"{pawns} pawns, {edition.copies} of each value"},
        "players": {"fewest": fewest, "most": most, "open_unless": [], "text": f"{fewest} to {most}"},
        "draws": {"rounds": list(edition.phases), "text": f"rounds of {rounds}; {edition.markers} won rounds win"},
    }
