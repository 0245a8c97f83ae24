"""Exception handlers: every refusal as a status and one sentence, JSON for programs and a page for people."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from partake.rules.errors import PartakeError, capitalised
from partake.rules.messages import Listed, Message, Plural, said
from partake.store.database import StoreError
from partake.table.model import (
    ConflictError,
    ForbiddenError,
    LimitReachedError,
    MissingError,
    NameTakenError,
    TooFastError,
    TooManyError,
    UnavailableError,
)
from partake.teach.lesson import NoLessonError

ErrorPage = Callable[[Request, int, str], Response]
"""Makes the page for an error outside the API; `app.state.error_page` holds the one in use, or None."""

REFUSAL = "partake.refusal"
"""The ASGI extension by which our server has a refusal of its own said by the application: a status and a sentence."""
SENTENCES = {
    400: Message("this request cannot be understood"),
    404: Message("there is nothing here"),
    405: Message("this cannot be done here: use another method"),
}
"""What is said for a status that the framework gives."""
WRONG = {
    "missing": Message("this is needed"),
    "extra_forbidden": Message("there is no such field"),
    "string_too_long": Plural("use {count} character at most", "use {count} characters at most", count=2),
    "string_too_short": Plural("use {count} character at least", "use {count} characters at least", count=2),
    "too_long": Message("give {max_length} at most"),
    "too_short": Message("give {min_length} at least"),
    "string_type": Message("this must be a text"),
    "int_parsing": Message("this must be a whole number"),
    "int_type": Message("this must be a whole number"),
    "float_parsing": Message("this must be a number"),
    "float_type": Message("this must be a number"),
    "bool_parsing": Message("this must be true or false"),
    "bool_type": Message("this must be true or false"),
    "list_type": Message("this must be a list"),
    "greater_than_equal": Message("this must be {ge:g} or more"),
    "less_than_equal": Message("this must be {le:g} or less"),
    "literal_error": Message("this must be {expected}"),
}
"""What is wrong with a field, for each kind of validation error."""


class TooLargeError(HTTPException):
    """The body of a request is too large."""

    def __init__(self, message: Message) -> None:
        super().__init__(413, str(message))
        self.message = message


def too_large(most: int) -> Message:
    """What is said of a body that is too large."""
    return Plural("a request may have {count} byte at most", "a request may have {count} bytes at most", count=most)


class UnknownPersonError(PartakeError):
    """This needs a person who is known, by a cookie or a token."""


STATUS: dict[type[PartakeError], int] = {
    UnknownPersonError: 401,
    ForbiddenError: 403,
    MissingError: 404,
    NoLessonError: 404,
    ConflictError: 409,
    TooManyError: 429,
    StoreError: 503,
    UnavailableError: 503,
}
"""The status of each kind of refusal; all others are 422."""
RETRY_AFTER = {429: "60", 503: "2"}
"""After how many seconds it makes sense to ask again."""


def answer(data: Any, status: int = 200) -> Response:
    """Plain data as a JSON answer."""
    return _with_retry_after(Response(orjson.dumps(data), status, media_type="application/json"))


def _with_retry_after(response: Response) -> Response:
    if response.status_code in RETRY_AFTER:
        response.headers["retry-after"] = RETRY_AFTER[response.status_code]
    return response


def _worth_waiting(response: Response, problem: PartakeError) -> Response:
    """A refusal that says when to ask again only if waiting helps."""
    if (seconds := retry_after(problem)) is not None:
        response.headers["retry-after"] = seconds
    elif "retry-after" in response.headers:
        del response.headers["retry-after"]
    return response


def retry_after(problem: PartakeError) -> str | None:
    """After how many seconds it makes sense to ask again, if waiting helps; a limit by the second is one."""
    if isinstance(problem, LimitReachedError):
        return None
    return "1" if isinstance(problem, TooFastError) else RETRY_AFTER.get(status_of(problem))


def refusal(problem: PartakeError) -> Response:
    """The API's answer to something that is refused."""
    return _worth_waiting(answer(told_of(problem), status_of(problem)), problem)


def told_of(problem: PartakeError) -> dict[str, Any]:
    """What is said about something that is refused."""
    data: dict[str, Any] = {"error": capitalised(said(problem))}
    if isinstance(problem, ConflictError) and problem.number is not None:
        data["number"] = problem.number
    if isinstance(problem, NameTakenError):
        data["suggestion"] = problem.suggestion
    return data


def mistake(reference: str) -> Message:
    """What is said when something went wrong that nobody has thought of."""
    return Message("this is a mistake in Partake itself; it was noted (reference {reference})", reference=reference)


def status_of(problem: PartakeError) -> int:
    """The status of a refusal."""
    return next((status for kind, status in STATUS.items() if isinstance(problem, kind)), 422)


def error_response(request: Request, status: int, problem: Message) -> Response:
    """A status with its sentence: a page where there are pages, JSON under `/api` and where there are none."""
    sentence = capitalised(said(problem))
    page: ErrorPage | None = request.app.state.error_page
    if page is None or is_api(request.scope["path"]):
        return answer({"error": sentence}, status)
    return _with_retry_after(page(request, status, sentence))


def is_api(path: str) -> bool:
    """Whether a path is the API's, where answers are JSON."""
    return path.startswith("/api")


def install_errors(app: FastAPI) -> None:
    """Give an application the handlers of all exceptions that its routes raise."""
    app.state.error_page = None
    app.add_exception_handler(PartakeError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)


async def _refused(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, PartakeError)
    if is_api(request.scope["path"]):
        return refusal(problem)
    return _worth_waiting(error_response(request, status_of(problem), problem.message), problem)


async def _invalid(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestValidationError)
    return error_response(request, 422, _first_error(problem))


async def _http(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    known = problem.message if isinstance(problem, TooLargeError) else Message(str(problem.detail))
    sentence = SENTENCES.get(problem.status_code, known)
    response = error_response(request, problem.status_code, sentence)
    response.headers.update(problem.headers or {})
    return response


async def _unexpected(request: Request, problem: Exception) -> Response:
    """Leave it to the middleware, which reports and answers whatever goes wrong anywhere below it."""
    raise problem


def _first_error(problem: RequestValidationError) -> Message:
    """What is wrong with a request, without repeating what was in it."""
    first = problem.errors()[0]
    if first["type"] == "json_invalid":
        return Message("the body of this request is not JSON")
    where = ".".join(str(part) for part in first["loc"][1:])
    if not where:
        return Message("this request needs an object in JSON as its body")
    values = dict(first.get("ctx", {}))
    if "expected" in values:
        values["expected"] = Listed(re.findall(r"'[^']*'", values["expected"]), choice=True)
    values["count"] = values.get("max_length", values.get("min_length", 0))
    wrong = WRONG.get(first["type"], Message("this cannot be used")).filled(**values)
    return Message("{where}: {problem}", where=where, problem=wrong)
