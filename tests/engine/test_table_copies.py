"""Tables are copied, undone, forced, compared and pickled: what a tree search does with them."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import partake
from partake.engine.actions import DEALER, Draw, Reveal
from partake.engine.record.files import read_record
from partake.engine.setup import arrange
from partake.engine.table import Table
from partake.rules.errors import IllegalActionError, PartakeError
from recorded import GOLDEN, KNOWN, table_at

EDITIONS = list(KNOWN.editions)


def step(table: Table, number: int) -> None:
    """One action: any of the legal ones of a seat that must act, or the dealer's."""
    if table.to_act:
        seat = table.to_act[number % len(table.to_act)]
        legal = table.legal(seat)
        table.play(seat, legal[number * 7 % len(legal)])
    else:
        table.deal()


def advanced(table: Table, steps: int) -> Table:
    for number in range(steps):
        if not table.is_over:
            step(table, number)
    return table


def seen(table: Table) -> list[Any]:
    seats = range(1, len(table.setup.seats) + 1)
    return [table.private_save(), *(table.view(seat) for seat in (None, *seats)), table.to_act, table.is_over]


@pytest.mark.parametrize("copied", [Table.copy, copy.copy, copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))])
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_played_on_a_copy_is_not_played_on_the_table(edition: str, copied: Any) -> None:
    table = advanced(partake.start(edition, seats=2, seed="copies"), 20)
    before = seen(table)
    other = copied(table)
    assert other == table
    advanced(other, 9)
    assert seen(table) == before
    assert other != table
    assert advanced(table, 9) == other, "a copy has the same seed"


@given(st.sampled_from(EDITIONS), st.integers(0, 90), st.integers(0, 90), st.booleans())
def test_undo_is_the_inverse_of_playing_and_dealing(edition: str, before: int, after: int, is_copy: bool) -> None:
    table = advanced(partake.start(edition, seats=2, seed="undo"), before)
    table = table.copy() if is_copy else table
    was, moves = seen(table), len(table.log)
    advanced(table, after)
    later = table.copy()
    undone = [table.undo() for _ in range(len(table.log) - moves)]
    assert seen(table) == was
    for actor, action in reversed(undone):
        if actor == DEALER:
            assert table.deal() == action, "the dealer draws the same again"
        else:
            table.play(actor, action)
    assert table == later


def test_a_whole_game_is_undone_to_its_beginning_and_no_further() -> None:
    for name in ("classic-match", "five-2", "nexus-passed"):
        record = partake.load(GOLDEN / f"{name}.partake")
        table = Table.resume(record)
        assert [table.undo() for _ in record.moves] == [*reversed(record.moves)]
        assert table == Table(record.setup, record.seed)
        with pytest.raises(IllegalActionError, match="nothing to undo"):
            table.undo()


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_outcome_of_chance_can_be_dealt_and_undone(edition: str) -> None:
    table = advanced(partake.start(edition, seats=2, seed="forced"), 12)
    while table.to_act:
        step(table, 1)
    before = table.copy()
    for action, chance in table.chance_outcomes():
        assert 0 < chance <= 1
        assert table.deal(action) == action
        assert table.log[-1] == (DEALER, action)
        table.undo()
        assert table == before


@settings(max_examples=30)
@given(st.sampled_from(EDITIONS), st.integers(0, 300), st.integers(0, 300), st.integers(1, 3))
def test_a_game_with_forced_draws_goes_on_by_its_seed_and_says_how_far_it_was_given(
    edition: str, first: int, second: int, rounds: int
) -> None:
    options = {} if edition == "five" else {"rounds": rounds}
    table = Table(arrange(partake.edition(edition), options, seats=2), partake.Seed.of("forced"))
    forced = 0
    for number in range(400):
        if table.is_over:
            break
        if not table.to_act and number in (first, second, 3):
            outcomes = table.chance_outcomes()
            expected = table.copy().deal()
            action = outcomes[number % len(outcomes)][0]
            table.deal(action)
            forced = len(table.log) if action != expected else forced
        else:
            step(table, number)
    assert table.private_save().given == forced
    for record in (table.record(), table.private_save()):
        assert read_record(str(record), KNOWN) == record
    assert Table.resume(table.private_save()) == table


def test_forcing_what_the_seed_gives_leaves_the_game_that_of_its_seed() -> None:
    table = partake.start("classic", seed="same")
    table.deal(table.copy().deal())
    assert table.private_save().given == 0


def test_a_forced_draw_must_be_possible_and_its_turn() -> None:
    table = partake.start("classic", seed="impossible")
    with pytest.raises(IllegalActionError, match="not in the bag"):
        table.deal("+1-1-1")
    with pytest.raises(IllegalActionError, match="must draw"):
        table.deal("close")
    assert table.log == ()
    table.deal("+9-7-8")
    with pytest.raises(IllegalActionError, match="waits for its players"):
        table.deal("+9-7-3")
    table.play(1, "9-7-8@c3")
    with pytest.raises(IllegalActionError, match="drawn before"):
        table.deal("+9-7-8")
    assert table.private_save().given == 1


def test_forced_pawns_never_make_the_seed_turn_up_a_value_too_often() -> None:
    """All four nines are turned up by force: the seed's layout has them elsewhere, and deals other values there."""
    table = partake.start("five", seats=2, seed="nines")
    values = []
    for number in range(4000):
        if table.is_over or (table.is_between_rounds and table.log):
            break
        nine = Reveal(9) in dict(table.chance_outcomes())
        if table.to_act:
            step(table, number)
        else:
            values.append(table.deal(Reveal(9) if nine else None))
    assert values.count(Reveal(9)) >= 4
    assert Table.resume(partake.parse(str(table.private_save()))) == table


def test_undoing_a_game_of_called_tiles_leaves_a_game_with_given_moves() -> None:
    finished = partake.load(GOLDEN / "classic.partake")
    from partake.engine.record.model import CALLED, Record

    table = Table.resume(Record(finished.setup, CALLED, finished.moves, None, finished.outcome))
    assert table.record().is_called
    while not isinstance(table.undo()[1], Draw):
        pass
    save = table.private_save()
    assert (save.is_called, save.given) == (False, len(table.log))
    assert Table.resume(partake.parse(str(save))) == table
    advanced(table, 99)
    assert partake.parse(str(table.record())).given == save.given


def test_a_saved_game_is_loaded_equal_and_goes_on(tmp_path: Any) -> None:
    for number, edition in enumerate(EDITIONS):
        table = table_at(edition, 9)
        for suffix in (".partake", ".json"):
            path = tmp_path / f"{number}{suffix}"
            table.save(path)
            assert Table.resume(partake.load(path)) == table
            with pytest.raises(PartakeError, match="is there already"):
                table.save(path)
            table.save(path, force=True)
        table.record().save(tmp_path / f"{number}-published.partake")
        assert partake.load(tmp_path / f"{number}-published.partake") == table.record()
        with pytest.raises(PartakeError, match="cannot be played on"):
            Table.resume(table.record())


def test_tables_change_and_so_have_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(partake.start("classic"))
