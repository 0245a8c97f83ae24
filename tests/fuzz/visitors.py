"""Who sends the cases of the API fuzzer, and what they remember of the answers, so that later cases mean something."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import requests

REMEMBERED = 12
"""How many tables, keys, tokens and links are kept of each kind: the newest."""
PATIENCE = 30.0
"""The seconds after which a request counts as hung."""


@dataclass
class Memory:
    """What the answers have told, for all visitors together: they lie to each other about whose it is."""

    tables: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    keys: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    tokens: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    carried: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    people: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    actions: deque[str] = field(default_factory=lambda: deque(["back", "done", "keep"], maxlen=REMEMBERED))
    number: int = 1

    def note(self, path: str, answer: object) -> None:
        """Remember what an answer of this operation has told."""
        if not isinstance(answer, dict):
            return
        if path.startswith("/api/tables") and isinstance(answer.get("id"), str):
            self.tables.append(answer["id"])
        kept = {
            "/api/tokens": (self.tokens, "id"),
            "/api/me/carry": (self.carried, "token"),
            "/api/tables/{table}/partner": (self.keys, "key"),
            "/api/guests": (self.people, "id"),
        }
        if path in kept and isinstance(answer.get(kept[path][1]), str):
            kept[path][0].append(answer[kept[path][1]])
        if isinstance(answer.get("number"), int):
            self.number = answer["number"]
        if isinstance(answer.get("view"), dict):
            self.actions.extend(answer["view"].get("legal", ())[:3])

    def put_into(self, case: Any, chance: random.Random) -> bool:
        """Give a generated case parts that exist, here and there; whether it was changed."""
        changed = False
        parameters = {"table": self.tables, "token_id": self.tokens}
        for name, known in parameters.items():
            if name in (case.path_parameters or {}) and known and chance.random() < 0.8:
                case.path_parameters[name] = chance.choice(known)
                changed = True
        if "seat" in (case.path_parameters or {}) and chance.random() < 0.7:
            case.path_parameters["seat"] = chance.randint(1, 3)
            changed = True
        if isinstance(case.body, dict) and chance.random() < 0.7:
            changed |= self._put_into_body(case.body, chance)
        if self.people and chance.random() < 0.05:
            case.query = {**(case.query or {}), "as": chance.choice(self.people)}
            changed = True
        return changed

    def _put_into_body(self, body: dict[str, Any], chance: random.Random) -> bool:
        known: dict[str, Any] = {
            "action": chance.choice(self.actions),
            "expect": self.number + chance.choice((0, 0, 0, 1, -1)),
            "edition": chance.choice(("classic", "classic", "daffodil", "nexus", "orchid", "five")),
            "token": chance.choice(self.carried) if self.carried else "",
        }
        found = [name for name in known if name in body]
        body.update({name: known[name] for name in found})
        if "edition" in body:
            body.pop("options", None)
            body["seats"] = [
                {"kind": "host"},
                *(
                    {"kind": chance.choice(("person", "bot")), "level": "easy"}
                    for _ in range(chance.choice((0, 0, 1, 1, 2)))
                ),
            ]
            body["pause"], body["clock"] = 0, None
        if "seat" in body and self.keys:
            body["key"] = chance.choice(self.keys)
        return bool(found)


class Visitor:
    """A program or a browser: with a cookie, with a token, or unknown."""

    def __init__(self, link: str, kind: str) -> None:
        self._link, self.kind = link, kind
        self.session = requests.Session()
        self.become_known()

    def become_known(self) -> None:
        """Be a new guest, unless this is somebody unknown."""
        self.session.cookies.clear()
        self.session.headers.pop("Authorization", None)
        if self.kind == "unknown":
            return
        made = self.session.post(f"{self._link}/api/guests", json={"nickname": f"Fuzz {self.kind}"}, timeout=PATIENCE)
        made.raise_for_status()
        if self.kind == "token":
            given = self.session.post(f"{self._link}/api/tokens", json={"label": "fuzz"}, timeout=PATIENCE)
            given.raise_for_status()
            self.session.cookies.clear()
            self.session.headers["Authorization"] = f"Bearer {given.json()['token']}"

    def has_answered(self, status: int) -> None:
        """Become known again after one's data were deleted; somebody unknown stays so."""
        if self.kind == "unknown":
            self.session.cookies.clear()
        elif status == 401:
            self.become_known()
