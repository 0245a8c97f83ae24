"""The pages as the server sends them: whole, safe, and never offering what the rules refuse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from httpx import Client

import partake
from live_server import serving
from partake.engine.setup import arrange
from partake.rules.catalogue import catalogue
from partake.rules.errors import OptionError
from partake.web import pages
from partake.web.pages_options import Panel, panel
from partake.web.words import ENGLISH, SCRIPT

WEB = Path(pages.__file__).parent
TEMPLATES = sorted((WEB / "templates").glob("*.html"))
SCRIPTS = sorted((WEB / "static").glob("*.js"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("pages")) as address:
        yield address


@pytest.fixture
def browser(server: str) -> Iterator[Client]:
    with Client(base_url=server, follow_redirects=True) as client:
        yield client


@pytest.fixture
def stranger(server: str) -> Iterator[Client]:
    with Client(base_url=server, follow_redirects=True) as client:
        yield client


def table_of(browser: Client, **form: str) -> str:
    """The path of a new table, made with the form of the home page."""
    answer = browser.post("/tables", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def test_home_shows_every_game_and_play_now_first(browser: Client) -> None:
    text = browser.get("/").text
    assert text.index("Play now") < text.index('name="edition"')
    for edition in partake.editions().values():
        assert f'value="{edition.name}"' in text
        assert edition.summary in text


def test_play_now_is_a_game_of_classic_for_one(browser: Client) -> None:
    answer = browser.post("/play")
    assert 'data-family="hexagon"' in answer.text
    assert answer.text.count('class="cell empty"') == 19


@pytest.mark.parametrize("edition", ["classic", "daffodil", "nexus", "orchid", "five"])
def test_every_table_has_a_page_for_players_and_for_spectators(browser: Client, stranger: Client, edition: str) -> None:
    path = table_of(browser, edition=edition, players="2", seat2="bot:beginner")
    for client in (browser, stranger):
        answer = client.get(path)
        assert answer.status_code == 200
        assert 'data-status="playing"' in answer.text


def offered(found: Panel) -> Iterator[dict[str, str]]:
    """Every single change that a panel offers, with all that is chosen already."""
    chosen = {c.name: next(v.name for v in c.values if v.is_chosen) for c in found.choices}
    for choice in found.choices:
        for value in choice.values:
            if not value.refusal:
                yield {**chosen, choice.name: value.name}


@pytest.mark.parametrize("edition", partake.editions())
@pytest.mark.parametrize("players", ["1", "2", "4"])
def test_the_options_never_offer_what_the_rules_refuse(edition: str, players: str) -> None:
    known = catalogue()
    values = known.edition(edition).offer.values
    names = [name for name in values if name != "rounds"]
    for chosen in product(*(values[name] for name in names)):
        form = {"edition": edition, "players": players, **dict(zip(names, chosen, strict=True))}
        found = panel(known, form)
        plan = found.plan()
        arrange(found.edition, plan.options, seats=len(plan.seats), is_open=plan.unlimited)
        for options in offered(found):
            settled = panel(known, {**form, **options})
            plan = settled.plan()
            arrange(settled.edition, plan.options, seats=len(plan.seats), is_open=plan.unlimited)


def test_what_is_refused_says_why() -> None:
    found = panel(catalogue(), {"edition": "classic", "players": "1"})
    best = next(v for c in found.choices if c.name == "rays" for v in c.values if v.name == "best")
    with pytest.raises(OptionError, match=re.escape(best.refusal)):
        arrange(found.edition, {"rays": "best"}, seats=1)


def test_a_table_waits_for_people_and_shows_how_to_come(browser: Client, stranger: Client) -> None:
    path = table_of(browser, edition="classic", players="2", seat2="person", listed="yes", title="Sunday")
    waiting = browser.get(path).text
    assert f"{browser.base_url}".rstrip("/") + path in waiting
    assert browser.get(f"{path}/qr.svg").headers["content-type"] == "image/svg+xml"
    assert "Sunday" in browser.get("/lobby").text
    joined = stranger.post(f"{path}/join", data={"nickname": "Bob"})
    assert 'data-status="playing"' in joined.text
    assert "Sunday" not in browser.get("/lobby").text


def test_names_are_never_markup(browser: Client) -> None:
    evil = "<script>alert(1)</script>"
    path = table_of(
        browser, edition="classic", players="2", seat2="person", nickname=evil, title=evil[:60], listed="yes"
    )
    for page in (path, "/lobby", "/", "/me"):
        assert "<script>alert" not in browser.get(page).text


def test_pages_need_neither_inline_code_nor_other_hosts(browser: Client) -> None:
    playing = table_of(browser, edition="nexus", players="2", seat2="bot:beginner")
    for path in ("/", "/me", playing, "/nothing", table_of(browser, edition="five", players="2")):
        text = browser.get(path).text
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text), path
        assert not re.findall(r"<script(?![^>]*(?:src=|application/json))", text), path
        assert not re.findall(r'(?:src|href)="(?:https?:)?//', text), path
    for file in [*SCRIPTS, WEB / "static" / "page.css"]:
        hosts = set(re.findall(r"https?://[^\s\"']+", file.read_text(encoding="utf-8")))
        assert hosts <= {"http://www.w3.org/2000/svg"}, file.name


def test_refusals_are_pages_in_plain_words(browser: Client, stranger: Client) -> None:
    missing = browser.get("/tables/nobody")
    assert missing.status_code == 404
    assert 'class="problem"' in missing.text
    path = table_of(browser, edition="classic")
    refused = stranger.post(f"{path}/leave")
    assert refused.status_code == 403
    assert "you have no seat at this table" in refused.text


def test_my_data_can_be_carried_over_and_deleted(browser: Client, stranger: Client) -> None:
    table_of(browser, edition="classic", nickname="Ann")
    link = re.findall(r'value="http://[^/]+(/carry/[^"]+)"', browser.post("/me/carry").text)[0]
    assert "Go on as Ann" in stranger.get(link).text
    assert "Ann" in stranger.post(link).text
    assert browser.post("/me/delete", follow_redirects=False).status_code == 303
    assert "Ann" not in browser.get("/me").text


def test_every_word_is_there_and_every_word_is_used() -> None:
    html = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES)
    code = "".join(path.read_text(encoding="utf-8") for path in [*WEB.glob("pages*.py")])
    used = (set(re.findall(r"say\(['\"](\w+)['\"]", html + code)) | {"wins", "share_win"}) - {"phase_"}
    options = {name for edition in partake.editions().values() for name in edition.offer.values}
    phases = {f"phase_{phase}" for phase in ("score", "21", "quinte")}
    assert used <= set(ENGLISH)
    assert set(ENGLISH) == used | options | phases
    scripts = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    said = set(re.findall(r"say\(\"(\w+)\"", scripts))
    assert said <= set(SCRIPT), said - set(SCRIPT)
    assert all(f'"{key}"' in scripts + html for key in SCRIPT)
