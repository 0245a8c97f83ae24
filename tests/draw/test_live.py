"""Boards that a page keeps up to date: every mark is there, every shape is defined, and only what scores is shown."""

from __future__ import annotations

import re
from itertools import count
from xml.etree import ElementTree

import pytest

import partake
from partake.draw.svg.live import LivePictures, number_rules
from partake.draw.svg.live_five import live_five
from partake.draw.svg.sheet import Marks
from partake.engine.actions import TakeBack
from partake.engine.five.view import FiveView
from partake.engine.hexagon.view import HexagonView
from partake.rules.edition import HexagonEdition

HEXAGONS = ("classic", "daffodil", "nexus", "orchid")


def finished(edition: str) -> HexagonView:
    """A whole game, always on the first cell that is free."""
    table = partake.start(edition, seed="live")
    while not table.is_over:
        if not table.to_act:
            table.deal()
        else:
            table.play(1, next(a for a in table.view(1).legal if not isinstance(a, TakeBack)))
    view = table.view(1)
    assert isinstance(view, HexagonView)
    return view


@pytest.mark.parametrize("edition", HEXAGONS)
def test_a_live_board_is_whole_and_shows_exactly_the_lines_that_score(edition: str) -> None:
    view = finished(edition)
    pictures = LivePictures(view.variant)
    drawn = pictures.sheet(view.sheet, Marks(items=view.items), seat=1)
    sprite = pictures.sprite()
    ElementTree.fromstring(sprite)
    everything = "".join(drawn.values())
    for svg in drawn.values():
        ElementTree.fromstring(svg)
    assert set(re.findall(r'href="#([^"]+)"', everything)) <= set(re.findall(r' id="([^"]+)"', sprite))
    assert re.findall(r'data-cell="(\w+)"', everything) == list(view.variant.positions)
    shown = re.findall(r'class="mark scores n(\d+)', drawn["board"])
    assert sorted(map(int, shown)) == sorted(item.number or 0 for item in view.items if item.kind == "line")


@pytest.mark.parametrize("edition", HEXAGONS)
def test_every_number_has_a_colour_for_its_badge(edition: str) -> None:
    found = partake.edition(edition)
    assert isinstance(found, HexagonEdition)
    rules = number_rules(found.tiles)
    for tile in found.tiles.tiles:
        assert all(f".n{number}{{" in rules for number in tile if number)


def test_the_live_board_of_take_five_tells_nothing_of_a_look() -> None:
    table = partake.start("five", seats=2, seed="live")
    table.deal()
    for _ in count():
        seat = table.to_act[0]
        look = next((a for a in table.view(seat).legal if "LOOK" in repr(a)), None)
        if look is not None:
            table.play(seat, look)
            table.deal()
            break
    views = [table.view(seat) for seat in (1, 2, None)]
    boards = set()
    for view in views:
        assert isinstance(view, FiveView)
        sprite, board = live_five(view)
        ElementTree.fromstring(sprite)
        boards.add(board)
    assert len(boards) == 1
