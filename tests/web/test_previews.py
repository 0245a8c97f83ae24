"""What messengers are told of a link: title, sentence and picture; a board only when its game is over."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

import httpx
import pytest

from partake.draw.svg.canvas import FONT
from partake.web.raster import HEIGHT, WIDTH, card, preview_png
from partake.web.text.pages import say
from served import Served, act, new_table, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), pages=True) as found:
        yield found


def told(client: httpx.Client, path: str) -> dict[str, str]:
    """The properties of a page that messengers read."""
    return dict(re.findall(r'property="og:(\w+)" content="([^"]*)"', client.get(path).text))


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_a_link_says_who_invites_who_plays_and_how_it_ended(served: Served) -> None:
    ann, bob, stranger = served.client("Ann"), served.client("Bob"), served.client()
    home = told(stranger, "/")
    assert home["title"] == "Partake"
    assert size_of(stranger.get(home["image"]).content) == (WIDTH, HEIGHT)
    table = new_table(ann, seats=[{"kind": "host"}, {"kind": "person"}], options={"rays": "each"})
    waiting = told(stranger, f"/tables/{table}")
    assert waiting["title"] == "Ann invites you to Classic"
    assert waiting["description"] == "Rays: Every ray counts"
    assert waiting["image"] == f"{served.link}/tables/{table}/preview.png"
    empty = stranger.get(waiting["image"])
    assert (empty.headers["content-type"], size_of(empty.content)) == ("image/png", (WIDTH, HEIGHT))
    assert bob.post(f"/api/tables/{table}/join", json={}).status_code == 200
    assert told(stranger, f"/tables/{table}")["title"] == "Classic: Ann and Bob are playing"
    assert act(ann, table)
    assert stranger.get(waiting["image"]).content == empty.content, "nothing of a running game is shown"
    while act(ann, table) or act(bob, table):
        pass
    over = told(stranger, f"/tables/{table}")
    assert over["title"].startswith("Classic: ")
    assert "Ann " in over["description"]
    assert stranger.get(over["image"]).content != empty.content
    assert 'name="twitter:card" content="summary_large_image"' in stranger.get(f"/tables/{table}").text


def test_the_verb_follows_a_pair(served: Served) -> None:
    ann, stranger = served.client("Ann"), served.client()
    form = {"edition": "classic", "who": "elsewhere", "nickname": "Ann", "partner": "Dee", "rounds": "4"}
    path = ann.post("/tables", data=form).headers["location"]
    assert told(stranger, path)["title"] == "Ann &amp; Dee invite you to Classic, a match of 4 games"
    alone = new_table(ann)
    assert told(stranger, f"/tables/{alone}")["title"] == "Classic: Ann is playing"
    seats = [{"kind": "host"}, {"kind": "bot", "level": "random"}]
    playing = ann.get(f"/tables/{new_table(ann, seats=seats)}").text
    assert "are away." in playing, "what the page's scripts may have to say of a pair comes along"
    assert say("wins", name="Ann & Dee") == "Ann & Dee win"
    assert say("wins", name="Ann") == "Ann wins"


def test_numbers_are_drawn_without_any_font_of_the_machine() -> None:
    plain = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" width="9" height="9" style="height:auto">{}</svg>'
    )
    place = 'x="50" y="40" font-size="40" font-weight="800" text-anchor="middle"'
    text = f'<text {place} font-family="{FONT}">{{}}</text>'
    empty, one, two = (preview_png(plain.format(text.format(number))) for number in ("", "1", "8"))
    assert len({empty, one, two}) == 3
    assert 'style="height:auto"' not in card(plain)
    with pytest.raises(ValueError, match="viewBox"):
        card("<svg></svg>")
