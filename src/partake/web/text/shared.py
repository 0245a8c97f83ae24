"""Texts of the scripts that are said elsewhere too, in the same words: points and their reasons, bots and levels.

Their English is that of the engine's messages, so that they share its translations; a test holds them together.
"""

from __future__ import annotations

from collections.abc import Mapping

from partake.rules.messages import Message

SHARED: Mapping[str, str] = {
    "item_vertical": "vertical line {first} to {last}, {length} x {number}",
    "item_vertical_cell": "vertical line {first}, {length} x {number}",
    "item_rising": "rising line {first} to {last}, {length} x {number}",
    "item_rising_cell": "rising line {first}, {length} x {number}",
    "item_falling": "falling line {first} to {last}, {length} x {number}",
    "item_falling_cell": "falling line {first}, {length} x {number}",
    "item_sunray": "sunray {first} to {last}, {length} x {each}",
    "item_sunray_cell": "sunray {first}, {length} x {each}",
    "item_moonray": "moonray {first} to {last}, {length} x {each}",
    "item_moonray_cell": "moonray {first}, {length} x {each}",
    "item_best_sunray": "best sunray of the table, {first} to {last}",
    "item_best_sunray_shared": "best sunray of the table, {first} to {last}, shared by {shared}",
    "item_best_moonray": "best moonray of the table, {first} to {last}",
    "item_best_moonray_shared": "best moonray of the table, {first} to {last}, shared by {shared}",
    "item_gold": "gold tile {tile} on {cell}, crossed by {crossed} scoring lines",
    "item_silver": "silver tile {tile} on {cell}, crossed by {crossed} scoring lines",
    "item_scrapyard": "scrapyard worth {value}",
    "item_penalty": "penalty for a scrapyard worth {value}",
    "item_penalty_shared": "penalty for a scrapyard worth {value}, shared by {shared}",
    "bot_beginner": "Beginner bot",
    "bot_beginner_n": "Beginner bot {number}",
    "bot_casual": "Casual bot",
    "bot_casual_n": "Casual bot {number}",
    "bot_skilled": "Skilled bot",
    "bot_skilled_n": "Skilled bot {number}",
    "bot_expert": "Expert bot",
    "bot_expert_n": "Expert bot {number}",
    "bot_master": "Master bot",
    "bot_master_n": "Master bot {number}",
    "bot_random": "Random bot",
    "bot_random_n": "Random bot {number}",
    "bot_player_n": "Player {number}",
    "level_beginner": "beginner",
    "level_casual": "casual",
    "level_skilled": "skilled",
    "level_expert": "expert",
    "level_master": "master",
    "level_between": "between {below} and {above}",
    "stood_in_late": "the bot {bot} did not answer in time: a stand-in plays for it",
    "stood_in_late_on": "the bot {bot} did not answer in time: a stand-in plays for it, to the end",
    "stood_in_ended": "the bot {bot} ended all of a sudden: a stand-in plays for it",
    "stood_in_ended_on": "the bot {bot} ended all of a sudden: a stand-in plays for it, to the end",
    "stood_in_memory": "the bot {bot} needs more memory than it may have: a stand-in plays for it",
    "stood_in_memory_on": "the bot {bot} needs more memory than it may have: a stand-in plays for it, to the end",
    "stood_in_illegal": "the bot {bot} wanted an illegal move: a stand-in plays for it",
    "stood_in_illegal_on": "the bot {bot} wanted an illegal move: a stand-in plays for it, to the end",
    "stood_in_failed": "the bot {bot} failed: a stand-in plays for it",
    "stood_in_failed_on": "the bot {bot} failed: a stand-in plays for it, to the end",
}
"""The texts by the keys that scripts have for them."""
LEVEL_NAMES: Mapping[str, Message] = {
    "beginner": Message("beginner"),
    "casual": Message("casual"),
    "skilled": Message("skilled"),
    "expert": Message("expert"),
    "master": Message("master"),
}
"""The levels of bots within a sentence."""
