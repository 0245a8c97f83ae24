"""A page that applies every patch in order, and answers as soon as they come, always shows what its view holds."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import partake
from partake.engine.actions import TakeBack
from partake.engine.notation import format_action
from partake.rules.errors import IllegalActionError
from partake.table.channels import Subscription
from partake.table.model import Person, TableRequest
from partake.table.view_json import own_json, shared_json, view_json
from partake.table.views import CROWD, ViewCache
from table_service import Evening, heard, spend

GAMES: dict[str, tuple[str, dict[str, Any], int]] = {
    "two tiles a call, two games": ("classic", {"draw": 2, "rounds": 2}, 200),
    "bonuses for the best of the table": ("daffodil", {"rays": "best"}, 200),
    "scrapyards that neighbours fill": ("nexus", {"scrapyard": "passed"}, 200),
    "the lowest scrapyard pays": ("nexus", {"scrapyard": "lowest"}, 200),
    "a threshold for scrapyards": ("nexus", {}, 200),
    "tiles that move from the reserve": ("daffodil", {"stamens": "reserve"}, 200),
    "looks and takes": ("five", {}, 150),
}
"""The edition, its options, and the most actions that are played."""


class Page:
    """What a page of the browser keeps: the whole state first, then what events and answers change of it."""

    def __init__(self, stream: Subscription) -> None:
        self._stream = stream
        self.state: dict[str, Any] = {}

    async def read(self) -> None:
        """Apply the events that wait."""
        for kind, data in await heard(self._stream):
            if kind == "view":
                self.state = data
            elif kind in ("moves", "acted"):
                self._apply(data)
            elif kind == "intermission":
                self.state["intermission"] = data["intermission"]

    def answered(self, data: dict[str, Any]) -> None:
        """Apply the answer to a move, unless the stream was faster."""
        if data["number"] > self.state["number"]:
            self._apply(data)

    def _apply(self, data: dict[str, Any]) -> None:
        view, patch = self.state["view"], data["view"]
        if "log" in view and "log" not in patch and data["number"] > self.state["number"]:
            view["log"] += data["moves"]
        for seat, sheet in patch.pop("sheets", {}).items():
            view["sheets"][int(seat) - 1] = sheet
        assert patch.keys() <= view.keys()
        view.update(patch)
        self.state["number"] = data.get("number", self.state["number"])
        self.state["deadline"] = data["deadline"]
        self.state["intermission"] = data["intermission"]


async def expected(at: Evening, table: str, person: Person | None) -> dict[str, Any]:
    """The view of a person, built without any cache; at a table of many without the boards of far seats."""
    view = (await at.state(table, person)).view
    assert view is not None
    found: dict[str, Any] = json.loads(json.dumps(view_json(view)))
    if len(found["names"]) > CROWD:
        for seat in range(CROWD + 1, len(found["names"]) + 1):
            if seat != found["seat"]:
                found["sheets"][seat - 1] = {"total": found["sheets"][seat - 1]["total"]}
    return found


def choice(legal: list[str], step: int) -> str:
    """Something else at each step, now and then a take-back."""
    others = [action for action in legal if action != "back"]
    return "back" if "back" in legal and (step % 7 == 3 or not others) else others[step * 5 % len(others)]


async def play(at: Evening, table: str, people: list[Person], steps: int, *, at_once: bool = False) -> bool:
    """Play a game with everybody's page open, and compare all pages after each action; whether it is over.

    With `at_once` all who must act do so in the same tick of the event loop, and are told together.
    """
    watchers = [*people, None]
    async with at.streams(table, *watchers, with_view=True) as streams:
        pages = [Page(stream) for stream in streams]
        for step in range(steps):
            for n, (page, person) in enumerate(zip(pages, watchers, strict=True)):
                await page.read()
                if len(people) <= CROWD or (n + step) % 4 == 0:  # of many in turns
                    assert page.state["view"] == await expected(at, table, person), f"step {step}"
                    assert page.state["number"] == (await at.state(table, person)).number
            if pages[-1].state["view"]["between"]:
                for person in people:
                    await at.tables.proceed(table, person.id)
                continue
            to_act = pages[-1].state["view"]["to_act"]
            if not to_act:
                break
            movers = [seat - 1 for seat in to_act] if at_once else [to_act[step % len(to_act)] - 1]
            actions = [choice(pages[mover].state["view"]["legal"], step + mover) for mover in movers]
            answers = await asyncio.gather(
                *(
                    at.tables.play(table, people[mover].id, action, with_view=True)
                    for mover, action in zip(movers, actions, strict=True)
                ),
                return_exceptions=True,
            )
            for mover, done in zip(movers, answers, strict=True):
                if isinstance(done, BaseException):  # what one of them did has made it illegal for another
                    assert at_once, done
                    assert isinstance(done, IllegalActionError)
                elif step % 2:
                    pages[mover].answered(json.loads(done.state or b""))
                    assert pages[mover].state["view"] == await expected(at, table, people[mover]), f"step {step}"
            await at.settle()
            if len(people) > CROWD:
                await at.pass_by(1.0)
    return pages[-1].state["view"]["outcome"] is not None


@pytest.mark.parametrize("name", GAMES)
def test_patches_add_up_to_the_view_of_every_audience(name: str, tmp_path: Path) -> None:
    edition, options, steps = GAMES[name]

    async def course(at: Evening) -> None:
        people = await at.guests("Ann", "Bob", "Cleo")
        is_over = await play(at, await at.table(*people, edition=edition, options=options), people, steps)
        assert is_over or edition == "five"

    spend(tmp_path, course)


@pytest.mark.parametrize("name", [name for name, (edition, _, _) in GAMES.items() if edition != "five"])
def test_patches_add_up_when_all_act_in_the_same_tick(name: str, tmp_path: Path) -> None:
    edition, options, steps = GAMES[name]

    async def course(at: Evening) -> None:
        people = await at.guests("Ann", "Bob", "Cleo")
        table = await at.table(*people, edition=edition, options=options)
        assert await play(at, table, people, steps, at_once=True)

    spend(tmp_path, course)


def test_what_seats_do_in_one_tick_is_one_event_that_keeps_what_is_hidden(tmp_path: Path) -> None:
    """Two of three act: each is told of itself, the third and the spectators only who must still act."""

    async def course(at: Evening) -> None:
        ann, bob, cleo = people = await at.guests("Ann", "Bob", "Cleo")
        table = await at.table(*people)
        async with at.streams(table, *people, None) as streams:
            for stream in streams:
                await heard(stream)
            first, second = (await at.legal(table, ann))[0], (await at.legal(table, bob))[1]
            await asyncio.gather(at.tables.play(table, ann.id, first), at.tables.play(table, bob.id, second))
            [(_, to_ann)], [(_, to_bob)], [to_cleo], [to_all] = [await heard(stream) for stream in streams]
            assert (to_ann["moves"], to_bob["moves"]) == ([f"1:{first}"], [f"2:{second}"])
            assert to_ann["to_act"] == to_bob["to_act"] == [3]
            assert to_cleo == to_all == ("acted", {"to_act": [3], "deadline": None, "intermission": None})
            await asyncio.gather(
                at.tables.play(table, ann.id, "back"),
                at.tables.play(table, ann.id, second),
                at.tables.play(table, cleo.id, first),
            )
            told = [await heard(stream) for stream in streams]
            assert [len(events) for events in told] == [1, 1, 1, 1]
            moves = [data["moves"] for [(_, data)] in told]
            assert moves[0] == moves[3], "the dealer has acted: now all know everything"
            assert moves[0][:-1] == [f"1:{first}", f"2:{second}", "1:back", f"1:{second}", f"3:{first}"]

    spend(tmp_path, course)


@pytest.mark.parametrize("edition", ["classic", "nexus"])
def test_patches_of_a_crowd_add_up_too(edition: str, tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        people = await at.guests(*(f"Guest {n}" for n in range(CROWD + 2)))
        table = (await at.tables.create(people[0], TableRequest(edition, pause=0.0, unlimited=True))).id
        for person in people[1:]:
            await at.tables.join(table, person)
        await at.tables.start(table, people[0].id)
        assert await play(at, table, people, 700)

    spend(tmp_path, course)


def test_patches_hold_what_changed_and_no_more(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        async with (
            at.tables.listen(table, ann.id, with_view=True) as mine,
            at.tables.listen(table, bob.id, with_view=True) as other,
            at.tables.listen(table, None) as plain,
        ):
            for stream in (mine, other, plain):
                await heard(stream)
            await at.act(table, ann)
            [(_, own)], [(_, hidden)] = await heard(mine), await heard(other)
            assert set(own["view"]) == {"to_act", "legal", "hand", "sheets"}
            assert set(own["view"]["sheets"]) == {"1"}
            told = {"to_act": [2], "deadline": None, "intermission": None}
            assert hidden == {**told, "view": {"to_act": [2]}}
            assert await heard(plain) == [("acted", told)], "who did not ask is told as ever"
            await at.act(table, bob)
            [(_, drawn)] = await heard(mine)
            assert set(drawn["view"]) == {"to_act", "legal", "hand", "called", "drawn", "bag", "draws_left", "sheets"}
            assert set(drawn["view"]["sheets"]) == {"1", "2"}
            await at.act(table, ann)
            [(_, own)] = await heard(mine)
            assert set(own["view"]) == {"to_act", "legal", "hand", "sheets"}
            assert set(own["view"]["sheets"]) == {"1"}

    spend(tmp_path, course)


def test_after_a_gap_the_stream_begins_with_the_whole_view_and_goes_on_with_patches(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        async with at.tables.listen(table, bob.id, with_view=True):
            await at.act(table, ann)
        await at.act(table, bob)
        async with at.tables.listen(table, bob.id, "long-ago", with_view=True) as stream:
            page = Page(stream)
            await page.read()
            await at.act(table, ann)
            await page.read()
            assert page.state["view"] == await expected(at, table, bob)

    spend(tmp_path, course)


def test_a_repeated_move_is_answered_without_a_state(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        first = await at.act(table, ann, key="k", with_view=True)
        assert json.loads(first.state or b"")["number"] == first.number
        again = await at.tables.play(table, ann.id, "back", key="k", with_view=True)
        assert (again.number, again.repeated, again.state) == (first.number, True, None)

    spend(tmp_path, course)


@pytest.mark.parametrize("name", GAMES)
def test_the_shared_part_is_the_same_for_all_and_each_audience_is_shown_its_own_view(name: str) -> None:
    """In this game with bonuses for the best, a placement takes a bonus from another before the others know of it."""
    edition, options, steps = GAMES[name]
    table = partake.start(edition, seats=3, seed="s1", **options)
    cache = ViewCache(table.view)
    for step in range(steps):
        while not table.to_act and not table.is_over:
            table.deal()
        views = [table.view(seat) for seat in (None, 1, 2, 3)]
        for view in views:
            assert shared_json(view) == shared_json(views[0])
            assert not shared_json(view).keys() & own_json(view).keys()
            assert cache.whole(view, len(table.visible())) == view_json(view)
        if table.is_over:
            break
        seat = table.to_act[step % len(table.to_act)]
        legal = [action for action in table.view(seat).legal if action != TakeBack()]
        table.play(seat, legal[step * 5 % len(legal)])


def test_a_mover_whose_state_is_not_known_is_told_everything(tmp_path: Path) -> None:
    """Without a stream nobody knows from which view the mover's page began."""

    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann)
        whole = (await at.state(table, ann)).json["view"]
        await at.tables.play(table, ann.id, whole["legal"][0])
        _, drawn = (await at.tables.record(table)).moves[-1]
        action = f"{format_action(drawn)[1:]}@{whole['legal'][1].partition('@')[2]}"
        done = await at.tables.play(table, ann.id, action, with_view=True)
        assert json.loads(done.state or b"")["view"].keys() == whole.keys()

    spend(tmp_path, course)
