"""The pages of the lessons: they say what a newcomer asks, check answers without a script, and keep nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import httpx
import pytest

from brackets import french_in_brackets, outside
from partake.engine.notation import format_action
from partake.rules.languages import NAMES
from partake.teach.lesson import Lesson, lessons
from partake.web.language import COOKIE
from served import Served, new_table, serving
from teaching import wrong_answer

LESSONS = lessons()
HEXAGON_QUESTIONS = {
    "What is a line?": "A line runs straight across the board from edge to edge, in one of 3 directions",
    "When does it score?": "It scores when every cell of it holds a tile and all of them show the same number",
    "How much?": "a line scores its length times its number",
    "What breaks it?": "A different number breaks a line: then it scores nothing, whatever comes later",
    "Where may a tile go?": "on any empty cell",
    "What do the others do?": "all players put this same tile on their own boards",
    "May a tile be moved or turned?": "Tiles are never turned, and what lies stays: you can take it back only until "
    "the next tile is drawn",
    "When does the game end?": r"(Everything is full, and|When all players are done,) the game ends",
    "Who wins?": "The highest total wins; equal totals share the win",
    "What is left over?": r"\d+ of the \d+ tiles were drawn; \d+ stay in the bag, and nobody knew which",
}
QUESTIONS = {
    **dict.fromkeys(("classic", "daffodil", "nexus", "orchid"), HEXAGON_QUESTIONS),
    "five": {
        "Whose are the pieces?": "All players share the same 4 pieces, which move as in chess",
        "How do they move?": "Rook and bishops pass over pawns, but never over another piece",
        "What is a turn?": "In a turn you move a piece, and then a different piece",
        "Who sees what I look at?": "Only you have seen it",
        "What is a take, and how often?": "A pawn that is taken is shown to all and lies open before you",
        "How often may I take?": "At most once in a turn you may take a pawn",
        "How is Score won?": "In Score you need 5 pawns, all different, and the last must make your total higher",
        "How is 21 won and lost?": "you need exactly 21, with 3 to 5 pawns; equal values are allowed. With more than "
        "21, or with 5 pawns below it, you are out",
        "How is Quinte won?": "In Quinte you need 5 values in a row, taken in any order",
        "What does going back cost?": "you must give up a pawn that you took earlier",
        "Who wins the game?": "3 markers win the game",
        "What comes after a round?": "all pawns are shuffled and laid out again, and the player to the left of the "
        "winner begins",
    },
}
"""What newcomers ask about each game, and the words that answer it."""
MORE = {
    "classic": ["a sunray and scores 7", "a tile must touch another one", "suns must touch suns", "called in pairs"],
    "daffodil": ["A wild stripe counts as the number that its line needs", "until all 3 are full"],
    "nexus": ["80 for gold and 40 for silver", "less than 60 in the end, it costs 60", "Your longest ray scores 10"],
    "orchid": ["through an empty orchid cell counts without it", "what stays in the reserve counts for nothing"],
    "five": ["A pawn under a piece can be neither looked at nor taken"],
}
"""What else a lesson must say: its options, with the numbers of the edition."""


class Words(HTMLParser):
    """The text of a page that a screen reader reads, names of things included."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._skipped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a name; skip scripts, and what is only seen."""
        given = dict(attrs)
        self._skipped += tag in ("script", "style", "noscript")
        self.found += [given["aria-label"] or ""] if given.get("aria-label") else []

    def handle_endtag(self, tag: str) -> None:
        """Go on reading."""
        self._skipped -= tag in ("script", "style", "noscript")

    def handle_data(self, data: str) -> None:
        """Note a text."""
        if not self._skipped:
            self.found.append(data)


def texts(page: str) -> list[str]:
    reader = Words()
    reader.feed(page)
    return reader.found


def words(page: str) -> str:
    return re.sub(r"\s+", " ", " ".join(texts(page)))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), pages=True) as found:
        yield found


def walked(client: httpx.Client, lesson: Lesson) -> Iterator[str]:
    """Every page of a lesson: each step as it asks, and as it is after the first right answer."""
    home = f"/learn/{lesson.edition.name}"
    for step in lesson.steps:
        asked = client.get(f"{home}/{step.name}")
        told = client.post(f"{home}/{step.name}", data={"answer": format_action(step.right[0].action)})
        assert (asked.status_code, told.status_code) == (200, 200), step.name
        assert 'data-verdict="right"' in told.text, step.name
        yield asked.text
        yield told.text
    ended = client.get(f"{home}/done")
    assert ended.status_code == 200
    yield ended.text


@pytest.mark.parametrize("name", LESSONS)
def test_a_first_game_answers_what_newcomers_ask(served: Served, name: str) -> None:
    """All that is asked is said in words, with the engine's numbers, where a screen reader reads it."""
    said = " ".join(words(page) for page in walked(served.client(), LESSONS[name]))
    missing = [question for question, answer in QUESTIONS[name].items() if not re.search(answer, said)]
    assert len(QUESTIONS[name]) >= 10
    assert missing == []
    assert [wanted for wanted in MORE[name] if wanted not in said] == []


@pytest.mark.parametrize("name", LESSONS)
def test_wrong_answers_get_a_reason_and_another_try(served: Served, name: str) -> None:
    client = served.client()
    for step in LESSONS[name].steps:
        made = wrong_answer(step)
        answer = client.post(f"/learn/{name}/{step.name}", data={"answer": format_action(made.action)})
        assert answer.status_code == 200
        told = words(answer.text)
        assert 'data-verdict="wrong"' in answer.text
        assert "Not quite." in told
        assert "Try another way." in told
        reason = str(made.refusal or step.miss(made))
        assert reason[1:] in told, step.name
        assert "Skip this step" in told


@pytest.mark.parametrize("language", [code for code in NAMES if code != "en"])
def test_lessons_are_said_in_every_language(served: Served, language: str) -> None:
    client = served.client()
    client.cookies.set(COOKIE, language)
    for lesson in LESSONS.values():
        for page in walked(client, lesson):
            assert f'<html lang="{language}">' in page
            assert "learn_" not in words(page)


def test_nothing_of_a_lesson_is_left_untranslated(served: Served) -> None:
    with french_in_brackets():
        client = served.client()
        client.cookies.set(COOKIE, "fr")
        pages = [client.get("/learn").text, *(page for lesson in LESSONS.values() for page in walked(client, lesson))]
        assert [told for page in pages for told in texts(page) if outside(told)] == []


def test_a_learner_leaves_no_trace(served: Served) -> None:
    """No cookie is set, and nothing is stored."""
    client = served.client()
    for lesson in LESSONS.values():
        for _ in walked(client, lesson):
            pass
    assert not client.cookies
    assert "Path" not in client.get("/learn").headers.get("set-cookie", "")


def test_what_does_not_exist_or_cannot_be_read_is_refused_with_a_sentence(served: Served) -> None:
    client = served.client()
    for path in ("/learn/chess", "/learn/classic/castling"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "esson" in words(answer.text)
    for given in ("", "9-7-8", "x" * 500, "9-7-8@c3;", "Nxd4" * 9):
        answer = client.post("/learn/classic/line", data={"answer": given})
        assert answer.status_code == 422
        assert "is not an action" in words(answer.text)
    other = client.post("/learn/classic/line", data={"answer": "Nxd4"})
    assert other.status_code == 200
    assert 'data-verdict="wrong"' in other.text


def test_lessons_are_a_tap_away(served: Served) -> None:
    """From the home page, from every table and from the waiting room, of the edition that is played there."""
    host = served.client("Ann")
    assert 'href="/learn"' in served.client().get("/").text
    for name in LESSONS:
        wanted = {"seats": [{"kind": "host"}, {"kind": "bot", "level": "random"}]}
        assert f'href="/learn/{name}"' in host.get(f"/tables/{new_table(host, edition=name, **wanted)}").text
    waiting = new_table(host, edition="nexus", seats=[{"kind": "host"}, {"kind": "person"}])
    assert 'href="/learn/nexus"' in host.get(f"/tables/{waiting}").text
