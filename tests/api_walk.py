"""The walk of docs/api.md: whole requests and answers of one game, from a real server, as the document shows them.

python tests/api_walk.py     writes them into docs/api.md anew
"""

from __future__ import annotations

import json
import re
import tempfile
from http import HTTPStatus
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx

from partake import bots
from partake.client.views import ViewReader
from partake.engine.chance import Seed
from partake.engine.notation import format_action
from partake.engine.record.files import read_record
from partake.engine.record.model import Record
from partake.rules.catalogue import catalogue
from served import Served, serving

DOCUMENT = Path(__file__).parents[1] / "docs" / "api.md"
BEGIN, END = "<!-- the walk: made by tests/api_walk.py -->\n", "<!-- the end of the walk -->\n"
WIDTH = 140
"""The longest line of JSON in the document."""
SHOWN = ("content-type", "set-cookie", "content-disposition", "cache-control")
"""The headers of answers that the document shows."""
MORE = "…"


def walk(served: Served) -> str:
    """A game of Classic between Ann, who has a token, and Bob, as the text of the document."""
    with patch("partake.engine.chance.Seed.new", lambda: Seed.of("documents")):
        return _Walk(served).text()


class _Walk:
    def __init__(self, served: Served) -> None:
        self.parts: list[str] = []
        self.browser, self.bob = served.client(), served.client("Bob")
        self.program = served.client()

    def text(self) -> str:
        self.say("Somebody becomes known by a nickname. The cookie is all that a browser needs.")
        self.show(self.browser.post("/api/guests", json={"nickname": "Ann"}))
        self.say("With the cookie a program is given a token, which is told this once.")
        token = self.show(self.browser.post("/api/tokens", json={"label": "my bot"})).json()["token"]
        self.program.headers["authorization"] = f"Bearer {token}"
        self.say("A table for two, whose host is Ann; `pause` 0 lets the dealer draw at once.")
        seats = [{"kind": "host"}, {"kind": "person"}]
        table = self.show(self.program.post("/api/tables", json={"edition": "classic", "seats": seats, "pause": 0}))
        path = f"/api/tables/{table.json()['id']}"
        self.say("Bob, by his own cookie, takes the free seat. The last seat is taken: the game starts.")
        self.show(self.bob.post(f"{path}/join", json={}))
        self.say("What Ann sees now. `number` is what her move must expect, `legal` what it may be.")
        state = self.show(self.program.get(path)).json()
        with self.program.stream("GET", f"{path}/events") as stream:
            lines = stream.iter_lines()
            heard = [self.event(lines), self.event(lines)]
            self.say("She moves.")
            body = {"action": self.choice(state, path), "expect": state["number"], "key": "6f1c9a"}
            self.show(self.program.post(f"{path}/moves", json=body))
            self.say("The same key again is answered as before; the same number with another key comes too late.")
            self.show(self.program.post(f"{path}/moves", json=body))
            self.show(self.program.post(f"{path}/moves", json={**body, "key": "6f1c9b"}))
            self.act(self.bob, path)
            heard += [self.event(lines), self.event(lines)]
            self.say(
                "Her stream of events, opened before the move. First comes the whole state, the same as above; then a "
                "sign of life, her own placement, and when Bob has placed too, what both did and the next call."
            )
            self.show(stream, "\n\n".join([_shortened(heard[0]), *heard[1:]]))
            self.say("The stream broke? With the last id it goes on where it ended.")
        last = next(line[4:] for line in heard[2].splitlines() if line.startswith("id: "))
        with self.program.stream("GET", f"{path}/events", headers={"Last-Event-ID": last}) as stream:
            lines = stream.iter_lines()
            self.show(stream, "\n\n".join([self.event(lines), self.event(lines)]))
        while any([self.act(self.program, path), self.act(self.bob, path)]):
            pass
        self.say(
            "Eighteen calls later the game is over. `outcome` has every point with its reason; what was shown above is "
            f"left out here ({MORE})."
        )
        over = self.program.get(path)
        outcome = over.json()["view"]["outcome"]
        self.show(
            over, _pretty({"table": MORE, "number": over.json()["number"], "view": {"outcome": outcome, MORE: MORE}})
        )
        self.say("The [record](records.md) now shows the seed, from which anybody can verify every draw.")
        self.show(self.program.get(f"{path}/record"))
        return _same_ids("\n".join(self.parts))

    def choice(self, state: dict[str, Any], path: str) -> str:
        """What a bot does in this state."""

        async def record() -> Record:
            return read_record(self.bob.get(f"{path}/record").text, catalogue())

        reading = ViewReader(record).read(state["view"])
        try:
            reading.send(None)
        except StopIteration as done:
            return format_action(bots.named("skilled")(seed=state["seat"]).choose(done.value))
        raise AssertionError("the record needs no waiting")

    def act(self, player: httpx.Client, path: str) -> bool:
        state = player.get(path).json()
        if state["seat"] not in state["view"]["to_act"]:
            return False
        body = {"action": self.choice(state, path), "expect": state["number"]}
        return player.post(f"{path}/moves", json=body).is_success

    @staticmethod
    def event(lines: Any) -> str:
        """The next event of a stream."""
        found = []
        while line := next(lines):
            found.append(line)
        return "\n".join(found)

    def say(self, words: str) -> None:
        self.parts.append(f"{words}\n")

    def show(self, answer: httpx.Response, body: str | None = None) -> httpx.Response:
        """A request and its answer, with a body that was read already if it is given."""
        asked = answer.request
        sent = [f"{asked.method} {asked.url.raw_path.decode()} HTTP/1.1", f"Host: {asked.headers['host']}"]
        sent += [
            f"{name.title()}: {asked.headers[name]}" for name in ("authorization", "cookie") if name in asked.headers
        ]
        sent += [f"Last-Event-ID: {asked.headers[name]}" for name in ("last-event-id",) if name in asked.headers]
        if asked.content:
            sent += ["Content-Type: application/json", "", _pretty(json.loads(asked.content))]
        status = HTTPStatus(answer.status_code)
        got = [f"HTTP/1.1 {status.value} {status.phrase}"]
        got += [f"{name.title()}: {answer.headers[name]}" for name in SHOWN if name in answer.headers]
        if body is None:
            is_json = answer.headers["content-type"] == "application/json"
            body = _pretty(answer.json()) if is_json else answer.text
        self.parts.append("\n".join(["```", *sent, "```", "", "```", *got, "", body.rstrip(), "```", ""]))
        return answer


def _shortened(event: str) -> str:
    return re.sub(r'data: \{"table":.*', f'data: {{"table": {MORE}, "presence": {MORE}, "seat": 1, {MORE}}}', event)


def _pretty(data: Any, indent: str = "") -> str:
    """JSON with as much in a line as fits; a mark for what is left out stays bare."""
    flat = json.dumps(data, ensure_ascii=False).replace(f'"{MORE}": "{MORE}"', MORE).replace(f'"{MORE}"', MORE)
    if len(indent + flat) <= WIDTH or not isinstance(data, dict | list):
        return flat
    inner = indent + " "
    if isinstance(data, dict):
        items = [MORE if name == MORE else f'"{name}": {_pretty(value, inner)}' for name, value in data.items()]
        return "{" + (",\n" + inner).join(_filled(items, len(inner))) + "}"
    return "[" + (",\n" + inner).join(_filled([_pretty(value, inner) for value in data], len(inner))) + "]"


def _filled(items: list[str], indent: int) -> list[str]:
    """Items in lines, several in one where they fit."""
    lines: list[str] = []
    for item in items:
        if lines and "\n" not in lines[-1] + item and indent + len(lines[-1]) + 2 + len(item) <= WIDTH:
            lines[-1] += f", {item}"
        else:
            lines.append(item)
    return lines


_SAME = (
    (r"127\.0\.0\.1:\d+", "localhost:8765"),
    (r"pt_[\w-]+", "pt_iSD-0p-1SaYwiK7shBiXVc3ltF2yh7wd"),
    (r'"id": "[0-9a-f]{32}"', '"id": "ac9da6d7ad96010288d6ead0bb40483c"'),
    (r'"id": "[0-9a-f]{16}"', '"id": "ffbd1a6b92f9409d"'),
    (r'"id": "[\w-]{12}"', '"id": "6T1fLYNY9-lv"'),
    (r"/tables/[\w-]{12}", "/tables/6T1fLYNY9-lv"),
    (r"(classic)-[\w-]{12}", r"\1-6T1fLYNY9-lv"),
    (r'"(created|started|finished)": \d[\d.]+', r'"\1": 1794956642.96'),
    (r"(id|ID): [\w-]+\.1-(\d)", r"\1: Kmyf_ePg.1-\2"),
)
"""What is another in every run: addresses, identities and times, as patterns, and what the document has for them."""


COOKIES = ("partake=WyJhYzlkYTZk" + MORE, "partake=WyIxMzIxMGFm" + MORE)
"""Ann's and Bob's."""


def _same_ids(text: str) -> str:
    cookies = dict.fromkeys(re.findall(r"partake=[\w.-]+", text))
    for cookie, same in zip(cookies, COOKIES, strict=True):
        text = text.replace(cookie, same)
    for pattern, shown in _SAME:
        text = re.sub(pattern, shown, text)
    return text


def documented() -> str:
    """The walk as the document has it."""
    return DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as running:
        made = walk(running)
    before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
    DOCUMENT.write_text(before + BEGIN + made + END + rest.partition(END)[2], encoding="utf-8")
