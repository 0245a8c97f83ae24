"""People, their tokens and invitations, as two processes on one database know them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from postgres import needs_postgres
from table_service import Evening
from two_processes import heard, with_two

pytestmark = [needs_postgres, pytest.mark.sqlite_only("has databases of its own")]


def test_a_ban_a_name_and_a_sign_out_count_at_once_elsewhere_and_end_streams(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        ann, bob = await one.guests("Ann", "Bob")
        friend = await one.people.new("Friend", ann)
        table = await one.table(ann)
        known = [await other.people.find(person.id) for person in (ann, bob, friend)]
        assert known == [ann, bob, friend]
        async with other.streams(table, ann, bob, friend) as (hers, his, of_friend):
            await one.people.rename(ann, "Anna")
            await heard(one, other)
            assert (await other.people.find(ann.id)).nickname == "Anna"  # type: ignore[union-attr]
            assert (hers.is_closed, his.is_closed, of_friend.is_closed) == (False, False, False)
            signed_out = await one.people.end_sessions(ann)
            await heard(one, other)
            assert (await other.people.find(ann.id)).sessions == signed_out.sessions  # type: ignore[union-attr]
            assert (hers.is_closed, his.is_closed, of_friend.is_closed) == (True, False, True)
            await one.people.ban(bob)
            await heard(one, other)
            assert (await other.people.find(bob.id)).banned is not None  # type: ignore[union-attr]
            assert his.is_closed

    with_two(tmp_path, course)


def test_a_person_who_is_forgotten_is_unknown_elsewhere_and_so_are_their_tokens(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        ann, bob = await one.guests("Ann", "Bob")
        token, _ = await one.people.new_token(ann, "bot")
        assert (await other.people.of_token(token)) == await other.people.find(ann.id) == ann
        table = await one.table(bob)
        async with other.streams(table, ann) as (stream,):
            await one.people.forget(ann)
            await heard(one, other)
            assert other.people.known(ann.id) is None
            assert await other.people.token(token) is None
            assert stream.is_closed

    with_two(tmp_path, course)


def test_a_token_holds_where_it_was_not_made_and_is_void_everywhere_when_revoked(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        (ann,) = await one.guests("Ann")
        first, row = await one.people.new_token(ann, "first")
        assert await other.people.token(first) == row
        second, _ = await one.people.new_token(ann, "second")
        assert await other.people.of_token(second) == ann, "its tokens were read before this one was made"
        await one.people.drop_token(ann, row.hash[:16])
        await heard(one, other)
        assert await other.people.token(first) is None
        await one.people.end_sessions(ann, tokens=True)
        await heard(one, other)
        assert await other.people.token(second) is None

    with_two(tmp_path, course)


def test_changes_of_one_person_at_two_processes_are_both_known_to_both(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        (ann,) = await one.guests("Ann")
        await other.people.find(ann.id)
        await other.people.ban(ann)
        renamed = await one.people.rename(ann, "Anna")
        assert renamed.banned is not None, "what this process remembered was older"
        await heard(one, other)
        await heard(other, one)
        assert await one.people.find(ann.id) == await other.people.find(ann.id) == renamed

    with_two(tmp_path, course)


def test_a_friend_who_came_elsewhere_is_known_at_the_device(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        (ann,) = await one.guests("Ann")
        assert list(await other.people.at_device(ann)) == [ann.id]
        friend = await one.people.friend_here(ann, "Friend")
        await heard(one, other)
        assert list(await other.people.at_device(ann)) == [ann.id, friend.id]

    with_two(tmp_path, course)


def test_after_a_gap_all_is_read_again(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        (ann,) = await one.guests("Ann")
        token, row = await one.people.new_token(ann, "bot")
        table = await one.table(ann)
        await other.people.of_token(token)
        async with other.streams(table, ann) as (stream,):
            other.store.bus._handlers.clear()
            await one.people.drop_token(ann, row.hash[:16])
            await one.people.ban(ann)
            await heard(one, other)
            assert other.people.known(ann.id) == ann, "nothing was told"
            other.store.bus._missed()  # type: ignore[attr-defined]
            await other.settle()
            assert (await other.people.find(ann.id)).banned is not None  # type: ignore[union-attr]
            assert await other.people.token(token) is None
            assert stream.is_closed

    with_two(tmp_path, course)


def test_an_invitation_that_another_process_made_is_found(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        ann, bob = await one.guests("Ann", "Bob")
        table = await one.table(ann, bob)
        assert await other.tables.invitation(bob.id) is None
        for _ in range(19):
            await one.act(table, ann)
            await one.act(table, bob)
        again = await one.tables.rematch(table, ann)
        await heard(one, other)
        found = await other.tables.invitation(bob.id)
        assert found is not None
        assert found[0].id == again.id

    with_two(tmp_path, course)


def test_a_link_that_works_once_is_used_at_one_process_only(tmp_path: Path) -> None:
    async def course(one: Evening, other: Evening) -> None:
        tried = [at.people.use_link(f"link {n}", 60.0) for n in range(20) for at in (one, other)]
        refused = [found for found in await asyncio.gather(*tried, return_exceptions=True) if found is not None]
        assert len(refused) == 20

    with_two(tmp_path, course)
