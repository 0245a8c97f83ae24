"""Following another server's calendar: the day's key is asked for after midnight UTC, with retries and backoff.

What comes is checked against the chain of keys before it is kept (`Daily.receive`). Redirects are not followed, because
the token must not go elsewhere; answers are bounded in size and time.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlsplit

from partake.rules.diagnostics import note
from partake.rules.messages import Message
from partake.table.calendar import CalendarError
from partake.table.daily import Daily

PATIENCE = 10.0
"""Seconds that the other server has for each step of its answer."""
LARGEST = 4096
"""The most bytes of an answer that are read."""
TICK = 5.0
"""Seconds between two looks at the clock while the day's key is known."""
FIRST_RETRY, LAST_RETRY = 2.0, 300.0
"""Seconds until the other server is asked again: doubled each time, up to the last."""
UNREACHABLE = Message(
    "the tiles of this day come from {host}, which cannot be reached now: it is asked again by itself"
)
REFUSED = Message("the tiles of this day come from {host}, which does not give them: {reason}")

log = logging.getLogger("partake.daily")


@dataclass(frozen=True, slots=True)
class Home:
    """The server whose calendar is followed, and the token by which it knows this one."""

    address: str
    token: str

    @classmethod
    def of(cls, setting: str) -> Home | None:
        """The server that a setting `URL#TOKEN` names; None if it is empty."""
        address, _, token = setting.partition("#")
        return cls(address.rstrip("/"), token) if setting else None

    @property
    def host(self) -> str:
        """The name of the server, as people are told."""
        return urlsplit(self.address).netloc.rpartition("@")[2]

    def fetch(self, day: date) -> tuple[str, str]:
        """The calendar's fingerprint and the key of a day; an `OSError` if the server cannot be reached."""
        at = urlsplit(self.address)
        kind = http.client.HTTPSConnection if at.scheme == "https" else http.client.HTTPConnection
        connection = kind(at.hostname or "", at.port, timeout=PATIENCE)
        try:
            headers = {"Authorization": f"Bearer {self.token}", "Accept": "application/json"}
            connection.request("GET", f"{at.path}/api/daily/keys/{day.isoformat()}", headers=headers)
            answer = connection.getresponse()
            found = json.loads(answer.read(LARGEST))
            if answer.status != 200:
                raise CalendarError(Message("{told}", told=str(found["error"])[:200]))
            return str(found["fingerprint"]), str(found["key"])
        except (http.client.HTTPException, ValueError, KeyError, TypeError) as problem:
            if isinstance(problem, CalendarError):
                raise
            raise CalendarError("its answer cannot be understood") from None
        finally:
            connection.close()


class Follower:
    """Keeps a server's calendar as new as the one it follows."""

    def __init__(self, daily: Daily, home: Home) -> None:
        self._daily, self._home = daily, home

    async def run(self) -> None:
        """Ask for each day's key, for ever."""
        wait = FIRST_RETRY
        while True:
            if await self.look():
                wait = FIRST_RETRY
                await asyncio.sleep(TICK)
            else:
                await asyncio.sleep(wait)
                wait = min(LAST_RETRY, 2 * wait)

    async def look(self) -> bool:
        """Ask for today's key unless it is known; whether it is now."""
        daily, home, today = self._daily, self._home, self._daily.today
        if daily.is_known(today) or (await daily.read() and daily.is_known(today)):  # another process may have asked
            daily.problem = None
            return True
        try:
            await daily.receive(*await asyncio.to_thread(home.fetch, today))
        except CalendarError as problem:
            daily.problem = REFUSED.filled(host=home.host, reason=problem)
        except OSError:
            daily.problem = UNREACHABLE.filled(host=home.host)
        else:
            note(log, "day's key received", day=today.isoformat())
            return True
        note(log, "day's key not received", day=today.isoformat())
        return False
