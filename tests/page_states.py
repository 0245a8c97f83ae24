"""Every page of the server in every state that looks different, for the tests that look at all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, BrowserContext, Page, expect

from browsing import COMPILING, Guest
from calling import called_out, caller, caller_keys, calling, keeping, own_bag
from page_acts import (
    between,
    carried,
    carry,
    chosen,
    curtained,
    enlarged,
    exercised,
    five_keys,
    focused,
    hinted,
    keys,
    lesson_answer,
    lesson_move,
    mistaken,
    name_taken,
    noticed,
    offline,
    passing,
    playing,
    retried,
    retried_all,
    saved,
    token,
    told,
    unfair,
    unfolded,
    waited,
)
from paper_games import paper_game
from partake.puzzles.files import shipped
from partake.puzzles.model import MOVE, PLACE, WHAT, WHERE
from partake.rules.catalogue import catalogue
from scorekeeping import (
    before_an_evening,
    doubted,
    evening_of_four,
    filled_in,
    misread,
    put_away,
    score_keys,
    together,
)

HOST, BOT, PERSON = {"kind": "host"}, {"kind": "bot", "level": "random"}, {"kind": "person"}
ANN, CLEO, STRANGER = "Ann", "Cleo", ""
"""Who looks: the one who has brought the tables to where they are, one who is asked for a rematch, one who is new."""
Act = Callable[[Page], object]


@dataclass(frozen=True)
class State:
    """A page to look at: where it is, who looks, and what is done on it first."""

    path: str
    act: Act = field(default=lambda page: None)
    who: str = ANN
    status: int = 200


class Visitors:
    """Those who look at pages, each with a browser of their own."""

    def __init__(self, chromium: Browser, server: str) -> None:
        self._chromium, self._server = chromium, server
        self.pages = {name: chromium.new_context(base_url=server).new_page() for name in (ANN, "Bob", CLEO)}

    def guest(self, name: str) -> Guest:
        """One of them, playing through the API."""
        return Guest(self.pages[name])

    def looking(self, **wishes: Any) -> dict[str, Page]:
        """Pages with a screen like this for each who looks; a stranger has none of the others' cookies."""
        wishes = {"base_url": self._server, "reduced_motion": "reduce", **wishes}

        def opened(**kept: Any) -> Page:
            return self._chromium.new_context(**wishes, **kept).new_page()

        known = {name: opened(storage_state=self.pages[name].context.storage_state()) for name in (ANN, CLEO)}
        return {**known, STRANGER: opened()}

    def close(self) -> None:
        """Close what was opened."""
        for page in self.pages.values():
            page.context.close()


def opened(pages: Mapping[str, Page], name: str, state: State) -> Page:
    """The page of a state, as it is after what is done on it."""
    page = pages[state.who]
    page.context.set_offline(False)
    answer = page.goto(state.path)
    assert answer is not None
    assert answer.status == state.status, name
    state.act(page)
    return page


def closed(pages: Mapping[str, Page]) -> None:
    """Close the browsers of those who looked."""
    contexts: set[BrowserContext] = {page.context for page in pages.values()}
    for context in contexts:
        context.close()


def all_states(visitors: Visitors) -> dict[str, State]:
    """Every state by its name, reviews excepted, which take long to make."""
    ann, bob, cleo = (visitors.guest(name) for name in (ANN, "Bob", CLEO))
    running = {
        edition: ann.create(edition, options=options, seats=[HOST, *[BOT] * others])
        for edition, others, options in (
            ("classic", 2, {}),
            ("daffodil", 0, {"stamens": "reserve", "rays": "each"}),
            ("nexus", 1, {"scrapyard": "lowest"}),
            ("orchid", 0, {}),
        )
    }
    for table in running.values():
        for _ in range(6):
            ann.act(table)
    over = {
        "result": ann.create("classic", seats=[HOST, BOT]),
        "result of one": ann.create("nexus"),
        "result of a match": ann.create("orchid", seats=[HOST, BOT], options={"rounds": 2}),
        "result, take five": ann.create("five", seats=[HOST, BOT]),
    }
    for table in over.values():
        play_out(table, ann)
    own = f"/tables/{running['classic']}"
    waiting = ann.create("nexus", seats=[HOST, PERSON, PERSON], options={"rounds": 3}, clock=60)
    ann.create("classic", seats=[HOST, PERSON], listed=True, title="Sunday")
    fives = {wait: five(ann, bob, wait) for wait in (None, "choice", "give up")}
    assert visitors.pages[ANN].request.post("/api/tokens", data={"label": "Laptop"}).ok
    return {
        **{f"home, {who}": State(f"/?who={who}&edition=nexus") for who in ("alone", "bots", "here", "elsewhere")},
        "home, a stranger": State("/", who=STRANGER),
        "options": State("/?who=elsewhere&edition=classic", lambda page: page.locator("#options > summary").click()),
        **{name: State(f"/tables/{table}", playing) for name, table in running.items()},
        "watched": State(own, told, who=STRANGER),
        "keys": State(own, keys),
        "a cell in focus": State(own, focused),
        "a typing mistake": State(own, mistaken),
        "a board enlarged": State(own, enlarged),
        "everything unfolded": State(own, unfolded),
        "offline": State(own, offline),
        "between games": State("/me", between),
        **{f"take five, {wait or 'a move'}": State(f"/tables/{table}", told) for wait, table in fives.items()},
        "take five, a piece chosen": State(f"/tables/{fives[None]}", chosen),
        "take five, watched": State(f"/tables/{fives[None]}", told, who=STRANGER),
        "take five, keys": State(f"/tables/{fives[None]}", five_keys),
        "waiting room": State(f"/tables/{waiting}"),
        "joining": State(f"/tables/{waiting}", who=STRANGER),
        "joining, a name that is taken": State(f"/tables/{waiting}", name_taken, who=STRANGER),
        **{name: State(f"/tables/{table}") for name, table in over.items()},
        "replay": State(f"/tables/{over['result']}/replay?at=20"),
        "replay, take five": State(f"/tables/{over['result, take five']}/replay?at=9"),
        "review, not asked for": State(f"/tables/{over['result of a match']}/review"),
        **friends(ann),
        **company(ann, bob, cleo),
        "me": State("/me"),
        "me, signed out elsewhere": State("/me?done=signed_out"),
        "me, a stranger": State("/me", who=STRANGER),
        "progress": State("/me/progress", lambda page: page.locator("summary").first.click()),
        "progress, a stranger": State("/me/progress", who=STRANGER),
        "leaderboard": State("/leaders"),
        "leaderboard of a day": State("/leaders?period=day", who=STRANGER),
        "leaderboard of strength": State("/leaders?by=strength"),
        "carry": State("/me", carry),
        "carried": State("/me", carried),
        "token": State("/me", token),
        "settings": State("/settings"),
        **learning(),
        "settings, saved": State("/settings", saved),
        **rules(waiting),
        **companions(),
        **puzzles(ann),
        **daily_deals(ann, bob, cleo),
        **tournaments(ann, bob),
        "error": State("/tables/nobody", status=404),
    }


def daily_deals(ann: Guest, bob: Guest, cleo: Guest) -> dict[str, State]:
    """The pages of a day: before one's game, in the middle of it, and after it, with others' results."""
    day = ann.page.request.get("/api/daily").json()["day"]
    path = f"/daily/{day}"
    tables = {one: one.daily(day, "classic") for one in (ann, bob)}
    for guest, table in tables.items():
        play_out(table, guest)
        guest.page.request.post(f"/api/daily/{day}/classic", data={"practice": True})
    cleo.daily(day, "classic")
    ann.daily(day, "edition")
    return {
        "daily, a stranger": State("/daily", unfair, who=STRANGER),
        "daily, begun": State("/daily", who=CLEO),
        "daily, played": State(path),
        "daily, a sealed game": State(f"/tables/{tables[ann]}", who=STRANGER),
        "daily, the result": State(f"/tables/{tables[ann]}"),
        "daily, all days": State("/daily/archive"),
    }


def learning() -> dict[str, State]:
    """The lessons: their list, steps of both families as they ask and as they answer, and an end."""
    return {
        "lessons": State("/learn", who=STRANGER),
        "lesson, a step": State("/learn/classic/line", who=STRANGER),
        "lesson, a right answer": State("/learn/nexus/bonus", lesson_answer("a1", "right"), who=STRANGER),
        "lesson, a wrong answer": State("/learn/daffodil/symbol", lesson_answer("d3", "wrong"), who=STRANGER),
        "lesson, two tiles and an option": State("/learn/classic/two", who=STRANGER),
        "lesson, a reserve": State("/learn/orchid/orchids", who=STRANGER),
        "lesson, all steps": State("/learn/orchid", lambda page: page.locator("summary").click(), who=STRANGER),
        "lesson, take five": State("/learn/five/score", lesson_move, who=STRANGER),
        "lesson, a pawn to give up": State("/learn/five/give-up", who=STRANGER),
        "lesson, its end": State("/learn/nexus/done", who=STRANGER),
    }


def rules(table: str) -> dict[str, State]:
    """The rules: of all games, what is found in them, of games with every option, and of a table."""
    return {
        "rules": State("/rules", who=STRANGER),
        "rules, found": State("/rules?q=ray"),
        "rules, nothing found": State("/rules?q=castling"),
        **{f"rules of {name}": State(f"/rules/{name}") for name in ("daffodil", "nexus", "five")},
        "rules with options": State("/rules/orchid?symbols=both"),
        "rules of a table": State(f"/tables/{table}/rules"),
    }


def companions() -> dict[str, State]:
    """The pages for the cardboard table, with and without a network."""
    return {
        "caller": State("/call", caller),
        "caller, keys": State("/call", caller_keys),
        "calling": State("/call", calling),
        "calling, an own bag": State("/call", own_bag),
        "calling, the end": State("/call", called_out),
        "take five of cardboard": State("/call", keeping),
        "best of called tiles, not asked for": State(called_best("unasked")),
        "without a network": State("/offline"),
        "scorekeeper": State("/score", before_an_evening),
        "scorekeeper, evenings that are kept": State("/score", put_away),
        "scorekeeper, boards": State("/score", filled_in),
        "scorekeeper, a mistake": State("/score", misread),
        "scorekeeper, keys": State("/score", score_keys),
        "scorekeeper, four boards of Nexus": State("/score", evening_of_four),
        "scorekeeper, games and doubts": State("/score", doubted),
        "scorekeeper, together": State("/score", together),
    }


def puzzles(ann: Guest) -> dict[str, State]:
    """The pages of puzzles: of every kind, before and after the answer, with and without a rating."""
    found: dict[str, State] = {}
    for edition, kind in (("nexus", PLACE), ("orchid", MOVE), ("five", WHERE), ("five", WHAT)):
        of_kind = [one for one in shipped(catalogue().editions[edition]) if one.kind == kind]
        asked, solved = of_kind[:2]
        answer = ann.page.request.post(f"/api/puzzles/{solved.id}", data={"answer": solved.solution})
        assert answer.ok, answer.text()
        found[f"puzzle, {kind}"] = State(f"/puzzles/{asked.id}")
        found[f"puzzle, {kind}, answered"] = State(f"/puzzles/{solved.id}/answer")
    return {"puzzles": State("/puzzles"), "puzzles, a stranger": State("/puzzles", who=STRANGER), **found}


def called_best(seed: str) -> str:
    """The address of the best board of tiles that were called."""
    called = paper_game("classic", "Ann", seed=seed)["games"][0]["called"]
    return "/call/best?" + urlencode({"edition": "classic", "called": " ".join(called)})


def reviews(visitors: Visitors, states: Mapping[str, State]) -> dict[str, State]:
    """The reviews of a game on hexagons and of Take Five, the best board, exercises and a hint: they take long."""
    page = visitors.pages[ANN]
    hexagon, match = states["result"].path, states["result, take five"].path
    for path in (hexagon, match):
        page.goto(path)
        page.get_by_role("button", name="Review the game").click()
        expect(page.locator("#step")).to_be_visible(timeout=COMPILING)
    best = called_best("asked")
    page.goto(best)
    page.locator("form[action='/call/best'] button").click()
    expect(page.locator(".result .explained")).to_be_visible(timeout=COMPILING)
    return {
        "review": State(f"{hexagon}/review?at=5"),
        "review, the last move": State(f"{hexagon}/review?at=19&seat=2"),
        "best": State(f"{hexagon}/best"),
        "best of called tiles": State(best),
        "result, compared": State(hexagon),
        "review, take five": State(f"{match}/review?at=3"),
        "me, reviewed": State("/me"),
        "a hint": State(f"/tables/{visitors.guest(ANN).create('classic')}", hinted),
        "retry": State(f"{hexagon}/retry", exercised),
        "retry, answered": State(f"{hexagon}/retry", retried),
        "retry, the end": State(f"{hexagon}/retry", retried_all),
    }


def company(ann: Guest, bob: Guest, cleo: Guest) -> dict[str, State]:
    """What happens between people: challenges, pairs, rematches, closed, left and waiting tables."""
    challenger = ann.create("classic")
    play_out(challenger, ann)
    asked = ann.page.request.post(f"/api/tables/{challenger}/challenge").json()["id"]
    taken = ann.page.request.post(f"/api/tables/{challenger}/challenge").json()["id"]
    join(bob, taken, "Bob")
    play_out(taken, bob)
    pair = ann.create("classic", "Ann & Dan", seats=[HOST, PERSON])
    key = ann.page.request.get(f"/api/tables/{pair}/partner").json()["key"]
    played = bob.create("classic", "Bob", seats=[HOST, PERSON])
    join(cleo, played, "Cleo")
    play_out(played, bob, cleo)
    left = bob.create("classic", "Bob", seats=[HOST, PERSON, BOT])
    join(cleo, left, "Cleo")
    assert cleo.page.request.post(f"/api/tables/{left}/leave").ok
    rematch = bob.page.request.post(f"/api/tables/{played}/rematch").json()["id"]
    absent = ann.create("classic", seats=[HOST, PERSON])
    join(bob, absent, "Bob")
    ann.act(absent)
    closed = {edition: ann.create(edition, seats=[HOST, PERSON]) for edition in ("classic", "five")}
    closed["nobody"] = ann.create("nexus", seats=[HOST, PERSON])
    for name, table in closed.items():
        if name != "nobody":
            join(bob, table, "Bob")
        assert ann.page.request.post(f"/api/tables/{table}/close").ok
    return {
        "challenge": State(f"/tables/{challenger}/challenge?friend={asked}"),
        "challenged": State(f"/tables/{asked}", who=STRANGER),
        "the same tiles": State(f"/tables/{challenger}"),
        "waiting room of a pair": State(f"/tables/{pair}"),
        "a partner": State(f"/tables/{pair}?partner={key}", who=STRANGER),
        "asked for a rematch": State(f"/tables/{played}", noticed, who=CLEO),
        "invited to a rematch": State(f"/tables/{rematch}", who=CLEO),
        "left": State(f"/tables/{left}", told, who=CLEO),
        "absence": State(f"/tables/{absent}", waited),
        "closed": State(f"/tables/{closed['classic']}"),
        "closed, take five": State(f"/tables/{closed['five']}"),
        "closed before it began": State(f"/tables/{closed['nobody']}"),
    }


def tournaments(ann: Guest, bob: Guest) -> dict[str, State]:
    """Tournaments before they begin, under way, between two deals and over, with the screens of each."""
    post = ann.page.request.post

    def made(**wanted: Any) -> str:
        answer = post(
            "/api/tournaments",
            data={"title": "Sunday", "edition": "classic", "options": {"takeback": "no"}, "joins": True, **wanted},
        )
        assert answer.ok, answer.text()
        code = str(answer.json()["code"])
        assert bob.page.request.post(f"/api/tournaments/{code}/join", data={}).ok
        return code

    def played(guest: Guest, code: str) -> str:
        table = str(guest.page.request.post(f"/api/tournaments/{code}/play").json()["id"])
        play_out(table, guest)
        return table

    waiting, window, later = made(), made(mode="window", ends=time.time() + 86_400), made()
    running, between, over = made(deals=2), made(deals=2, pause=3600), made()
    for code in (running, between, over):
        assert post(f"/api/tournaments/{code}/go-on", data={}).ok
    tables = {code: played(ann, code) for code in (running, between, over)}
    begun = str(bob.page.request.post(f"/api/tournaments/{running}/play").json()["id"])
    bob.act(begun)
    played(bob, between)
    assert post(f"/api/tournaments/{over}/end").ok
    assert post(f"/api/tournaments/{later}/end").ok
    mine = str(post(f"/api/tournaments/{window}/play").json()["id"])
    return {
        "tournaments": State("/tournaments"),
        "tournaments, a stranger": State("/tournaments", who=STRANGER),
        "tournament, waiting": State(f"/tournaments/{waiting}"),
        "tournament, joining": State(f"/tournaments/{waiting}", who=STRANGER),
        "tournament, a deal is played": State(f"/tournaments/{running}"),
        "tournament, between two deals": State(f"/tournaments/{between}"),
        "tournament, in a window": State(f"/tournaments/{window}"),
        "tournament, over": State(f"/tournaments/{over}", who=STRANGER),
        "tournament, never begun": State(f"/tournaments/{later}"),
        "tournament, a table": State(f"/tables/{mine}", playing),
        "tournament, a result": State(f"/tables/{tables[running]}"),
        **{
            f"tournament, screen {name}": State(f"/tournaments/{code}/screen", who=STRANGER)
            for name, code in (("waiting", waiting), ("playing", running), ("between", between), ("over", over))
        },
    }


def friends(ann: Guest) -> dict[str, State]:
    """Tables of friends at one device, which the other one plays at next."""
    found = {name: ann.create(name, seats=[HOST, {"kind": "here", "name": "Bob"}]) for name in ("classic", "five")}
    for table in found.values():
        while ann.act(table):
            pass
    return {
        "to be passed on": State(f"/tables/{found['classic']}", passing),
        "a curtain": State(f"/tables/{found['five']}", curtained),
    }


def join(guest: Guest, table: str, name: str) -> None:
    assert guest.page.request.post(f"/api/tables/{table}/join", data={"nickname": name}).ok


def play_out(table: str, *guests: Guest) -> None:
    """All of a game, always the first thing the rules allow, or where it can be chosen the first that takes a pawn."""
    while not (view := guests[0].state(table)["view"])["outcome"]:
        for guest in guests:
            view = guest.state(table)["view"]
            if view["seat"] in view["to_act"]:
                legal = [text for text in view["legal"] if text != "back"]
                guest.move(table, next((text for text in legal if "x" in text or text == "keep"), legal[0]))
            else:
                guest.page.request.post(f"/api/tables/{table}/go-on", data={})


def five(ann: Guest, bob: Guest, wait: str | None) -> str:
    """A table of Take Five at which the game waits for Ann in this way."""
    table = ann.create("five", seats=[HOST, PERSON])
    join(bob, table, "Bob")
    for _ in range(400):
        for one in (ann, bob):
            view = one.state(table)["view"]
            if view["seat"] not in view["to_act"]:
                continue
            if one is ann and view["wait"] == wait:
                return table
            legal = view["legal"]
            one.move(table, next((text for text in legal if "x" in text or text == "keep"), legal[0]))
    raise AssertionError(f"no game comes to {wait}")
