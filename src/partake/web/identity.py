"""Authentication: a guest is known by a signed cookie, a program by its bearer token."""

from __future__ import annotations

import os
import secrets
from functools import lru_cache

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer
from starlette.requests import cookie_parser

from partake.rules.errors import PartakeError
from partake.table.model import Person
from partake.table.people import People
from partake.web.errors import UnknownPersonError
from partake.web.settings import Settings

COOKIE = "partake"
"""The name of the cookie."""
SECONDS_A_DAY = 24 * 3600
"""Seconds of a day, for the age of cookies."""
HEADERS_KEPT = 20_000
"""How many cookie headers are cached with the person that each names: checking a signature is dear."""
LONGEST_KEPT = 1000
"""Longer cookie headers are not cached."""


class Identity:
    """Signs and reads cookies and carry-over tokens with the server's secret key."""

    def __init__(self, settings: Settings) -> None:
        key = _read_key(settings)
        self._settings = settings
        self._cookies = URLSafeSerializer(key, salt="partake guest")
        self._carried = URLSafeTimedSerializer(key, salt="partake carry")
        self._is_secure = settings.link.startswith("https://")
        self._read = lru_cache(maxsize=HEADERS_KEPT)(self._read_cookie)

    def cookie(self, person: Person) -> str:
        """The value of a person's cookie."""
        return str(self._cookies.dumps(person.id))

    def _read_cookie(self, header: str) -> str | None:
        """The id of the person whose cookie is in a request's header."""
        value = cookie_parser(header).get(COOKIE)
        try:
            found = self._cookies.loads(value) if value else None
        except BadSignature:
            return None
        return found if isinstance(found, str) else None

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

    def carry(self, person: Person) -> str:
        """A signed token that makes another device the same person, for a while."""
        return str(self._carried.dumps(person.id))

    def carried(self, token: str) -> str:
        """The id of the person whose carry-over token this is."""
        try:
            found = self._carried.loads(token, max_age=self._settings.carry_seconds)
        except BadSignature:
            raise PartakeError("this link has expired or is not complete: make a new one") from None
        return str(found)

    async def who(self, request: Request, people: People) -> Person | None:
        """The person who asks, if they are known; a wrong token is refused rather than ignored."""
        bearer = request.headers.get("authorization")
        if bearer is not None:
            kind, _, token = bearer.partition(" ")
            person = await people.of_token(token.strip()) if kind.lower() == "bearer" else None
            if person is None:
                raise UnknownPersonError("this token is not known")
            return person
        header = request.headers.get("cookie", "")
        found = self._read(header) if len(header) <= LONGEST_KEPT else self._read_cookie(header)
        if found is None:
            return None
        return people.known(found) or await people.find(found)


def _read_key(settings: Settings) -> str:
    """The key of this server, made when it is first needed and readable by its owner alone."""
    path = settings.key_file
    try:
        settings.folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(48))
            fresh.replace(path)
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        raise PartakeError(f"{path} cannot be used: {(problem.strerror or 'unknown reason').lower()}") from None
