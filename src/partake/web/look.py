"""How pages look to a visitor: theme, palette, patterns and size, kept in a cookie.

A choice is applied before anything is painted, without a script: each look has its own style sheet of the boards, and
a page links to the one that its visitor has chosen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import astuple, dataclass
from typing import Self

from starlette.types import Scope

from partake.draw.palettes import PALETTES, USUAL
from partake.draw.svg import stylesheet

COOKIE = "partake-look"
"""The name of the cookie."""
CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": ("system", "light", "dark"),
    "palette": tuple(PALETTES),
    "patterns": ("usual", "strong", "faint"),
    "size": ("usual", "large", "larger"),
}
"""What can be chosen, the default first."""
_TEXTURES = {"usual": "", "strong": "--texture:.8", "faint": "--texture:.16"}
_SIZES = {"usual": "", "large": "--text:125%;--tall:95vh", "larger": "--text:150%;--tall:none"}
_CHOSEN = re.compile(rf"(?:^|;\s*){COOKIE}=([a-z.\-]{{1,60}})(?:;|$)".encode())


@dataclass(frozen=True, slots=True)
class Look:
    """What a visitor has chosen."""

    theme: str = "system"
    palette: str = USUAL
    patterns: str = "usual"
    size: str = "usual"

    @classmethod
    def read(cls, text: str) -> Self:
        """The look of a text that `str` made; what cannot be read is as usual."""
        parts = text.split(".")
        if len(parts) != len(CHOICES):
            return cls()
        return cls(*(part if part in known else known[0] for part, known in zip(parts, CHOICES.values(), strict=True)))

    @classmethod
    def chosen(cls, form: Mapping[str, str]) -> Self:
        """The look that a form asks for."""
        return cls.read(".".join(form.get(name, "") for name in CHOICES))

    def __str__(self) -> str:
        """The look as a cookie and an address have it."""
        return ".".join(astuple(self))

    def style(self) -> str:
        """The style sheet with the colours of all that is drawn."""
        scheme = "light dark" if self.theme == "system" else self.theme
        rest = ";".join(filter(None, (f"color-scheme:{scheme}", _TEXTURES[self.patterns], _SIZES[self.size])))
        colours = stylesheet("auto" if self.theme == "system" else self.theme, selector=":root", palette=self.palette)
        return f":root{{{rest}}}{colours}"


PLAIN = Look()
"""The look that nobody has to choose."""
_look: ContextVar[Look] = ContextVar("look", default=PLAIN)


def look_of(scope: Scope) -> Look:
    """The look in which a request is answered."""
    for name, value in scope["headers"]:
        if name == b"cookie" and (found := _CHOSEN.search(value)):
            return Look.read(found[1].decode())
    return PLAIN


def use_look(look: Look) -> None:
    """Let the pages that are made in this context look like this."""
    _look.set(look)


def current_look() -> Look:
    """The look of the pages that are made in this context."""
    return _look.get()
