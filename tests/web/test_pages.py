"""The pages as the server sends them: whole, safe, and never offering what the rules refuse."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from httpx import Client

import partake
from partake.draw.palette import ROLES
from partake.engine.setup import arrange
from partake.rules.catalogue import catalogue
from partake.rules.errors import OptionError
from partake.rules.options import OPTIONS
from partake.store.rows import Status
from partake.teach.lesson import PARTS, lessons
from partake.web import pages
from partake.web.look import CHOICES
from partake.web.pages.common import is_named
from partake.web.pages.options import OptionsPanel, panel
from partake.web.text.pages import ENGLISH, PAIR, VALUES
from partake.web.text.scripts import SCRIPT
from partake.web.text.shared import SHARED
from served import serving

WEB = Path(pages.__file__).parent.parent
TEMPLATES = sorted((WEB / "templates").rglob("*.html"))
SCRIPTS = sorted((WEB / "static").glob("*.js"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("pages"), pages=True) as served:
        yield served.link


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


def test_head_tells_what_get_would_but_for_the_body(browser: Client) -> None:
    asked, told = browser.get("/"), browser.head("/")
    assert (told.status_code, told.content) == (200, b"")
    assert told.headers["content-length"] == asked.headers["content-length"]
    assert told.headers["content-security-policy"] == asked.headers["content-security-policy"]


def test_play_now_is_a_game_of_classic_for_one(browser: Client) -> None:
    answer = browser.post("/play")
    assert 'data-game="/static/hexagon.' in answer.text
    assert answer.text.count('class="cell empty"') == 19


@pytest.mark.parametrize("edition", ["classic", "daffodil", "nexus", "orchid", "five"])
def test_every_table_has_a_page_for_players_and_for_spectators(browser: Client, stranger: Client, edition: str) -> None:
    path = table_of(browser, edition=edition, who="bots", level1="beginner")
    for client in (browser, stranger):
        answer = client.get(path)
        assert answer.status_code == 200
        assert 'data-status="playing"' in answer.text


def offered(found: OptionsPanel) -> Iterator[dict[str, str]]:
    """Every single change that a panel offers, with all that is chosen already."""
    chosen = {c.name: next(v.name for v in c.values if v.is_chosen) for c in found.choices}
    for choice in found.choices:
        for value in choice.values:
            if not value.refusal:
                yield {**chosen, choice.name: value.name}


@pytest.mark.parametrize("edition", partake.editions())
@pytest.mark.parametrize(
    "who", [{"who": "alone"}, {"who": "bots", "bots": "1"}, {"who": "bots", "bots": "3"}, {"who": "elsewhere"}]
)
def test_the_options_never_offer_what_the_rules_refuse(edition: str, who: dict[str, str]) -> None:
    known = catalogue()
    values = known.edition(edition).offer.values
    names = [name for name in values if name != "rounds"]
    for chosen in product(*(values[name] for name in names)):
        form = {"edition": edition, **who, **dict(zip(names, chosen, strict=True))}
        found = panel(known, form)
        asked = found.request()
        arrange(found.edition, asked.options, seats=len(asked.seats), is_open=asked.unlimited)
        for options in offered(found):
            settled = panel(known, {**form, **options})
            asked = settled.request()
            arrange(settled.edition, asked.options, seats=len(asked.seats), is_open=asked.unlimited)


@pytest.mark.parametrize("who", ["alone", "bots", "elsewhere"])
def test_every_way_to_play_that_is_offered_can_be_chosen_and_is_then_the_chosen_one(who: str) -> None:
    known = catalogue()
    for edition in known.editions.values():
        for way in panel(known, {"edition": edition.name, "who": who}).ways:
            form = {"edition": edition.name, "who": who, "way": way.preset.name, "way_before": ""}
            found = panel(known, form)
            assert (found.way == way.preset) == (not way.refusal)
            asked = found.request()
            arrange(edition, asked.options, seats=len(asked.seats))


def test_a_rule_chosen_by_itself_is_no_longer_the_named_way() -> None:
    form = {
        "edition": "classic",
        "who": "bots",
        "way": "best-ray",
        "way_before": "best-ray",
        "rays": "best",
        "draw": "2",
    }
    assert panel(catalogue(), form).way is None
    back = panel(catalogue(), {**form, "draw": "1"})
    assert back.way is not None
    assert back.way.name == "best-ray"


def test_a_game_that_needs_company_is_played_against_a_bot() -> None:
    found = panel(catalogue(), {"edition": "five", "who": "alone"})
    assert (found.who, found.needs_company, len(found.bots)) == ("bots", True, 1)


def test_every_bot_has_a_level_of_its_own() -> None:
    form = {"edition": "classic", "who": "bots", "bots": "3", "level1": "beginner", "level2": "expert"}
    assert panel(catalogue(), form).bots == ("beginner", "expert", "expert")
    seats = panel(catalogue(), form).request().seats
    assert [(seat.kind, seat.level) for seat in seats[1:]] == [
        ("bot", "beginner"),
        ("bot", "expert"),
        ("bot", "expert"),
    ]


def test_friends_at_one_device_may_play_with_bots(browser: Client) -> None:
    """Without scripts too: the form says how many, and their levels are the usual ones."""
    form = {"edition": "classic", "who": "here", "nickname": "Ann", "friend2": "Bob", "bots": "3"}
    assert panel(catalogue(), form).bots == (), "the number of bots for another choice of players"
    form |= {"and_bots": "2", "level1": "beginner"}
    assert panel(catalogue(), form).bots == ("beginner", "beginner")
    shown = browser.get("/", params=form).text
    assert 'name="and_bots"' in shown
    assert 'name="level2"' in shown
    table = table_of(browser, **form).rpartition("/")[2]
    seats = browser.get(f"/api/tables/{table}").json()["table"]["seats"]
    assert [(seat["name"], seat["bot"]) for seat in seats] == [
        ("Ann", None), ("Bob", None), ("Beginner bot 1", "beginner"), ("Beginner bot 2", "beginner"),
    ]  # fmt: skip
    full = panel(catalogue(), {**form, "edition": "five", "people": "4", "and_bots": "2"})
    assert (len(full.friends), full.bots, full.most_bots) == (3, (), 0)


def test_a_table_for_friends_has_places_for_as_many_as_the_game_takes(browser: Client) -> None:
    for edition, places in (("classic", 8), ("five", 4)):
        path = table_of(browser, edition=edition, who="elsewhere")
        assert len(browser.get(f"/api{path}").json()["table"]["seats"]) == places


def test_every_value_of_every_option_has_a_name() -> None:
    assert {name: set(names) for name, names in VALUES.items() if name != "rounds"} == {
        option.name: set(option.values) for option in OPTIONS.values() if option.name != "rounds"
    }


@pytest.mark.parametrize("edition", partake.editions())
def test_options_are_shown_in_words(browser: Client, edition: str) -> None:
    text = html.unescape(browser.get("/options", params={"edition": edition, "who": "alone"}).text)
    shown = re.sub(r"<[^>]*>", " ", text)
    assert not re.search(r"\w=\w", shown)
    for choice in panel(catalogue(), {"edition": edition}).choices:
        for value in choice.values:
            assert f"<span>{VALUES[choice.name][value.name]}<small>{value.meaning}" in text


def test_a_chosen_pause_is_the_pause_of_the_table(browser: Client) -> None:
    for wanted, pause in (("", None), ("6", 6), ("0", 0), ("5", None), ("x", None)):
        assert panel(catalogue(), {"edition": "classic", "pause": wanted}).request().pause == pause
    path = table_of(browser, edition="classic", pause="6")
    assert browser.get(f"/api{path}").json()["table"]["pause"] == 6


def test_what_is_refused_says_why() -> None:
    found = panel(catalogue(), {"edition": "classic", "who": "alone"})
    best = next(v for c in found.choices if c.name == "rays" for v in c.values if v.name == "best")
    with pytest.raises(OptionError) as refused:
        arrange(found.edition, {"rays": "best"}, seats=1)
    assert str(refused.value) == "rays=best compares the players of a table: it needs two or more players"
    assert best.refusal == str(refused.value).replace("rays=best", "“The best rays of the table”")


def test_a_table_waits_for_people_and_shows_how_to_come(browser: Client, stranger: Client) -> None:
    path = table_of(browser, edition="classic", who="elsewhere", players="2", listed="yes", title="Sunday")
    waiting = browser.get(path).text
    assert f"{browser.base_url}".rstrip("/") + path in waiting
    assert browser.get(f"{path}/qr.svg").headers["content-type"] == "image/svg+xml"
    assert "Sunday" in browser.get("/lobby").text
    joined = stranger.post(f"{path}/join", data={"nickname": "Bob"})
    assert 'data-status="playing"' in joined.text
    assert "Sunday" not in browser.get("/lobby").text


def test_only_the_host_gives_a_free_seat_to_a_bot(browser: Client, stranger: Client) -> None:
    path = table_of(browser, edition="classic", who="elsewhere", players="3")
    assert "Add a bot" in browser.get(path).text
    assert "Add a bot" not in stranger.get(path).text
    for seat in ("2", "3"):
        assert stranger.post(f"{path}/replace", data={"seat": seat, "level": "expert"}).status_code == 403
        assert browser.post(f"{path}/replace", data={"seat": seat, "level": "nobody"}).status_code == 422
        browser.post(f"{path}/replace", data={"seat": seat, "level": "beginner"})
    assert 'data-status="playing"' in browser.get(path).text


def test_two_names_share_a_seat_where_the_rules_allow_it(browser: Client, stranger: Client) -> None:
    for edition, status in (("classic", 200), ("five", 422)):
        path = table_of(browser, edition=edition, who="elsewhere", players="2", nickname="Cy")
        joined = stranger.post(f"{path}/join", data={"nickname": "Ann", "partner": "Bob"})
        assert joined.status_code == status
        assert ("Ann &amp; Bob" in browser.get(path).text) == (status == 200)
    path = table_of(browser, edition="classic", who="elsewhere", players="2", partner="Dee")
    assert browser.get(f"/api{path}").json()["table"]["seats"][0]["name"] == "Cy & Dee"


def test_unfinished_games_are_on_the_home_page_and_mine_alone(browser: Client, stranger: Client) -> None:
    path = table_of(browser, edition="classic", title="Sunday")
    assert f'href="{path}"' in browser.get("/").text
    assert f'href="{path}"' not in stranger.get("/").text


def test_names_are_never_markup(browser: Client) -> None:
    evil = "<script>alert(1)</script>"
    path = table_of(
        browser, edition="classic", who="elsewhere", players="2", nickname=evil, title=evil[:60], listed="yes"
    )
    for page in (path, "/lobby", "/", "/me"):
        assert "<script>alert" not in browser.get(page).text


def test_pages_need_neither_inline_code_nor_other_hosts(browser: Client) -> None:
    playing = table_of(browser, edition="nexus", who="bots", level1="beginner")
    for path in ("/", "/me", playing, "/nothing", table_of(browser, edition="five")):
        text = browser.get(path).text
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text), path
        assert not re.findall(r"<script(?![^>]*(?:src=|application/json))", text), path
        assert not re.findall(r'(?:src|href)="(?:https?:)?//', text), path
    for file in [*SCRIPTS, *(WEB / "static").glob("*.css")]:
        hosts = set(re.findall(r"https?://[^\s\"']+", file.read_text(encoding="utf-8")))
        assert hosts <= {"http://www.w3.org/2000/svg"}, file.name


def test_refusals_are_pages_in_plain_words(browser: Client, stranger: Client) -> None:
    missing = browser.get("/tables/nobody")
    assert missing.status_code == 404
    assert 'class="problem"' in missing.text
    path = table_of(browser, edition="classic")
    refused = stranger.post(f"{path}/leave")
    assert refused.status_code == 403
    assert "You have no seat at this table" in refused.text


def test_my_data_can_be_carried_over_and_deleted(browser: Client, stranger: Client) -> None:
    table_of(browser, edition="classic", nickname="Ann")
    link = re.findall(r'value="http://[^/]+(/carry/[^"]+)"', browser.post("/me/carry").text)[0]
    assert "Go on as Ann" in stranger.get(link).text
    assert "Ann" in stranger.post(link).text
    assert browser.post("/me/delete", follow_redirects=False).status_code == 303
    assert "Ann" not in browser.get("/me").text


def test_every_word_is_there_and_every_word_is_used() -> None:
    markup = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES)
    code = "".join(path.read_text(encoding="utf-8") for path in (WEB / "pages").glob("*.py"))
    code += "".join((WEB / name).read_text(encoding="utf-8") for name in ("text/phrases.py", "api/hints.py"))
    written = markup + code
    composed = {*re.findall(r"say\(f\"(\w+_)\{", code), *re.findall(r"say\('(\w+_)' ~", markup)} - {"learn_"}
    named = set(re.findall(r"say\(['\"](\w+)['\"]", written)) - composed
    assert named <= set(ENGLISH), named - set(ENGLISH)
    assert all(any(key.startswith(prefix) for key in ENGLISH) for prefix in composed)
    used = named | {key for key in ENGLISH if re.search(rf"['\"]{key}['\"]", written) or key.startswith((*composed,))}
    options = {name for edition in partake.editions().values() for name in edition.offer.values}
    phases = {f"phase_{phase}" for phase in ("score", "21", "quinte")}
    states = {f"status_{status}" for status in Status if status is not Status.OVER}
    assert {key for key in ENGLISH if key.startswith(("phase_", "status_"))} == phases | states
    pairs = {key for key in ENGLISH if key.endswith(PAIR)}
    assert {key.removesuffix(PAIR) for key in pairs} <= used
    looks = {*CHOICES, *(f"{name}_{value}" for name, values in CHOICES.items() for value in values)}
    steps = [step for lesson in lessons().values() for step in lesson.steps]
    taught = {f"learn_{step.text}{part}" for step in steps for part in ("", "_ask", "_told")}
    taught |= {f"learn_part_{part}" for part in PARTS}
    assert set(ENGLISH) - pairs - used == (options | looks | taught) - used
    scripts = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    said = set(re.findall(r"say\(\"(\w+)\"", scripts))
    assert said <= {*SCRIPT, *SHARED}, said - {*SCRIPT, *SHARED}
    asked = {key for key in (*SCRIPT, *SHARED) if not is_named(key, scripts)}
    instead = {key for key in asked if f'"{key}"' in code}  # said by pages in the place of another
    assert all(f'"{key}"' in markup for key in asked - instead)
    assert all(key.endswith("_sure") for key in asked - instead), "other words are only on the pages of their scripts"


def test_boards_of_ones_own_have_their_colours(tmp_path: Path) -> None:
    """A tile set with a number that no packaged one has, from files that only this server knows."""
    data = Path(partake.__file__).parent / "data"
    tiles = (data / "tiles" / "27.toml").read_text(encoding="utf-8").replace('name = "27"', 'name = "harvest"')
    edition = (data / "editions" / "classic.toml").read_text(encoding="utf-8").replace('"27"', '"harvest"')
    texts = {"tiles": re.sub(r"\b9\b", "13", tiles), "edition": edition.replace('"classic"', '"autumn"', 1)}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    own = tuple(str(tmp_path / name) for name in texts)
    with serving(tmp_path, pages=True, data=own) as served:
        client = served.client("Ann")
        client.follow_redirects = True
        style = client.get("/boards.css").text
        page = client.get(table_of(client, edition="autumn")).text
    assert 'class="play set-harvest"' in page
    assert 'class="n13"' in page
    assert ".set-harvest .n13{--badge:" in style
    assert ".set-27 .n9{--badge:" in style


def colours(scheme: str) -> dict[str, str]:
    """The colours of the pages in one scheme, those of the drawings among them."""
    found = {f"pk-{name}": pair[scheme == "dark"] for name, pair in ROLES.items()}
    text = (WEB / "static" / "page.css").read_text(encoding="utf-8")
    found |= dict(re.findall(r"--([\w-]+): (var\([^;]+\));", text))
    while any(value.startswith("var(") for value in found.values()):
        found = {name: found[value[6:-1]] if value.startswith("var(") else value for name, value in found.items()}
    return found


def brightness(colour: str) -> float:
    """The relative luminance of a colour, as the guidelines for accessible pages define it."""
    digits = colour.lstrip("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "paper", "least"),
    [("ink", "card", 4.5), ("ink", "ground", 4.5), ("muted", "card", 4.5), ("muted", "ground", 4.5),
     ("good", "card", 4.5), ("bad", "card", 4.5), ("accent", "card", 4.5), ("on-accent", "accent", 4.5),
     ("star", "card", 4.5), ("field", "card", 3), ("accent", "ground", 3)],
)  # fmt: skip
def test_everything_can_be_told_from_its_ground(scheme: str, ink: str, paper: str, least: float) -> None:
    found = colours(scheme)
    low, high = sorted((brightness(found[ink]), brightness(found[paper])))
    assert (high + 0.05) / (low + 0.05) >= least
