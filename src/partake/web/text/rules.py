"""The texts of the rules pages."""

from __future__ import annotations

from collections.abc import Mapping

RULES: Mapping[str, str | tuple[str, str]] = {
    "rules_title": "Rules",
    "rules_path_hint": "Every game and option, with counted examples; search and print.",
    "rules_of": "Rules: {game}",
    "rules_hint": "Choose a game, or search in all of them.",
    "rules_search": "Search in the rules",
    "rules_search_go": "Search",
    "rules_found": ("One rule found", "{count} rules found"),
    "rules_none": "No rule has all of these words.",
    "rules_contents": "On this page",
    "rules_print": "Print",
    "rules_ours": "not printed; we play it so",
    "rules_ours_hint": "Here printed rulebooks are silent or differ from each other; this is how we play it.",
    "rules_anchor": "Link to rule {rule}",
    "rules_usual": "usual",
    "rules_ways": "Well-known ways to play",
    "rules_combine": "What goes with what",
    "rules_example": "Example",
    "rules_empty_board": "The board, with the names of its cells",
    "rules_layout": "The board before the first move",
    "rules_judged": "What becomes of a pawn",
    "rules_round": "Round",
    "rules_held": "You have",
    "rules_taken": "You take",
    "rules_verdict": "The pawn",
    "rules_in_force": "The rules in force at this table, and no others.",
    "rules_in_force_so": "The rules in force with these options, and no others.",
    "rules_chosen": "Played with",
    "rules_all": "All rules of {game}, with every option",
    "rules_table": "Back to the table",
    "rules_read": "Read all rules in force",
    "rules_about": "Rules: {option} (opens in a new tab)",
    "rules_seats": ("{count} player", "{count} players"),
}
"""Texts by key."""
