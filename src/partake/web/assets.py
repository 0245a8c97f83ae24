"""The static files as they are sent: under names that change with their contents, slimmed and compressed once.

A page loads `/static/table.1f0c2d9e7b.js`, which a browser may keep for ever: other contents have another name. The
hash covers a script and all scripts it imports, and the imports are sent with such names too. Under its plain name a
file is there as well, to be asked about each time; so is one under a name it had before, because a page may be older
than the server.

All of it is done when the server starts: there is nothing to build.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from fastapi import Request, Response
from rjsmin import jsmin
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from partake.web.compression import accepts_gzip, gzipped

STATIC = Path(__file__).parent / "static"
"""The folder of the files."""
FOR_EVER = "max-age=31536000, immutable"
"""How long a file is kept under the name of its contents: a year, and it is not asked about again."""
ASK_AGAIN = "no-cache"
"""A file under any other name may be kept, but it is asked about before each use."""
TEXTS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""The media types of files that are slimmed and compressed."""
PICTURES = {".png": "image/png", ".webp": "image/webp", ".ico": "image/x-icon"}
"""The media types of files that are sent as they are; a file of any other kind is not sent."""
_IMPORT = re.compile(r'(\b(?:from|import|import\()")\./([\w/-]+\.js)(")')
_IMPORT_AT_ONCE = re.compile(r'(\b(?:from|import)")\./([\w/-]+\.js)(")')
_NAMED = re.compile(r"(.+)\.[0-9a-f]{10}(\.\w+)")
_MENTION = re.compile(r"/static/([\w/-]+\.\w+)")
_LOADED = re.compile(r"/static/([\w/-]+)\.[0-9a-f]{10}\.js")
_STYLE_SPACES = re.compile(r'("[^"]*")|\s*([{};,])\s*|\s+')
"""Spaces of a style sheet, and the quoted texts that keep theirs."""
_SCRIPT = re.compile(
    r'<(?:script type="module" src|link rel="modulepreload" href)="/static/([\w/-]+\.js)">(?:</script>)?'
)


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    body: bytes
    packed: bytes | None
    """The same, compressed; nothing of what is compressed already."""
    kind: str
    digest: str
    imports: tuple[str, ...] = ()
    """The scripts that it always imports, and those that these import."""

    def response(self, request: Request, *, is_current: bool) -> Response:
        """The answer, kept for ever if it was asked for by its current name."""
        tag = f'W/"{self.digest}"'
        kept = {"cache-control": FOR_EVER} if is_current else {"cache-control": ASK_AGAIN, "etag": tag}
        headers = {**kept, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        if self.packed is None or not accepts_gzip(request.scope):
            return Response(self.body, media_type=self.kind, headers=headers)
        return Response(self.packed, media_type=self.kind, headers={**headers, "content-encoding": "gzip"})


def text_asset(text: str, suffix: str) -> Asset:
    """A style sheet or a script as it is sent."""
    body = slim(text, suffix).encode()
    return Asset(body, gzipped(body, level=9), TEXTS[suffix], _digest(body))


def picture_asset(body: bytes, suffix: str) -> Asset:
    """A picture as it is sent."""
    return Asset(body, None, PICTURES[suffix], _digest(body))


class Assets:
    """All static files, as an ASGI application to mount at `/static`."""

    def __init__(self, folder: Path = STATIC) -> None:
        paths = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*"))}
        texts = {
            name: slim(path.read_text(encoding="utf-8"), path.suffix)
            for name, path in paths.items()
            if path.suffix in TEXTS
        }
        needed = {name: _reachable(name, texts, _IMPORT) for name in texts}
        self._texts, self._needed = texts, needed
        self._digests = {name: _digest(*(texts[one].encode() for one in sorted(needed[name]))) for name in texts}
        self._files: dict[str, Asset] = {}
        for name, text in texts.items():
            body = _IMPORT.sub(lambda found: f"{found[1]}./{self._named(found[2])}{found[3]}", text).encode()
            kind, at_once = TEXTS[paths[name].suffix], _reachable(name, texts, _IMPORT_AT_ONCE)
            self._files[name] = Asset(
                body, gzipped(body, level=9), kind, self._digests[name], tuple(sorted(at_once - {name}))
            )
        for name, path in paths.items():
            if path.suffix in PICTURES:
                self._files[name] = picture_asset(path.read_bytes(), path.suffix)
                self._digests[name] = self._files[name].digest

    def _named(self, name: str) -> str:
        stem, _, suffix = name.rpartition(".")
        return f"{stem}.{self._digests[name]}.{suffix}"

    def address(self, name: str) -> str:
        """Where a file is for ever."""
        return f"/static/{self._named(name)}"

    def in_template(self, source: str) -> str:
        """A template that mentions files by their plain names, with their addresses; a script's imports are fetched
        beside it instead of one after the other."""
        source = _SCRIPT.sub(lambda found: found[0] + self._preloads(found[1]), source)
        return _MENTION.sub(lambda found: self.address(found[1]), source)

    def sources(self, markup: str, *, unused: Collection[str] = ()) -> str:
        """The texts of the scripts that a page mentions, and of all that these import, now or later, without those that
        it never loads."""
        found = frozenset[str]().union(*(self._needed[f"{stem}.js"] for stem in _LOADED.findall(markup)))
        return "".join(self._texts[name] for name in sorted(found.difference(unused)))

    def _preloads(self, name: str) -> str:
        found = self._files[name].imports
        return "".join(f'<link rel="modulepreload" href="/static/{one}">' for one in found)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file."""
        asked = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        named = _NAMED.fullmatch(asked)
        plain = f"{named[1]}{named[2]}" if named else asked
        if scope["method"] != "GET":
            raise HTTPException(405)
        if plain not in self._files:
            raise HTTPException(404)
        response = self._files[plain].response(Request(scope), is_current=asked == self._named(plain))
        await response(scope, receive, send)


def slim(text: str, suffix: str) -> str:
    """A file without what only its readers need: comments, indentation, empty lines, in scripts needless spaces."""
    if suffix == ".css":
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        return _STYLE_SPACES.sub(lambda found: found[1] or found[2] or " ", text).strip()
    if suffix == ".js":
        return str(jsmin(text))
    return "\n".join(filter(None, map(str.strip, text.splitlines()))) + "\n"


def _reachable(name: str, texts: Mapping[str, str], imports: re.Pattern[str]) -> frozenset[str]:
    """A file and all scripts that it imports, directly or by another."""
    found, ahead = {name}, [name]
    while ahead:
        new = {one for _, one, _ in imports.findall(texts[ahead.pop()])} - found
        found |= new
        ahead += new
    return frozenset(found)


def _digest(*bodies: bytes) -> str:
    return hashlib.sha256(b"\0".join(bodies)).hexdigest()[:10]
