"""HTTP to one server: requests that wait out what passes by itself, and refusals as errors."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from typing import Any, TypeVar
from urllib.parse import quote

import httpx2

from partake.client.decoding import Json, read
from partake.client.errors import ClientError, NotPartakeError, UnreachableError, refusal

T = TypeVar("T")
PAUSES = (0.3, 1.0, 2.0, 4.0)
"""Seconds before each further try; the last holds for all after it."""
OPENING = 8.0
"""Seconds in which a stream must open."""
PASSING = frozenset({408, 425, 502, 504})
"""Statuses by which a proxy says that no answer came: whether the server has acted is not known."""


def backoff(tries: int) -> float:
    """Seconds before the next of several tries; at random, because many clients may lose their line at one moment."""
    return PAUSES[min(tries, len(PAUSES) - 1)] * (0.5 + random.random())


class Connection:
    """The way to one server, as one person; safe for many requests at the same time.

    A refusal with `Retry-After` (429, 503) says that nothing has happened, so it is waited out and the request repeated
    for up to `patience` seconds in all. So is a server that takes no connections. After a line that broke in the
    middle, only requests that do nothing twice are repeated: those that read, and those marked `repeatable`.
    """

    def __init__(self, url: str, *, token: str | None, patience: float, timeout: float) -> None:
        self.url = url.rstrip("/")
        self.patience = patience
        headers = {"User-Agent": "partake-client", **({"Authorization": f"Bearer {token}"} if token else {})}
        try:
            parsed = httpx2.URL(self.url)
            if parsed.scheme not in ("http", "https") or not parsed.host:
                raise httpx2.InvalidURL(self.url)
        except httpx2.InvalidURL:
            raise ClientError(
                "{url!r} is not the address of a server: it begins with http:// or https://", url=url
            ) from None
        self._http = httpx2.AsyncClient(
            base_url=parsed, headers=headers, timeout=timeout, limits=httpx2.Limits(max_connections=None)
        )

    async def close(self) -> None:
        """End all connections."""
        await self._http.aclose()

    async def ask(self, kind: type[T], method: str, path: str, body: Json | None = None, **how: Any) -> T:
        """The answer to a request; gaps in the path, like `{table}`, are filled from the keywords."""
        return self._read(kind, await self.json(method, path, body, **how))

    async def ask_all(
        self, kind: type[T], method: str, path: str, body: Json | None = None, **how: Any
    ) -> tuple[T, ...]:
        """The answer to a request, when it is a list."""
        found: list[Any] = await self.json(method, path, body, **how)
        return tuple(self._read(kind, one) for one in found)

    async def json(self, method: str, path: str, body: Json | None = None, **how: Any) -> Any:
        """The answer to a request as plain data; None for an empty one."""
        return self._data(await self._send(method, path, body, **how))

    def _data(self, response: httpx2.Response) -> Any:
        if response.status_code == 204:
            return None
        try:
            return response.json()
        except ValueError:
            raise self._stranger() from None

    async def text(self, path: str, **how: Any) -> str:
        """What is to be read at a path, as text."""
        return (await self._send("GET", path, **how)).text

    async def greet(self) -> None:
        """Ask who we are, once and without waiting; refused if that is not known in spite of a token."""
        response = await self._send("GET", "/api/me", patience=0.0, refused=(401,))
        if response.status_code == 401 and "authorization" in self._http.headers:
            raise self._problem(response)
        self._data(response)

    @asynccontextmanager
    async def stream(self, path: str, *, last: str, params: Json, **gaps: object) -> AsyncIterator[httpx2.EventSource]:
        """A stream of server-sent events that has opened; raises what httpx2 does when the line is lost."""
        headers = {"Last-Event-ID": last} if last else {}
        async with AsyncExitStack() as opened:
            async with asyncio.timeout(OPENING):
                source = await opened.enter_async_context(
                    self._http.sse(_filled(path, gaps), params=params, headers=headers, timeout=None)
                )
                if source.response.status_code != 200:
                    await source.response.aread()
                    raise self._problem(source.response)
            yield source

    async def _send(
        self,
        method: str,
        path: str,
        body: Json | None = None,
        *,
        params: Json | None = None,
        repeatable: bool = False,
        patience: float | None = None,
        refused: tuple[int, ...] = (),
        **gaps: object,
    ) -> httpx2.Response:
        """The answer to a request, repeated while that is safe and may help; `refused` statuses are answers too."""
        address, now = _filled(path, gaps), asyncio.get_running_loop().time
        ends = now() + (self.patience if patience is None else patience)
        repeatable = repeatable or method == "GET"
        for tries in count():
            wait: float | None = backoff(tries)
            try:
                response = await self._http.request(method, address, json=body, params=params)
            except httpx2.TransportError as problem:
                error: ClientError = self.lost(problem)
                if not (repeatable or isinstance(problem, httpx2.ConnectError | httpx2.ConnectTimeout)):
                    wait = None
            else:
                if response.is_success or (response.status_code in refused and _told(response) is not None):
                    return response
                error = self._problem(response)
                if (retry := _retry_after(response)) is not None:
                    wait = retry
                elif not (repeatable and response.status_code in PASSING):
                    wait = None
            if wait is None or now() + wait > ends:
                raise error
            await asyncio.sleep(wait)
        raise AssertionError("tries do not end")

    def _read(self, kind: type[T], data: Any) -> T:
        try:
            return read(kind, data)
        except (TypeError, AttributeError):
            raise self._stranger() from None

    def _problem(self, response: httpx2.Response) -> ClientError:
        """Why an answer is none."""
        told = _told(response)
        if told is not None:
            return refusal(response.status_code, told, _retry_after(response))
        if response.is_redirect:
            return NotPartakeError("{url} has moved: connect to {to}", url=self.url, to=response.headers["location"])
        if response.status_code >= 500:
            return UnreachableError(
                "the server behind {url} does not answer (status {status})", url=self.url, status=response.status_code
            )
        return self._stranger()

    def _stranger(self) -> NotPartakeError:
        return NotPartakeError("what answers at {url} is no Partake server", url=self.url)

    def lost(self, problem: Exception | None = None) -> ClientError:
        """What is said when no answer came."""
        match problem:
            case httpx2.TimeoutException() | TimeoutError():
                return UnreachableError("{url} does not answer in time", url=self.url)
            case httpx2.ConnectError():
                return UnreachableError("nobody answers at {url}: is the server running there?", url=self.url)
            case httpx2.RemoteProtocolError() if not any(word in str(problem) for word in ("disconnected", "closed")):
                return self._stranger()  # no HTTP at all
            case httpx2.SSEError():
                return self._stranger()
        return UnreachableError("the line to {url} broke before the answer came", url=self.url)


def _filled(path: str, gaps: Json) -> str:
    return path.format_map({name: quote(str(value), safe="") for name, value in gaps.items()})


def _told(response: httpx2.Response) -> Json | None:
    """What a Partake server says in a refusal; None if something else has answered."""
    try:
        told = response.json()
    except ValueError:
        return None
    return told if isinstance(told, dict) and isinstance(told.get("error"), str) else None


def _retry_after(response: httpx2.Response) -> float | None:
    """The seconds after which it makes sense to ask again, if the answer says so."""
    given = response.headers.get("retry-after", "")
    return float(given) if given.isdigit() and response.status_code in (429, 503) else None
