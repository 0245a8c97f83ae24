"""The rules pages: complete, with unique anchors, in four languages, for tables and for data files of one's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import Client

import partake
from boards import HEXAGON
from partake.engine.setup import arrange
from partake.rulebook.book import Book, book_in_force, whole_book
from partake.rules.languages import NAMES
from partake.web.rule_search import folded, marked
from served import Served, new_table, serving

EDITIONS = (*HEXAGON, "five")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), pages=True) as found:
        yield found


@pytest.fixture(scope="module")
def browser(served: Served) -> Client:
    return served.client()


def anchors(page: str) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', page)


def rules_on(page: str) -> list[str]:
    return re.findall(r'<li id="([hf]\d+[a-z]?)"', page)


def ids(book: Book) -> list[str]:
    return [rule.id.lower() for _, rule in book.rules if rule.id]


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("language", NAMES)
def test_every_game_has_a_complete_page_in_every_language(browser: Client, name: str, language: str) -> None:
    answer = browser.get(f"/rules/{name}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert rules_on(answer.text) == ids(whole_book(partake.edition(name)))
    found = anchors(answer.text)
    assert len(found) == len(set(found)), "every anchor is there once"
    inner = re.findall(r'href="#([^"]+)"', re.sub(r"<svg.*?</svg>", "", answer.text, flags=re.DOTALL))
    assert set(inner) <= set(found)
    assert not re.search(r"[^{]\{[a-z_]+\}[^}]", re.sub(r"<script.*?</script>", "", answer.text, flags=re.DOTALL))


def test_tiles_are_kept_on_one_line(browser: Client) -> None:
    page = browser.get("/rules/nexus").text
    assert '<span class="kept">12-11-10</span>' in page
    assert "&lt;" not in page


@pytest.mark.parametrize("name", HEXAGON)
def test_the_panel_links_every_value_of_every_option_to_its_anchor(browser: Client, name: str) -> None:
    found = set(anchors(browser.get(f"/rules/{name}").text))
    values = partake.edition(name).offer.values
    for option, offered in values.items():
        for value in offered:
            chosen = {"edition": name, "who": "bots", option: value}
            if name == "orchid":
                chosen = {"symbols": "both", **chosen}
            panel = browser.get("/options", params=chosen).text
            anchor = f"{option}-{'N' if option == 'rounds' else value}"
            assert f'href="/rules/{name}#{anchor}"' in panel, anchor
            assert anchor in found


def test_the_rules_of_a_table_are_exactly_those_in_force(served: Served) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    options: dict[str, str | int | bool] = {"scrapyard": "passed", "placement": "adjacent", "rounds": 3}
    table = new_table(ann, bob, edition="nexus", options=options)
    page = served.client().get(f"/tables/{table}/rules").text
    setup = arrange(partake.edition("nexus"), options, seats=2)
    assert rules_on(page) == ids(book_in_force(setup))
    chosen = page.partition('class="chosen"')[2].partition("</ul>")[0]
    assert re.findall("<li>(.*?)</li>", chosen) == [
        "Scrapyard: Passed to the neighbour",
        "Rays: Your longest ray",
        "Placement: Next to another tile",
        "Tiles at a time: One at a time",
        "Take-back: Until the next tile",
        "Games in the match: 3",
    ]
    assert page.index('class="chosen"') < page.index('id="board"'), "the options are said first"
    assert f'href="/tables/{table}"' in page


def test_every_page_of_a_table_leads_to_its_rules(served: Served) -> None:
    ann = served.client("Ann")
    waiting = ann.post("/api/tables", json={"edition": "five", "seats": [{"kind": "host"}, {"kind": "person"}]}).json()[
        "id"
    ]
    playing = new_table(ann, edition="classic")
    for table in (waiting, playing):
        link = f"/tables/{table}/rules"
        assert f'href="{link}"' in ann.get(f"/tables/{table}").text
        assert ann.get(link).status_code == 200
    assert ann.post(f"/api/tables/{playing}/close").status_code < 300
    assert f'href="/tables/{playing}/rules"' in ann.get(f"/tables/{playing}").text


def test_a_game_for_each_player_is_told_while_players_are_awaited(served: Served) -> None:
    ann = served.client("Ann")
    wanted = {"edition": "classic", "options": {"rounds": "players"}, "seats": [{"kind": "host"}, {"kind": "person"}]}
    table = ann.post("/api/tables", json=wanted).json()["id"]
    page = ann.get(f"/tables/{table}/rules").text
    assert "h20c" in rules_on(page)
    assert "Games in the match: One per player" in page


def test_an_address_names_the_options(browser: Client) -> None:
    page = browser.get("/rules/classic?rays=best&draw=2&players=4").text
    setup = arrange(partake.edition("classic"), {"rays": "best", "draw": 2}, seats=4)
    assert rules_on(page) == ids(book_in_force(setup))
    assert "<li>4 players</li>" in page


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/rules/chess", 404, "There is no game chess; there are classic, daffodil, nexus, orchid, five"),
        ("/rules/classic?rays=longest", 422, "classic cannot be played with"),
        ("/rules/classic?colour=blue", 422, "There is no option"),
        ("/rules/classic?rays=best&players=1", 422, "it needs two or more players"),
        ("/rules/classic?players=99", 422, "takes 1 to 8 players, not 99"),
        ("/tables/none/rules", 404, "there is no such table"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_a_sentence(browser: Client, path: str, status: int, sentence: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == status
    assert sentence.lower() in answer.text.lower()


def test_a_search_without_script_finds_rules_of_all_games(browser: Client) -> None:
    page = browser.get("/rules", params={"q": "Moonray LONGEST"}).text
    assert 'href="/rules/classic?q=Moonray%20LONGEST#h29"' in page
    assert 'href="/rules/daffodil?q=Moonray%20LONGEST#h29"' in page
    assert "<mark>longest</mark> sunray" in page
    assert "No rule has all of these words." in browser.get("/rules", params={"q": "castling"}).text
    assert '"found-title"' not in browser.get("/rules", params={"q": "  "}).text
    assert "<mark>" in browser.get("/rules/classic", params={"q": "sunray"}).text
    odd = browser.get("/rules", params={"q": "<script>" + "x" * 500})
    assert odd.status_code == 200
    assert "<script>x" not in odd.text


def test_accents_and_capitals_do_not_matter(browser: Client) -> None:
    french = browser.get("/rules", params={"q": "etamines"}, headers={"Accept-Language": "fr"}).text
    assert "<mark>étamines</mark>" in french
    assert folded("Étamine ȘȚß") == "etamine stß"
    assert str(marked("Gold & gold", ("gold",))) == "<mark>Gold</mark> &amp; <mark>gold</mark>"
    assert str(marked("sunray", ("sun", "unr"))) == "<mark>sun</mark>ray"


BOARD = """
kind = "board"
name = "tiny"
title = "Tiny"
columns = [[-1, 0, 1], [0, -1, 1], [1, -1, 0]]
"""
EDITION = """
kind = "edition"
family = "hexagon"
name = "tiny"
title = "Tiny"
game = "Take it Easy!"
summary = "Seven cells."
board = "tiny"
tiles = "27"
seats = [1, 5]
[options]
rays = ["each", "none"]
[points]
sunray = 11
moonray = 13
"""


def test_an_operators_own_edition_has_a_true_page(tmp_path: Path) -> None:
    for name, text in (("board", BOARD), ("edition", EDITION)):
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    files = tuple(str(tmp_path / f"{name}.toml") for name in ("board", "edition"))
    with serving(tmp_path / "server", pages=True, data=files) as served:
        page = served.client().get("/rules/tiny").text
        table = new_table(served.client("Ann"), edition="tiny")
        own = served.client().get(f"/tables/{table}/rules").text
        assert 'href="/rules/tiny"' in served.client().get("/rules").text
    for text in (page, own):
        assert "The board has 7 cells in columns of 2, 3 and 2" in text
        assert "7 of 27 tiles are called." in text
        assert "11 points for each of its tiles, every moonray 13" in text
    assert 'id="rays-none"' in page
    assert 'id="rays-none"' not in own
