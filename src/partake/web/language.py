"""The language of a request: chosen by the visitor (a cookie), or else by their browser (`Accept-Language`)."""

from __future__ import annotations

import re

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.types import Scope

from partake.rules.languages import NAMES, preferred

COOKIE = "partake-language"
"""The name of the cookie with a language that was chosen."""
VARY = "Accept-Language, Cookie"
"""What the language of an answer depends on, for those that may be kept."""
A_YEAR = 365 * 24 * 3600
"""How long a choice is kept, in seconds."""
_CHOSEN = re.compile(rf"(?:^|;\s*){COOKIE}=([a-z]{{2}})(?:;|$)".encode())
_PATH = re.compile(r"/(?![/\\])[\w\-./?=&%~+,:@]*", re.ASCII)

router = APIRouter(include_in_schema=False)


def language_of(scope: Scope) -> str:
    """The code of the language in which a request is answered."""
    wanted = b""
    for name, value in scope["headers"]:
        if name == b"cookie" and (found := _CHOSEN.search(value)) and (code := found[1].decode()) in NAMES:
            return code
        if name == b"accept-language":
            wanted = value
    return preferred(wanted.decode("latin-1")) if wanted else "en"


@router.post("/language")
async def choose(request: Request) -> Response:
    """Keep the chosen language in this browser, and show the page from which it was chosen again."""
    form = await request.form()
    code, back = str(form.get("language", "")), str(form.get("to", ""))
    response = RedirectResponse(back if _PATH.fullmatch(back) else "/", status_code=303)
    if code in NAMES:
        response.set_cookie(COOKIE, code, max_age=A_YEAR, httponly=True, samesite="lax")
    return response
