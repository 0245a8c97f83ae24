"""Going on in an intermission through the API, and the pause that a move may ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from served import serving


def test_a_single_player_asks_for_a_pause_and_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann, eve = server.client("Ann"), server.client("Eve")
        table = f"/api/tables/{ann.post('/api/tables', json={'edition': 'classic'}).json()['id']}"
        state = ann.get(table).json()
        sent = {"action": state["view"]["legal"][0], "expect": state["number"], "pause": "go-on"}
        number = ann.post(f"{table}/moves", json=sent).json()["number"]
        assert ann.get(table).json()["intermission"] == {"deal_at": None, "seconds": None, "awaited": []}
        assert ann.post(f"{table}/go-on", json={"expect": state["number"]}).json() == {"number": number}
        assert eve.post(f"{table}/go-on", json={}).status_code == 403
        assert server.client().post(f"{table}/go-on", json={}).status_code == 401
        assert ann.post(f"{table}/go-on", json={"expect": number}).json() == {"number": number + 1}
        state = ann.get(table).json()
        assert (state["intermission"], len(state["view"]["drawn"])) == (None, 2)
        assert ann.post(f"{table}/go-on", json={}).json() == {"number": number + 1}, "nothing to go on from"


@pytest.mark.parametrize("pause", [-1, 61, "soon", True, [1]])
def test_a_pause_that_makes_no_sense_is_refused_with_a_sentence(tmp_path: Path, pause: object) -> None:
    with serving(tmp_path) as server:
        ann = server.client("Ann")
        table = f"/api/tables/{ann.post('/api/tables', json={'edition': 'classic'}).json()['id']}"
        sent = {"action": ann.get(table).json()["view"]["legal"][0], "pause": pause}
        answer = ann.post(f"{table}/moves", json=sent)
        assert (answer.status_code, answer.json()) == (
            422,
            {"error": "pause: this must be 0 to 60 seconds, or go-on"},
        )
        assert len(ann.get(table).json()["view"]["sheets"][0]["cells"]) == 0
