"""What can go wrong between a program and a server, each as one sentence."""

from __future__ import annotations

from typing import Any

from partake.rules.errors import PartakeError


class ClientError(PartakeError):
    """The root of all errors of this package."""


class UnreachableError(ClientError):
    """No answer came: nobody listens there, the line broke, or it took too long."""


class NotPartakeError(ClientError):
    """Something answers at this address, but it is no Partake server."""


class RefusedError(ClientError):
    """The server refused a request; the text is the server's own sentence."""

    def __init__(
        self,
        sentence: str,
        *,
        status: int,
        retry_after: float | None = None,
        suggestion: str | None = None,
        number: int | None = None,
    ) -> None:
        super().__init__("{sentence}", sentence=sentence)
        self.sentence, self.status = sentence, status
        self.retry_after = retry_after
        """After how many seconds it makes sense to ask again; None where waiting does not help."""
        self.suggestion = suggestion
        """A name that is free, when the one asked for is taken."""
        self.number = number
        """Where the game is now, when a move came too late."""


class StaleError(RefusedError):
    """A move answered to a state that is over: the game has gone on, and `number` is where it is now."""


def refusal(status: int, told: dict[str, Any], retry_after: float | None) -> RefusedError:
    """The error for an answer of the server that refuses something."""
    number = told.get("number")
    kind = RefusedError if number is None else StaleError
    return kind(
        str(told["error"]), status=status, retry_after=retry_after, suggestion=told.get("suggestion"), number=number
    )
