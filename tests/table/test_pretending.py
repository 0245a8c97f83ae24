"""Names: visible, in one normal form, and none that pretends to be a bot or the dealer."""

from __future__ import annotations

import unicodedata

import pytest

from partake.bots.discovery import registries
from partake.rules.errors import OptionError
from partake.table.names import person_name, seat_name
from partake.table.table_request import bot_names

UNSEEN = [
    "\u3164", "\u2800", "\u115f\u1160", "\uffa0", "A\u3164", "\u200b", "An\u200bn", "An\u202en", "\u2066Ann",
    "\ufeffAnn",
    "\u0301\u0302", "a" + "\u0301" * 9, "Ann\ufe0f", "\ufe0f", "Ann\U000e0100", "\u034fAnn", "\U000e0041", "\u00a0",
    "\u180e",
]  # fmt: skip
PRETENDING = [
    "Casual bot", "casual  BOT", "bot:master", "Bot", "B0t", "b.o.t", "Skilled bot 2", "CasualBot", "My bot", "bot-7",
    "Саsuаl bоt", "\u13fcot", "🅱🅾t", "🇧🇴🇹", "Ｂｏｔ", "𝓑𝓸𝓽", "Dealer", "The dealer", "the DEALER", "D e a l e r",
    "Déaler", "dealer 3", "ᴅᴇᴀʟᴇʀ", "Dеаlеr", "ⓓⓔⓐⓛⓔⓡ", "D3al3r",
]  # fmt: skip
PEOPLE = [
    "Ann", "Robot", "Abbot", "Talbot", "José", "Bo", "李小龙", "Ω", "❤️ Ann", "1️⃣", "Zoë 2", "Player 1", "Somebody 1",
    "Master",
    "ทดสอบ", "שָׁלוֹם", "O'Neil", "Dealers Choice", "🎲", "Anna-Lena", "Δημήτρης", "Дмитрий",
]  # fmt: skip


@pytest.mark.parametrize("name", UNSEEN, ids=ascii)
def test_a_name_that_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(OptionError):
        person_name(name)


@pytest.mark.parametrize("name", PRETENDING, ids=ascii)
def test_a_name_that_could_be_a_bots_or_the_dealers_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match="could be taken for a bot or the dealer: choose another name"):
        person_name(name)
    with pytest.raises(OptionError):
        seat_name(f"Ann & {name}")


def test_no_bot_of_this_server_has_a_name_that_a_person_can_have() -> None:
    bots = [name for registry in registries() for name in registry]
    for name in bot_names([*bots, *bots], []):
        with pytest.raises(OptionError):
            person_name(name)


@pytest.mark.parametrize("name", PEOPLE)
def test_other_names_are_kept_in_one_normal_form(name: str) -> None:
    kept = unicodedata.normalize("NFC", name)
    assert {person_name(form) for form in (name, unicodedata.normalize("NFD", name), kept)} == {kept}
    assert seat_name(f"{name} & Ida") == f"{kept} & Ida"
