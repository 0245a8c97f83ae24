"""A bot that plays over HTTP: it joins a table, is given what its seat may see, and plays to the end.

python examples/http_bot.py http://localhost:8765 TOKEN TABLE

A token is made with POST /api/tokens; docs/client.md shows how. Needs the extra `client`.
"""

from __future__ import annotations

import asyncio
import random
import sys

import partake.client
from partake.engine.actions import Action


def choose(view: partake.View) -> Action:
    """Any legal action; put something better here, or any bot of `partake.bots` in its place."""
    return random.choice(view.legal)


async def play(url: str, token: str, table: str) -> partake.Outcome:
    """Sit down at a table and play until the game is over; its result."""
    async with partake.client.connect(url, token=token) as server:
        return await server.table(table).play(choose)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    try:
        print(asyncio.run(play(*sys.argv[1:])))
    except partake.PartakeError as problem:
        sys.exit(str(problem))
