"""Take Five at a table: everybody is told how a round ended before the next is laid out."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

import pytest

from partake.engine.actions import DEALER, Deal
from partake.engine.chance import Seed
from partake.engine.notation import format_action
from partake.engine.record.files import read_record
from recorded import FIVE, KNOWN
from table_service import Evening, heard, spend


def test_the_end_of_a_round_is_told_before_the_next_is_laid_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = read_record(FIVE, KNOWN)
    monkeypatch.setattr(Seed, "new", classmethod(lambda cls: record.seed))
    round_one = list(takewhile(lambda move: not isinstance(move[1], Deal), record.moves[1:]))

    async def course(at: Evening) -> None:
        people = await at.guests("Ann", "Bob")
        table = await at.table(*people, edition="five")
        moves = [(seat, format_action(action)) for seat, action in round_one if seat != DEALER]
        for seat, action in moves[:-1]:
            await at.tables.play(table, people[seat - 1].id, action)
        async with at.streams(table, people[0], None, with_view=True) as streams:
            for stream in streams:
                await heard(stream)
            seat, action = moves[-1]
            await at.tables.play(table, people[seat - 1].id, action)
            for stream in streams:
                ((kind, told),) = await heard(stream)
                assert (kind, told["moves"][-1], told["to_act"]) == ("moves", "=4", [])
                assert told["view"]["wait"] == "deal"
                assert told["view"]["rounds"][-1]["winner"] == 1
                assert told["view"]["hands"][0] == [7, 8, 6, 5, 4]
                assert (told["view"]["between"], told["intermission"]["awaited"]) == (True, [1])
            await at.tables.proceed(table, people[0].id)
            for stream in streams:
                ((kind, told),) = await heard(stream)
                assert (kind, told["moves"], told["to_act"]) == ("moves", ["deal:Nf6"], [2])
                assert told["view"]["log"] == ["deal:Nf6"]
                assert told["view"]["hands"] == [[], []]

    spend(tmp_path, course)
