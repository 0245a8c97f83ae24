"""The name that a person gives in a form is theirs from then on; some names are nobody's."""

from __future__ import annotations

from pathlib import Path

import pytest

from served import serving


def test_a_form_with_another_name_renames_and_one_without_keeps_the_name(tmp_path: Path) -> None:
    with serving(tmp_path, pages=True) as served:
        browser = served.client()
        for given, name in (("Ann", "Ann"), ("", "Ann"), ("Anna", "Anna"), ("Anna", "Anna")):
            form = {"edition": "classic", "players": "1", "nickname": given}
            assert browser.post("/tables", data=form).status_code == 303
            assert browser.get("/api/me").json()["nickname"] == name


@pytest.mark.parametrize("name", ["\u3164", "Casual bot", "The dealer"])
def test_nobody_comes_in_by_a_name_that_is_unseen_or_pretends(tmp_path: Path, name: str) -> None:
    """Every way in: guests, another nickname, hosts, seats, pairs, friends at one device, the forms of pages."""
    two = [{"kind": "host"}, {"kind": "person"}]
    with serving(tmp_path, pages=True) as served:
        ann, stranger, guest = served.client("Ann"), served.client(), served.client("Bob")
        table = ann.post("/api/tables", json={"edition": "classic", "seats": two}).json()["id"]
        here = [{"kind": "host"}, {"kind": "here", "name": name}]
        asked = [
            stranger.post("/api/guests", json={"nickname": name}),
            ann.patch("/api/me", json={"nickname": name}),
            ann.post("/api/tables", json={"edition": "classic", "nickname": name}),
            stranger.post("/api/tables", json={"edition": "classic", "nickname": name}),
            ann.post("/api/tables", json={"edition": "classic", "nickname": f"Ann & {name}", "seats": two}),
            ann.post("/api/tables", json={"edition": "classic", "seats": here}),
            stranger.post(f"/api/tables/{table}/join", json={"nickname": name}),
            guest.post(f"/api/tables/{table}/join", json={"nickname": name}),
            guest.post(f"/api/tables/{table}/join", json={"nickname": f"{name} & Cleo"}),
            ann.post("/me/name", data={"nickname": name}),
            ann.post("/tables", data={"edition": "classic", "nickname": name}),
            guest.post(f"/tables/{table}/join", data={"nickname": name}),
            guest.post(f"/tables/{table}/join", data={"nickname": "Bob", "partner": name}),
        ]
        assert [answer.status_code for answer in asked] == [422] * len(asked)
        assert all("choose another" in answer.text for answer in asked)
        seats = ann.get(f"/api/tables/{table}").json()["table"]["seats"]
        assert [seat["name"] for seat in seats] == ["Ann", ""]
        assert [who.get("/api/me").json()["nickname"] for who in (ann, guest)] == ["Ann", "Bob"]
        assert ann.get("/api/me/friends").json() == []
