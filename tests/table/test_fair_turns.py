"""Who asks for much waits for it: fair turns over people and tables, for bots and for reviews, and caps for both."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import partake
from partake.bots.worker import CallersThread
from partake.engine.record.files import read_record
from partake.table import review_queue
from partake.table.fair_queue import FairQueue
from partake.table.limits import Limits
from partake.table.model import SeatRequest, TooManyError
from partake.table.review_queue import ReviewJob, ReviewQueue, Stage
from partake.table.worker_lane import UnwantedError, WorkerLane
from recorded import GOLDEN, KNOWN, SAMPLE
from table_service import PATIENCE, Evening, spend

SLOW, FAST = 2.0, 0.002


def test_one_bot_waits_for_one_thought_of_a_table_with_999() -> None:
    queue = FairQueue[str]()
    for n in range(999):
        queue.push(f"master {n}", ("ann", "one"), SLOW)
    assert queue.pop() == "master 0"
    queue.push("bob's", ("bob", "two"), SLOW)
    assert queue.pop() == "bob's"


def test_what_was_thought_dearer_than_it_is_makes_nobody_wait() -> None:
    queue = FairQueue[str]()
    for n in range(100):
        queue.push(f"ann's {n}", ("ann", "one"), SLOW)
    for _ in range(50):
        queue.pop()
        queue.finish(("ann", "one"), SLOW, FAST)
    queue.push("bob's", ("bob", "two"), FAST)
    assert queue.pop() == "bob's"


def test_500_tables_of_a_person_count_as_one_person_and_each_other_person_gets_a_turn() -> None:
    queue = FairQueue[str]()
    for table in range(500):
        for n in range(7):
            queue.push(f"ann's {n}", ("ann", str(table)), SLOW)
    queue.pop()
    for name in ("bob", "cleo"):
        queue.push(name, (name, f"{name}'s table"), SLOW)
    assert {queue.pop() for _ in range(3)} >= {"bob", "cleo"}


def test_tables_of_a_person_take_turns() -> None:
    queue = FairQueue[str]()
    for n in range(20):
        queue.push(f"large {n}", ("ann", "large"), SLOW)
    queue.pop()
    queue.push("small", ("ann", "small"), SLOW)
    assert queue.pop() == "small"


def test_quick_bots_and_stand_ins_do_not_wait_behind_slow_thoughts() -> None:
    queue = FairQueue[str]()
    for n in range(500):
        queue.push("master", (f"guest {n}", f"table {n}"), SLOW)
    queue.pop()
    queue.push("stand-in", ("bob", "two"), FAST)
    assert queue.pop() == "stand-in"
    queue.push("stand-in", ("guest 7", "table 7"), FAST)
    assert queue.pop() == "stand-in", "also at a table whose other bots think slowly"


def test_slow_thoughts_do_not_starve_behind_an_endless_stream_of_quick_ones() -> None:
    queue = FairQueue[str]()
    queue.push("slow", ("ann", "one"), SLOW)
    served = 0
    while True:
        served += 1
        flow = f"guest {served}", "a table"
        queue.push("quick", flow, FAST)
        if queue.pop() == "slow":
            break
        queue.finish(flow, FAST, FAST)
    assert served <= 3 * SLOW / FAST


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 2), st.sampled_from([FAST, 0.3, SLOW])), min_size=1))
def test_nothing_is_lost_and_the_order_is_foretold(jobs: list[tuple[int, int, float]]) -> None:
    queue = FairQueue[int]()
    for n, (person, table, cost) in enumerate(jobs):
        queue.push(n, (str(person), f"{person}/{table}"), cost)
    assert len(queue) == len(jobs)
    order = list(queue.order())
    assert [queue.pop() for _ in jobs] == order
    assert sorted(order) == list(range(len(jobs)))
    assert not queue


@given(st.integers(2, 6), st.integers(1, 10))
def test_equal_people_are_served_equally(people: int, each: int) -> None:
    queue = FairQueue[int]()
    for person in range(people):
        for _ in range(each):
            queue.push(person, (str(person), "table"), 1.0)
    for _ in range(each):
        assert Counter(queue.pop() for _ in range(people)) == Counter(range(people))


def test_idle_flows_are_forgotten() -> None:
    queue = FairQueue[int]()
    queue.push(0, ("always", "here"), 1000.0)
    for n in range(1000):
        queue.push(n, (f"guest {n}", "table"), FAST)
        queue.pop()
        queue.finish((f"guest {n}", "table"), FAST, FAST)
    assert len(queue._flows) < 200


def test_a_lane_asks_in_fair_turns_and_drops_what_nobody_wants_any_more() -> None:
    begun, released, done = threading.Event(), threading.Event(), list[str]()

    def first() -> None:
        begun.set()
        assert released.wait(PATIENCE)

    async def course() -> None:
        lane, wanted = WorkerLane([CallersThread()]), dict.fromkeys("abc", True)
        asked = [asyncio.create_task(lane.ask(first, guess=1, limit=9))]
        await asyncio.to_thread(begun.wait, PATIENCE)
        for name, person in (("a", "ann"), ("b", "ann"), ("c", "bob")):
            is_wanted = partial(wanted.__getitem__, name)
            call = lane.ask(done.append, name, flow=(person, person), guess=1, limit=9, is_wanted=is_wanted)
            asked.append(asyncio.create_task(call))
        await asyncio.sleep(0)
        assert lane.waiting == 3
        wanted["a"] = False
        released.set()
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(one) for one in told] == [type(None), UnwantedError, type(None), type(None)]
        assert sorted(done) == ["b", "c"]
        lane.close()

    asyncio.run(course())


def bots(number: int, level: str = "random") -> tuple[SeatRequest, ...]:
    """The host and so many bots."""
    return (SeatRequest("host"), *(SeatRequest("bot", level) for _ in range(number)))


def test_bots_at_a_table_and_of_a_person_are_capped(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        with pytest.raises(TooManyError, match="a table takes at most 20 bots here"):
            await at.table(ann, seats=bots(21), unlimited=True)
        tables = [await at.table(ann, seats=bots(20), unlimited=True) for _ in range(3)]
        with pytest.raises(TooManyError, match="you have 60 bots at other tables, and 60 is the most"):
            await at.table(ann, seats=bots(1))
        await at.table(bob, seats=bots(1))
        await at.table(ann)
        waiting = await at.table(ann, seats=(SeatRequest("host"), SeatRequest("person"), SeatRequest("person")))
        with pytest.raises(TooManyError, match="finish a game first"):
            await at.tables.replace_by_bot(waiting, ann.id, 2, "random")
        await at.tables.hosting.close(tables[0], ann.id)
        await at.tables.replace_by_bot(waiting, ann.id, 2, "random")
        await at.table(ann, seats=bots(19), unlimited=True)

    spend(tmp_path, course)


class Held:
    """Reviews one after the other, as they are let go."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.go = threading.Semaphore(0)

    def review(self, text: str, progress: review_queue.ProgressCallback) -> review_queue.Found:
        """Wait, and find nothing."""
        assert self.go.acquire(timeout=PATIENCE)
        self.done.append(text)
        raise partake.PartakeError("not today")

    def close(self) -> None:
        """Let all go."""
        self.go.release(1000)


def until(job: ReviewJob, *stages: Stage) -> None:
    """Wait until a review is there."""
    waited = threading.Event()
    for _ in range(int(PATIENCE / 0.01)):
        if job.stage in stages:
            return
        waited.wait(0.01)
    raise AssertionError(f"the review is {job.stage}")


def test_reviews_take_turns_over_people_and_those_that_nobody_asked_for_come_last() -> None:
    record, reviews, held = read_record(SAMPLE, KNOWN), ReviewQueue(Limits(workers=0)), Held()
    reviews._reviewer = held
    unasked = [reviews.ask(f"idle {n}", record, "eve", is_unasked=True) for n in range(2)]
    until(unasked[0], Stage.WORKING)
    anns = [reviews.ask(f"ann {n}", record, "ann") for n in range(4)]
    bobs = [reviews.ask(f"bob {n}", record, "bob") for n in range(2)]
    expected = [anns[0], bobs[0], anns[1], bobs[1], anns[2], anns[3], unasked[1]]
    assert [reviews.ahead(job) for job in expected] == [1, 2, 3, 4, 5, 6, 7]
    assert reviews.ask("idle 1", record, "cleo") is unasked[1]
    expected = [*expected[:2], unasked[1], *expected[2:-1]]
    assert [reviews.ahead(job) for job in expected] == [1, 2, 3, 4, 5, 6, 7], "somebody waits for it now"
    for job in expected:
        assert reviews.ahead(job) == 1
        held.go.release()
        until(job, Stage.WORKING)
    reviews.close()


def test_reviews_of_a_person_are_capped() -> None:
    record, reviews, held = read_record(SAMPLE, KNOWN), ReviewQueue(Limits(workers=0, reviews_per_person=2)), Held()
    reviews._reviewer = held
    first = reviews.ask("one", record, "ann")
    reviews.ask("two", record, "ann")
    with pytest.raises(TooManyError, match="2 of your games are waiting for their review"):
        reviews.ask("three", record, "ann")
    assert reviews.ask("one", record, "ann") is first
    reviews.ask("three", partake.load(GOLDEN / "classic-best-ray.partake"), "bob")
    held.go.release()
    until(first, Stage.FAILED)
    reviews.ask("four", record, "ann")
    reviews.close()
