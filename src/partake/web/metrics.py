"""Prometheus metrics, on a listener of their own: what a server counts in memory, in the words of that tool.

Nothing here is on the way of a request: counters and histograms are plain numbers where things happen
(`partake.rules.measurement`), and are turned into samples when somebody reads them. A listener of its own and not a
path of the server, so that measurements are public only if the operator opens that port too.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import uvicorn
from fastapi import FastAPI
from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector, make_asgi_app
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from partake import __version__
from partake.rules.measurement import BOUNDS, Durations
from partake.store.rows import Status
from partake.web.context import RequestContext

LABELS = (*(str(bound) for bound in BOUNDS), "+Inf")
"""The labels of the buckets of all histograms."""


class ServerCollector(Collector):
    """Turns what the server has counted into samples; in the event loop, so that nothing changes meanwhile."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    def describe(self) -> Iterator[Metric]:
        """Nothing: names are not asked for before the server runs."""
        yield from ()

    def collect(self) -> Iterator[Metric]:
        """All samples of this moment."""
        context: RequestContext = self._app.state.context
        tables, reviews, traffic = context.tables, self._app.state.reviews, context.traffic
        now = tables.runner.census()
        yield InfoMetricFamily("partake_build", "The version that runs.", {"version": __version__})

        moves = CounterMetricFamily("partake_moves", "Moves of people, by what came of them.", labels=["result"])
        moves.add_metric(["answered"], sum(traffic.moves.counts))
        moves.add_metric(["refused"], traffic.refused_moves)
        yield moves

        requests = CounterMetricFamily("partake_requests", "Answers to requests.", labels=["route", "status"])
        for (route, status), count in sorted(traffic.requests.items()):
            requests.add_metric([route, str(status)], count)
        yield requests

        loaded = GaugeMetricFamily("partake_tables", "Tables in memory.", labels=["status"])
        for one in Status:
            loaded.add_metric([one.value], now.tables[one])
        yield loaded
        yield GaugeMetricFamily("partake_streams", "Open event streams.", now.streams)
        yield GaugeMetricFamily("partake_people", "People with an open stream at a table.", now.people)

        queues = GaugeMetricFamily("partake_queue_length", "What waits for its turn.", labels=["queue"])
        waiting = {"bots": tables.runner.bots.waiting, "reviews": reviews.waiting, "writer": tables.store.queued}
        for name, length in waiting.items():
            queues.add_metric([name], length)
        yield queues
        yield GaugeMetricFamily("partake_bots", "Moves that bots are asked for, waiting or thought about.", now.bots)

        yield _histogram("partake_move_seconds", "From the request of a move to its answer.", traffic.moves)
        yield _histogram("partake_store_seconds", "From asking for a write to its commit.", tables.store.stored)
        yield _histogram("partake_bot_seconds", "From asking a bot to its answer.", tables.runner.thought)
        yield _histogram("partake_review_seconds", "The work on a review.", reviews.spent)


def _histogram(name: str, meaning: str, found: Durations) -> Metric:
    counts, sums = tuple(found.counts), 0
    buckets: list[tuple[str, float]] = []
    for label, count in zip(LABELS, counts, strict=True):
        sums += count
        buckets.append((label, sums))
    return HistogramMetricFamily(name, meaning, buckets=buckets, sum_value=found.total)


class MetricsServer(uvicorn.Server):
    """A second, tiny server in the event loop of the first, which answers `/metrics` and leaves signals to it."""

    def __init__(self, app: FastAPI) -> None:
        registry = CollectorRegistry(auto_describe=False)
        registry.register(ServerCollector(app))
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=registry)
        config = uvicorn.Config(
            make_asgi_app(registry),
            lifespan="off",
            timeout_graceful_shutdown=1,
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
        )
        super().__init__(config)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield
