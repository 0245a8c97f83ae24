"""What the browser tests share: the two sizes of a screen, and a visitor who also plays through the API."""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, ViewportSize, WebSocket, WebSocketRoute

WIDE: ViewportSize = {"width": 1280, "height": 860}
PHONE: ViewportSize = {"width": 390, "height": 844}
COMPILING = 180_000
"""How many milliseconds a page may take whose kernels must be compiled first."""
NOT_LOOKED_AT = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch", "LocalNetworkAccessChecks", "LocalNetworkAccessChecksWebSockets",
)  # fmt: skip
"""Parts of Chromium that no page has to do with. The suggestions of the address bar are pages of their own, loaded for
every window: almost half of what a short visit costs. The others are those that Playwright switches off, because
Chromium reads only the last list that it is given."""
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--no-default-browser-check",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    f"--disable-features={','.join(NOT_LOOKED_AT)}",
)  # fmt: skip
"""How every Chromium is started."""


def sprint(folder: Path) -> str:
    """A file in this folder with the edition `sprint`: Take Five in one round."""
    text = (resources.files("partake") / "data/editions/five.toml").read_text(encoding="utf-8")
    text = re.sub('name = "five"', 'name = "sprint"', re.sub("markers = 3", "markers = 1", text), count=1)
    file = folder / "sprint.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


class Guest:
    """What a visitor does without looking: moves through the API, with the cookie of their browser."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def create(self, edition: str, nickname: str = "Ann", **wishes: Any) -> str:
        """A new table without pauses."""
        data = {"edition": edition, "nickname": nickname, "pause": 0, **wishes}
        answer = self.page.request.post("/api/tables", data=data)
        assert answer.ok, answer.text()
        return str(answer.json()["id"])

    def daily(self, day: str, deal: str) -> str:
        """The table of the game on a daily deal that counts."""
        answer = self.page.request.post(f"/api/daily/{day}/{deal}", data={"nickname": "Ann"})
        assert answer.ok, answer.text()
        return str(answer.json()["id"])

    def state(self, table: str) -> dict[str, Any]:
        """The table as this visitor may see it."""
        found: dict[str, Any] = self.page.request.get(f"/api/tables/{table}").json()
        return found

    def move(self, table: str, action: str) -> None:
        """One move, which must be accepted."""
        answer = self.page.request.post(f"/api/tables/{table}/moves", data={"action": action})
        assert answer.ok, answer.text()

    def must_act(self, table: str) -> bool:
        """Whether the game waits for this visitor."""
        view = self.state(table)["view"]
        return view is not None and view["seat"] in view["to_act"]

    def act(self, table: str) -> bool:
        """The first thing the rules allow, if the game waits for this visitor."""
        view = self.state(table)["view"]
        if view["seat"] not in view["to_act"]:
            return False
        self.move(table, next(text for text in view["legal"] if text != "back"))
        return True


class Lines:
    """The sockets of a page to its tables: how many were opened, what it was told there and what it sent."""

    def __init__(self, page: Page) -> None:
        self.opened = 0
        self.texts: list[str] = []
        """Every message that came."""
        self.sent: list[dict[str, Any]] = []
        page.on("websocket", self._note)

    def _note(self, socket: WebSocket) -> None:
        self.opened += 1
        socket.on("framereceived", lambda text: self.texts.append(str(text)))
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))

    @property
    def events(self) -> list[str]:
        """The kinds of the events that came."""
        return [event for text in self.texts if (event := json.loads(text).get("event")) not in (None, "beat")]

    @property
    def moves(self) -> list[dict[str, Any]]:
        """The moves that were sent, each time that they were."""
        return [wanted for wanted in self.sent if "action" in wanted]


def answer_for_the_server(page: Page, *answers: dict[str, Any] | None) -> None:
    """Let what a page asks for on its line not come to the server: it is answered so, or not at all; then all goes on.

    Events come as always. The page must be opened after this.
    """
    left = list(answers)

    def line(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def asked(message: str | bytes) -> None:
            if not left:
                server.send(message)
            elif (answer := left.pop(0)) is not None:
                socket.send(json.dumps({"answer": json.loads(message)["do"], **answer}))

        socket.on_message(asked)

    page.route_web_socket("**/socket?*", line)
