"""Metrics: read at a listener of their own, true, and without anything of anybody."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from partake.rules.measurement import BOUNDS, Durations
from partake.web.traffic import class_of
from served import act, events, new_table, serving
from served_process import serving_process

Samples = dict[str, float]


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def read(text: str) -> Samples:
    """All samples by their name and labels."""
    return {
        sample.name + (f"{{{','.join(sample.labels.values())}}}" if sample.labels else ""): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_what_happens_is_measured(tmp_path: Path) -> None:
    at = f"127.0.0.1:{free_port()}"
    with serving_process(tmp_path / "folder", "--metrics", at) as server:
        ann, bob = server.client("Ann"), server.client("Bob")
        table = new_table(ann, bob, title="the secret evening")
        new_table(ann, seats=[{"kind": "host"}, {"kind": "bot", "level": "beginner"}])
        with ann.stream("GET", f"/api/tables/{table}/events") as stream:
            told = events(stream)
            next(told)
            assert act(ann, table)
            assert act(bob, table)
            assert ann.post(f"/api/tables/{table}/moves", json={"action": "nonsense"}).status_code == 422
            assert ann.get("/api/tables/none").status_code == 404
            ann.get("/health")
            text = httpx.get(f"http://{at}/metrics").text
        found = read(text)
        assert found["partake_moves_total{answered}"] == 2
        assert found["partake_moves_total{refused}"] == 1
        assert found["partake_move_seconds_count"] == found["partake_move_seconds_bucket{+Inf}"] == 2
        assert found["partake_tables{playing}"] == 2
        assert found["partake_tables{waiting}"] == 0
        assert found["partake_streams"] == found["partake_people"] == 1
        assert found["partake_requests_total{move,200}"] == 2
        assert found["partake_requests_total{move,422}"] == 1
        assert found["partake_requests_total{stream,200}"] == 1
        assert found["partake_requests_total{api,404}"] == 1
        assert found["partake_requests_total{probe,200}"] == 1
        assert found["partake_store_seconds_count"] >= 6
        assert {f"partake_queue_length{{{name}}}" for name in ("bots", "reviews", "writer")} <= found.keys()
        assert {"partake_bot_seconds_count", "partake_review_seconds_count", "process_open_fds"} <= found.keys()
        assert any(name.startswith("partake_build_info") for name in found)
        assert any(name.startswith("python_gc_collections_total") for name in found)
        for secret in ("Ann", "Bob", "secret evening", table, str(ann.cookies["partake"])):
            assert secret not in text
        assert ann.get("/metrics").status_code == 404, "measurements are not public by accident"


def test_without_the_setting_nothing_listens_and_the_library_is_not_loaded() -> None:
    code = "import sys, partake.web.server; print('prometheus_client' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_an_address_that_is_taken_is_refused_before_the_server_starts(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        at = f"127.0.0.1:{taken.getsockname()[1]}"
        command = [sys.executable, "-m", "partake", "serve", "--host", "127.0.0.1", "--port", "0", "--metrics", at]
        done = subprocess.run(
            [*command, "--folder", str(tmp_path)], capture_output=True, text=True, check=False, timeout=60
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[-1] == f"partake: {at} cannot be used: address already in use"


def test_durations_are_counted_by_inclusive_upper_bounds() -> None:
    found = Durations()
    for seconds in (0.0, BOUNDS[0], BOUNDS[0] + 1e-9, BOUNDS[-1], BOUNDS[-1] + 1):
        found.add(seconds)
    assert found.counts == [2, 1, *[0] * (len(BOUNDS) - 3), 1, 1]
    assert found.total == pytest.approx(sum((0.0, 2 * BOUNDS[0], 2 * BOUNDS[-1], 1)))


def test_every_route_has_one_of_a_few_classes(tmp_path: Path) -> None:
    """Labels of a metric are kept for ever, so that no visitor may invent them."""
    with serving(tmp_path, pages=True) as served:
        client = served.client()
        for path in ("/nothing/%s", "/api/tables/%s", "/static/%s", "/docs/%s", "/carry/%s", "/api/%s"):
            for number in range(5):
                client.get(path % number)
        found = {route for route, _ in served.app.state.traffic.requests}
    assert found <= {"api", "docs", "move", "page", "probe", "static", "stream"}
    assert {class_of(path): path for path in ("/api/tables/x/moves", "/api/tables/x/events", "/", "/api/me")} == {
        "move": "/api/tables/x/moves", "stream": "/api/tables/x/events", "page": "/", "api": "/api/me",
    }  # fmt: skip
    assert not re.search(r"\d", "".join(found))
