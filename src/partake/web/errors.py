"""Every refusal as a status and one sentence; nobody is ever shown more."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from partake.rules.errors import PartakeError
from partake.store.errors import StoreError
from partake.table.model import ConflictError, ForbiddenError, MissingError

log = logging.getLogger("partake.web")
ErrorPage = Callable[[Request, int, str], Response]
"""Makes the page for an error outside the API; `app.state.error_page` holds the one in use, or None."""

MISTAKE = "this is a mistake in Partake itself; it was noted"
SENTENCES = {
    400: "this request cannot be understood",
    404: "there is nothing here",
    405: "this cannot be done here: use another method",
}


WRONG = {
    "missing": "this is needed",
    "extra_forbidden": "there is no such field",
    "string_too_long": "use {max_length} characters at most",
    "string_too_short": "use {min_length} characters at least",
    "too_long": "give {max_length} at most",
    "too_short": "give {min_length} at least",
    "string_type": "this must be a text",
    "int_parsing": "this must be a whole number",
    "int_type": "this must be a whole number",
    "float_parsing": "this must be a number",
    "float_type": "this must be a number",
    "bool_parsing": "this must be true or false",
    "bool_type": "this must be true or false",
    "list_type": "this must be a list",
    "literal_error": "this must be {expected}",
}
"""What is wrong with a field, in our words."""


class UnknownPersonError(PartakeError):
    """Somebody must be known to do this, and is not."""


class TooManyError(PartakeError):
    """Somebody asks for too much in too short a time."""


STATUS: dict[type[PartakeError], int] = {
    UnknownPersonError: 401,
    ForbiddenError: 403,
    MissingError: 404,
    ConflictError: 409,
    TooManyError: 429,
    StoreError: 503,
}
"""The status of each kind of refusal; all others are 422."""
RETRY_AFTER = {429: "60", 503: "2"}
"""After how many seconds it makes sense to ask again."""


def answer(data: Any, status: int = 200) -> Response:
    """Plain data as a JSON answer."""
    return _with_wait(Response(orjson.dumps(data), status, media_type="application/json"))


def _with_wait(response: Response) -> Response:
    if response.status_code in RETRY_AFTER:
        response.headers["retry-after"] = RETRY_AFTER[response.status_code]
    return response


def refusal(problem: PartakeError) -> Response:
    """The API's answer to something that is refused."""
    data: dict[str, Any] = {"error": str(problem)}
    if isinstance(problem, ConflictError) and problem.number is not None:
        data["number"] = problem.number
    return answer(data, status_of(problem))


def status_of(problem: PartakeError) -> int:
    """The status of a refusal."""
    return next((status for kind, status in STATUS.items() if isinstance(problem, kind)), 422)


def install_errors(app: FastAPI) -> None:
    """Answer everything that goes wrong in one place."""
    app.state.error_page = None

    def told(request: Request, status: int, sentence: str, response: Response | None = None) -> Response:
        page: ErrorPage | None = app.state.error_page
        if page is not None and not request.url.path.startswith("/api"):
            return _with_wait(page(request, status, sentence))
        return response or answer({"error": sentence}, status)

    async def refused(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, PartakeError)
        return told(request, status_of(problem), str(problem), refusal(problem))

    async def invalid(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, RequestValidationError)
        return told(request, 422, _first_error(problem))

    async def http(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, HTTPException)
        response = told(request, problem.status_code, SENTENCES.get(problem.status_code, str(problem.detail)))
        response.headers.update(problem.headers or {})
        return response

    async def mistaken(request: Request, problem: Exception) -> Response:
        return told(request, 500, MISTAKE)

    app.add_exception_handler(Exception, mistaken)
    app.add_exception_handler(PartakeError, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)


def _first_error(problem: RequestValidationError) -> str:
    """What is wrong with a request, without repeating what was in it."""
    first = problem.errors()[0]
    if first["type"] == "json_invalid":
        return "the body of this request is not JSON"
    where = ".".join(str(part) for part in first["loc"][1:])
    if not where:
        return "this request needs an object in JSON as its body"
    limits = first.get("ctx", {})
    said = WRONG.get(first["type"], first["msg"].lower()).format(**limits)
    return f"{where}: {said}"


def note(problem: BaseException) -> None:
    """Log where a mistake happened, and nothing of what it was about."""
    frames = traceback.extract_tb(problem.__traceback__)
    where = f"{Path(frames[-1].filename).name} line {frames[-1].lineno}" if frames else "an unknown place"
    log.error("a mistake in Partake: %s in %s", type(problem).__name__, where)
