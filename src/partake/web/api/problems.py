"""Every status by which the API refuses something, as OpenAPI names it at each route."""

from __future__ import annotations

from typing import Any

from partake.web.api.models import Problem

MEANING = {
    400: "The request cannot be understood: not HTTP, or a Host or Origin that is no address.",
    401: "You are not known here: no cookie or token, or one that does not hold any more.",
    403: "You may not do this: it is another's to decide, the request comes from another site, or you are banned.",
    404: "There is no such table, seat, token or person.",
    408: "The request came too slowly.",
    409: "Too late: the game has moved on, or somebody was faster.",
    413: "The body is too large.",
    414: "The address is too long.",
    421: "This server has another name.",
    422: "It is against the rules, or a field is not what it should be.",
    429: "Too much in too short a time, or more than one person may have; `Retry-After` says when to ask again.",
    431: "There are too many headers, or they are too long.",
    500: "A mistake in Partake itself, which was noted under the reference in the sentence.",
    503: "The server or its database cannot do it now, and nothing has happened; `Retry-After` says when to ask again.",
}
"""What each status of a refusal means."""
AT_THE_DOOR = (400, 408, 414, 421, 429, 431, 500, 503)
"""What any request may be answered, whatever it asks for."""
Responses = dict[int | str, dict[str, Any]]


def problems(*statuses: int) -> Responses:
    """The refusals of a route for its OpenAPI description: these, and those that any request may get."""
    return {status: {"model": Problem, "description": MEANING[status]} for status in sorted({*AT_THE_DOOR, *statuses})}


PROBLEMS = problems(401, 403, 404, 409, 413, 422, 429)
"""The refusals of routes about tables and people."""
