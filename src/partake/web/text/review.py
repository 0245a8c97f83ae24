"""Every text of the pages of reviews, by key."""

from __future__ import annotations

from collections.abc import Mapping

from partake.rules.messages import Message, said

ENGLISH: Mapping[str, str | tuple[str, str]] = {
    "review": "Review",
    "offer_review": "Review the game",
    "offer_best": "Best possible board",
    "moves": "Move by move",
    "about": "What every move was worth, which one would have been better, and why.",
    "waiting": "Waiting: other games are reviewed first ({ahead}).",
    "starting": "Getting ready …",
    "working": "Decision {done} of {total} …",
    "finishing": (
        "The one decision is weighed. Now the bot’s own game and the best board, which may take {seconds} seconds …",
        "All {count} decisions are weighed. Now the bot’s own game and the best board, which may take "
        "{seconds} seconds …",
    ),
    "closing": ("The one decision is weighed …", "All {count} decisions are weighed …"),
    "leave": "You can leave this page: the review goes on, and is here when you come back.",
    "again": "Try again",
    "choose": "Player",
    "everybody": "Everybody",
    "place": "{number} of {draws}: {tile} on {cell}",
    "reserve": "Reserve: {moves}",
    "reserve_short": "reserve",
    "scrapyard": "the scrapyard",
    "value": "expected after it",
    "better": "best: {cell}",
    "lost": "lost",
    "luck": "luck of this draw",
    "grade_best": "best",
    "grade_good": "good",
    "grade_inaccuracy": "inaccuracy",
    "grade_mistake": "mistake",
    "grade_blunder": "blunder",
    "file_title": "{title}: {names}, reviewed",
    "before_move": "The board before the move: {move}",
    "before_of": "{name}, the board before the move: {move}",
    "chart_of": "{name}: {values}",
    "chart_told": "Expected score, tile by tile. {courses}",
    "best_tile": "{tile} on {cell}",
    "key_none": "0",
    "key_far": ("{count} point lost or more", "{count} points lost or more"),
    "key_rings": "Solid ring: played; dashed: best",
    "chart": "Expected score, tile by tile",
    "chart_hint": "Tap the chart to go there.",
    "bot": "The bot on the same draws",
    "top": "Best board",
    "luck_and_skill": "Luck and skill",
    "skill": "How it was played",
    "start": "expected at the start",
    "luck_sum": "luck of the draw",
    "lost_sum": "given away",
    "remainder": "not foreseen",
    "score": "score",
    "by_network": "Expected scores are those of the bot’s network.",
    "by_table": "Expected scores are those of the bot’s learned values.",
    "grades_points": "Grades by the points lost: best under 0.5, good under 2, inaccuracy under 5, mistake under 10, "
    "blunder from 10 on.",
    "grades_chances": "Grades by the chance lost: best under 1 %, good under 3 %, inaccuracy under 7 %, mistake under "
    "15 %, blunder from 15 % on.",
    "all_moves": "All moves",
    "column_move": "move",
    "column_value": "expected",
    "column_luck": "luck",
    "column_better": "better",
    "column_lost": "lost",
    "column_grade": "grade",
    "column_player": "player",
    "column_chance": "to win",
    "proven": "No board of these tiles has more: this is proven.",
    "bound": (
        "This is the best board that was found in the time there was. No board has more than {bound}: at most "
        "{gap} point ({percent}) is missing.",
        "This is the best board that was found in the time there was. No board has more than {bound}: at most "
        "{gap} points ({percent}) are missing.",
    ),
    "no_best": "Here points depend on the boards of the others, so there is no single best board.",
    "not_solved": "The best board was not looked for.",
    "made": "What was made of these tiles",
    "column_points": "points",
    "column_share": "of the best",
    "column_short": "short of it",
    "round": "Round {round}, {phase}",
    "decision": "Turn {turn}: {name}, {action}",
    "chance": "to win the round after it",
    "best_action": "best: {action}",
    "chance_lost": "chance lost",
    "known": "What could be known",
    "known_none": "nothing",
    "taken": "Taken",
    "taken_none": "nothing",
    "tried": "What else there was",
    "markers": "markers",
    "decisions": "decisions",
    "rounds_lost": "rounds given away, all chances added up",
    "chances_five": "Chances by the bot, over all that the hidden pawns may be by what the player could know. "
    "A small number on a pawn: the player who moves has seen it.",
}


def tell(key: str, **values: object) -> str:
    """A text with its gaps filled."""
    return said(Message.keyed(f"review.{key}", ENGLISH[key], values))
