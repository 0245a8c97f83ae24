"""Sessions: cookies expire and are renewed, signing out everywhere, tokens that only play, links used once, bans."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from itsdangerous import URLSafeSerializer

from partake.store.key import read_key, shared_key
from partake.table.model import TooManyError
from partake.table.people import BANNED, People
from partake.web.identity import EXPIRED, LONGEST_KEPT, ONLY_PLAYS, SECONDS_A_DAY, Identity
from partake.web.rates import TokenBucket
from partake.web.settings import Settings
from served import Served, act, events, new_table, serving

AT_ONCE = 8
"""How many devices use a link at the same moment."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), pages=True) as found:
        yield found


def settings_of(served: Served) -> Settings:
    found: Settings = served.app.state.context.settings
    return found


def people_of(served: Served) -> People:
    found: People = served.app.state.context.people
    return found


def cookie_of(served: Served, client: httpx.Client, days_ago: float) -> str:
    """The cookie that this client would have had some days ago, signed with the server's own key."""
    identity = Identity(settings_of(served), now=lambda: time.time() - days_ago * SECONDS_A_DAY)
    person = served.do(people_of(served).find(client.get("/api/me").json()["id"]))
    assert person is not None
    return identity.cookie(person)


def with_cookie(served: Served, value: str) -> httpx.Client:
    client = served.client()
    client.headers["cookie"] = f"partake={value}"
    return client


def test_a_cookie_is_found_among_others_and_only_with_its_signature(served: Served) -> None:
    ann, stranger = served.client("Ann"), served.client()
    cookie = ann.cookies["partake"]
    head, _, signature = cookie.rpartition(".")
    forged = f"{head}.{'A' if signature[0] != 'A' else 'B'}{signature[1:]}"

    def status(header: str) -> int:
        return stranger.get("/api/me", headers={"Cookie": header}).status_code

    for _ in range(2):  # what a header says is remembered
        assert status(f"theme=dark; partake={cookie}; size=2") == 200
        assert status(f"filler={'x' * 2 * LONGEST_KEPT}; partake={cookie}") == 200
        assert status(f"partake={forged}") == 401
        assert status(f"filler={'x' * 2 * LONGEST_KEPT}; partake={forged}") == 401
        assert status("theme=dark") == 401
        assert status("partake=") == 401


def test_a_cookie_expires_and_is_renewed_while_it_is_used(served: Served) -> None:
    ann = served.client("Ann")
    days = settings_of(served).cookie_days
    for age, status, is_renewed in ((0.5, 200, False), (2, 200, True), (days - 1, 200, True), (days + 1, 401, False)):
        answer = with_cookie(served, cookie_of(served, ann, age)).get("/api/me")
        assert (answer.status_code, "set-cookie" in answer.headers) == (status, is_renewed), age
        if is_renewed:
            fresh = with_cookie(served, answer.cookies["partake"]).get("/api/me")
            assert (fresh.status_code, "set-cookie" in fresh.headers) == (200, False)
            assert "HttpOnly" in answer.headers["set-cookie"]
    old = with_cookie(served, cookie_of(served, ann, 2))
    assert "partake=" in old.get("/").headers["set-cookie"], "a page renews it too"


def test_a_cookie_of_before_the_upgrade_is_replaced_and_ends_with_all_others(tmp_path: Path) -> None:
    """Cookies once had no date; whoever was known when the database was upgraded still is."""
    with serving(tmp_path) as served:
        ann, bob = served.client("Ann"), served.client("Bob")
        settings = settings_of(served)
        key = shared_key(settings.database) if settings.database else read_key(settings.folder)
        undated = URLSafeSerializer(key, salt="partake guest")
        own = {who: who.get("/api/me").json()["id"] for who in (ann, bob)}
        upgraded = served.do(people_of(served).find(own[ann]))
        assert upgraded is not None
        served.do(people_of(served)._change(upgraded, undated=time.time() - 2 * SECONDS_A_DAY))
        answer = with_cookie(served, undated.dumps(own[ann])).get("/api/me")
        assert answer.json()["nickname"] == "Ann"
        assert with_cookie(served, answer.cookies["partake"]).get("/api/me").status_code == 200
        assert with_cookie(served, undated.dumps(own[bob])).get("/api/me").status_code == 401, (
            "Bob never had such a one"
        )
        assert ann.post("/api/me/sign-out", json={"tokens": 1}).status_code == 422, "1 is not true"
        assert ann.post("/api/me/sign-out", json={}).status_code == 204
        assert with_cookie(served, undated.dumps(own[ann])).get("/api/me").status_code == 401
        for nonsense in ([], [1, 2], ["x"], [own[ann], "now"], [own[ann], 1], [own[ann], 1, "x"], {"a": 1}, 7):
            assert with_cookie(served, undated.dumps(nonsense)).get("/api/me").status_code == 401


def test_a_cookie_that_was_under_way_while_its_person_signed_out_is_void(served: Served) -> None:
    """Whoever was recognised before, and is answered after, gets nothing that holds."""
    ann = served.client("Ann")
    before = served.do(people_of(served).find(ann.get("/api/me").json()["id"]))
    assert before is not None
    after = served.do(people_of(served).end_sessions(before))
    identity = served.app.state.context.identity
    assert with_cookie(served, identity.cookie(before)).get("/api/me").status_code == 401
    assert served.client().post("/api/carry", json={"token": identity.carry(before)}).status_code == 422
    assert with_cookie(served, identity.cookie(after)).get("/api/me").status_code == 200


@pytest.mark.parametrize("by_page", [False, True])
def test_signing_out_everywhere_leaves_only_the_device_that_asks(served: Served, by_page: bool) -> None:
    phone, laptop, thief = served.client("Ann"), served.client(), served.client()
    laptop.post("/api/carry", json={"token": phone.post("/api/me/carry").json()["token"]})
    link = phone.post("/api/me/carry").json()["token"]
    token = phone.post("/api/tokens", json={"label": "bot"}).json()["token"]
    program = served.client()
    program.headers["authorization"] = f"Bearer {token}"
    table = new_table(phone)
    before = phone.cookies["partake"]
    with laptop.stream("GET", f"/api/tables/{table}/events") as stream:
        heard = events(stream)
        assert next(heard)[1] == "view"
        answer = phone.post("/me/sign-out") if by_page else phone.post("/api/me/sign-out", json={})
        assert answer.status_code == (303 if by_page else 204)
        assert [kind for _, kind, _ in heard] in ([], ["presence"]), "the stream of the other device has ended"
    assert phone.get("/api/me").json()["nickname"] == "Ann"
    assert laptop.get("/api/me").status_code == 401
    assert with_cookie(served, before).get("/api/me").status_code == 401
    assert laptop.get(f"/api/tables/{table}").json()["seat"] is None
    carried = thief.post("/api/carry", json={"token": link})
    assert (carried.status_code, carried.json()["error"].lower()) == (422, str(EXPIRED))
    assert program.get("/api/me").status_code == 200, "tokens are kept unless they are to go too"
    gone = (
        phone.post("/me/sign-out", data={"tokens": "on"})
        if by_page
        else phone.post("/api/me/sign-out", json={"tokens": True})
    )
    assert gone.status_code in (204, 303)
    assert program.get("/api/me").status_code == 401
    assert phone.get("/api/tokens").json() == []
    assert act(phone, table)


def test_a_token_only_plays_unless_it_was_given_more(served: Served) -> None:
    ann, program, manager = served.client("Ann"), served.client(), served.client()
    made = ann.post("/api/tokens", json={"label": "bot"}).json()
    program.headers["authorization"] = f"Bearer {made['token']}"
    assert made["manage"] is False
    table = new_table(program)
    assert act(program, table)
    refused = [
        program.post("/api/tokens", json={"label": "more"}),
        program.post("/api/tokens", json={"label": "more", "manage": True}),
        program.delete(f"/api/tokens/{made['id']}"),
        program.post("/api/me/carry"),
        program.patch("/api/me", json={"nickname": "Eve"}),
        program.post("/api/me/sign-out", json={}),
        program.delete("/api/me"),
    ]
    assert [(one.status_code, one.json()["error"].lower()) for one in refused] == [(403, str(ONLY_PLAYS).lower())] * 7
    pages = ("/me/carry", "/me/name", "/me/tokens", f"/me/tokens/{made['id']}/delete", "/me/sign-out", "/me/delete")
    assert [program.post(page, data={"nickname": "Eve", "label": "x"}).status_code for page in pages] == [403] * 6
    assert program.post("/tables", data={"edition": "classic", "nickname": "Eve"}).status_code == 303
    assert ann.get("/api/me").json()["nickname"] == "Ann", "a form renames nobody for a token that only plays"
    assert len(ann.get("/api/tokens").json()) == 1
    given = ann.post("/api/tokens", json={"label": "manager", "manage": True}).json()
    manager.headers["authorization"] = f"Bearer {given['token']}"
    assert manager.post("/api/tokens", json={"label": "third"}).status_code == 201
    assert manager.patch("/api/me", json={"nickname": "Anna"}).json()["nickname"] == "Anna"
    assert manager.post("/api/me/carry").status_code == 200
    out = manager.post("/api/me/sign-out", json={})
    assert (out.status_code, "set-cookie" in out.headers) == (204, False), "a program needs no cookie"
    assert (ann.get("/api/me").status_code, manager.get("/api/me").status_code) == (401, 200)


def test_a_link_is_used_once_by_devices_at_the_same_moment(served: Served) -> None:
    ann = served.client("Ann")
    token = ann.post("/api/me/carry").json()["token"]
    ready = threading.Barrier(AT_ONCE)

    def use(n: int) -> int:
        client = served.client()
        client.get("/api/bots")
        ready.wait(30)
        if n % 2:
            return client.post(f"/carry/{token}").status_code
        return client.post("/api/carry", json={"token": token}).status_code

    with ThreadPoolExecutor(AT_ONCE) as pool:
        statuses = sorted(pool.map(use, range(AT_ONCE)))
    assert statuses[0] in (200, 303)
    assert statuses[1:] == [409] * (AT_ONCE - 1) or (statuses.count(409), 303 in statuses) == (AT_ONCE - 1, True)


def test_whoever_is_banned_reads_and_changes_nothing(served: Served) -> None:
    """Every method that changes something, of every route of the API and for a friend on the same device too."""
    eve, bob = served.client("Eve"), served.client("Bob")
    seats = [{"kind": "host"}, {"kind": "here", "name": "Mallory"}, {"kind": "person"}]
    table = eve.post("/api/tables", json={"edition": "classic", "seats": seats, "pause": 0}).json()["id"]
    assert bob.post(f"/api/tables/{table}/join", json={}).status_code == 200
    friend = eve.get("/api/me/friends").json()[0]["id"]
    program = served.client()
    made = eve.post("/api/tokens", json={"label": "bot", "manage": True}).json()
    program.headers["authorization"] = f"Bearer {made['token']}"
    link = eve.post("/api/me/carry").json()["token"]
    person = served.do(people_of(served).find(eve.get("/api/me").json()["id"]))
    assert person is not None
    with eve.stream("GET", f"/api/tables/{table}/events?as={friend}") as stream:
        heard = events(stream)
        assert next(heard)[1] == "view"
        served.do(people_of(served).ban(person))
        assert [kind for _, kind, _ in heard] in ([], ["presence"]), "the stream has ended"
    document = eve.get("/api/openapi.json").json()
    asked = 0
    evening = {
        "format": "partake-evening-1", "id": "evening", "edition": "classic", "options": {},
        "players": [{"name": "Ana"}],
        "games": [{"caller": 0, "called": None, "seed": None, "boards": [{}], "finished": False}],
    }  # fmt: skip
    bodies = {
        "/api/tables": {"edition": "classic"}, "/api/tables/{table}/join": {"nickname": "Ida"},
        "/api/tables/{table}/moves": {"action": "back"}, "/api/me": {"nickname": "Ida"},
        "/api/tokens": {"label": "x"}, "/api/paper": {"evening": evening, "game": 0, "seat": 0},
        "/api/paper/best": {"edition": "classic", "called": ["9-7-8"]}, "/api/evenings": evening,
        "/api/evenings/{code}": {"evening": evening, "version": 1},
        "/api/evenings/{code}/games/{game}/boards/{seat}": {"cells": {}, "version": 1},
        "/api/puzzles/{puzzle}": {"answer": "c3"}, "/api/me/puzzles": {"share": True},
        "/api/tournaments": {"edition": "classic", "nickname": "Ida"}, "/api/tournaments/{code}": {"title": "x"},
        "/api/tournaments/{code}/remove": {"number": 1}, "/api/tournaments/{code}/join": {"nickname": "Ida"},
        "/api/me/choices": {"public": True},
        "/api/tables/{table}/hint": {"step": 1, "expect": 0}, "/api/tables/{table}/play-on": {"moves": 3},
    }  # fmt: skip
    for path, methods in document["paths"].items():
        for method in set(methods) - {"get"} - ({"post"} if path in ("/api/guests", "/api/carry") else set()):
            filled = path.format(
                table=table, seat=1, number=1, token_id=made["id"], code="abcdefgh", game=0, puzzle="x",
                day="2026-11-17", deal="classic",
            )  # fmt: skip
            for client, query in ((eve, ""), (eve, f"?as={friend}"), (program, "")):
                answer = client.request(method, filled + query, json=bodies.get(path, {}))
                assert answer.status_code == 403, f"{method} {path} is open to somebody who is banned"
                assert answer.json()["error"].lower() == str(BANNED)
                asked += 1
    assert asked > 60
    assert eve.post("/play").status_code == 403
    assert eve.get(f"/api/tables/{table}/events").status_code == 403
    assert eve.get(f"/tables/{table}").status_code == 200
    assert eve.get(f"/api/tables/{table}").json()["seat"] == 1
    assert served.client().post("/api/carry", json={"token": link}).status_code == 403
    served.do(people_of(served).unban(person))
    assert act(eve, table)


def test_a_ban_and_the_end_of_sessions_outlast_the_server_and_are_noticed_from_outside(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        eve, ann = served.client("Eve"), served.client("Ann")
        cookies = [client.cookies["partake"] for client in (eve, ann)]
        ids = [client.get("/api/me").json()["id"] for client in (eve, ann)]
        for person, values in zip(ids, ({"banned": 1.0}, {"sessions": time.time() + 1.0}), strict=True):
            served.do(served.app.state.context.people._people.change_person(person, **values))
        assert eve.post("/api/me/carry").status_code == 200, "another process has changed it, and nobody said so"
        served.do(people_of(served).refresh())
        assert (eve.post("/api/me/carry").status_code, ann.get("/api/me").status_code) == (403, 401)
    with serving(tmp_path) as served:
        eve, ann = (with_cookie(served, value) for value in cookies)
        assert (eve.post("/api/me/carry").status_code, ann.get("/api/me").status_code) == (403, 401)


def test_more_moves_in_a_second_than_anybody_makes_are_refused(tmp_path: Path) -> None:
    """One move in a thousand seconds here, for a person and their friends on the device; another has their own."""
    with serving(tmp_path, moves_per_second=0.001) as served:
        ann, bob = served.client("Ann"), served.client("Bob")
        seats = [{"kind": "host"}, {"kind": "here", "name": "Cleo"}, {"kind": "person"}]
        table = ann.post("/api/tables", json={"edition": "classic", "seats": seats}).json()["id"]
        bob.post(f"/api/tables/{table}/join", json={})
        friend = ann.get("/api/me/friends").json()[0]["id"]
        assert act(ann, table)
        refused = [
            ann.post(f"/api/tables/{table}/moves", json={"action": "back"}),
            ann.post(f"/api/tables/{table}/moves?as={friend}", json={"action": "back"}),
            ann.post(f"/api/tables/{table}/go-on", json={}),
        ]
        sentence = "More than 0.001 moves a second are too many: wait a little"
        assert [(one.status_code, one.json()["error"]) for one in refused] == [(429, sentence)] * 3
        assert all("retry-after" in one.headers for one in refused)
        assert act(bob, table)


def test_a_limit_that_waiting_does_not_change_says_no_time(tmp_path: Path) -> None:
    """A page asks again when it is told when; a take-back too many is refused for good, and the next move is taken."""
    with serving(tmp_path, pages=True, moves_per_call=1, open_tables=1) as served:
        ann, bob = served.client("Ann"), served.client("Bob")
        table = new_table(ann, bob)
        assert act(ann, table)
        answers = [
            ann.post(f"/api/tables/{table}/moves", json={"action": "back"}),
            ann.post("/api/tables", json={"edition": "classic"}),
            ann.post("/play"),
        ]
        assert [(one.status_code, "retry-after" in one.headers) for one in answers] == [(429, False)] * 3
        assert act(bob, table)
        assert act(ann, table)


def test_a_token_bucket_holds_two_seconds_and_fills_again() -> None:
    now = [0.0]
    bucket = TokenBucket(8, clock=lambda: now[0])

    def spent() -> int:
        count = 0
        while True:
            try:
                bucket.spend("ann")
            except TooManyError:
                return count
            count += 1

    assert spent() == 16
    bucket.spend("bob")
    now[0] = 0.5
    assert spent() == 4
    now[0] = 100.0
    assert spent() == 16
