"""Puzzles on the server: answers are checked here, one counts, ratings move, and nothing tells the answer before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from databases import is_postgresql, located
from partake.engine.five.view import FiveView
from partake.puzzles.files import format_puzzles
from partake.puzzles.making import make
from partake.puzzles.model import MOVE, NOTHING, PLACE, WHAT, WHERE, Puzzle
from partake.rules.catalogue import catalogue
from partake.store.folder import DATABASE
from partake.store.shared_games import shared_records
from partake.table.puzzles import Puzzles
from served import Served, serving

KINDS = (PLACE, MOVE, WHERE, WHAT)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("puzzles")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    with serving(folder, pages=True) as found:
        yield found


def puzzles(served: Served) -> Puzzles:
    found: Puzzles = served.app.state.context.puzzles
    return found


def of_kind(served: Served, kind: str, number: int = 0) -> Puzzle:
    return [puzzle for puzzle in puzzles(served).all.values() if puzzle.kind == kind][number]


def wrong_answer(puzzle: Puzzle) -> str:
    """An answer that is possible and not the best."""
    if puzzle.kind in (PLACE, MOVE):
        return puzzle.values[-1][0]
    if puzzle.kind == WHAT:
        return "1" if puzzle.solution != "1" else "2"
    view = puzzle.view
    assert isinstance(view, FiveView)
    squares = [name for name, pawn in zip(view.squares, view.pawns, strict=True) if pawn]
    return next(square for square in squares if square != puzzle.solution)


@pytest.mark.parametrize("kind", KINDS)
def test_a_right_answer_raises_the_rating_a_wrong_one_lowers_it_and_one_counts(served: Served, kind: str) -> None:
    ann, bob = served.client("Ann"), served.client("Bob")
    puzzle = of_kind(served, kind)
    right = ann.post(f"/api/puzzles/{puzzle.id}", json={"answer": puzzle.solution}).json()
    assert (right["right"], right["counted"], right["solution"]) == (True, True, puzzle.solution)
    assert right["change"] > 0
    assert right["values"] == dict(puzzle.values)
    again = ann.post(f"/api/puzzles/{puzzle.id}", json={"answer": wrong_answer(puzzle)}).json()
    assert (again["right"], again["counted"], again["rating"]) == (False, False, right["rating"])
    wrong = bob.post(f"/api/puzzles/{puzzle.id}", json={"answer": wrong_answer(puzzle)}).json()
    assert (wrong["right"], wrong["answers"], wrong["solved"]) == (False, 2, 1)
    assert wrong["change"] < 0
    standing = ann.get("/api/me/puzzles").json()
    assert (standing["streak"], standing["rating"], len(standing["answers"])) == (1, right["rating"], 1)
    assert bob.get("/api/me/puzzles").json()["streak"] == 0


def test_a_stranger_answers_unrated(served: Served) -> None:
    stranger, puzzle = served.client(), of_kind(served, PLACE, 1)
    found = stranger.post(f"/api/puzzles/{puzzle.id}", json={"answer": puzzle.solution}).json()
    assert (found["right"], found["counted"], found["rating"], found["answers"]) == (True, False, None, 0)
    assert stranger.get("/api/me/puzzles").status_code == 401
    shown = stranger.post(f"/puzzles/{puzzle.id}", data={"typed": puzzle.solution})
    assert shown.status_code == 200
    assert "Right!" in shown.text
    assert stranger.get(f"/puzzles/{puzzle.id}/answer").headers["location"] == f"/puzzles/{puzzle.id}"


def test_the_next_puzzle_is_of_the_kind_asked_for_suits_and_is_new(served: Served) -> None:
    ann = served.client("Ann")
    for _ in range(3):
        found = ann.get("/api/puzzles/next", params={"edition": "orchid", "theme": "relocation"}).json()
        assert (found["edition"], found["kind"]) == ("orchid", MOVE)
        ann.post(f"/api/puzzles/{found['id']}", json={"answer": NOTHING})
    answered = [row["puzzle"] for row in ann.get("/api/me/puzzles").json()["answers"]]
    assert len(set(answered)) == 3
    rating = ann.get("/api/me/puzzles").json()["rating"]
    near = sorted(abs(puzzle.rating - rating) for puzzle in puzzles(served).all.values())
    suits = abs(ann.get("/api/puzzles/next").json()["rating"] - rating)
    assert suits <= near[60], "one of those nearest to one's rating"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/puzzles/nothing", None, 404),
        ("POST", "/api/puzzles/nothing", {"answer": "c3"}, 404),
        ("GET", "/api/puzzles/next?edition=chess", None, 422),
        ("GET", "/api/puzzles/next?theme=fork", None, 422),
        ("GET", "/api/puzzles/next?edition=five&theme=finish", None, 404),
        ("POST", "/api/puzzles/{puzzle}", {"answer": "z9"}, 422),
        ("POST", "/api/puzzles/{puzzle}", {"answer": ""}, 422),
        ("POST", "/api/puzzles/{puzzle}", {"cell": "c3"}, 422),
        ("PUT", "/api/me/puzzles", {"share": "perhaps"}, 422),
        ("GET", "/puzzles/nothing", None, 404),
        ("GET", "/puzzles/next?theme=fork", None, 422),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(
    served: Served, method: str, path: str, body: dict[str, str] | None, status: int
) -> None:
    client = served.client("Ann")
    answer = client.request(method, path.format(puzzle=of_kind(served, PLACE).id), json=body)
    assert answer.status_code == status
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("kind", KINDS)
def test_no_byte_before_the_answer_depends_on_the_solution(served: Served, kind: str) -> None:
    """The same position with other values, themes, margin and grades is the same page and the same JSON."""
    service = puzzles(served)
    puzzle = of_kind(served, kind, 2)
    turned = tuple(zip([key for key, _ in reversed(puzzle.values)], [value for _, value in puzzle.values], strict=True))
    if kind in (WHERE, WHAT):
        turned = ((wrong_answer(puzzle), 1.0),)
    other = replace(puzzle, values=turned, themes=("keep",), found=(1, 2, 3, 4, 5), proof="searched")
    assert other.id == puzzle.id
    assert other.solution != puzzle.solution
    ann, stranger = served.client("Ann"), served.client()
    paths = (f"/puzzles/{puzzle.id}", f"/api/puzzles/{puzzle.id}", f"/puzzles/{puzzle.id}/answer")

    def told() -> list[str]:
        return [_told(client.get(path)) for client in (ann, stranger) for path in paths]

    before = told()
    assert isinstance(service.all, dict)
    service.all[puzzle.id] = other
    try:
        assert told() == before
    finally:
        service.all[puzzle.id] = puzzle


def _told(answer: httpx.Response) -> str:
    return f"{answer.status_code} {answer.headers.get('location')} {answer.text}"


def test_typed_answers_of_every_kind_are_understood(served: Served) -> None:
    for kind in KINDS:
        puzzle, client = of_kind(served, kind, 3), served.client("Ann")
        typed = puzzle.solution.upper().replace("+", " ")
        assert client.post(f"/puzzles/{puzzle.id}", data={"typed": typed}).status_code == 303
        shown = client.get(f"/puzzles/{puzzle.id}/answer").text
        assert "Right!" in shown
        assert re.search(r"Your rating: [\d,]+ \(\+\d+\)", shown)
        assert client.get(f"/puzzles/{puzzle.id}").headers["location"] == f"/puzzles/{puzzle.id}/answer"


def test_moves_from_the_reserve_are_chosen_tile_by_tile(served: Served) -> None:
    puzzle = next(one for one in puzzles(served).all.values() if one.kind == MOVE and one.solution != NOTHING)
    client = served.client("Ann")
    moves = {f"move-{tile}": cell for tile, cell in (move.split(">") for move in puzzle.solution.split("+"))}
    client.post(f"/puzzles/{puzzle.id}", data=moves)
    assert "Right!" in client.get(f"/puzzles/{puzzle.id}/answer").text


def test_forgetting_takes_rating_answers_and_consent_along(served: Served, folder: Path) -> None:
    ann, puzzle = served.client("Zuleika"), of_kind(served, PLACE, 4)
    ann.post(f"/api/puzzles/{puzzle.id}", json={"answer": puzzle.solution})
    assert ann.put("/api/me/puzzles", json={"share": True}).json()["share"] is True
    person = ann.get("/api/me").json()["id"]
    assert served.do(puzzles(served)._store.solver(person)) is not None
    assert ann.delete("/api/me").status_code == 204
    assert served.do(puzzles(served)._store.solver(person)) is None
    assert served.do(puzzles(served)._store.answers(person)) == []


def test_games_become_puzzles_only_while_their_player_allows_it_and_without_names(served: Served, folder: Path) -> None:
    ann, bob = served.client("Anastasia"), served.client("Bob")
    assert ann.get("/api/me/puzzles").json()["share"] is False
    tables = [_played_out(ann), _played_out(bob)]
    edition = catalogue().editions["classic"]

    where = located(folder / DATABASE) if is_postgresql() else folder

    def shared() -> list[tuple[object, int]]:
        return list(shared_records(where, catalogue(), edition))

    assert shared() == []
    assert ann.post("/puzzles/share", data={"share": "on", "from": "settings"}).status_code == 303
    assert "checked" in ann.get("/settings").text.split('id="share"')[1].split("</section>")[0]
    found = shared_records(where, catalogue(), edition)
    made = list(make(edition, count=2, seed="1", sources=found))
    assert "Anastasia" not in format_puzzles(edition, made)
    assert len(shared()) == 1
    assert ann.post("/puzzles/share", data={"from": "puzzles"}).status_code == 303
    assert shared() == []
    assert len(set(tables)) == 2


def _played_out(client: httpx.Client) -> str:
    table = str(client.post("/api/tables", json={"edition": "classic", "options": {}}).json()["id"])
    while True:
        state = client.get(f"/api/tables/{table}").json()
        if state["table"]["status"] == "over":
            return table
        legal = [action for action in state["view"]["legal"] if action != "back"]
        if legal:
            client.post(f"/api/tables/{table}/moves", json={"action": legal[0]})


def test_files_in_the_servers_folder_are_asked_too(tmp_path: Path) -> None:
    edition = catalogue().editions["classic"]
    own = replace(next(iter(make(edition, count=1, seed="own"))), rating=2999)
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "ours.txt").write_text(format_puzzles(edition, [own]))
    with serving(tmp_path, pages=True) as found:
        assert found.client().get(f"/api/puzzles/{own.id}").json()["rating"] == 2999
