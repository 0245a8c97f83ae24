"""The lobby lists open tables, the newest first; bots at a table have names of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from partake.table.model import SeatRequest
from partake.table.table_request import bot_names
from table_service import Evening, spend


def test_the_lobby_lists_the_newest_table_first(tmp_path: Path) -> None:
    async def course(at: Evening) -> None:
        (ann,) = await at.guests("Ann")
        seats = (SeatRequest("host"), SeatRequest("person"))
        made = [await at.table(ann, seats=seats, listed=True) for _ in range(3)]
        await at.table(ann, seats=seats)
        assert [info.id for info in await at.tables.lobby()] == made[::-1]

    spend(tmp_path, course)


@pytest.mark.parametrize(
    ("bots", "taken", "names"),
    [
        (["expert"], ["Ann"], ["Expert bot"]),
        (["expert", "expert"], ["Ann"], ["Expert bot 1", "Expert bot 2"]),
        (["expert", "random", "expert"], [], ["Expert bot 1", "Random bot", "Expert bot 2"]),
        (["expert"], ["Expert bot"], ["Expert bot 2"]),
        (["expert", "expert"], ["Expert bot 1"], ["Expert bot 2", "Expert bot 3"]),
    ],
)
def test_each_bot_has_a_name_that_nobody_else_has(bots: list[str], taken: list[str], names: list[str]) -> None:
    assert bot_names(bots, taken) == names
