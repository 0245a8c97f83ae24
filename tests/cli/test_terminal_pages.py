"""Pages of a terminal: every board fits 60 columns and 24 rows, a smaller terminal is told what it lacks."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import partake
from partake.draw.text.canvas import columns
from partake.engine.actions import Deed, Move, Place, Scrap, TakeBack
from partake.engine.table import Table
from scripted_game import TAB, printed

CLEAR = "\033[H\033[2J"
"""Begins a page."""
ERASE = "\033[1A\033[2K"
"""Erases a line."""
GAMES: list[tuple[str, list[str], dict[str, Any]]] = [
    ("classic", ["Ann", "bot:greedy"], {"draw": 2}),
    ("daffodil", ["Ann", "Bob"], {"stamens": "reserve"}),
    ("nexus", ["Ann", "bot:greedy"], {}),
    ("orchid", ["Ann", "Bob", "Cleo"], {}),
    ("five", ["Ann", "bot:greedy", "bot:casual", "Cleo"], {}),
]


def whole_game(edition: str, names: list[str], options: dict[str, Any]) -> Table:
    """A game to its end, by lot; in Take Five pawns are taken rather than looked at."""
    table, chance = partake.start(edition, seats=names, seed="pages", **options), random.Random(1)
    while not table.is_over:
        if not table.to_act:
            table.deal()
            continue
        legal = [action for action in table.view(table.to_act[0]).legal if not isinstance(action, TakeBack)]
        takes = [action for action in legal if isinstance(action, Move) and action.deed is Deed.TAKE]
        table.play(table.to_act[0], chance.choice(takes or legal))
    return table


def pages(table: Table, size: tuple[int, int]) -> list[list[str]]:
    """Everything that a terminal of this size shows in a game, page by page, without colours."""
    out = "".join(text for _, text in printed(table, size=size))
    lines = [page.splitlines() for page in re.sub(r"\033\[[0-9;]*m", "", out).split(CLEAR)[1:]]
    found = ([line for line in page if not line.startswith((TAB, ERASE))] for page in lines)
    return [page for page in found if page]


@pytest.mark.parametrize(("edition", "names", "options"), GAMES, ids=lambda value: str(value))
def test_every_page_of_a_game_fits_a_small_terminal(edition: str, names: list[str], options: dict[str, Any]) -> None:
    found = pages(whole_game(edition, names, options), (60, 24))
    assert len(found) > 15
    for page in found:
        assert len(page) <= 24, "\n".join(page)
        assert max(map(columns, page)) <= 60, "\n".join(page)
        assert "This page needs" not in "\n".join(page)
        assert page[-1].rstrip().endswith((">", "Press Enter to hide it.")), page


@pytest.mark.parametrize("edition", ["classic", "nexus", "five"])
def test_a_terminal_that_is_too_small_is_told_once_what_a_page_needs(edition: str) -> None:
    table = partake.start(edition, seats=["Ann", "Bob"], seed="s")
    table.deal()
    seat = table.to_act[0]
    for _ in range(2):
        table.play(seat, table.view(seat).legal[0])
        while not table.to_act:
            table.deal()
        seat = table.to_act[0]
    told = "\n".join("\n".join(page) for page in pages(table, (41, 9)))
    sentences = re.findall(r"This page needs (\d+) columns and (\d+)\s+rows;\s+the\s+terminal has 41 and 9\.", told)
    assert len(sentences) == 1
    assert int(sentences[0][1]) > 9
    assert "Ann, " in told, "the game goes on all the same"


@pytest.mark.parametrize(("size", "is_large"), [((60, 24), False), ((120, 40), True)])
def test_a_board_is_as_large_as_the_terminal_allows(size: tuple[int, int], is_large: bool) -> None:
    table = partake.start("nexus", seats=["Ann"], seed="s")
    table.deal()
    table.play(1, table.view(1).legal[0])
    assert any("[a1]   \\" in line or "/ [a1]  \\" in line for line in pages(table, size)[0]) == is_large


@pytest.mark.parametrize("edition", partake.editions())
def test_the_rules_of_the_table_are_told_with_their_numbers(cli: Any, edition: str) -> None:
    names = ["Ann", "Bob"]
    out = cli("play", edition, *names, typed="rules\nquit\n").out
    assert f"The rules of this table: {partake.edition(edition).title}" in out
    numbers = {
        "classic": ["19 of 27 tiles"],
        "daffodil": ["21 of 31 tiles", "written *"],
        "nexus": ["44 of 64", "earns 80 points", "one 40", "10 points for each", "less than 60 points costs you 60"],
        "orchid": ["25 of 32", "3 of the tiles wait in the reserve", "cells c1, c4, f3"],
        "five": ["36 pawns, 4 each of 1 to 9", "exactly 21", "3 markers win the game", "after 200 turns"],
    }
    for words in numbers[edition]:
        assert words in out


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("rays=each", "brings 7 points for each of its tiles, every moonray 6"),
        ("rays=best", "brings its player 60 points"),
        ("draw=2", "Two tiles are called at a time"),
        ("takeback=no", "A placed tile stays where it is."),
        ("placement=symbol", "Each sun goes next to another sun"),
        ("rounds=4", "The match has 4 games"),
    ],
)
def test_the_rules_are_those_of_the_options(cli: Any, option: str, words: str) -> None:
    assert words in cli("play", "classic", "Ann", "Bob", "-o", option, typed="rules\nquit\n").out
    assert words not in cli("play", "classic", "Ann", "Bob", typed="rules\nquit\n").out


def test_help_names_every_word(cli: Any) -> None:
    for edition in partake.editions():
        out = cli("play", edition, "Ann", "Bob", typed="help\nquit\n").out
        for word in ("hint", "rules", "score", "bag", "boards", "help", "quit"):
            assert re.search(rf"^  {word} +\S", out, re.MULTILINE), word


def test_a_hint_in_take_five_knows_what_the_player_has_seen_and_asks_for_privacy(cli: Any) -> None:
    typed = "W?e2\n\n\nhint\n\nquit\n"
    out = cli("play", "five", "Ann", "Bob", "--seed", "q", typed=typed).out
    assert "are you alone at the screen?\nPress Enter to see your hint >" in out
    assert "known: e2 6" in out


def test_who_plays_against_bots_is_not_asked_to_be_alone(cli: Any) -> None:
    table = partake.start("five", seats=["Ann", "bot:random"], seed="s")
    table.deal()
    typed = "\n".join(["W?e2", "", "B?b2", "", "R?b6", "", "N?b4", "", "hint", "quit"])
    out = cli("play", "five", "Ann", "bot:random", "--seed", "s", typed=typed + "\n").out
    assert "Press Enter to hide it." in out
    assert "are you alone" not in out


def test_a_look_turns_the_pawn_up_on_the_board() -> None:
    table = partake.start("five", seats=["Ann", "bot:random"], seed="s")
    while not table.to_act:
        table.deal()
    while table.to_act != (1,):
        table.play(2, table.view(2).legal[0])
        while not table.to_act:
            table.deal()
    look = next(a for a in table.view(1).legal if isinstance(a, Move) and a.deed is Deed.LOOK)
    table.play(1, look)
    table.deal()
    table.play(1, next(a for a in table.view(1).legal if isinstance(a, Move) and a.piece is not look.piece))
    shown = [page for page in pages(table, (60, 24)) if any("Press Enter to hide it." in line for line in page)]
    assert len(shown) == 1
    turned = [line for line in shown[0] if re.match(rf"{look.square[1]}  .*[BWNR]\d", line)]
    assert len(turned) == 1, "\n".join(shown[0])


def test_a_full_board_leaves_only_the_scrapyard() -> None:
    """With passed scrapyards, a tile that has no cell left can only be scrapped, and the page says so."""
    table = partake.start("nexus", seats=["Ann", "Bob"], seed="s", scrapyard="passed")
    while not any(isinstance(action, Scrap) for _, action in table.private_save().moves):
        if not table.to_act:
            table.deal()
            continue
        seat = table.to_act[0]
        legal = [a for a in table.view(seat).legal if not isinstance(a, TakeBack)]
        table.play(seat, next((a for a in legal if isinstance(a, Place)), legal[0]))
    assert "Your board is full: type s to scrap the tile." in "\n".join(pages(table, (60, 24))[-1])
