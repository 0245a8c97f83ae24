"""Lines that break, servers that restart, and whatever else answers: nothing is lost, repeated or left unexplained."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, ExitStack, aclosing, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

import partake
from cuttable import Mode, cuttable
from partake.client import (
    ClientError,
    NotPartakeError,
    RefusedError,
    RemoteTable,
    Seat,
    UnreachableError,
    connect,
)
from partake.engine.actions import Action, TakeBack
from partake.engine.contract import Entry, View
from partake.engine.notation import format_move
from served import Served, serving
from served_process import serving_process

T = TypeVar("T")
PATIENCE = 60.0


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("lines"), heartbeat=0.2) as found:
        yield found


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


def first(view: View) -> Action:
    return next(action for action in view.legal if not isinstance(action, TakeBack))


class Interrupted:
    """A player who lets something happen before some of its moves."""

    def __init__(self, happens: Any, *moves: int) -> None:
        self._happens, self._moves, self.count = happens, moves, 0

    def choose(self, view: View) -> Action:
        self.count += 1
        if self.count in self._moves:
            self._happens()
        return first(view)


async def follow(table: RemoteTable) -> list[Entry]:
    async with aclosing(table.log()) as log:
        return [entry async for entry in log]


async def check(table: RemoteTable, *logs: list[Entry]) -> None:
    """A whole game that verifies, of which every follower has heard every entry once."""
    record = await table.record()
    assert record.outcome is not None
    assert len(record.moves) == 1 + 19 * 3, "nineteen calls, two placements each, and the close: nothing twice"
    for log in logs:
        assert [format_move(*entry) for entry in log] == [format_move(*entry) for entry in record.moves]


def test_a_game_goes_on_over_a_line_that_is_cut_again_and_again(served: Served) -> None:
    async def game() -> None:
        with cuttable(served.link) as line:

            def cut() -> None:
                line.switch(Mode.CUT)
                line.switch(Mode.OPEN)

            async with connect(line.link, nickname="Ann") as ann, connect(served.link, nickname="Bob") as bob:
                table = await ann.create_table("classic", seats=[Seat("host"), Seat()], pause=0)
                logs = [asyncio.create_task(follow(one.table(table.id))) for one in (ann, bob)]
                await asyncio.gather(table.play(Interrupted(cut, 2, 3, 9)), bob.table(table.id).play(first))
                await check(table, *await asyncio.gather(*logs))

    run(game())


@pytest.mark.slow
@pytest.mark.parametrize("mode", [Mode.STALLED, Mode.MUTE])
def test_a_line_that_falls_silent_is_noticed_and_a_move_whose_answer_is_lost_is_made_once(
    served: Served, mode: Mode
) -> None:
    async def game() -> None:
        with cuttable(served.link) as line:
            async with (
                connect(line.link, nickname="Ann", timeout=0.5) as ann,
                connect(served.link, nickname="Bob") as bob,
            ):
                table = await ann.create_table("classic", seats=[Seat("host"), Seat()], pause=0)

                async def mend() -> None:
                    await asyncio.sleep(1)
                    line.switch(Mode.OPEN)

                loop = asyncio.get_running_loop()

                def silence() -> None:
                    line.switch(mode)
                    asyncio.run_coroutine_threadsafe(mend(), loop)

                log = asyncio.create_task(follow(ann.table(table.id)))
                await asyncio.gather(table.play(Interrupted(silence, 5)), bob.table(table.id).play(first))
                await check(table, await log)

    run(game())


async def game_over_a_restart(open_server: Callable[[int], AbstractContextManager[Any]]) -> None:
    """Whoever follows hears what was played before and after, though the new server knows nothing of old events."""
    with ExitStack() as servers:
        old = servers.enter_context(open_server(0))
        port, loop, ended = int(old.link.rpartition(":")[2]), asyncio.get_running_loop(), asyncio.Event()

        def end() -> None:
            servers.close()
            loop.call_soon_threadsafe(ended.set)

        async def restart() -> None:
            await ended.wait()
            await asyncio.to_thread(servers.enter_context, open_server(port))

        async with connect(old.link, nickname="Ann") as ann, connect(old.link, nickname="Bob") as bob:
            table = await ann.create_table("classic", seats=[Seat("host"), Seat()], pause=0)
            log = asyncio.create_task(follow(ann.table(table.id)))
            await asyncio.gather(restart(), table.play(Interrupted(end, 8)), bob.table(table.id).play(first))
            await check(table, await log)


def test_a_game_goes_on_after_the_server_was_stopped_and_started_again(tmp_path: Path) -> None:
    run(game_over_a_restart(lambda port: serving(tmp_path, at=port)))


@pytest.mark.slow
def test_a_game_goes_on_after_the_server_was_killed_and_started_again(tmp_path: Path) -> None:
    run(game_over_a_restart(lambda port: serving_process(tmp_path, port=port)))


def test_a_server_that_does_not_come_back_is_an_error_when_patience_ends(tmp_path: Path) -> None:
    async def game() -> None:
        with ExitStack() as servers:
            server = servers.enter_context(serving(tmp_path))
            async with connect(server.link, nickname="Ann", patience=1) as ann:
                table = await ann.create_table("classic", seats=[Seat("host"), Seat()])
                playing = asyncio.create_task(table.play(first))
                async with aclosing(table.events()) as events:
                    await anext(events)
                await asyncio.to_thread(servers.close)
                with pytest.raises(UnreachableError, match="nobody answers"):
                    await playing

    run(game())


# What else may answer


@asynccontextmanager
async def answering(*answers: str) -> AsyncIterator[tuple[str, list[str]]]:
    """A server that gives these answers to the requests that come, the last one for ever; what it was asked."""
    asked: list[str] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        asked.append(head.split(" HTTP")[0])
        status, *headers, body = answers[min(len(asked), len(answers)) - 1].split("\n")
        first = status if status.startswith("SSH") else f"HTTP/1.1 {status}"
        lines = [first, *headers, f"Content-Length: {len(body.encode())}", "Connection: close"]
        writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", asked


ME = '200 OK\n{"id": "p1", "nickname": "Ann"}'


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("200 OK\n<!doctype html>", "is no Partake server"),
        ('404 Not Found\n{"detail": "Not Found"}', "is no Partake server"),
        ("SSH-2.0-OpenSSH\n", "is no Partake server"),
        ("502 Bad Gateway\n<html>nginx</html>", "does not answer (status 502)"),
        ("301 Moved\nLocation: https://example.org/\n", "has moved: connect to https://example.org/"),
    ],
)
def test_what_is_no_partake_server_is_told_at_once(answer: str, sentence: str) -> None:
    async def meet() -> None:
        async with answering(answer) as (link, asked):
            with pytest.raises((NotPartakeError, UnreachableError)) as problem:
                async with connect(link):
                    pass
            assert sentence in str(problem.value)
            assert len(asked) == 1

    run(meet())


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("localhost:8765", "'localhost:8765' is not the address of a server: it begins with http:// or https://"),
        ("http://", "'http://' is not the address of a server: it begins with http:// or https://"),
        ("http://[::1", "'http://[::1' is not the address of a server: it begins with http:// or https://"),
        ("http://127.0.0.1:1", "nobody answers at http://127.0.0.1:1: is the server running there?"),
    ],
)
def test_a_wrong_address_is_told_in_one_sentence(url: str, sentence: str) -> None:
    async def meet() -> None:
        with pytest.raises(ClientError) as problem:
            async with connect(url):
                pass
        assert str(problem.value) == sentence

    run(meet())


def test_a_server_that_says_nothing_is_not_waited_for_without_end() -> None:
    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async def meet() -> None:
        async with await asyncio.start_server(listen, "127.0.0.1", 0) as server:
            link = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            with pytest.raises(UnreachableError, match="does not answer in time"):
                async with connect(link, timeout=0.05):
                    pass

    run(meet())


@pytest.mark.parametrize("status", ["429 Too Many Requests", "503 Service Unavailable"])
def test_a_refusal_that_passes_by_is_waited_out_even_where_a_repeat_would_do_harm(status: str) -> None:
    """With `Retry-After` the server says that nothing has happened."""

    async def meet() -> None:
        busy = status + '\nRetry-After: 0\n{"error": "Wait a little"}'
        async with answering(ME, busy, busy, ME) as (link, asked), connect(link, token="t") as server:
            assert (await server.become_guest("Ann")).nickname == "Ann"
            assert asked == ["GET /api/me", *["POST /api/guests"] * 3]

    run(meet())


def test_what_may_have_happened_is_repeated_only_if_it_cannot_happen_twice() -> None:
    """A proxy lost the answer: a move has its key, a new table has none."""

    async def meet() -> None:
        async with (
            answering(ME, "502 Bad Gateway\n", '200 OK\n{"number": 3, "repeated": true}', "504 Timeout\n") as (
                link,
                asked,
            ),
            connect(link, token="t") as server,
        ):
            assert (await server.table("t1").move("9-7-8@c3", expect=2)).number == 3
            with pytest.raises(UnreachableError):
                await server.create_table("classic")
            assert asked[1:] == [*["POST /api/tables/t1/moves"] * 2, "POST /api/tables"]

    run(meet())


def test_patience_ends_with_the_refusal_itself(tmp_path: Path) -> None:
    async def meet(link: str) -> None:
        async with connect(link, nickname="Ann", patience=1) as ann:
            await ann.create_table("classic")
            with pytest.raises(RefusedError, match="That is too much in one minute") as refused:
                await ann.create_table("classic")
            assert (refused.value.status, refused.value.retry_after) == (429, 60)

    with serving(tmp_path, tables_per_minute=1) as limited:
        run(meet(limited.link))


def test_a_bot_that_is_faster_than_the_server_allows_is_slowed_down_and_plays_on(tmp_path: Path) -> None:
    """The limit is one by the second, and so is the wait that the server asks for."""

    async def meet(link: str) -> None:
        async with connect(link, nickname="Ann") as ann:
            table = await ann.create_table("classic", pause=0)
            assert len((await table.play(first)).scores) == 1

    with serving(tmp_path, moves_per_second=9) as limited:
        run(meet(limited.link))


@pytest.mark.parametrize("token", ["wrong", "ptk-0"])
def test_a_wrong_token_is_refused_when_connecting(served: Served, token: str) -> None:
    async def meet() -> None:
        with pytest.raises(RefusedError, match="token") as refused:
            async with connect(served.link, token=token):
                pass
        assert refused.value.status == 401

    run(meet())


def test_a_name_that_is_taken_comes_with_one_that_is_free(served: Served) -> None:
    async def meet() -> None:
        async with connect(served.link, nickname="Ann") as ann, connect(served.link, nickname="Ann") as other:
            table = await ann.create_table("classic", seats=[Seat("host"), Seat()])
            with pytest.raises(RefusedError) as refused:
                await other.table(table.id).join()
            assert (refused.value.status, refused.value.suggestion) == (409, "Ann 2")
            await other.table(table.id).join(nickname=refused.value.suggestion)

    run(meet())


def test_a_server_that_plays_by_other_points_is_noticed(tmp_path: Path) -> None:
    """A bot is given no view that its own rules would count otherwise, unless they are the same files."""
    own = tmp_path / "own.toml"
    packaged = Path(partake.__file__).parent / "data" / "editions" / "classic.toml"
    own.write_text(packaged.read_text(encoding="utf-8").replace("sunray = 7", "sunray = 8"), encoding="utf-8")

    async def meet(link: str) -> None:
        async with connect(link, nickname="Ann") as ann, connect(link, data=[own]) as informed:
            table = await ann.create_table("classic")
            with pytest.raises(partake.PartakeError, match="other boards, tiles or points than this classic"):
                await table.view()
            assert (await informed.table(table.id).view()).setup.edition.name == "classic"

    with serving(tmp_path / "house", data=(str(own),)) as other:
        run(meet(other.link))
