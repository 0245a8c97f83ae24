from __future__ import annotations

import re

import pytest

import partake
from partake.draw.text import text
from partake.draw.text.canvas import TextCanvas, columns
from partake.engine.actions import Move
from partake.engine.contract import View

EDITIONS = list(partake.editions())
ESCAPE = re.compile(r"\033\[[0-9;]*m")


def later(edition: str, moves: int, *, seats: int = 2, **options: str) -> View:
    """What the next seat sees after so many moves."""
    table = partake.start(edition, seats=seats, seed="picture", data=(), is_open=False, **options)
    for number in range(moves):
        if not table.to_act:
            table.deal()
            continue
        legal = table.view(table.to_act[0]).legal
        table.play(table.to_act[0], legal[number * 7 % len(legal)])
    return table.view((table.to_act or (1,))[0])


def test_a_tile_shows_its_numbers_in_place() -> None:
    sheet = partake.sheet("nexus", {"d4": "12-11-10", "s4": "1-6-8"}, scrapyard="threshold")
    lines = text(sheet).splitlines()
    top = next(i for i, line in enumerate(lines) if re.search(r"/ 12  \\", line))
    assert "/  ☾ ◆  \\" in lines[top + 1]
    assert "\\11  10 /" in lines[top + 2]
    assert "◇" in text(sheet)


def test_a_classic_board_as_a_picture() -> None:
    assert text(partake.sheet("classic", {"c3": "9-7-8", "a1": "1-2-4"})) == (
        "Classic\n"
        "\n"
        "                _____\n"
        "               /     \\\n"
        "         _____/  c1   \\_____\n"
        "        /     \\       /     \\\n"
        "  _____/  b1   \\_____/  d1   \\_____\n"
        " /  1  \\       /     \\       /     \\\n"
        "/   ☾   \\_____/  c2   \\_____/  e1   \\\n"
        "\\ 2   4 /     \\       /     \\       /\n"
        " \\_____/  b2   \\_____/  d2   \\_____/\n"
        " /     \\       /  9  \\       /     \\\n"
        "/  a2   \\_____/   ☼   \\_____/  e2   \\\n"
        "\\       /     \\ 7   8 /     \\       /\n"
        " \\_____/  b3   \\_____/  d3   \\_____/\n"
        " /     \\       /     \\       /     \\\n"
        "/  a3   \\_____/  c4   \\_____/  e3   \\\n"
        "\\       /     \\       /     \\       /\n"
        " \\_____/  b4   \\_____/  d4   \\_____/\n"
        "       \\       /     \\       /\n"
        "        \\_____/  c5   \\_____/\n"
        "              \\       /\n"
        "               \\_____/\n"
    )


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("rich", [True, False])
def test_colour_adds_only_colour(edition: str, rich: bool) -> None:
    view = later(edition, 21)
    coloured = text(view, colour=True, rich=rich)
    assert ("38;2;" if rich else "38;5;") in coloured
    stripped = [line.rstrip() for line in ESCAPE.sub("", coloured).splitlines()]
    assert stripped == text(view).splitlines()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_picture_fits_eighty_columns(edition: str, seats: int) -> None:
    drawn = text(later(edition, 30, seats=seats), width=80)
    assert max(columns(line) for line in drawn.splitlines()) <= 80


def test_narrow_terminals_have_the_scrapyard_below() -> None:
    view = later("nexus", 4)
    wide, narrow = text(view, width=80).splitlines(), text(view, width=60).splitlines()
    assert max(map(len, narrow)) <= 60
    assert len(narrow) > len(wide)
    assert any("s7" in line for line in narrow)


@pytest.mark.parametrize("edition", EDITIONS)
def test_ascii_is_ascii(edition: str) -> None:
    assert text(later(edition, 21), ascii=True).isascii()


def test_legal_cells_and_the_last_move_are_marked() -> None:
    view = later("classic", 3, seats=1, placement="adjacent")
    legal = set(re.findall(r"\[(\w\d)\]", text(view)))
    assert legal == {getattr(action, "cell", "") for action in view.legal} - {""}
    assert re.search(r"> ?\d+ <", text(view))


def test_special_cells_bear_their_sign() -> None:
    assert text(partake.sheet("daffodil", {})).count("✿") == 3
    orchid = text(partake.sheet("orchid", {}))
    assert all(f"\\__{label}__/" in orchid for label in "ABC")
    assert "Reserve" in orchid
    assert "\\ *   * /" in text(partake.sheet("daffodil", {"a1": "*-*-*"}))


def test_a_held_scrapyard_is_drawn_for_the_holder() -> None:
    table = partake.start("nexus", seats=["Ann", "Bob"], seed="s", scrapyard="passed")
    table.deal()
    tile = getattr(table.view(1).legal[0], "tile", None)
    table.play(1, f"{tile}@s")
    assert "Scrapped by Ann" in text(table.view(2))
    assert "Ann: scrapyard" in text(table.view(2))
    assert "Scrapped by" not in text(table.view(1))


def test_many_players_are_listed_in_short() -> None:
    table = partake.start("classic", seats=[f"P{i}" for i in range(30)], is_open=True)
    assert "and 21 more" in text(table.view(1), others=False)


def test_take_five_never_shows_what_lies_face_down() -> None:
    table = partake.start("five", seats=2, seed="q")
    table.deal()
    first = table.to_act[0]
    hidden = text(table.view(first))
    assert hidden.count("■") == 36
    table.play(first, "W?e2")
    table.deal()
    shown, others = text(table.view(first)), text(table.view(3 - first))
    assert (shown.count("■"), others.count("■")) == (35, 36)
    second = next(action for action in table.view(first).legal if isinstance(action, Move))
    table.play(first, second)
    assert text(table.view(first)).count("■") == 36


def test_wide_and_combining_names_keep_their_columns() -> None:
    canvas = TextCanvas()
    after = canvas.put(0, 0, "漢e\u0301x")
    canvas.put(after, 0, "|")
    assert (after, canvas.render(colour=False)) == (4, "漢e\u0301x|")
    assert columns("漢e\u0301x") == 4


def test_only_pictures_that_exist() -> None:
    with pytest.raises(TypeError, match="there is no picture of a int"):
        text(5)
