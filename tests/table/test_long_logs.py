"""Long logs: place and take back without end is refused, and what plays a log again does so beside the event loop."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from partake.engine.notation import format_action
from partake.engine.record.files import read_record
from partake.engine.record.model import Record
from partake.engine.replay import SPACING, Replay
from partake.engine.table import Table
from partake.store.rows import ActionRow
from partake.table.limits import Limits
from partake.table.model import SeatRequest, TooManyError
from partake.table.replays import LONG, MOST_KEPT, Replays
from partake.table.running import RunningTable
from recorded import GOLDEN, KNOWN
from table_service import Evening, spend


def golden(name: str) -> Record:
    return read_record((GOLDEN / f"{name}.partake").read_text(encoding="utf-8"), KNOWN)


def test_after_many_take_backs_a_placement_stands_and_the_game_goes_on(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        ann, bob = await at.guests("Ann", "Bob")
        table = await at.table(ann, bob)
        legal = (await at.state(table, ann)).json["view"]["legal"]
        for n in range(Limits.moves_per_call):
            await at.tables.play(table, ann.id, "back" if n % 2 else legal[0])
        await at.tables.play(table, ann.id, legal[1])
        with pytest.raises(TooManyError, match="now the placement stands"):
            await at.tables.play(table, ann.id, "back")
        at.tables.runner.drop_all()
        with pytest.raises(TooManyError):
            await at.tables.play(table, ann.id, "back")
        await at.act(table, bob)
        assert (await at.state(table, ann)).json["view"]["to_act"] == [1, 2], "the next call is for both"
        await at.act(table, ann)
        await at.tables.play(table, ann.id, "back")

    spend(tmp_path, course)


async def lengthen(at: Evening, table: str, seat: int, entries: int) -> None:
    """Let a log have so many placements and take-backs more, as somebody could add who wrote to the store."""
    stored = await at.store.load(table)
    assert stored is not None
    async with at.tables.runner.hold(table) as running:
        place = next(one for one in running.playing.view(seat).legal if format_action(one) != "back")
    first = len(stored.actions) + 1
    rows = [
        ActionRow(first + n, seat, format_action(place) if n % 2 == 0 else "back", 1.0)
        for n in range(2 * (entries // 2))
    ]
    await at.store.append(table, rows, stored.version)
    at.tables.runner.drop_all()


def noted(monkeypatch: pytest.MonkeyPatch, where: type, name: str) -> list[threading.Thread]:
    """The threads in which a method is called from now on."""
    found, method = list[threading.Thread](), getattr(where, name)

    def noting(*values: object, **options: object) -> object:
        found.append(threading.current_thread())
        return method(*values, **options)

    monkeypatch.setattr(where, name, noting)
    return found


def test_a_long_log_is_loaded_published_and_admitted_to_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def course(at: Evening) -> None:
        ann, late = await at.guests("Ann", "Late")
        table = await at.table(ann, unlimited=True)
        await at.tables.start(table, ann.id)
        await lengthen(at, table, 1, 2 * LONG)
        here = threading.current_thread()
        resumed, joined = noted(monkeypatch, RunningTable, "_resume"), noted(monkeypatch, RunningTable, "joined_by")
        published = noted(monkeypatch, Table, "record")
        await at.tables.join(table, late)
        await at.tables.record(table)
        threads = (*resumed, *joined, *published)
        assert (len(resumed), len(joined), len(published)) == (1, 1, 1)
        assert here not in threads
        assert [seat.name for seat in (await at.info(table)).seats] == ["Ann", "Late"]

    spend(tmp_path, course)


def test_a_short_log_is_loaded_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann)
        at.tables.runner.drop_all()
        resumed = noted(monkeypatch, RunningTable, "_resume")
        await at.info(table)
        assert resumed == [threading.current_thread()]

    spend(tmp_path, course)


def test_a_long_game_is_stepped_through_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        table = await at.table(ann, seats=(SeatRequest("host"),))
        await lengthen(at, table, 1, 2 * LONG)
        while (await at.state(table, ann)).json["view"]["to_act"]:
            await at.act(table, ann)
        length = len((await at.tables.record(table)).moves)
        threads = noted(monkeypatch, Replay, "view")
        last = await at.tables.replay(table, length, ann.id)
        assert last.outcome is not None
        await at.tables.replay(table, length - 1, ann.id)
        assert threading.current_thread() not in threads[:1]
        assert threads[1] is threading.current_thread(), "one step back is near a checkpoint"

    spend(tmp_path, course)


@pytest.mark.parametrize("name", ["classic-take-back", "classic-match", "five-2", "nexus-passed"])
def test_every_step_of_a_replay_is_what_playing_so_far_gives(name: str) -> None:
    record = golden(name)
    assert record.seed is not None
    replay = Replay(record)
    steps = [*range(len(record.moves) + 1), *range(len(record.moves), -1, -3)]
    for number in steps:
        part = Record(record.setup, record.commitment, record.moves[:number], record.seed)
        assert replay.view(number, 1) == Table.resume(part).view(1)


def test_a_walk_through_a_game_plays_each_entry_once_and_a_step_back_few() -> None:
    record = golden("classic-match")
    length = len(record.moves)
    assert length > 3 * SPACING
    replays = Replays()
    replay = replays.of("t", record)
    for number in range(length + 1):
        replay.view(number)
    assert replay.played == length
    replay.view(length - 1)
    assert replay.played < length + SPACING
    assert replays.of("t", replace(record)) is replay, "another reader of the same game goes on from there"
    for n in range(MOST_KEPT):
        replays.of(f"other {n}", record)
    assert replays.of("t", record) is not replay, "games that nobody looks at any more are dropped"
