"""The line of a page to its table: one WebSocket for moves, "go on", events and presence.

Messages are JSON. What the server tells by itself is an event, as on a stream (`partake.table.events`):

    {"event": "moves", "id": "Wx3.1v-12", "data": {…}}

`id` is what a page that lost its line opens the next one with (`?last=Wx3.1v-12`), to be told what it missed; without
it, or when that is too long ago, the first event is a whole `view`. A page that plays as a friend at its device says so
as in every request (`?as=…`), one that wants patches of its view says `?view=true`.

What a page wants has a number of its own, under which it is answered when it is stored:

    {"do": 3, "action": "9-7-8@c3", "expect": 11, "key": "4f2a…", "pause": 1.5}    a move, with the fields of the API
    {"do": 4, "go_on": true, "expect": 12}                                          wait no longer

    {"answer": 3, "number": 12, "repeated": false}              done; what is repeated by its key is done once
    {"answer": 4, "error": "…", "status": 409, "number": 13}    refused, with the status that the API has for it
    {"answer": 5, "error": "…", "status": 429, "retry": "1"}    refused now: ask again after this number of seconds

Events and answers come in the order in which things happened: what a move changed is told before its answer, or the
line ends with that answer. Anything else that a page sends ends the connection, and so does too much at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any

import orjson
from starlette.websockets import WebSocket
from websockets.frames import CloseCode

from partake.rules.diagnostics import report
from partake.rules.errors import PartakeError, capitalised
from partake.rules.languages import current, speaking
from partake.rules.messages import said
from partake.table.channels import Answer, Subscription
from partake.table.model import Accepted, Person, UnavailableError
from partake.table.people import check_banned
from partake.table.players import WantedMove
from partake.web.api.models import LARGEST_NUMBER
from partake.web.api.moves import BadMoveError, checked_move, checked_number
from partake.web.context import STRANGER, RequestContext, context_of
from partake.web.errors import UnknownPersonError, mistake, refusal, retry_after, status_of, told_of
from partake.web.socket_protocol import SOCKET, SocketProtocol

PATH = "/api/tables/{table}/socket"
"""Where a page opens its line; programs have the API."""
AnswerTo = Callable[[Accepted | BaseException], None]
"""Is told what became of a question."""
ACCEPTED = b'{"answer":%d,"number":%d,"repeated":%b}'
"""The answer to what is done and stored."""
MOST_UNANSWERED = 16
"""What may be under way at once; a page has one move, and a flood would be held in memory while it waits."""

log = logging.getLogger("partake.web")


async def open_socket(request: WebSocket) -> None:
    """Let a page hear and play, until either side ends the connection."""
    context, table = context_of(request), request.path_params["table"]
    connection: SocketProtocol = request.scope["extensions"][SOCKET]
    last, with_view = request.query_params.get("last"), request.query_params.get("view") == "true"
    try:
        person, reader = await context.reader(request)
        context.streams.check(reader)
        await context.tables.info(table)
        async with context.streams.listen(table, reader, last, with_view=with_view) as subscription:
            await request.accept()
            page = PageSocket(context, connection, subscription, table, person)
            while (await request.receive())["type"] != "websocket.disconnect":
                pass
    except PartakeError as problem:
        await request.send_denial_response(refusal(problem))
        return
    await page.settled()


class PageSocket:
    """Takes what a page wants to do, and answers."""

    def __init__(
        self,
        context: RequestContext,
        connection: SocketProtocol,
        subscription: Subscription,
        table: str,
        person: Person | None,
    ) -> None:
        self._context, self._connection, self._subscription = context, connection, subscription
        self._table, self._person, self._language = table, person, current().code
        self._unanswered = 0
        self._settled: asyncio.Future[None] | None = None
        self._is_ending = False
        connection.read_by(self)
        subscription.write_to(connection.write, self.stop)

    def received(self, message: bytes) -> None:
        """Do what a page wants, or refuse it."""
        try:
            wanted = orjson.loads(message)
        except orjson.JSONDecodeError:
            wanted = None
        number = wanted.pop("do", None) if isinstance(wanted, dict) else None
        is_flood = self._unanswered >= MOST_UNANSWERED
        if type(number) is not int or not 0 <= number <= LARGEST_NUMBER or is_flood:
            self._connection.end(CloseCode.POLICY_VIOLATION)
        elif not self._is_ending:  # a page asks again at its next line
            self._unanswered += 1
            answer = partial(self._answer, number, perf_counter())
            try:
                self._do(wanted, answer)
            except Exception as problem:
                answer(problem)

    def _do(self, wanted: dict[str, Any], answer: AnswerTo) -> None:
        context, person = self._context, self._person
        if person is None:
            raise UnknownPersonError(STRANGER)
        check_banned(context.people.known(person.id))
        context.count_move(person)
        if "go_on" not in wanted:
            move = checked_move(wanted, context.tables.limits.longest_pause)
            asked = WantedMove(self._table, person.id, move.action, move.expect, move.key, pause=move.pause)
            context.tables.players.submit(asked, answer)
        elif wanted["go_on"] is True and wanted.keys() <= {"go_on", "expect"}:
            expect = checked_number(wanted.get("expect"))
            context.tables.runner.spawn(self._go_on(person.id, expect, answer))
        else:
            raise BadMoveError("a move has an action, and may have a number to expect, a key and a pause")

    async def _go_on(self, person: str, expect: int | None, answer: AnswerTo) -> None:
        try:
            answer(Accepted(await self._context.tables.proceed(self._table, person, expect=expect)))
        except BaseException as problem:
            answer(problem)

    def _answer(self, number: int, began: float, done: Accepted | BaseException) -> None:
        """Say what became of something; `began` is when it was asked for."""
        traffic, status = self._context.traffic, 200
        if isinstance(done, Accepted):
            traffic.moves.add(perf_counter() - began)
            answer = Answer(ACCEPTED % (number, done.number, b"true" if done.repeated else b"false"))
        else:
            with speaking(self._language):
                told = _refused(done)
            status = told["status"]
            traffic.refused_moves += 1
            answer = Answer(orjson.dumps({"answer": number, **told}))
        traffic.requests["move", status] += 1
        if self._is_ending:
            self._connection.write(answer.frame)
        else:
            self._subscription.push(answer)
        self._unanswered -= 1
        if not self._unanswered:
            if self._is_ending:
                self._connection.end()
            if self._settled is not None and not self._settled.done():
                self._settled.set_result(None)

    def may_write(self) -> None:
        """Write what has waited for the page."""
        self._subscription.resume()

    def stop(self) -> None:
        """End the connection as soon as everything that is under way is answered."""
        self._is_ending = True
        if not self._unanswered:
            self._connection.end()

    async def settled(self) -> None:
        """Wait until nothing is under way any more."""
        if self._unanswered:
            self._settled = asyncio.get_running_loop().create_future()
            await self._settled


def _refused(problem: BaseException) -> dict[str, Any]:
    """What is answered to something that is refused, or went wrong."""
    if isinstance(problem, asyncio.CancelledError):
        problem = UnavailableError("the server is being stopped: send this again in a moment")
    if not isinstance(problem, PartakeError):
        return {"error": capitalised(said(mistake(report(log, problem)))), "status": 500}
    told = {**told_of(problem), "status": status_of(problem)}
    return told if (seconds := retry_after(problem)) is None else {**told, "retry": seconds}
