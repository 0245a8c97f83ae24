"""Reviews over the API and as pages: only of games that are over, each computed once, and the same as by command."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

import partake
from partake.engine.record.files import read_record
from partake.engine.record.text import format_record
from partake.review import review_text
from partake.review.five.model import FiveReview
from partake.review.hexagon.model import Review
from partake.review.model import Grade
from partake.table import review_queue
from partake.table.limits import Limits
from partake.table.model import ConflictError, TooManyError
from partake.table.review_queue import ProcessReviewer, ReviewJob, ReviewQueue, Stage
from partake.web.api.review import ReviewOut
from partake.web.pages.review_best import best_board
from partake.web.pages.review_five import five_review
from partake.web.pages.review_hexagon import hexagon_review
from partake.web.text.review import ENGLISH
from recorded import FIVE, GOLDEN, KNOWN, SAMPLE
from served import Served, act, new_table, serving

WEB = Path(review_queue.__file__).parents[1] / "web"
TRIES, PAUSE = 1200, 0.1
"""How often somebody looks whether a review is done; kernels may have to be compiled first."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), pages=True) as found:
        yield found


@pytest.fixture(scope="module")
def ann(served: Served) -> httpx.Client:
    return served.client("Ann")


@pytest.fixture(scope="module")
def table(ann: httpx.Client, served: Served) -> str:
    """A game of Classic for two that is over, and reviewed."""
    bob = served.client("Bob")
    found = new_table(ann, bob)
    while any([act(ann, found), act(bob, found)]):
        pass
    assert ann.get(f"/api/tables/{found}/review").json()["state"] == "none"
    assert ann.post(f"/api/tables/{found}/review").status_code == 202
    return found


def waited(client: httpx.Client, table: str) -> dict[str, Any]:
    """A review when it is done."""
    for _ in range(TRIES):
        found: dict[str, Any] = client.get(f"/api/tables/{table}/review").json()
        ReviewOut.model_validate(found)
        assert 0 <= found["done"] <= found["total"]
        if found["state"] not in ("waiting", "working"):
            return found
        assert found["result"] is None
        time.sleep(PAUSE)
    raise AssertionError("the review does not end")


def settled(asked: ReviewJob) -> ReviewJob:
    """A review when it is over, one way or the other."""
    for _ in range(TRIES):
        if not asked.is_pending:
            return asked
        time.sleep(PAUSE)
    raise AssertionError("the review does not end")


def test_a_review_is_what_the_command_prints(ann: httpx.Client, table: str) -> None:
    found = waited(ann, table)
    assert (found["state"], found["error"], found["done"]) == ("done", None, found["total"])
    assert found["result"] == review_text(ann.get(f"/api/tables/{table}/record").text)
    assert found["result"]["games"][0]["hindsight"]["proven"]


def test_asked_twice_by_anybody_it_is_the_same_review(served: Served, ann: httpx.Client, table: str) -> None:
    first = waited(ann, table)
    known = served.app.state.reviews._known[table]
    again = served.client().post(f"/api/tables/{table}/review")
    assert (again.status_code, again.json()) == (202, first)
    assert served.app.state.reviews._known[table] is known


@pytest.mark.parametrize("path", ["/api/tables/{}/review", "/tables/{}/review"])
def test_a_game_that_is_not_over_is_not_reviewed(served: Served, ann: httpx.Client, path: str) -> None:
    playing, waiting = new_table(ann), new_table(ann, seats=[{"kind": "host"}, {"kind": "person"}])
    for method in ("GET", "POST"):
        refused = ann.request(method, path.format(playing))
        assert refused.status_code == 409
        assert "A game can be reviewed when it is over" in refused.text
        assert "The game has not started yet" in ann.request(method, path.format(waiting)).text
        assert ann.request(method, path.format("nothing")).status_code == 404


def test_pages_lead_from_the_end_of_the_game_through_the_wait_to_every_move(
    served: Served, ann: httpx.Client, table: str
) -> None:
    result = ann.get(f"/tables/{table}").text
    assert "Review the game" in result
    assert "Best possible board" in result
    asked = ann.post(f"/tables/{table}/review", data={"to": "best"})
    assert asked.headers["location"] == f"/tables/{table}/best"
    waited(ann, table)
    assert ann.get(f"/tables/{table}/review/progress").text == ""
    record = served.do(served.app.state.context.tables.record(table))
    found = served.app.state.reviews.find(table, record).found.games[0]  # the API rounds, and pages round by themselves
    for player in found.players:
        for at, move in enumerate(player.moves, start=1):
            text = ann.get(f"/tables/{table}/review", params={"seat": player.seat, "at": at}).text
            assert f"{at} of 19: {move.tile} on {move.cell}" in text
            assert f"{move.best.value:.1f}" in text
    best = ann.get(f"/tables/{table}/best").text
    assert f"{found.hindsight.score} points" in best
    assert "this is proven" in best


@pytest.mark.parametrize("query", ["at=0", "at=999", "at=x", "seat=9", "seat=-1", "game=7", "game=1&seat=2&at=19"])
def test_an_address_that_asks_for_too_much_shows_what_there_is(ann: httpx.Client, table: str, query: str) -> None:
    waited(ann, table)
    for path in ("review", "best"):
        assert ann.get(f"/tables/{table}/{path}?{query}").status_code == 200


@pytest.mark.parametrize("name", ["classic-match", "daffodil-reserve", "nexus-passed-pairs"])
def test_every_kind_of_move_has_its_page(name: str) -> None:
    """A match, moves from the reserve, scrapyards that others fill, and tiles called in pairs."""
    record = partake.load(GOLDEN / f"{name}.partake")
    found, _ = review_queue.reviewed(format_record(record), (), lambda done, total: None, seconds=0.5)
    assert isinstance(found, Review)
    for game in found.games:
        for player in game.players:
            for at, move in enumerate(player.moves, start=1):
                shown = hexagon_review(found, record, game=game.number, seat=player.seat, at=at)
                assert (shown.game, shown.seat, shown.at, shown.step.words) == (
                    game.number,
                    player.seat,
                    at,
                    str(move.words),
                )
                assert 'style="' not in f"{shown.step.board}{shown.step.tile}{shown.sprite}{shown.chart.picture}"
                assert [row.at for row in shown.panel.rows] == list(range(1, len(player.moves) + 1))
                lines = [reason.cells for reason in move.reasons if len(reason.cells) >= 2]
                assert shown.step.board.count('height="34" rx="15"') == 2 * len(lines), "a reason's line is outlined"
            spots = re.findall(r'<path d="M([^"]+)" fill="none"', shown.chart.picture)[0].split("L")
            assert [spots[0].split()[0], spots[-1].split()[0]] == [shown.chart.first, shown.chart.last]
        best = best_board(found, record, game=game.number)
        assert (best.points is None) == record.setup.options.ties_players
        assert [one.name for one in best.made][: len(game.players)] == [player.name for player in game.players]


def test_take_five_is_reviewed_in_its_own_process_with_what_everybody_knew() -> None:
    """Text goes in and plain data comes out of another process, which ends with its owner."""
    record, reviews = read_record(FIVE, KNOWN), ReviewQueue(Limits(workers=1))
    try:
        asked = reviews.ask("five", record)
        assert reviews.ask("five", record) is asked
        assert settled(asked).stage is Stage.DONE
    finally:
        reviews.close()
    found = asked.found
    assert isinstance(found, FiveReview)
    assert asked.done == asked.total == len(found.moves)
    for at, move in enumerate(found.moves, start=1):
        shown = five_review(found, record, seat=None, at=at)
        assert (shown.at, shown.step.words, shown.panel.rows[at - 1].grade) == (at, str(move.words), move.grade)
        for (name, _, known), squares in zip(shown.step.players, move.known, strict=True):
            assert name in record.setup.names
            assert known == (", ".join(f"{square} {value}" for square, value in squares) or "nothing")
    own = five_review(found, record, seat=2, at=1)
    assert [row.name for row in own.panel.rows] == [record.setup.names[1]] * found.players[1].decisions


def test_a_review_ends_with_the_server() -> None:
    """The process is stopped in the middle of its work, and what waits is not begun."""
    reviews = ReviewQueue(Limits(workers=1))
    begun = reviews.ask("one", read_record(FIVE, KNOWN))
    waits = reviews.ask("two", read_record(SAMPLE, KNOWN))
    assert (reviews.ahead(begun), reviews.ahead(waits)) == (0, 1)
    for _ in range(TRIES):
        if begun.total:
            break
        time.sleep(PAUSE)
    reviews.close()
    assert (begun.stage, begun.problem) == (Stage.FAILED, review_queue.BROKEN)
    assert waits.stage is not Stage.DONE


def test_a_worker_that_dies_while_nothing_is_to_do_is_replaced() -> None:
    worker = ProcessReviewer(("no such file.toml",))
    with pytest.raises(partake.PartakeError, match="no such file"):
        worker.review(SAMPLE, lambda done, total: None)
    first = worker.worker.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    with pytest.raises(partake.PartakeError, match="no such file"):
        worker.review(SAMPLE, lambda done, total: None)
    assert worker.worker.pid not in (None, first)
    worker.close()


class Patient:
    """Reviews nothing."""

    def review(self, text: str, progress: review_queue.ProgressCallback) -> review_queue.Found:
        raise partake.PartakeError("not today")

    def close(self) -> None:
        pass


class Faulty(Patient):
    """Fails as no reviewer should."""

    def review(self, text: str, progress: review_queue.ProgressCallback) -> review_queue.Found:
        raise RuntimeError("something secret")


def test_a_mistake_of_the_reviewer_is_reported_under_the_reference_that_is_shown(
    caplog: pytest.LogCaptureFixture,
) -> None:
    reviews = ReviewQueue(Limits(workers=0))
    reviews._reviewer = Faulty()
    failed = settled(reviews.ask("one", read_record(SAMPLE, KNOWN)))
    reviews.close()
    found = re.search(r"it was noted \(reference ([A-Z0-9-]{7})\)$", str(failed.problem))
    assert found
    assert f"report {found[1]}: RuntimeError" in caplog.text
    assert "secret" not in str(failed.problem) + caplog.text


def test_what_fails_can_be_asked_for_again_and_what_has_changed_is_forgotten() -> None:
    record, other = read_record(SAMPLE, KNOWN), partake.load(GOLDEN / "classic-best-ray.partake")
    reviews = ReviewQueue(Limits(workers=0))
    reviews._reviewer = Patient()
    first = settled(reviews.ask("one", record))
    assert (first.stage, str(first.problem)) == (Stage.FAILED, "not today")
    assert reviews.ask("one", record) is not first
    assert reviews.find("one", other) is None
    reviews.close()


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [(Limits(workers=0, review_queue=0), "waiting for their review"), (Limits(workers=0, review_moves=10), "too long")],
)
def test_long_games_and_long_queues_are_refused(limits: Limits, sentence: str) -> None:
    reviews = ReviewQueue(limits)
    with pytest.raises((ConflictError, TooManyError), match=sentence):
        reviews.ask("one", read_record(SAMPLE, KNOWN))
    reviews.close()


@pytest.mark.parametrize("kept", [3, 5, 6, 8])
def test_only_so_many_reviews_are_remembered(kept: int) -> None:
    record, reviews = read_record(SAMPLE, KNOWN), ReviewQueue(Limits(workers=0, reviews_kept=kept))
    reviews._reviewer = Patient()
    names = [f"table {n}" for n in range(6)]
    for name in names:
        settled(reviews.ask(name, record))
    assert [name for name in names if reviews.find(name, record)] == names[-kept:]
    reviews.close()


WITHOUT_FAST = """
import sys
from pathlib import Path
sys.modules |= {"numpy": None, "numba": None, "llvmlite": None}
from served import act, new_table, serving
with serving(Path(sys.argv[1]), pages=True) as served:
    ann = served.client("Ann")
    table = new_table(ann)
    while act(ann, table):
        pass
    assert ann.post(f"/api/tables/{table}/review").status_code == 202
    while (found := ann.get(f"/api/tables/{table}/review").json())["state"] in ("waiting", "working"):
        pass
    shown = ann.get(f"/tables/{table}/review")
    print(found["state"], found["error"], shown.status_code)
    print(shown.text)
"""


def test_a_server_without_numpy_plays_and_says_what_a_review_needs(tmp_path: Path) -> None:
    """Only the extra `web` is here: pages and tables import nothing that computes."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_FAST, str(tmp_path)],
        cwd=GOLDEN.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    needed = "Hexagon games need the extra fast for this: pip install 'partake-games[fast]'"
    first, _, page = done.stdout.partition("\n")
    assert first == f"failed {needed} 200"
    assert needed in unescape(page)


def test_every_word_of_a_review_is_used() -> None:
    files = [*(WEB / "templates" / "review").glob("*.html"), *WEB.glob("pages/*.py")]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    graded = {f"grade_{grade.value}" for grade in Grade} if "'grade_' ~" in text else set()
    assert graded | {key for key in ENGLISH if f"'{key}'" in text or f'"{key}"' in text} == set(ENGLISH)
