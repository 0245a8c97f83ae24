"""The language of pages, answers and streams: how it is chosen, and that nothing is left in another one.

The pages are walked in a language of our own that puts every text of the catalogue in brackets: whatever stands
outside of them was never offered to a translator.
"""

from __future__ import annotations

import html
import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from httpx import Client, Response

from brackets import french_in_brackets, outside
from paper_games import paper_game
from partake.engine.notation import format_action
from partake.engine.outcome import Item
from partake.engine.record.fields import settings as settings_of
from partake.engine.record.files import read_record
from partake.rules.grid import Direction
from partake.rules.names import shown_name
from partake.rules.tiles import Tile
from partake.store.rows import ActionRow, SeatRow, Status, TableRow
from partake.table.bot_failures import STANDS_IN, STOOD_IN
from partake.web.language import COOKIE
from partake.web.text.shared import SHARED
from recorded import GOLDEN, KNOWN
from served import Served, act, new_table, serving

READ = ("title", "aria-label", "placeholder", "alt", "data-told", "data-share")
"""The attributes that people read."""


class Reader(HTMLParser):
    """Gathers what people see, hear or share of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._skipped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the attributes that are read."""
        self._skipped += tag in ("script", "style")
        given = dict(attrs)
        self.found += [value for name in READ if (value := given.get(name))]
        if tag == "meta" and (given.get("property") or given.get("name") or "") in ("og:title", "og:description"):
            self.found.append(given.get("content") or "")

    def handle_endtag(self, tag: str) -> None:
        """Go on reading after a script."""
        self._skipped -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        """Note a visible text."""
        if not self._skipped and data.strip():
            self.found.append(data.strip())


def untranslated(page: str) -> list[str]:
    """What a page says in no language in particular; a text with a tile kept together or a word marked is one text."""
    reader = Reader()
    reader.feed(re.sub(r'<span class="kept">(.*?)</span>|</?mark>', r"\1", page))
    return [told for told in reader.found if outside(told)]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), pages=True) as found:
        yield found


@pytest.fixture
def bracketed() -> Iterator[None]:
    """French, replaced by the language in brackets."""
    with french_in_brackets():
        yield


def keep_finished(served: Served, host: Client, name: str) -> str:
    """Put a recorded game among those of a server, as one of its host's that is over."""
    record = read_record((GOLDEN / f"{name}.partake").read_text(encoding="utf-8"), KNOWN)
    edition, person = record.setup.edition, host.get("/api/me").json()["id"]
    assert record.seed is not None
    log = [
        ActionRow(number, actor, format_action(action), 1.0) for number, (actor, action) in enumerate(record.moves, 1)
    ]
    seats = [SeatRow(1, "Ann", people=(person,)), *(SeatRow(n, "Bob") for n in range(2, len(record.setup.names) + 1))]
    row = TableRow(
        id=f"kept{name}{person[:8]}", title="", edition=edition.name, rules=edition.digest,
        options={name: str(value) for name, value in settings_of(record.setup).items()}, host=person,
        status=Status.OVER, clock=None, pause=0.0, listed=False, unlimited=False, created=1.0, started=1.0,
        finished=2.0, commitment=record.commitment,
    )  # fmt: skip
    served.do(served.app.state.context.tables.store.add_table(row, record.seed.data, seats, log))
    return row.id


def in_french(client: Client, path: str) -> Response:
    """A page as a French browser gets it."""
    return client.get(path, headers={"Accept-Language": "fr"}, follow_redirects=True)


def test_a_language_is_chosen_by_cookie_then_by_header_then_it_is_english(served: Served) -> None:
    for headers, code in (
        ({}, "en"),
        ({"Accept-Language": "it, de-AT;q=0.8, en;q=0.5"}, "de"),
        ({"Accept-Language": "xx"}, "en"),
        ({"Accept-Language": "ro", "Cookie": f"{COOKIE}=fr"}, "fr"),
        ({"Accept-Language": "ro", "Cookie": f"{COOKIE}=xx"}, "ro"),
    ):
        with Client(base_url=served.link, headers=headers) as client:
            assert f'<html lang="{code}">' in client.get("/").text, headers


def test_a_chosen_language_is_kept_and_leads_back_only_to_this_server(served: Served) -> None:
    with Client(base_url=served.link) as client:
        answer = client.post("/language", data={"language": "de", "to": "/me?page=1"})
        assert (answer.status_code, answer.headers["location"]) == (303, "/me?page=1")
        assert '<html lang="de">' in client.get("/", headers={"Accept-Language": "fr"}).text
        for elsewhere in ("//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", ""):
            answer = client.post("/language", data={"language": "xx", "to": elsewhere})
            assert answer.headers["location"] == "/"
            assert "set-cookie" not in answer.headers


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("who", ["alone", "bots", "here", "elsewhere"])
@pytest.mark.parametrize("edition", ["classic", "daffodil", "nexus", "orchid", "five"])
def test_the_home_page_is_all_in_one_language(served: Served, who: str, edition: str) -> None:
    with Client(base_url=served.link) as client:
        page = in_french(client, f"/?who={who}&edition={edition}&clock=30&symbols=sun&and_bots=1").text
    assert untranslated(page) == []


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("classic", {"rounds": 2, "rays": "best"}),
        ("daffodil", {}),
        ("nexus", {"scrapyard": "passed"}),
        ("orchid", {}),
        ("five", {}),
    ],
)
def test_tables_are_all_in_one_language(served: Served, edition: str, options: dict[str, object]) -> None:
    ann, bob, stranger = served.client("Ann"), served.client("Bob"), served.client()
    wanted = {"edition": edition, "options": options, "clock": 600}
    seats = [{"kind": "host"}, {"kind": "person"}, {"kind": "bot", "level": "beginner"}][
        : 2 if edition == "five" else 3
    ]
    waiting = ann.post("/api/tables", json={**wanted, "seats": seats}).json()
    for client in (ann, stranger):
        assert untranslated(in_french(client, f"/tables/{waiting['id']}").text) == []
    table = new_table(ann, bob, **wanted)
    for _ in range(3):
        act(ann, table)
        act(bob, table)
    for client in (ann, stranger):
        page = in_french(client, f"/tables/{table}").text
        assert untranslated(page) == []
        words = json.loads(html.unescape(page.split('id="words">')[1].split("</script>")[0]))
        texts = [one for text in words.values() for one in (text.values() if isinstance(text, dict) else [text])]
        assert all(one.startswith("⟦") for one in texts)
    ann.post(f"/api/tables/{table}/close")
    assert untranslated(in_french(ann, f"/tables/{table}").text) == []


@pytest.mark.usefixtures("bracketed")
def test_finished_games_are_all_in_one_language(served: Served) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = new_table(ann, bob)
    while act(ann, table) or act(bob, table):
        pass
    paths = [f"/tables/{table}", f"/tables/{table}/replay", f"/tables/{table}/replay?at=5", f"/tables/{table}/review"]
    for path in (*paths, f"/tables/{table}/comparison", "/me", "/"):
        assert untranslated(in_french(ann, path).text) == [], path


@pytest.mark.usefixtures("bracketed")
def test_a_finished_game_of_take_five_is_all_in_one_language(served: Served) -> None:
    ann = served.client("Ann")
    table = keep_finished(served, ann, "five-2")
    paths = [f"/tables/{table}", f"/tables/{table}/replay", f"/tables/{table}/replay?at=25"]
    for path in (*paths, f"/tables/{table}/replay?at=9999"):
        page = in_french(ann, path)
        assert (page.status_code, untranslated(page.text)) == (200, []), path


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("classic-rays", ["review?at=1", "review?at=5", "review?at=12", "review?at=19", "best"]),
        ("five-2", ["review", "review?seat=2", *(f"review?at={at}" for at in range(1, 40, 3)), "review?at=9999"]),
    ],
    ids=["classic", "five"],
)
def test_reviews_are_all_in_one_language(served: Served, name: str, paths: list[str]) -> None:
    ann = served.client("Ann")
    table = keep_finished(served, ann, name)
    asked = ann.post(f"/tables/{table}/review", headers={"Accept-Language": "fr"}, follow_redirects=True)
    assert (asked.status_code, untranslated(asked.text)) == (200, [])
    state = "waiting"
    for _ in range(1200):
        state = ann.get(f"/api/tables/{table}/review").json()["state"]
        if state not in ("waiting", "working"):
            break
        time.sleep(0.1)
    assert state == "done"
    for path in paths:
        page = in_french(ann, f"/tables/{table}/{path}")
        assert (page.status_code, untranslated(page.text)) == (200, []), path


@pytest.mark.usefixtures("bracketed")
def test_the_pages_between_two_games_are_all_in_one_language(served: Served) -> None:
    ann, bob, stranger = served.client("Ann"), served.client("Bob"), served.client()
    table = new_table(ann, bob, options={"rounds": 2, "rays": "best"})
    with ExitStack() as streams:
        paths = ((client, f"/api/tables/{table}/events") for client in (ann, bob))
        lines = [streams.enter_context(client.stream("GET", path)).iter_lines() for client, path in paths]
        assert all(map(next, lines)), "the next game waits for those who are here"
        while act(ann, table) or act(bob, table):
            pass
        assert ann.get(f"/api/tables/{table}").json()["view"]["between"]
        for client in (ann, stranger):
            assert untranslated(in_french(client, f"/tables/{table}").text) == []


@pytest.mark.usefixtures("bracketed")
def test_the_pages_of_a_person_are_all_in_one_language(served: Served) -> None:
    ann, headers = served.client("Ann"), {"Accept-Language": "fr"}
    carry = ann.post("/me/carry", headers=headers)
    assert (carry.status_code, untranslated(carry.text)) == (200, [])
    link = ann.post("/api/me/carry", json={}).json()["link"]
    token = ann.post("/me/tokens", data={"label": "Bob"}, headers=headers)
    assert token.status_code == 200
    secret = re.compile(r"pt_[\w-]+")
    assert untranslated(secret.sub("", token.text)) == []
    pages = ["/settings", link, "/me", "/me?done=signed_out", "/lobby", "/options?edition=nexus"]
    for path in pages:
        page = in_french(ann, path)
        assert (page.status_code, untranslated(page.text)) == (200, []), path


@pytest.mark.usefixtures("bracketed")
def test_the_pages_for_a_cardboard_table_are_all_in_one_language(served: Served) -> None:
    called = {"edition": "classic", "called": " ".join(paper_game("classic", "Ann")["games"][0]["called"])}
    with Client(base_url=served.link) as client:
        for path in ("/call", "/score", "/offline", f"/call/best?{urlencode(called)}"):
            page = in_french(client, path)
            assert (page.status_code, untranslated(page.text)) == (200, []), path


@pytest.mark.usefixtures("bracketed")
def test_the_rules_are_all_in_one_language(served: Served) -> None:
    ann = served.client("Ann")
    table = new_table(ann, edition="nexus", options={"rounds": 2})
    books = [f"/rules/{name}" for name in ("classic", "daffodil", "nexus", "orchid", "five")]
    for path in ("/rules", "/rules?q=H22", "/rules/nexus?scrapyard=passed&draw=2", f"/tables/{table}/rules", *books):
        page = in_french(ann, path)
        assert (page.status_code, untranslated(page.text)) == (200, []), path


@pytest.mark.usefixtures("bracketed")
def test_the_pages_of_a_challenge_are_all_in_one_language(served: Served) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    table = new_table(ann)
    while act(ann, table):
        pass
    made = ann.post(f"/tables/{table}/challenge", headers={"Accept-Language": "fr"}, follow_redirects=True)
    assert (made.status_code, untranslated(made.text)) == (200, [])
    friend = made.url.params["friend"]
    for client in (bob, ann):
        assert untranslated(in_french(client, f"/tables/{friend}").text) == []
    bob.post(f"/api/tables/{friend}/join", json={})
    assert untranslated(in_french(bob, f"/tables/{friend}").text) == []
    while act(bob, friend):
        pass
    for path in (f"/tables/{friend}", f"/tables/{table}", f"/tables/{friend}/comparison"):
        assert untranslated(in_french(bob, path).text) == [], path


@pytest.mark.usefixtures("bracketed")
def test_refusals_are_in_the_language_of_the_reader(served: Served) -> None:
    ann, stranger = served.client("Ann"), served.client()
    table = new_table(ann, edition="classic")
    headers = {"Accept-Language": "fr"}
    for client, method, path, body in (
        (ann, "GET", "/api/tables/none", None),
        (ann, "GET", "/api/nothing", None),
        (ann, "PUT", "/api/tables", None),
        (ann, "POST", "/api/tables", {"edition": "chess"}),
        (ann, "POST", "/api/tables", {"edition": "classic", "seats": [{"kind": "king"}]}),
        (ann, "POST", "/api/tables", {"edition": "classic", "clock": "x"}),
        (ann, "POST", "/api/tables", {"edition": "classic", "options": {"rays": "best"}}),
        (ann, "POST", "/api/tables", {"edition": "classic", "options": {"draw": 7}}),
        (ann, "POST", f"/api/tables/{table}/moves", {"action": "9-9-9@a1"}),
        (ann, "POST", f"/api/tables/{table}/moves", {"action": "nonsense"}),
        (ann, "POST", f"/api/tables/{table}/moves", {"action": "back", "expect": 99}),
        (ann, "POST", f"/api/tables/{table}/rematch", None),
        (ann, "POST", f"/api/tables/{table}/challenge", None),
        (ann, "POST", f"/api/tables/{table}/review", None),
        (stranger, "POST", f"/api/tables/{table}/moves", {"action": "back"}),
        (stranger, "POST", f"/api/tables/{table}/join", {"nickname": "bot"}),
        (stranger, "GET", "/api/me", None),
        (stranger, "POST", "/api/carry", {"token": "x"}),
    ):
        answer = client.request(method, path, json=body, headers=headers)
        assert answer.status_code >= 400, (method, path)
        told = answer.json()["error"]
        assert told.startswith("⟦") or ": ⟦" in told, told
    page = in_french(ann, "/tables/none")
    assert (page.status_code, untranslated(page.text)) == (404, [])
    elsewhere = ann.post("/play", headers={**headers, "Origin": "https://evil.example"})
    assert (elsewhere.status_code, untranslated(elsewhere.text)) == (403, [])


def test_a_stream_is_the_same_for_readers_of_all_languages(served: Served) -> None:
    ann, readers = served.client("Ann"), [served.client() for _ in ("en", "ro")]
    table = new_table(ann, edition="classic")
    act(ann, table)
    found = []
    for client, code in zip(readers, ("en", "ro"), strict=True):
        with client.stream(
            "GET", f"/api/tables/{table}/events?view=true", headers={"Accept-Language": code}
        ) as response:
            found.append(next(line for line in response.iter_lines() if line.startswith("data: ")))
    assert found[0] == found[1]


def test_scripts_say_of_points_bots_and_failures_what_the_engine_says() -> None:
    """The words of the scripts that must be the engine's own, so that they have its translations."""
    cells, one = ("a1", "a2", "a3"), ("a1",)
    tile = Tile(9, 7, 8)
    items: dict[str, Item] = {
        "item_gold": Item(kind="bonus", points=1, cells=one, tile=tile, bonus="gold", crossed=2),
        "item_silver": Item(kind="bonus", points=1, cells=one, tile=tile, bonus="silver", crossed=2),
        "item_scrapyard": Item(kind="scrapyard", points=0, value=7),
        "item_penalty": Item(kind="penalty", points=-60, value=7),
        "item_penalty_shared": Item(kind="penalty", points=-30, value=7, shared=2),
    }
    for direction in Direction:
        items[f"item_{direction}"] = Item(kind="line", points=27, cells=cells, direction=direction, number=9)
        items[f"item_{direction}_cell"] = Item(kind="line", points=9, cells=one, direction=direction, number=9)
    for symbol in ("sun", "moon"):
        items[f"item_{symbol}ray"] = Item(kind="ray", points=6, cells=cells, symbol=symbol)
        items[f"item_{symbol}ray_cell"] = Item(kind="ray", points=2, cells=one, symbol=symbol)
        items[f"item_best_{symbol}ray"] = Item(kind="best-ray", points=50, cells=cells, symbol=symbol)
        items[f"item_best_{symbol}ray_shared"] = Item(kind="best-ray", points=25, cells=cells, symbol=symbol, shared=2)
    said = {key: item.message.text for key, item in items.items()}
    said["level_between"] = "between {below} and {above}"
    for level in ("Beginner", "Casual", "Skilled", "Expert", "Master"):
        said[f"level_{level.lower()}"] = level.lower()
    for bot in ("Beginner", "Casual", "Skilled", "Expert", "Master", "Random"):
        said[f"bot_{bot.lower()}"] = shown_name(f"{bot} bot").text
        said[f"bot_{bot.lower()}_n"] = shown_name(f"{bot} bot 2").text
    said["bot_player_n"] = shown_name("Player 2").text
    for kind in STOOD_IN:
        said |= {f"stood_in_{kind}": STOOD_IN[kind].text, f"stood_in_{kind}_on": STANDS_IN[kind].text}
    assert said == SHARED
