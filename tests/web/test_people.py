"""People over the API: two on one seat, an identity on two devices, tokens, being forgotten; what a server needs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from partake.cli.main import main
from served import Served, act, events, new_table, serving

TWO = [{"kind": "host"}, {"kind": "person"}]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


def test_two_people_share_a_seat_from_their_own_devices(served: Served) -> None:
    cleo, ann, bob = served.client("Cleo"), served.client(), served.client("Bob")
    table = new_table(cleo, seats=TWO)
    joined = ann.post(f"/api/tables/{table}/join", json={"nickname": "Ann & Bob"})
    assert [seat["awaits_partner"] for seat in joined.json()["seats"]] == [False, True]
    assert ann.get("/api/me").json()["nickname"] == "Ann"
    assert bob.get(f"/api/tables/{table}").json()["seat"] is None
    assert bob.post(f"/api/tables/{table}/join", json={}).status_code == 409
    assert [client.get(f"/api/tables/{table}/partner").status_code for client in (cleo, bob)] == [403, 403]
    key = ann.get(f"/api/tables/{table}/partner").json()["key"]
    assert bob.post(f"/api/tables/{table}/join", json={"key": "wrong"}).status_code == 403
    assert bob.post(f"/api/tables/{table}/join", json={"key": key}).status_code == 200
    assert [client.get(f"/api/tables/{table}").json()["seat"] for client in (cleo, ann, bob)] == [1, 2, 2]
    for pair in (ann, bob, ann):
        assert act(cleo, table)
        assert act(pair, table)
    names = cleo.get(f"/api/tables/{table}").json()["view"]["names"]
    assert names == ["Cleo", "Ann & Bob"]


def test_a_pair_can_host(served: Served) -> None:
    ann = served.client()
    answer = ann.post("/api/tables", json={"edition": "orchid", "seats": TWO, "nickname": "Ann & Bob"})
    assert answer.status_code == 201
    assert [seat["name"] for seat in answer.json()["seats"]] == ["Ann & Bob", ""]


def test_an_identity_is_carried_to_another_device(served: Served) -> None:
    phone, laptop, thief = served.client("Ann"), served.client(), served.client()
    table = new_table(phone)
    carry = phone.post("/api/me/carry").json()
    assert carry["link"] == f"{served.link}/carry/{carry['token']}"
    assert laptop.post("/api/carry", json={"token": carry["token"]}).json() == phone.get("/api/me").json()
    assert laptop.get(f"/api/tables/{table}").json() == phone.get(f"/api/tables/{table}").json()
    assert act(laptop, table)
    assert act(phone, table)
    assert thief.post("/api/carry", json={"token": carry["token"][:-1]}).status_code == 422
    cookie = phone.cookies["partake"]
    assert thief.post("/api/carry", json={"token": cookie}).status_code == 422, "a cookie is not a link"
    thief.headers["cookie"] = f"partake={carry['token']}"
    assert thief.get("/api/me").status_code == 401, "a link is not a cookie"


def test_a_carry_over_link_expires(tmp_path: Path) -> None:
    with serving(tmp_path, carry_seconds=-1) as hasty:
        token = hasty.client("Ann").post("/api/me/carry").json()["token"]
        assert hasty.client().post("/api/carry", json={"token": token}).json() == {
            "error": "This link has expired or is not complete: make a new one"
        }


@pytest.mark.parametrize(("link", "is_secure"), [("", False), ("https://games.example.org", True)])
def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(tmp_path: Path, link: str, is_secure: bool) -> None:
    """However it is given: over the API, by a page, by a link from another device; and when it is taken away."""
    with serving(tmp_path, pages=True, link=link, cookie_days=2) as served:
        ann, other = served.client(), served.client()
        given = [ann.post("/api/guests", json={"nickname": "Ann"})]
        cookie = {"cookie": f"partake={given[0].cookies['partake']}"}
        tokens = [served.client().post("/api/me/carry", headers=cookie).json()["token"] for _ in range(2)]
        given += [
            served.client().post("/play"),
            served.client().post("/api/tables", json={"edition": "classic", "nickname": "Bob"}),
            other.post("/api/carry", json={"token": tokens[0]}),
            other.post(f"/carry/{tokens[1]}"),
        ]
        taken = [served.client().delete("/api/me", headers=cookie)]
    for answer in (*given, *taken):
        attributes = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
        assert {"httponly", "samesite=lax", "path=/"} <= attributes
        assert ("secure" in attributes) == is_secure
        assert ("max-age=172800" in attributes) == (answer in given)


def test_a_token_is_shown_once_and_useless_when_it_is_dropped(served: Served) -> None:
    ann, program = served.client("Ann"), served.client()
    made = ann.post("/api/tokens", json={"label": "bot"}).json()
    program.headers["authorization"] = f"Bearer {made['token']}"
    assert program.get("/api/me").json() == ann.get("/api/me").json()
    assert ann.get("/api/tokens").json() == [{**made, "token": None}]
    assert ann.delete(f"/api/tokens/{made['id']}").status_code == 204
    assert program.get("/api/me").status_code == 401


def test_whoever_is_forgotten_is_known_nowhere(served: Served) -> None:
    ann, bob, other = served.client("Ann"), served.client("Bob"), served.client()
    table = new_table(ann, bob)
    token = ann.post("/api/tokens", json={"label": "bot"}).json()["token"]
    carry = ann.post("/api/me/carry").json()["token"]
    cookie = ann.cookies["partake"]
    assert ann.delete("/api/me").status_code == 204
    assert other.post("/api/carry", json={"token": carry}).status_code == 404
    assert other.get("/api/me", headers={"authorization": f"Bearer {token}"}).status_code == 401
    assert other.get("/api/me", headers={"cookie": f"partake={cookie}"}).status_code == 401
    assert [seat["name"] for seat in bob.get(f"/api/tables/{table}").json()["table"]["seats"]] == ["Somebody 1", "Bob"]
    assert "Ann" not in bob.get(f"/api/tables/{table}/record").text


def test_without_its_packages_the_server_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve"]) != 0
    error = capsys.readouterr().err
    assert "Playing in the browser needs uvicorn, which is not installed: pip install 'partake-games[web]'" in error


def test_a_friend_at_the_device_is_played_for_by_its_owner_alone(served: Served) -> None:
    ann, eve = served.client("Ann"), served.client("Eve")
    seats = [{"kind": "host"}, {"kind": "here", "name": "Bob"}]
    table = ann.post("/api/tables", json={"edition": "classic", "seats": seats, "pause": 0}).json()["id"]
    [friend] = ann.get("/api/me/friends").json()
    assert friend["nickname"] == "Bob"
    bob = friend["id"]
    assert eve.get("/api/me/friends").json() == []
    path, query = f"/api/tables/{table}", f"?as={bob}"
    assert [ann.get(path).json()["seat"], ann.get(path + query).json()["seat"]] == [1, 2]
    legal = ann.get(path + query).json()["view"]["legal"][0]
    for asked in (eve.get(path + query), eve.get(f"{path}/events{query}"), eve.get(f"/api/me{query}")):
        assert (asked.status_code, asked.json()["error"]) == (403, "This is not your device's seat")
    assert eve.post(f"{path}/moves{query}", json={"action": legal}).status_code == 403
    assert ann.post(f"{path}/moves{query}", json={"action": legal}).status_code == 200
    assert ann.get(path).json()["view"]["to_act"] == [1]
    assert served.client().get(path + query).json()["seat"] is None
    nameless = [{"kind": "host"}, {"kind": "here"}]
    assert ann.post("/api/tables", json={"edition": "classic", "seats": nameless}).status_code == 422


def test_a_link_to_another_device_works_once(served: Served) -> None:
    ann, laptop, thief = served.client("Ann"), served.client(), served.client()
    token = ann.post("/api/me/carry").json()["token"]
    assert laptop.post("/api/carry", json={"token": token}).json()["nickname"] == "Ann"
    again = thief.post("/api/carry", json={"token": token})
    assert again.status_code == 409
    assert again.json()["error"] == "This link has been used, and works only once: make a new one where you are known"
    fresh = ann.post("/api/me/carry").json()["token"]
    assert fresh != token


def test_nobody_gets_to_a_pairs_hidden_placements_but_by_the_partners_own_link(served: Served) -> None:
    """By the pair's name, the partner's name, a guessed key, another table's key or another seat's."""
    ann, cleo, eve, host = (served.client(name) for name in ("Ann", "Cleo", "Eve", "Host"))
    seats = [{"kind": "host"}, {"kind": "person"}, {"kind": "person"}]
    table = new_table(host, seats=seats)
    other = new_table(host, seats=seats)
    for client, name, where in ((ann, "Ann & Bob", table), (ann, "Ann & Bob", other), (cleo, "Cleo & Dan", table)):
        assert client.post(f"/api/tables/{where}/join", json={"nickname": name}).status_code == 200
    assert act(ann, table)
    hidden = ann.get(f"/api/tables/{table}").json()["view"]["sheets"][1]
    keys = [
        ann.get(f"/api/tables/{other}/partner").json()["key"],
        cleo.get(f"/api/tables/{table}/partner").json()["key"][:-2],
        ann.get(f"/api/tables/{table}/partner").json()["key"][:-1],
        ann.get(f"/api/tables/{table}/partner").json()["key"].swapcase(),
        "", "A" * 22, "x" * 64, "é" * 22,
    ]  # fmt: skip
    tries: list[dict[str, object]] = [{"nickname": name} for name in ("Ann & Bob", "Bob", "Bob & Ann", "Ann")]
    tries += [{"seat": 2}, *({"key": key} for key in keys), *({"key": key, "nickname": "Bob"} for key in keys)]
    for body in tries:
        assert eve.post(f"/api/tables/{table}/join", json=body).status_code in (403, 409), body
    assert eve.get(f"/api/tables/{table}/partner").status_code == 403
    seen = eve.get(f"/api/tables/{table}").json()
    assert seen["seat"] is None
    assert seen["view"]["sheets"][1] != hidden
    assert not any(seen["view"]["sheets"][1]["cells"])
    assert f"@{hidden['latest'][0]}" not in eve.get(f"/api/tables/{table}/record").text
    with eve.stream("GET", f"/api/tables/{table}/events?view=true") as stream:
        _, kind, told = next(events(stream))
        assert (kind, told["seat"]) == ("view", None)
        assert not any(told["view"]["sheets"][1]["cells"])
    bob = served.client("Bob")
    key = ann.get(f"/api/tables/{table}/partner").json()["key"]
    assert bob.post(f"/api/tables/{table}/join", json={"key": key}).status_code == 200
    assert bob.get(f"/api/tables/{table}").json()["view"]["sheets"][1] == hidden
    assert eve.post(f"/api/tables/{table}/join", json={"key": key}).status_code == 403, "the place is taken"
