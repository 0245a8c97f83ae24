"""A running Dask cluster as a pool of workers, after checks that it gives the same results as this machine."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import re
import socket
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from partake.rules.errors import PartakeError
from partake.rules.extras import DISTRIBUTION, load
from partake.rules.messages import Message
from partake.simulate.executors import WorkerPool, has_fast

T = TypeVar("T")
TIMEOUT = 10
"""Seconds within which a cluster must answer."""
PACKAGES = (DISTRIBUTION, "distributed", "numba")
"""The packages whose versions must agree; NumPy's may differ, because no result is left to it."""
DECIDING = ("rules", "engine", "fast", "solve", "learn", "bots", "simulate")
"""The packages whose code decides results."""


class AddressError(PartakeError):
    """A text that is not the address of a cluster."""


class WorkerFacts(NamedTuple):
    """What decides whether a worker gives the same results as this process."""

    program: str
    """The digest of the code and data that decide results."""
    weights: str
    """The digest of the learned values that PARTAKE_WEIGHTS names; nothing where it names none."""
    processor: str
    """The kind of processor that kernels are compiled for; nothing without the compiled engine."""
    has_fast: bool
    """Whether the compiled engine can be imported."""


def worker_facts() -> WorkerFacts:
    """The facts of this process."""
    weights, processor = os.environ.get("PARTAKE_WEIGHTS", ""), ""
    if has_fast():
        config, binding = (load(name, extra="fast", purpose="") for name in ("numba.core.config", "llvmlite.binding"))
        processor = str(config.CPU_NAME or binding.get_host_cpu_name())
    files = (path for path in Path(weights).glob("*.npz") if weights and not path.stem.endswith(".checkpoint"))
    return WorkerFacts(_program_digest(), _digest(files) if weights else "", processor, has_fast())


@cache
def _program_digest() -> str:
    root = Path(__file__).parent.parent
    code = (path for package in DECIDING for path in (root / package).rglob("*.py"))
    data = (path for path in (root / "data").rglob("*") if path.suffix in (".toml", ".npz"))
    return _digest([*code, *data])


def _digest(files: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in sorted(files):
        found.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


@contextmanager
def cluster(address: str, *, same_weights: bool = True, same_processor: bool = False) -> Iterator[WorkerPool]:
    """All workers of the Dask cluster whose scheduler listens at this address.

    Scheduler and workers must have this version of Partake. Work with bots needs the same learned values everywhere
    (`same_weights`), work whose rounding depends on the kind of processor the same kind (`same_processor`).
    """
    distributed = load("distributed", extra="cluster", purpose=Message("a cluster"))
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # a lost cluster is reported below
    client = _connect(distributed, address)
    try:
        threads = client.nthreads()
        if not threads:
            raise PartakeError("the cluster at {address} has no workers", address=address)
        executor = client.get_executor(pure=False)
        try:
            facts = _checked_facts(client, address, same_weights=same_weights, same_processor=same_processor)
            compiles = all(one.has_fast for one in facts)
            yield WorkerPool(
                executor,
                sum(threads.values()),
                has_fast=lambda: compiles,
                send=partial(_share, client),
                is_lost=partial(_is_lost, client),
            )
        except distributed.KilledWorker:
            raise PartakeError(
                "workers of the cluster at {address} ended again and again over the same piece of work: is there "
                "enough memory?",
                address=address,
            ) from None
        except (distributed.comm.CommClosedError, CancelledError, TimeoutError):
            raise PartakeError("the cluster at {address} was lost", address=address) from None
        finally:
            if not _is_lost(client):  # a closed client cannot cancel anything
                executor.shutdown(wait=False)
    finally:
        client.close()


def _is_lost(client: Any) -> bool:
    return client.status in ("closing", "closed")


def _connect(distributed: Any, address: str) -> Any:
    host, port = parse_address(address)
    try:
        socket.create_connection((host, port), timeout=TIMEOUT).close()
        asyncio.run(asyncio.wait_for(_check_scheduler(distributed, address), TIMEOUT))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # versions are compared below
            return distributed.Client(address, timeout=TIMEOUT, set_as_default=False)
    except Exception:  # whatever Dask makes of the answers of another server, also running out of memory
        raise PartakeError(
            "there is no cluster at {address}: start one, or check the address", address=address
        ) from None


def parse_address(text: str) -> tuple[str, int]:
    """The host and port of a scheduler written `tcp://HOST:PORT`, `tls://HOST:PORT` or `HOST:PORT`."""
    found = re.fullmatch(r"(?:(?:tcp|tls)://)?(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})", text, re.ASCII)
    if found is None or not 1 <= int(found[3]) <= 65535:
        raise AddressError(
            "{given!r} is not the address of a cluster: write it like tcp://192.168.1.5:8786", given=text
        )
    return found[1] or found[2], int(found[3])


async def _check_scheduler(distributed: Any, address: str) -> None:
    """Ask the scheduler for its identity: a client would wait for ever for another server at that address."""
    secrets = distributed.Security().get_connection_args("client")
    async with distributed.rpc(address, connection_args=secrets) as scheduler:
        await scheduler.identity()


def _share(client: Any, value: T) -> T:
    """Send a value to the cluster once; calls take what is returned in its place.

    It is the result of a task rather than scattered data: a worker that dies with the only copy costs nothing, because
    the scheduler can make it again.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # Dask advises against large arguments
        return client.submit(_as_is, value, pure=False)  # type: ignore[no-any-return]


def _as_is(value: T) -> T:
    return value


def _checked_facts(client: Any, address: str, *, same_weights: bool, same_processor: bool) -> list[WorkerFacts]:
    """The facts of all workers, once scheduler and workers have passed the checks."""
    _check_versions(client, address)
    try:
        answers: list[WorkerFacts] = list(client.run(worker_facts).values())
    except OSError:
        raise PartakeError("the cluster at {address} was lost", address=address) from None
    except Exception as problem:
        raise PartakeError(
            "the workers at {address} cannot run partake: {problem}", address=address, problem=problem
        ) from None
    mine = worker_facts()
    if any(other.program != mine.program for other in answers):
        raise PartakeError(
            "the cluster at {address} has other files of partake than this machine, of the same version: install the "
            "same everywhere",
            address=address,
        )
    if same_weights and any(other.weights != mine.weights for other in answers):
        raise PartakeError(
            "the workers at {address} have other learned values than this machine: start them with the same "
            "PARTAKE_WEIGHTS, or unset it",
            address=address,
        )
    other = next((other.processor for other in answers if other.processor != mine.processor), None)
    if same_processor and other is not None:
        raise PartakeError(
            "a worker at {address} has another kind of processor ({other}, here {mine}), where a network is rounded "
            "differently: leave it out, or train without a cluster",
            address=address,
            other=other or "?",
            mine=mine.processor or "?",
        )
    return answers


def _check_versions(client: Any, address: str) -> None:
    """Compare the versions of scheduler and workers with those here, as installed, without importing anything."""
    found = client.get_versions(packages=list(PACKAGES))
    mine = _versions(found["client"])
    for other in map(_versions, (found["scheduler"], *found["workers"].values())):
        for package, version in mine.items():
            if package == "numba" and None in (version, other[package]):
                continue  # without the compiled engine the readable one plays
            if other[package] is None:
                raise PartakeError(
                    "the cluster at {address} has no {package}: install it where its scheduler and its workers run",
                    address=address,
                    package=package,
                )
            if other[package] != version:
                raise PartakeError(
                    "the cluster at {address} has {package} {other}, and this machine {mine}: use one version "
                    "everywhere",
                    address=address,
                    package=package,
                    other=other[package],
                    mine=version,
                )


def _versions(place: Any) -> dict[str, str | None]:
    """The versions that must agree, of Python without the last part."""
    packages = place["packages"]
    return {**{name: packages.get(name) for name in PACKAGES}, "Python": ".".join(packages["python"].split(".")[:2])}
