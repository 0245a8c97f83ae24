"""Which release a server is: all that pages are made from, in ten digits."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
"""The folder of the package."""
PARTS = ("data", "rules", "engine", "draw", "web/pages", "web/static", "web/templates", "web/text", "web")
"""The folders of what pages are made from; of the last only its own files, because the built documents are below it."""
KINDS = frozenset({".css", ".html", ".js", ".mo", ".py", ".svg", ".toml"})
"""How the names of such files end."""


@cache
def release(files: tuple[str, ...] = ()) -> str:
    """The digest of this release with the operator's own files: whatever differs on a page makes it another."""
    found = hashlib.sha256()
    for part in PARTS:
        for path in sorted((PACKAGE / part).glob("*" if part == "web" else "**/*")):
            if path.suffix in KINDS:
                found.update(f"\0{path.relative_to(PACKAGE)}\0".encode() + path.read_bytes())
    for name in files:
        found.update(b"\0" + Path(name).read_bytes())
    return found.hexdigest()[:10]
