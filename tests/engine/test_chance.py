"""The way from a seed to an order, computed a second time from its description, and what a commitment promises."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import partake
from partake.engine import chance
from partake.engine.actions import Deal, Draw, Reveal
from partake.engine.chance import Seed
from partake.engine.conformance import contents


def words(seed: bytes, label: str, count: int) -> list[int]:
    """The first words of a stream, straight from the description."""
    stream = b""
    for counter in range(count // 4 + 1):
        stream += hashlib.sha256(b"partake-1\x00" + seed + label.encode() + b"\x00" + counter.to_bytes(8)).digest()
    return [int.from_bytes(stream[8 * i : 8 * i + 8]) for i in range(count)]


def shuffled(seed: bytes, label: str, items: list[str]) -> list[str]:
    """The described shuffle, written the other way round: draw all words first, then swap."""
    order, stream = list(items), iter(words(seed, label, 4 * len(items) + 8))
    for i in reversed(range(1, len(order))):
        while True:
            word = next(stream)
            if word < (2**64 // (i + 1)) * (i + 1):
                break
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


@given(st.binary(min_size=32, max_size=32), st.text(st.characters(exclude_categories=["Cs"])), st.integers(0, 80))
def test_shuffle_is_as_described(seed: bytes, label: str, size: int) -> None:
    items = [str(i) for i in range(size)]
    assert list(Seed(seed).shuffled(label, items)) == shuffled(seed, label, items)


def test_pinned_vectors() -> None:
    """Orders that must never change: every record ever written depends on them."""
    zero = Seed(bytes(32))
    assert zero.commitment == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert list(zero.shuffled("round 1", [*"abcdefgh"])) == shuffled(bytes(32), "round 1", [*"abcdefgh"])
    assert zero.shuffled("round 1", range(8)) == (2, 1, 6, 7, 3, 4, 0, 5)
    assert Seed.of("partake").shuffled("deal 1", range(10)) == (3, 0, 9, 4, 8, 2, 7, 6, 5, 1)


def test_a_word_that_would_favour_small_numbers_is_skipped() -> None:
    assert chance._below(3, iter([2**64 - 1, 5])) == 2
    assert chance._below(2**63 + 1, iter([2**63 + 1, 2**64 - 1, 7])) == 7
    assert chance._below(1, iter([2**64 - 1])) == 0


@given(st.text(st.characters(exclude_categories=["Cs"])), st.lists(st.integers()))
def test_a_shuffle_keeps_every_item(text: str, items: list[int]) -> None:
    order = Seed.of(text).shuffled("any", items)
    assert Counter(order) == Counter(items)
    assert order == Seed.of(text).shuffled("any", items)


def test_orders_are_even() -> None:
    """Each of the 24 orders of four items comes up about as often as the others (chi-squared, 23 degrees)."""
    counts = Counter(Seed.of(f"even {i}").shuffled("four", "abcd") for i in range(4800))
    assert len(counts) == 24
    assert sum((n - 200) ** 2 / 200 for n in counts.values()) < 49.7  # one in a thousand


def test_every_place_is_even() -> None:
    """Where the first of 27 tiles ends up is even too (chi-squared, 26 degrees)."""
    counts = Counter(Seed.of(f"place {i}").shuffled("round 1", range(27)).index(0) for i in range(5400))
    assert sum((n - 200) ** 2 / 200 for n in counts.values()) < 54.1


def test_labels_give_independent_orders() -> None:
    seed = Seed.of("labels")
    orders = {seed.shuffled(f"round {i}", range(27)) for i in range(1, 50)}
    assert len(orders) == 49


def test_seed_texts() -> None:
    digits = "0123456789abcdef" * 4
    assert str(Seed.of(digits)) == digits
    assert Seed.of(digits.upper()) == Seed.of(digits)
    assert Seed.of("x").data == hashlib.sha256(b"x").digest()
    assert Seed.of("").data == hashlib.sha256(b"").digest()
    assert Seed.of(digits[:-1]).data == hashlib.sha256(digits[:-1].encode()).digest()
    arabic = "\u0661" * 64
    assert Seed.of(arabic).data == hashlib.sha256(arabic.encode()).digest()
    assert Seed.new() != Seed.new()
    with pytest.raises(ValueError, match="32 bytes"):
        Seed(b"short")


def test_a_seed_does_not_show_itself() -> None:
    seed = Seed.of("secret")
    assert str(seed) not in repr(seed)
    assert seed.commitment in repr(seed)
    assert seed.commitment == hashlib.sha256(seed.data).hexdigest()


def test_a_table_commits_before_the_first_draw_and_keeps_to_it() -> None:
    table = partake.start("classic", seed="commit")
    promised = table.commitment
    while not table.is_over:
        if table.to_act:
            table.play(1, table.view(1).legal[0])
        else:
            table.deal()
    record = table.record()
    assert record.seed is not None
    assert record.commitment == promised == hashlib.sha256(record.seed.data).hexdigest()


def test_draws_follow_the_seed_and_the_round() -> None:
    table = partake.start("classic", seed="draws", rounds=2, takeback=False)
    drawn: list[str] = []
    while not table.is_over:
        if table.to_act:
            table.play(1, table.view(1).legal[0])
        elif isinstance(dealt := table.deal(), Draw):
            drawn += map(str, dealt.tiles)
    tiles = [f"{v}-{r}-{f}" for v in (1, 5, 9) for r in (2, 6, 7) for f in (3, 4, 8)]
    seed = hashlib.sha256(b"draws").digest()
    assert drawn == shuffled(seed, "round 1", tiles)[:19] + shuffled(seed, "round 2", tiles)[:19]


def test_pawns_follow_the_seed() -> None:
    table = partake.start("five", seats=2, seed="pawns")
    deal = table.deal()
    seed = hashlib.sha256(b"pawns").digest()
    layout = shuffled(seed, "deal 1", [str(value) for value in range(1, 10) for _ in range(4)])
    assert deal == Deal(shuffled(seed, "corners 1", ["a6", "f6"])[0], int(shuffled(seed, "begin", ["1", "2"])[0]))
    first = table.to_act[0]
    table.play(first, "B?c3")
    assert table.deal() == Reveal(int(layout[2 * 6 + 2]))


def test_chance_knows_no_other_source() -> None:
    tree = ast.parse(Path(chance.__file__).read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert "random" not in imported
    assert not any(hasattr(chance, name) for name in ("random", "shuffle"))


def test_no_state_or_view_holds_what_has_not_happened() -> None:
    """Two tables whose seeds agree on the first draw cannot be told apart before the second."""
    first = partake.start("classic", seed="twin")
    draw = first.deal()
    for i in range(1000):
        second = partake.start("classic", seed=f"twin {i}")
        if second.deal() == draw:
            assert contents(second.view(1)) == contents(first.view(1))
            assert second.view(1) == first.view(1)
            return
    pytest.fail("no twin found")
