"""What works without a network, and as a program on a phone: the service worker, the manifest, icons, and the page
that is shown where there is nothing else."""

from __future__ import annotations

from functools import cache

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from partake.draw.palette import ROLES
from partake.rules.languages import current
from partake.web.assets import ASK_AGAIN, STATIC, Asset, picture_asset, text_asset
from partake.web.context import context_of
from partake.web.language import VARY
from partake.web.pages.common import page, tables_of
from partake.web.raster import icon_png
from partake.web.release import release
from partake.web.text.pages import say

router = APIRouter(include_in_schema=False)
ICONS = {
    "icon-192": (192, False),
    "icon-512": (512, False),
    "icon-whole-512": (512, True),
    "icon-whole-180": (180, True),
}
"""Names of icons with their sizes in pixels, and whether they fill a square, to be cut to the shape that a phone
likes."""
_drawn: dict[str, Asset] = {}


@router.get("/sw.js")
async def worker(request: Request) -> Response:
    """The service worker of this release. It is here because it may only keep what is below its address."""
    return _worker(context_of(request).settings.data).response(request, is_current=False)


@cache
def _worker(files: tuple[str, ...]) -> Asset:
    text = (STATIC / "sw.js").read_text(encoding="utf-8")
    return text_asset(f'const RELEASE = "{release(files)}";\n{text}', ".js")


@router.get("/offline")
async def offline() -> Response:
    """What a browser shows instead of a page that it cannot get."""
    return page("offline/offline.html")


@router.get("/manifest.webmanifest")
async def manifest() -> Response:
    """What a phone needs to know to have this among its programs, in the visitor's language."""
    paper, ground = ROLES["paper"][0], ROLES["ground"][0]
    icons = [
        {
            "src": f"/icons/{name}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "maskable" if is_whole else "any",
        }
        for name, (size, is_whole) in ICONS.items()
    ]
    shortcuts = [{"name": say(f"{name}_title"), "url": f"/{name}"} for name in ("score", "call")]
    content = {
        "id": "/",
        "name": say("name"),
        "short_name": say("name"),
        "description": say("tagline"),
        "lang": current().code,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": paper,
        "background_color": ground,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": shortcuts,
    }
    headers = {"cache-control": ASK_AGAIN, "vary": VARY}
    return JSONResponse(content, headers=headers, media_type="application/manifest+json")


@router.get("/icons/{name}.png")
async def icon(request: Request, name: str) -> Response:
    """The icon of the program, drawn once in another process from the one picture."""
    if name not in ICONS:
        raise HTTPException(404)
    if name not in _drawn:
        size, is_whole = ICONS[name]
        picture = (STATIC / "icon.svg").read_text(encoding="utf-8")
        png = await tables_of(request).runner.bots.compute(icon_png, picture, size, is_whole)
        _drawn[name] = picture_asset(png, ".png")
    return _drawn[name].response(request, is_current=False)
