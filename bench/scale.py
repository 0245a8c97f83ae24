"""A reckoning for many players: a simulation of arrivals, tables and moves with the costs that were measured here.

People come through the day (a sine over 24 hours, twice the mean at its top), gather at tables of Classic for two to
four or play alone, and move at human pace until the game is over. The busiest minutes are simulated event by event:
each move takes a server's core for its measured cost, waits for that process's next group commit, and the commit waits
for its shard of PostgreSQL. What comes out is the time from a move to the screens, how busy everything is, and the
smallest number of processes and shards for which 99 of 100 moves are seen within the limit.

    python bench/scale.py [--players 1000000] [--write]
"""

from __future__ import annotations

import argparse
import heapq
import random
from dataclasses import dataclass, replace
from datetime import date

from marked import write_section

PEAK = 2.0
"""The arrivals of the busiest moment, as a multiple of the mean of the day."""
GAMES = 3
"""The games that a person plays on a day."""
MOVES = 19
"""The moves of a player in a game of Classic."""
PACE = 8.0
"""Seconds between two moves of a player: looking and thinking, at the table."""
TABLES = {1: 0.5, 2: 0.25, 3: 0.1, 4: 0.15}
"""The share of tables with each number of people."""
LIMIT = 0.035
"""Seconds from a move to everyone's screen that 99 of 100 moves may take."""
WINDOW = 120.0
"""Seconds of the busiest time that are simulated."""
SAMPLE = 4000.0
"""Moves a second that are simulated at most: more is the same, on more machines of each kind."""
CORES, PRICE = 8, 60.0
"""The cores of a machine, and what it costs a month in euros, rented; an assumption, to be replaced by an offer."""
SERVERS_PER_MACHINE = 7
"""Server processes on a machine: a core is left for the system and the proxy."""


@dataclass(frozen=True)
class Costs:
    """What things cost, in seconds, as measured (bench/results.md, "Growing") on one core of an AMD EPYC (Zen 4)."""

    move: float = 693e-6
    """A server's processor time for a move of a page at a table of four at human pace, everything included."""
    commit: float = 1.5e-3
    """A group commit of PostgreSQL with its wait for the disk."""
    row: float = 25e-6
    """Each move of it: PostgreSQL holds what it writes until then, and the lock of NOTIFY."""
    table_kilobytes: float = 35.0
    """Memory of a table with its people."""
    stream_kilobytes: float = 32.0
    """Memory of a page's line."""
    move_bytes: float = 180.0
    """What a move takes on the disk, indexes included."""
    thought: float = 5e-3
    """A bot's move."""
    bots: float = 0.25
    """Moves of bots for each move of a person."""


@dataclass(frozen=True)
class Plant:
    """What there is: server processes, and shards, each a PostgreSQL of its own with the tables of some ids."""

    servers: int
    shards: int


@dataclass(frozen=True)
class Outcome:
    """What a simulated time looks like."""

    p50: float
    p99: float
    servers_busy: float
    shards_busy: float


def rate(players: float) -> float:
    """Moves a second at the busiest moment of a day with this number of players."""
    return players * GAMES * MOVES / 86400 * PEAK


def simulate(moves_a_second: float, plant: Plant, costs: Costs, *, seconds: float, seed: int = 1) -> Outcome:
    """Poisson arrivals at processes and group commits at shards (one writer for each process), event by event."""
    rng = random.Random(seed)
    free, writing = [0.0] * plant.servers, [0.0] * plant.servers
    waiting: list[list[float]] = [[] for _ in range(plant.servers)]
    shard_free, busy, shard_busy = [0.0] * plant.shards, 0.0, 0.0
    seen: list[float] = []
    commits: list[tuple[float, int]] = []  # when a process's next commit can begin
    now = 0.0

    def commit(at: float, server: int) -> None:
        nonlocal shard_busy
        group, waiting[server] = waiting[server], []
        shard = server % plant.shards
        held = costs.row * len(group)
        begin = max(at, shard_free[shard])
        shard_free[shard] = (
            begin + held
        )  # the lock of NOTIFY is held while rows are written, not while the disk is waited for
        shard_busy += held
        done = begin + held + costs.commit * rng.uniform(0.7, 1.6)
        writing[server] = done
        seen.extend(done - start for start in group)

    while now < seconds:
        now += rng.expovariate(moves_a_second)
        while commits and commits[0][0] <= now:
            at, server = heapq.heappop(commits)
            commit(at, server)
        server = rng.randrange(plant.servers)
        cost = costs.move * rng.uniform(0.6, 1.6)
        free[server] = max(now, free[server]) + cost
        busy += cost
        if not waiting[server]:
            heapq.heappush(commits, (max(free[server], writing[server]), server))
        waiting[server].append(now)
    seen.sort()
    return Outcome(
        seen[len(seen) // 2],
        seen[len(seen) * 99 // 100],
        busy / seconds / plant.servers,
        shard_busy / seconds / plant.shards,
    )


def smallest(moves_a_second: float, costs: Costs) -> tuple[Plant, Outcome]:
    """The fewest processes, and then shards, with which the limit is kept."""
    load, scale = moves_a_second, 1.0
    if load > SAMPLE:
        load, scale = SAMPLE, moves_a_second / SAMPLE
    for servers in range(1, 1000):
        if load * costs.move / servers > 0.9:
            continue
        for shards in range(1, servers + 1):
            if load * costs.row / shards > 0.9:
                continue
            found = simulate(load, Plant(servers, shards), costs, seconds=min(WINDOW, 200_000 / load))
            if found.p99 <= LIMIT:
                return Plant(round(servers * scale + 0.49), max(1, round(shards * scale + 0.49))), found
    raise SystemExit("no number of processes keeps the limit")


def report(players: list[int], costs: Costs) -> str:
    """The section of results.md."""
    people = sum(size * share for size, share in TABLES.items()) / sum(TABLES.values())
    lines = []
    for count in players:
        moves = rate(count)
        plant, found = smallest(moves, costs)
        at_once = moves * PACE
        bots = max(1, round(moves * costs.bots * costs.thought / 0.6 + 0.49))
        memory = at_once * (costs.stream_kilobytes + costs.table_kilobytes / people) / 1e6
        disk = count * GAMES * MOVES * costs.move_bytes * 1.3 / 1e9
        machines = -(-plant.servers // SERVERS_PER_MACHINE) + plant.shards + -(-bots // CORES) if count > 20_000 else 1
        lines.append(
            f"| {count:,} | {at_once:,.0f} | {moves:,.0f} | {plant.servers} | {plant.shards} | {bots} "
            f"| {1000 * found.p50:.1f} / {1000 * found.p99:.1f} | {found.servers_busy:.0%}, {found.shards_busy:.0%} "
            f"| {memory:.1f} | {disk:.2f} | {machines} | {machines * PRICE:,.0f} |"
        )
    return "\n".join(
        [
            f"## A reckoning, {date.today()}",
            "",
            "`python bench/scale.py`: a simulation with the costs measured above, for the busiest moment of a day on "
            f"which each player plays {GAMES} games of Classic, with {PEAK:g} times the mean of the day. No machine "
            "but ours was measured; prices are an assumption.",
            "",
            "| players a day | at once | moves/s | server processes | shards | bots' processes | seen, ms | busy "
            "| memory, GB | disk a day, GB | machines | € a month |",
            "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
            *lines,
        ]
    )


def main() -> None:
    """Simulate and print, or write, the section."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[1_000, 10_000, 100_000, 1_000_000, 10_000_000])
    parser.add_argument("--move", type=float, default=Costs().move, help="seconds of a server for a move")
    parser.add_argument("--write", action="store_true", help="write the section of results.md")
    args = parser.parse_args()
    found = report(args.players, replace(Costs(), move=args.move))
    if args.write:
        write_section("scale", found)
    print(found)


if __name__ == "__main__":
    main()
