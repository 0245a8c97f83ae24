"""The operator's route, for `partake admin` on the same machine: not in the OpenAPI document, and 404 to all others.

Whoever can read the key in the server's folder is the operator. A request is a signed text (HMAC over the action and
its arguments, with its time) that holds for a minute, so that neither a password nor an open port is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request
from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from partake.web.errors import answer

PATH = "/api/admin"
"""Where the operator's requests go."""
LIFETIME = 60
"""Seconds for which a signed request holds."""


class SignedRequests:
    """Signs an action with its arguments, and reads what was signed."""

    def __init__(self, secret: bytes) -> None:
        """`secret` follows from the server's key (`Identity.derived`)."""
        self._serializer = URLSafeTimedSerializer(secret, salt="partake admin")

    def sign(self, action: str, arguments: Mapping[str, Any]) -> bytes:
        """A request as it is sent."""
        return str(self._serializer.dumps([action, dict(arguments)])).encode()

    def read(self, body: bytes) -> tuple[str, dict[str, Any]] | None:
        """The action and arguments of a request; None if it is not the operator's, or an old one."""
        try:
            action, arguments = self._serializer.loads(body, max_age=LIFETIME)
        except (BadSignature, ValueError, TypeError):
            return None
        return str(action), dict(arguments)


class AdminEndpoint:
    """ASGI application, reached at `PATH` by any method, that does what the operator has signed."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the operator, or as if there were nothing here."""
        request = Request(scope, receive)
        signed: SignedRequests = scope["app"].state.signed_requests
        found = signed.read(await request.body()) if request.method == "POST" else None
        if found is None:
            raise HTTPException(404)
        response = answer(await scope["app"].state.administration.perform(*found))
        await response(scope, receive, send)
