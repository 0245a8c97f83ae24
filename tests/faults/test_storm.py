"""Nothing that was answered is lost, whatever is killed, stopped or cut off while people play."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from postgres import Cluster, needs_postgres
from served_process import serving_process
from storm import Report, Storm

FLAGS = ("--processes", "2", "--guests-per-minute", "0", "--tables-per-minute", "0", "--access-log", "no")


def weather(folder: Path, *, players: int, faults: int, pause: float, pace: float) -> Report:
    cluster = Cluster(durable=True)
    try:
        url = cluster.fresh_database()
        with serving_process(folder, "--database", url, *FLAGS) as served:
            storm = Storm(cluster, url, served, pace=pace)
            report = asyncio.run(storm.run(players, faults=faults, pause=pause))
            assert storm.check() >= players // 4
        return report
    finally:
        cluster.close()


@needs_postgres
def test_games_survive_a_few_kills(tmp_path: Path) -> None:
    report = weather(tmp_path, players=8, faults=5, pause=1.0, pace=0.05)
    assert report.moves >= 8 * 19


@needs_postgres
@pytest.mark.slow
def test_games_survive_a_thousand_kills(tmp_path: Path) -> None:
    report = weather(tmp_path, players=200, faults=1500, pause=0.5, pace=1.0)
    print(report.faults, report.moves, report.repeated, report.refused)
    assert report.kills >= 1000
