"""Progress and leaderboards over the API and as pages: nobody who has not agreed is in any byte of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from partake.web.api.progress import BoardOut, ProgressOut
from progress_games import SUMMARY
from served import Served, act, new_table, serving

PATHS = (
    "/leaders", "/leaders?period=day", "/leaders?by=strength", "/leaders?game=classic", "/api/leaders",
    "/api/leaders?period=day", "/api/leaders?by=strength",
)  # fmt: skip


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), pages=True) as found:
        yield found


def played(client: httpx.Client) -> str:
    """A game of Classic for one, to its end."""
    table = new_table(client)
    while act(client, table):
        pass
    return table


def told(client: httpx.Client) -> str:
    """Every byte of all leaderboards, as somebody gets them."""
    answers = [client.get(path) for path in PATHS]
    assert {answer.status_code for answer in answers} == {200}
    return "".join(answer.text for answer in answers)


def test_nobody_is_shown_who_does_not_want_it_and_everybody_goes_when_they_want(served: Served) -> None:
    ann, bob, eve = served.client("Annabella"), served.client("Bobadil"), served.client("Eve")
    played(ann)
    played(bob)
    assert ann.get("/api/me/choices").json() == {"public": False, "milestones": True}
    person = bob.get("/api/me").json()["id"]
    for reader in (eve, served.client()):
        assert "Annabella" not in told(reader)
        assert "Bobadil" not in told(reader)
    assert bob.put("/api/me/choices", json={"public": True}).json() == {"public": True, "milestones": True}
    assert "Bobadil" in told(eve)
    assert "Annabella" not in told(eve)
    assert person not in told(eve)
    mine = ann.get("/api/leaders").json()
    assert mine["mine"]["name"] == "Annabella"
    assert mine["mine"]["public"] is False
    assert [place["name"] for place in mine["places"]] == ["Bobadil"]
    BoardOut.model_validate(mine)
    bob.post("/me/choices", data={"public": "no", "to": "/leaders?period=day"})
    assert "Bobadil" not in told(eve)
    bob.put("/api/me/choices", json={"public": True})
    assert "Bobadil" in told(eve)
    assert bob.delete("/api/me").status_code == 204
    assert "Bobadil" not in told(eve)


def test_a_bot_like_me_is_matched_by_my_own_games_alone(served: Served) -> None:
    """Ann plays perfectly, Bob is not known: her bot is the best, his is the level that he asks for."""
    ann, bob = served.client("Ann"), served.client("Bob")
    results = served.app.state.context.tables.results
    for _ in range(5):
        table = played(ann)
        done = results.reviewed(table, [replace(SUMMARY, lost=0.0)])
        asyncio.run_coroutine_threadsafe(done, served._loop).result()

    def bot(client: httpx.Client, level: str) -> str:
        seats = [{"kind": "host"}, {"kind": "bot", "level": level}]
        made = client.post("/api/tables", json={"edition": "classic", "seats": seats}).json()
        return str(made["seats"][1]["bot"])

    assert bot(ann, "like-me") == "master"
    assert bot(bob, "like-me") == "skilled"
    assert bot(bob, "like-me:casual") == "casual"
    table = bob.post("/api/tables", json={"edition": "classic", "seats": [{"kind": "host"}, {"kind": "person"}]}).json()
    info = bob.post(f"/api/tables/{table['id']}/seats/2/bot", json={"level": "like-me"}).json()
    assert info["seats"][1]["bot"] == "skilled"
    refused = bob.post(
        "/api/tables",
        json={"edition": "nexus", "seats": [{"kind": "host"}, {"kind": "bot", "level": "like-me:nobody"}]},
    )
    assert "there is no bot" in refused.text.lower()


def test_a_form_leads_back_only_to_where_it_may_come_from(served: Served) -> None:
    ann = served.client("Ann")
    for to, where in (
        ("/leaders?by=strength", "/leaders?by=strength"),
        ("https://evil.example", "/settings?chosen#choices"),
    ):
        answer = ann.post("/me/choices", data={"public": "no", "to": to}, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, where)


def test_progress_says_honestly_what_is_missing(served: Served) -> None:
    dora = served.client("Dora")
    assert dora.get("/api/me/progress").json() == []
    assert "There is nothing to show yet" in dora.get("/me/progress").text
    table = played(dora)
    (found,) = dora.get("/api/me/progress").json()
    ProgressOut.model_validate(found)
    assert (found["games"], found["reviewed"], found["needed"], found["given_away"]) == (1, 0, 5, None)
    page = dora.get("/me/progress").text
    assert "5 more reviewed games are needed" in page
    assert f"/tables/{table}" in page
    assert dora.get("/api/me/milestones").json() == []


def test_what_is_asked_wrongly_is_refused_in_a_sentence(served: Served) -> None:
    ann = served.client("Ann")
    wrong: dict[str, Any] = {
        "/api/leaders?edition=nothing": 422, "/api/leaders?day=2026-13-41": 422, "/api/leaders?day=x": 422,
        "/api/leaders?edition=five&rules=players%3D2": 404, "/leaders?game=nothing": 422,
    }  # fmt: skip
    for path, status in wrong.items():
        assert ann.get(path).status_code == status, path
    assert ann.get("/leaders?day=x&page=99999999&by=x&period=x").status_code == 200


def test_an_operator_can_do_without_leaderboards(tmp_path: Path) -> None:
    with serving(tmp_path, pages=True, leaderboards="no") as served:
        ann = served.client("Ann")
        assert ann.get("/leaders").status_code == 404
        assert ann.get("/api/leaders").status_code == 404
        assert "/leaders" not in ann.get("/").text
        assert "leaderboards" not in ann.get("/settings").text
