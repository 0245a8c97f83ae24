"""Every way in which a record can be wrong, with the sentence that says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import partake
from partake.engine.chance import Seed
from partake.engine.record.files import read_record
from partake.engine.record.json import format_record_json, record_from_json, record_to_json
from partake.rules.errors import PartakeError, RecordError
from recorded import FIVE, KNOWN, RESULT, SAMPLE


def swap(old: str, new: str, *, count: int = 1, text: str = SAMPLE) -> str:
    assert old in text
    return text.replace(old, new, count)


def line_of(part: str, text: str = SAMPLE) -> int:
    return next(i for i, line in enumerate(text.splitlines(), start=1) if part in line)


HEX = "0" * 64
FIRST_DRAW = next(line for line in SAMPLE.splitlines() if line.startswith("+"))
WRONG: dict[str, tuple[str, str]] = {
    "empty": ("", r"line 1: the file is empty"),
    "blank": (" \n \n", r"line 1: this is not a record"),
    "not a record": ("Hello\n", r"line 1: this is not a record: it must begin with 'Partake record 1'"),
    "a byte order mark": ("\ufeff" + SAMPLE, r"line 1: this is not a record"),
    "a later version": (swap("record 1", "record 2"), r"line 1: .* reads version 1 of the format, not 2"),
    "version 10": (swap("record 1", "record 10"), r"line 1: .* not 10"),
    "no edition": (swap("Edition: classic\n", ""), r"line \d+: there is no Edition"),
    "unknown edition": (swap("Edition: classic", "Edition: clasic"), r"line 3: there is no edition 'clasic'"),
    "two editions": (swap("Rules:", "Edition: classic\nRules:"), r"line 4: Edition was given before, on line 3"),
    "no rules": (swap(SAMPLE.splitlines()[3] + "\n", ""), r"there is no Rules"),
    "other rules": (swap("Rules: ", "Rules: 0"), r"line 4: it was played by other boards, tiles or points"),
    "unknown option": (swap("draw=1", "drew=1"), r"line 5: there is no option 'drew'"),
    "wrong value": (swap("draw=1", "draw=3"), r"line 5: draw cannot be '3'"),
    "not offered": (swap("rays=none", "rays=longest"), r"line 5: classic cannot be played with rays=longest"),
    "option of others": (swap("rays=none", "symbols=sun"), r"line 5: classic has no option symbols"),
    "an option left out": (swap(" takeback=yes", ""), r"line 5: the option takeback is missing: a record names all"),
    "no options": (swap(SAMPLE.splitlines()[4] + "\n", ""), r"line \d+: the option placement is missing"),
    "no equals sign": (swap("draw=1", "draw"), r"line 5: 'draw' is not an option"),
    "option twice": (swap("draw=1", "draw=1 draw=1"), r"line 5: .* given twice"),
    "too many rounds": (swap("rounds=1", "rounds=100"), r"line 5: rounds must be a whole number from 1 to 99"),
    "Arabic rounds": (swap("rounds=1", "rounds=\u0661"), r"line 5: rounds must be a whole number"),
    "no seats": (swap("Seat 1: Player 1\nSeat 2: Player 2\n", ""), r"takes 1 to 8 players, not 0"),
    "seat left out": (swap("Seat 2:", "Seat 3:"), r"line 7: Seat 2 must come here"),
    "seat zero": (swap("Seat 1:", "Seat 0:"), r"line 6: Seat 1 must come here"),
    "one name twice": (swap("Player 2", "Player 1"), r"there are two players named 'Player 1'"),
    "too few seats": (swap("Seat 2: Player 2\n", ""), rf"line {line_of('+') - 1}: there is no seat 2 at this table"),
    "no commitment": (swap("Commitment: ", "# "), r"there is no Commitment"),
    "short commitment": (swap("Commitment: ", "Commitment: 0"), r"line 8: the commitment must be 64"),
    "other commitment": (
        swap(partake.Seed.of("classic-take-back").commitment, HEX),
        r"line \d+: the seed does not match the commitment",
    ),
    "other seed": (swap(SAMPLE.splitlines()[-1], f"Seed: {HEX}"), r"the seed does not match the commitment"),
    "upper-case seed": (
        swap(str(Seed.of("classic-take-back")), str(Seed.of("classic-take-back")).upper()),
        r"the seed must be 64 hexadecimal digits",
    ),
    "no seed": (swap(SAMPLE.splitlines()[-1], ""), r"there is no Seed: the file seems to be cut"),
    "no result": (swap("Result: ", "# "), r"the seed must stand after the result"),
    "nothing after the moves": (SAMPLE[: SAMPLE.index("Result")], r"there is no Result: the file seems to be cut"),
    "other result": (swap("Result: 1", "Result: 2"), r"the moves lead to .*, not to this result"),
    "result of one": (swap(RESULT, "Result: 130"), r"the moves lead to"),
    "result in words": (swap(RESULT, "Result: many more"), r"'many' is not a number of points"),
    "a fraction of nothing": (swap(RESULT, "Result: 1/0 1"), r"'1/0' is not a number"),
    "a result with a plus": (swap("Result: 1", "Result: +1"), r"'\+1\d+' must be written 1"),
    "a result with a nought": (swap("Result: 1", "Result: 01"), r"'01\d+' must be written 1"),
    "a result with a gap": (swap("Result: 1", "Result: 1_"), r"'1_\d+' must be written 1"),
    "a result as a fraction": (swap(RESULT, f"{RESULT}/1"), r"must be written"),
    "a result in Arabic digits": (swap("Result: 1", "Result: \u0661"), r"must be written 1"),
    "private though finished": (
        swap("Commitment", "Private: yes\nCommitment"), r"line 8: a finished record is not private",
    ),
    "perhaps private": (swap("Commitment", "Private: perhaps\nCommitment"), r"line 8: Private is yes or no"),
    "a very long result": (swap(RESULT, "Result: " + "9" * 9999), r"is not a number of points"),
    "unfinished result": (swap(RESULT, "Result: *"), r"the game is over, but the record says"),
    "result too early": (swap("close\n", ""), r"there is a result, but the moves do not reach the end"),
    "moves after the result": (SAMPLE + "close\n", r"there is something after the result"),
    "moves after the end": (swap("close\n", "close\nclose\n"), r"line \d+: the game is over"),
    "header after moves": (swap("close\n", "close\nOpen: yes\n"), r"Open must stand before the first move"),
    "not an action": (swap("close\n", "closed\n"), rf"line {line_of('close')}: 'closed' is not an action"),
    "Arabic digits": (swap("\n+", "\n+\u0661"), rf"line {line_of('+')}: .* is not an action"),
    "a null": (swap("close\n", "clo\0se\n"), rf"line {line_of('close')}: .* is not an action"),
    "a draw that is not the seed's": (
        swap(FIRST_DRAW, f"+1-2-3{FIRST_DRAW[FIRST_DRAW.index(' ') :]}"),
        rf"line {line_of('+')}: \+1-2-3 is not what the seed gives here: \+",
    ),
    "close instead of a draw": (swap(FIRST_DRAW, "close"), r"close is not what the seed gives here"),
    "a draw too many": (swap("\n+", "\n+5-6-4+1-2-3 +"), r"is not what the seed gives here"),
    "the dealer in a hurry": (swap("  1:", "  close  1:"), r"not everybody has placed: the dealer must wait"),
    "somebody unknown": (swap("  1:", "  9:"), r"there is no seat 9 at this table"),
    "a player who deals": (swap("\n+", "\n1:+"), r"cannot do that"),
    "placed twice": (swap("  2:", "  1:"), r"is not yours to place now: you have placed"),
    "nothing to take back": (swap("  1:", "  1:back  1:"), r"there is nothing to take back"),
    "no such cell": (swap("@c3", "@z9"), r"there is no cell z9"),
    "take-back forbidden": (swap("takeback=yes", "takeback=no"), r"this game is played without take-back"),
    "pawn that is not the seed's": (swap("=8", "=7", text=FIVE), r"line 10: =7 is not what the seed gives here: =8"),
    "hidden look in a finished game": (swap("=8", "=?", text=FIVE), r"line 10: =\? is not what the seed gives here"),
    "options of Take Five": (swap("Seat 1", "Options: draw=1\nSeat 1", text=FIVE), r"line 5: five has no option draw"),
    "Take Five for one": (swap("Seat 2: Player 2\n", "", text=FIVE), r"five takes 2 to 4 players, not 1"),
    "Take Five in pairs": (swap("Player 2", "A & B", text=FIVE), r"not played in pairs"),
    "Take Five at an open table": (swap("Commitment", "Open: yes\nCommitment", text=FIVE), r"open table"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "reason"), WRONG.values(), ids=WRONG)
def test_a_wrong_record_is_refused_with_its_line_and_reason(text: str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason) as caught:
        read_record(text, KNOWN)
    assert str(caught.value).startswith("line ")
    assert "\n" not in str(caught.value)


def _json(**changes: object) -> dict[str, Any]:
    return {**record_to_json(read_record(SAMPLE, KNOWN)), **changes}


def _without(name: str) -> dict[str, Any]:
    return {field: value for field, value in _json().items() if field != name}


WRONG_JSON: dict[str, tuple[object, str]] = {
    "a list": ([], r"record: this is not a record"),
    "a number": (7, r"record: this is not a record"),
    "null": (None, r"record: this is not a record"),
    "another object": ({"a": 1}, r"record: this is not a record"),
    "other version": (_json(**{"partake-record": 2}), r"partake-record: .* version 1"),
    "text version": (_json(**{"partake-record": "1"}), r"partake-record: is not of the right type"),
    "real version": (_json(**{"partake-record": 1.0}), r"partake-record: is not of the right type"),
    **{f"no {name}": (_without(name), rf"{name}: is missing") for name in _json() if name != "partake-record"},
    "extra field": (_json(winner="Ann"), r"winner: is not a field of a record"),
    "moves as text": (_json(moves="close"), r"moves: is not of the right type"),
    "moves as numbers": (_json(moves=[1]), r"must be texts"),
    "moves as lists": (_json(moves=[["close"]]), r"must be texts"),
    "bad move": (_json(moves=["closed"]), r"move 1: 'closed' is not an action"),
    "illegal move": (_json(moves=["close"]), r"move 1: close is not what the seed gives here"),
    "seats as texts": (_json(seats=["Ann", "Bob"]), r"seats: must be lists of names"),
    "seats as numbers": (_json(seats=[[1], [2]]), r"must be texts"),
    "three in a seat": (_json(seats=[["A", "B", "C"], ["D"]]), r"at most two people share a seat"),
    "ampersand": (_json(seats=[["A & B"], ["D"]]), r"cannot be a player's name"),
    "options as a list": (_json(options=[]), r"options: is not of the right type"),
    "an option left out": (_json(options={"draw": "1"}), r"options: the option placement is missing"),
    "a fraction that is none": (_json(result=["130/1", "1"]), r"result: '130/1' must be written 130"),
    "options as numbers": (_json(options={"draw": 1}), r"must be texts"),
    "open as text": (_json(open="yes"), r"open: is not of the right type"),
    "result as text": (_json(result="130"), r"result: is not of the right type"),
    "result as numbers": (_json(result=[130, 133]), r"must be texts"),
    "wrong result": (_json(result=["1", "2"]), r"result: the moves lead to"),
    "finished without seed": (_json(seed=None), r"seed: a finished record must show its seed"),
    "seed as number": (_json(seed=1), r"seed: is not of the right type"),
    "short seed": (_json(seed="00"), r"seed: the seed must be 64"),
    "finished, it says not": (_json(result=None), r"result: the game is over"),
    "commitment": (_json(commitment="x" * 64), r"commitment: the commitment must be 64"),
    "lone surrogate": (_json(edition="\ud800"), r"edition: there is no edition"),
}


@pytest.mark.parametrize(("data", "reason"), WRONG_JSON.values(), ids=WRONG_JSON)
def test_wrong_json_is_refused_with_its_field_and_reason(data: object, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        record_from_json(data, KNOWN)


@pytest.mark.parametrize("cut", [1, 2, 10, 100, 500, -3, -2])
def test_cut_json_is_refused(cut: int) -> None:
    text = format_record_json(read_record(SAMPLE, KNOWN))
    with pytest.raises(RecordError, match=r"line \d+: this is not JSON, or it was cut"):
        read_record(text[:cut], KNOWN)


@pytest.mark.parametrize("name", ["seed", "draw"])
def test_json_with_a_key_twice_is_refused(name: str) -> None:
    text = format_record_json(read_record(SAMPLE, KNOWN))
    twice = swap(f'"{name}":', f'"{name}": "1", "{name}":', text=text)
    with pytest.raises(RecordError, match=rf"^{name}: is there twice$"):
        read_record(twice, KNOWN)


def test_deep_json_is_refused() -> None:
    with pytest.raises(RecordError, match="not JSON"):
        read_record('{"a":' + "[" * 100_000, KNOWN)


@settings(max_examples=50)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner), max_leaves=4))
def test_any_json_in_any_field_is_an_error_or_a_record(value: object) -> None:
    for field in _json():
        try:
            record_from_json(_json(**{field: value}), KNOWN)
        except PartakeError as problem:
            assert str(problem), field  # noqa: PT017


@given(st.text())
@example("Partake record 1\n\nEdition: ")
@example("Partake record 1\n" + "Seat 1: x\n" * 3)
@example("{")
@example("{}")
@example("\0")
@example("Partake record 1\nEdition: classic\nEdition : classic")
def test_any_text_is_an_error_or_a_record(text: str) -> None:
    for whole in (text, f"Partake record 1\n{text}", SAMPLE + text):
        try:
            read_record(whole, KNOWN)
        except RecordError as problem:
            assert problem.reason  # noqa: PT017


ODD: dict[str, Callable[[], object]] = {
    "a very long number of rounds": lambda: partake.start("classic", rounds="1" * 5000),
    "a very long number in JSON": lambda: read_record('{"partake-record": ' + "1" * 5000 + "}", KNOWN),
    "a seat without people": lambda: partake.start("classic", seats=[[]]),
    "a seat without people in JSON": lambda: record_from_json(_json(seats=[[], ["B"]]), KNOWN),
    "a seed that is no text": lambda: partake.start("classic", seed="\ud800"),
    "a file name with a null": lambda: partake.load("a\0b"),
    "an open table, perhaps": lambda: read_record(swap("Commitment", "Open: perhaps\nCommitment"), KNOWN),
    "version true": lambda: record_from_json(_json(**{"partake-record": True}), KNOWN),
}


@pytest.mark.parametrize("attempt", ODD.values(), ids=ODD)
def test_odd_input_is_refused_in_words(attempt: Callable[[], object]) -> None:
    with pytest.raises(PartakeError):
        attempt()
