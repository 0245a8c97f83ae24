"""The documents and the Python reference: static pages that `script/docs` builds, under `/docs`."""

from __future__ import annotations

from pathlib import Path

from fastapi import Request
from fastapi.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from partake.web.pages.common import WEB, error_page
from partake.web.text.pages import say

BUILT = WEB / "docs"
"""Where the built pages are, in a checkout as in a wheel; the wheel of a checkout without them has none."""


class Documents:
    """The built pages, or a page that says how to build them; which of both is decided at each request."""

    def __init__(self, folder: Path = BUILT) -> None:
        self._folder = folder
        self._files = StaticFiles(directory=folder, html=True, check_dir=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a page, a picture or the index of the search."""
        if (self._folder / "index.html").is_file():
            await self._files(scope, receive, send)
        else:
            await error_page(Request(scope, receive), 404, say("documents_missing"))(scope, receive, send)
