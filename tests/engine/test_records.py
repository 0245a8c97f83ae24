"""Records survive both forms, hide what is secret, and go on where they were left."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import partake
from partake.engine.actions import DEALER, Deed, Move, Reveal
from partake.engine.chance import Seed
from partake.engine.record.files import read_record
from partake.engine.record.json import format_record_json, record_from_json
from partake.engine.record.model import Record, verified
from partake.engine.record.text import WIDTH, format_record
from partake.engine.setup import arrange, make_game
from partake.engine.table import Table
from partake.rules.errors import PartakeError, RecordError
from recorded import GOLDEN, KNOWN, SAMPLE, steps_of, table_at

# Round trips


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.partake")), ids=lambda path: path.stem)
def test_both_forms_read_back_as_they_were(path: Path) -> None:
    record = partake.load(path)
    for form in (format_record, format_record_json):
        again = read_record(form(record), KNOWN)
        assert again == record
        assert form(again) == form(record)
        assert list(again.views(1))[-1] == list(record.views(1))[-1]
    assert record_from_json(json.loads(format_record_json(record)), KNOWN) == record


def test_replaying_gives_the_same_states() -> None:
    game = make_game(arrange(partake.edition("nexus"), {"scrapyard": "passed"}, seats=3))
    for step in steps_of("nexus", seats=3, scrapyard="passed")[::7]:
        state = game.start()
        for actor, action in step.log:
            state = game.play(state, actor, action)
        assert state == step.state


def test_views_of_a_record_are_those_of_the_table() -> None:
    steps = steps_of("orchid", symbols="both")
    game = make_game(arrange(partake.edition("orchid"), {"symbols": "both"}, seats=2))
    record = Record(game.setup, Seed.of("records").commitment, steps[-1].log, Seed.of("records"))
    for seat in (None, 1, 2):
        assert list(record.views(seat)) == [game.view(step.state, seat) for step in steps]


names = st.text(st.characters(exclude_characters="&"), min_size=1, max_size=40).filter(
    lambda name: name.isprintable() and name == name.strip()
)


@given(st.lists(names, min_size=1, max_size=8, unique=True))
@example(["#", "# Ann", "Seat 2: x", "Result: *", ":", "=7", '"', "\\"])
def test_any_allowed_name_survives(people: list[str]) -> None:
    record = partake.start("classic", seats=people, seed="names").record()
    for form in (format_record, format_record_json):
        assert read_record(form(record), KNOWN) == record


def test_pairs_and_open_tables_survive() -> None:
    pair = partake.start("nexus", seats=["Ann & Bob", ("Cy", "Di")], seed="pairs").record()
    many = partake.start("classic", seats=30, is_open=True, seed="open").record()
    for record in (pair, many):
        for form in (format_record, format_record_json):
            assert read_record(form(record), KNOWN) == record
    assert pair.setup.names == ("Ann & Bob", "Cy & Di")
    assert "Open: yes" in format_record(many)


def test_fractions_of_points_survive() -> None:
    """Seven equal players share the best ray: 60 / 7 each."""
    table = partake.start("classic", seats=7, seed="classic-best-ray", rays="best")
    golden = [move for move in partake.load(GOLDEN / "classic-best-ray.partake").moves if move[0] == 1]
    placements = iter(golden)
    while not table.is_over:
        if table.to_act:
            _, action = next(placements)
            for seat in table.to_act:
                table.play(seat, action)
        else:
            table.deal()
    record = table.record()
    text = format_record(record)
    assert "/7" in text.splitlines()[-2]
    assert read_record(text, KNOWN) == record
    assert read_record(format_record_json(record), KNOWN) == record


def test_lines_are_short() -> None:
    text = format_record(table_at("nexus", 200, seats=8).private_save())
    assert all(len(line) <= WIDTH for line in text.splitlines())


def test_comments_blank_lines_and_spaces_change_nothing() -> None:
    lines = SAMPLE.splitlines()
    body = [f"  {line}   # said in passing" if line[:1] in "+c" else line for line in lines[1:]]
    noisy = "\n".join([lines[0], "# a comment", "", *body, "   ", "# the end"])
    assert read_record(noisy, KNOWN) == read_record(SAMPLE, KNOWN)
    assert read_record(SAMPLE.replace("\n", "\r\n"), KNOWN) == read_record(SAMPLE, KNOWN)


# What is published, and what goes on


def test_a_published_record_hides_the_seed_and_what_was_done_since_the_last_draw() -> None:
    table = partake.start("classic", seats=2, seed="publish")
    table.deal()
    table.play(1, table.view(1).legal[4])
    record = table.record()
    assert record.is_published
    assert record.seed is None
    assert len(record.moves) == 1
    assert format_record(record).endswith("Result: *\n")
    table.play(2, table.view(2).legal[0])
    assert table.record().moves == record.moves
    table.deal()
    assert len(table.record().moves) == 4


def test_a_published_record_hides_moves_from_the_reserve() -> None:
    steps = steps_of("daffodil", stamens="reserve")
    at = next(i for i, step in enumerate(steps) if step.state.relocating)
    for step in steps[at:-1]:
        moves = make_game(arrange(partake.edition("daffodil"), {"stamens": "reserve"}, seats=2)).published(step.log)
        assert len(moves) == at
        assert moves[-1][0] == DEALER


def test_a_solo_player_has_nothing_to_hide() -> None:
    table = partake.start("classic", seed="solo")
    table.deal()
    table.play(1, table.view(1).legal[0])
    assert len(table.record().moves) == 2


def test_a_published_record_of_take_five_hides_every_look_and_no_take() -> None:
    table = table_at("five", 60)
    private, public = table.private_save().moves, table.record().moves
    assert len(private) == len(public)
    looks = 0
    for i, (hidden, shown) in enumerate(zip(private, public, strict=True)):
        before = private[i - 1][1]
        if i and isinstance(before, Move) and before.deed is Deed.LOOK:
            assert shown == (DEALER, Reveal(None))
            looks += 1
        else:
            assert shown == hidden
    assert looks > 5
    assert read_record(format_record(table.record()), KNOWN) == table.record()


def test_the_values_of_looks_are_refused_in_a_published_record() -> None:
    table = table_at("five", 3)
    text = format_record(table.record())
    assert "=?" in text
    with pytest.raises(RecordError, match="the pawn cannot have that value"):
        read_record(text.replace("=?", "=5", 1), KNOWN)


def test_a_finished_record_shows_all() -> None:
    record = partake.load(GOLDEN / "five-3.partake")
    assert record.seed is not None
    assert (DEALER, Reveal(None)) not in record.moves
    assert not record.is_published


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("classic", {}),
        ("daffodil", {"stamens": "reserve"}),
        ("nexus", {"scrapyard": "passed", "rounds": 2}),
        ("five", {}),
    ],
)
def test_a_private_save_goes_on_to_the_same_end(name: str, options: dict[str, Any]) -> None:
    steps = steps_of(name, **options)
    end = steps[-1]
    for at in range(0, len(steps), max(1, len(steps) // 5)):
        table = table_at(name, at, **options)
        saved = read_record(format_record(table.private_save()), KNOWN)
        table = Table.resume(read_record(format_record_json(saved), KNOWN))
        for actor, action in end.log[at:]:
            if actor == DEALER:
                assert table.deal() == action
            else:
                table.play(actor, action)
        assert table.record().moves == end.log
        assert table.is_over


def test_a_published_record_cannot_be_played_on() -> None:
    record = table_at("classic", 10).record()
    with pytest.raises(PartakeError, match="cannot be played on"):
        Table.resume(record)


def test_verified_takes_nothing_on_trust() -> None:
    record = read_record(SAMPLE, KNOWN)
    assert record.outcome is not None
    with pytest.raises(RecordError, match=r"move 3: "):
        verified(record.setup, record.commitment, (*record.moves[:2], *record.moves[3:]), seed=record.seed)
    with pytest.raises(RecordError, match="must show its seed"):
        verified(record.setup, record.commitment, record.moves, result=record.outcome.totals)
    other = replace(record.setup, options=replace(record.setup.options, rays="each"))
    with pytest.raises(RecordError, match="the moves lead to"):
        verified(other, record.commitment, record.moves, seed=record.seed, result=record.outcome.totals)


def test_a_file_that_is_not_text_or_not_there(tmp_path: Path) -> None:
    (tmp_path / "picture.partake").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(PartakeError, match="is not a text file in UTF-8"):
        partake.load(tmp_path / "picture.partake")
    with pytest.raises(PartakeError, match="cannot be read: no such file"):
        partake.load(tmp_path / "missing.partake")
    with pytest.raises(PartakeError, match="cannot be read: is a directory"):
        partake.load(tmp_path)
