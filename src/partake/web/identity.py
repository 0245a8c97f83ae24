"""Authentication: a guest is known by a signed cookie, a program by its bearer token.

A cookie says who, since when, and for which sessions of that person: it is void after `cookie_days`, and when they
have signed out everywhere since, whatever the clock says. A browser that comes back gets a fresh one every day, so that
nobody who plays is forgotten.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer
from starlette.requests import HTTPConnection, cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Sent

from partake.rules.errors import PartakeError
from partake.rules.messages import Message
from partake.store.key import read_key, shared_key
from partake.store.rows import TokenRow
from partake.table.model import Person
from partake.table.people import People, check_banned
from partake.web.errors import UnknownPersonError
from partake.web.settings import Settings

AS = "as"
"""The part of a request's query that names the friend at this device for whom it is."""
COOKIE = "partake"
"""The name of the cookie."""
SECONDS_A_DAY = 24 * 3600
"""Seconds of a day, for the age of cookies."""
RENEWED_AFTER = SECONDS_A_DAY
"""The age, in seconds, at which a cookie that is used is replaced by a fresh one."""
RENEW = "partake.renew"
"""Where a request's scope names the person whose cookie is to be replaced."""
HEADERS_KEPT = 20_000
"""How many cookie headers are cached with what each says: checking a signature is dear."""
LONGEST_KEPT = 1000
"""Longer cookie headers are not cached."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""The methods that change nothing, which somebody who is banned may still use; a page's socket has none."""
EXPIRED = Message("this link has expired or is not complete: make a new one")
"""What is said about a carry-over link that does not hold."""
UNKNOWN = Message("this token is not known")
"""What is said to a token that was never made, or is useless now."""
ONLY_PLAYS = Message("this token only plays: for this, use the page Me, or a token that was made with manage")
"""What is said to a token that was not given the right to decide about its person."""


class Signed(NamedTuple):
    """What a cookie says: for whom it was signed, when, and for which of their sessions; cookies once had no date."""

    person: str
    at: float | None = None
    sessions: float = 0.0


class Identity:
    """Signs and reads cookies and carry-over tokens with the server's secret key."""

    def __init__(self, settings: Settings, now: Callable[[], float] | None = None) -> None:
        """With the key in the folder, or with that of all servers that share a database."""
        key = shared_key(settings.database) if settings.database else read_key(settings.folder)
        self._settings, self._now = settings, now or time.time
        self._cookies = URLSafeSerializer(key, salt="partake guest")
        self._carried = URLSafeTimedSerializer(key, salt="partake carry")
        self._is_secure = settings.link.startswith("https://")
        self._read = lru_cache(maxsize=HEADERS_KEPT)(self._read_cookie)

    def cookie(self, person: Person) -> str:
        """The value of a person's cookie, signed now."""
        return str(self._cookies.dumps([person.id, self._now(), person.sessions]))

    def _read_cookie(self, header: str) -> Signed | None:
        """What the cookie in a request's header says, whether it still holds or not."""
        value = cookie_parser(header).get(COOKIE)
        try:
            found = self._cookies.loads(value) if value else None
        except BadSignature:
            return None
        match found:
            case [str(person), int() | float() as at, int() | float() as sessions]:
                return Signed(person, float(at), float(sessions))
            case str(person):
                return Signed(person)
        return None

    def remember(self, response: Response, person: Person) -> None:
        """Give a browser its cookie, which no script can read and no other site can send along with a form."""
        response.set_cookie(
            COOKIE,
            self.cookie(person),
            max_age=self._settings.cookie_days * SECONDS_A_DAY,
            httponly=True,
            samesite="lax",
            secure=self._is_secure,
        )

    def forget(self, response: Response) -> None:
        """Take the cookie away."""
        response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=self._is_secure)

    def derived(self, purpose: str) -> bytes:
        """A secret for one purpose, which follows from the server's key."""
        return self._cookies.make_signer(f"partake {purpose}").derive_key()

    def carry(self, person: Person) -> str:
        """A signed token that makes another device the same person, for a while."""
        return str(self._carried.dumps([person.id, secrets.token_urlsafe(9), person.sessions]))

    def carried(self, token: str) -> Signed:
        """For whom a carry-over token was signed, and for which of their sessions."""
        try:
            found = self._carried.loads(token, max_age=self._settings.carry_seconds)
        except BadSignature:
            raise PartakeError(EXPIRED) from None
        match found:
            case [str(person), str(), int() | float() as sessions]:
                return Signed(person, sessions=float(sessions))
        raise PartakeError(EXPIRED)

    async def who(self, request: HTTPConnection, people: People, *, alone: bool = False) -> Person | None:
        """The person who asks, if they are known; a wrong token is refused rather than ignored.

        Refused too is whoever is banned and would change something. `alone` is for what a person decides about
        themselves, which nobody does as a friend on their device.
        """
        token = await self._token(request, people)
        known = await (self._of_cookie(request, people) if token is None else people.find(token.person))
        if known is None and token is not None:
            raise UnknownPersonError(UNKNOWN)
        asking, friend = known, None if alone else _friend(request)
        if known is not None and token is None and friend and friend != known.id:
            asking = await people.acting_as(known, friend)
        if request.scope.get("method") not in SAFE:
            for one in (known, asking):
                check_banned(one)
        return asking

    async def manages(self, request: Request, people: People) -> bool:
        """Whether a request may decide about its person: one with a token only if the token was given that."""
        token = await self._token(request, people)
        return token is None or token.manages

    async def _token(self, request: HTTPConnection, people: People) -> TokenRow | None:
        """The bearer token of a request, if it has one."""
        bearer = request.headers.get("authorization")
        if bearer is None:
            return None
        kind, _, token = bearer.partition(" ")
        row = await people.token(token.strip()) if kind.lower() == "bearer" else None
        if row is None:
            raise UnknownPersonError(UNKNOWN)
        return row

    async def _of_cookie(self, request: HTTPConnection, people: People) -> Person | None:
        """The person whose cookie still holds; one that is old is marked to be replaced (`RenewCookies`)."""
        header = request.headers.get("cookie", "")
        signed = self._read(header) if len(header) <= LONGEST_KEPT else self._read_cookie(header)
        if signed is None:
            return None
        person = people.known(signed.person) or await people.find(signed.person)
        if person is None:
            return None
        at, now = person.undated if signed.at is None else signed.at, self._now()
        oldest = now - self._settings.cookie_days * SECONDS_A_DAY
        if at is None or at <= oldest or signed.sessions != person.sessions:
            return None
        if signed.at is None or now - at >= RENEWED_AFTER:
            request.scope[RENEW] = person
        return person


def _friend(request: HTTPConnection) -> str | None:
    return request.query_params.get(AS) if b"as=" in request.scope["query_string"] else None


class RenewCookies:
    """ASGI middleware that gives a browser a fresh cookie with the answer, when the one it has is old."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does; an answer that sets the cookie itself is left alone."""

        async def with_cookie(message: Sent) -> None:
            if message["type"] == "http.response.start" and (person := scope.get(RENEW)) is not None:
                headers = message.setdefault("headers", [])
                if not any(name == b"set-cookie" for name, _ in headers):
                    fresh = Response()
                    scope["app"].state.context.identity.remember(fresh, person)
                    kept = [one for one in fresh.raw_headers if one[0] == b"set-cookie"]
                    message["headers"] = [*headers, *kept]
            await send(message)

        await self._app(scope, receive, with_cookie if scope["type"] == "http" else send)
