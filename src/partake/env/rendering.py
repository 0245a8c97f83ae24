"""Rendering: what an environment shows, as text, as an SVG document, as pixels or in a window (extra: render)."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partake.draw.palette import ROLES
from partake.draw.svg import svg
from partake.draw.text import text
from partake.env.validation import checked_choice
from partake.rules.extras import load
from partake.rules.messages import Message

RENDER_MODES = ("human", "rgb_array", "ansi", "svg")
"""The values of the argument `render_mode`, besides None."""
FPS = 2
"""Steps a second in a window, and frames a second of a video: time enough to see where a tile went."""
WIDTH, HEIGHT = 800, 640
"""The size of all frames in pixels; a video cannot change its size."""
Frame = str | NDArray[np.uint8]
FAMILY = "FreeSans"
"""The name of the font that pygame brings."""
_BOX = re.compile(r'\bviewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')
_PURPOSE = Message("this render_mode")


class Renderer:
    """Shows views or sheets in one render mode; a window is opened with the first picture and held until `close`."""

    def __init__(self, mode: str | None) -> None:
        checked_choice("render_mode", mode, RENDER_MODES)
        self.mode = mode
        if mode == "human":
            _libraries()  # what is missing is told at once; helpers of SB3 ask for rgb_array and never render
        self._clock: Any = None
        """Keeps the pace of the window; None while there is none."""
        self._is_shut = False
        """Whether the window was closed by hand: then the game goes on unseen."""

    def render(self, value: object) -> Frame | None:
        """The picture that the mode asks for; a window is not a value, so None for `human`."""
        if self.mode == "ansi":
            return text(value)
        if self.mode == "svg":
            return svg(value)
        if self.mode == "rgb_array":
            # pygame has columns first
            pixels = _libraries()[0].surfarray.array3d(_frame(value))
            return np.ascontiguousarray(pixels.transpose(1, 0, 2), np.uint8)
        if self.mode == "human":
            self._show(value)
        return None

    def _show(self, value: object) -> None:
        pygame = _libraries()[0]
        if self._clock is None and not self._is_shut:
            pygame.display.init()
            pygame.display.set_mode((WIDTH, HEIGHT))
            pygame.display.set_caption("Partake")
            self._clock = pygame.time.Clock()
        elif self._clock is not None and pygame.event.get(pygame.QUIT):
            self.close()
            self._is_shut = True
        if self._clock is not None:
            pygame.event.pump()
            pygame.display.get_surface().blit(_frame(value), (0, 0))
            pygame.display.flip()
            self._clock.tick(FPS)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._clock is not None:
            _libraries()[0].display.quit()
            self._clock = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_clock": None}  # a copy of an environment opens a window of its own


def _libraries() -> tuple[Any, Any]:
    """Pygame and resvg; the first would greet on standard output."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    pygame = load("pygame", extra="render", purpose=_PURPOSE)
    return pygame, load("resvg_py", extra="render", purpose=_PURPOSE)


def _frame(value: object) -> Any:
    """A pygame surface with the picture as large as fits in its middle."""
    pygame, resvg = _libraries()
    drawn = svg(value, theme="light")
    box = _BOX.search(drawn)
    assert box is not None
    wide, high = float(box[1]), float(box[2])
    scale = min(WIDTH / wide, HEIGHT / high)
    size = int(wide * scale), int(high * scale)
    # the font that pygame brings, so that a picture does not depend on those of the machine
    font = str(Path(pygame.__file__).parent / "freesansbold.ttf")
    png = resvg.svg_to_bytes(
        svg_string=drawn, width=size[0], height=size[1], skip_system_fonts=True, font_files=[font],
        font_family=FAMILY, sans_serif_family=FAMILY,
    )  # fmt: skip
    frame = pygame.Surface((WIDTH, HEIGHT))
    frame.fill(ROLES["paper"][0])
    frame.blit(pygame.image.load(io.BytesIO(png)), ((WIDTH - size[0]) // 2, (HEIGHT - size[1]) // 2))
    return frame
