"""People over the API: two on one seat, an identity on two devices, tokens, being forgotten; what a server needs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from partake.cli.main import main
from served import Served, act, new_table, serving

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
    assert bob.post(f"/api/tables/{table}/join", json={}).status_code == 200
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
            "error": "this link has expired or is not complete: make a new one"
        }


@pytest.mark.parametrize(("link", "is_secure"), [("", False), ("https://games.example.org", True)])
def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(tmp_path: Path, link: str, is_secure: bool) -> None:
    """However it is given: over the API, by a page, by a link from another device; and when it is taken away."""
    with serving(tmp_path, pages=True, link=link, cookie_days=2) as served:
        ann, other = served.client(), served.client()
        given = [ann.post("/api/guests", json={"nickname": "Ann"})]
        cookie = {"cookie": f"partake={given[0].cookies['partake']}"}
        token = served.client().post("/api/me/carry", headers=cookie).json()["token"]
        given += [
            served.client().post("/play"),
            served.client().post("/api/tables", json={"edition": "classic", "nickname": "Bob"}),
            other.post("/api/carry", json={"token": token}),
            other.post(f"/carry/{token}"),
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
    assert "playing in the browser needs uvicorn, which is not installed: pip install 'partake-games[web]'" in error
