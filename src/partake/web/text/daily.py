"""The texts of daily deals: the page of a day, what came of it, sharing, the archive."""

from __future__ import annotations

from collections.abc import Mapping

DAILY: Mapping[str, str | tuple[str, str]] = {
    "daily": "Daily deal",
    "daily_hint": "The same tiles for everybody, once a day.",
    "daily_waits": "Today's tiles wait for you.",
    "daily_going": "You have begun today's deal: go on.",
    "daily_half": "One of today's two is played.",
    "daily_played": "Played today.",
    "daily_streak": ("Streak: {count} day", "Streak: {count} days"),
    "daily_intro": "Everybody gets the same tiles in the same order, and has one game on them that counts. "
    "What others made of them is shown when you have played.",
    "daily_of": "Daily deal of {date}",
    "daily_heading": "Daily deal of {date}: {game}",
    "daily_practice_heading": "Practice on the daily deal of {date}: {game}",
    "daily_edition": "Edition of the day: {game}",
    "daily_begin": "Play",
    "daily_go_on": "Go on",
    "daily_practise": "Practise on these tiles",
    "daily_practice_hint": "Practice does not count.",
    "daily_late": "You did not finish this game in time: it counts no more, but you can go on.",
    "daily_late_over": "You finished this game when the day was over: {points}. It does not count.",
    "daily_closed": "This game was closed.",
    "daily_players": ("{count} game counts so far.", "{count} games count so far."),
    "daily_nobody": "Nobody has finished it yet.",
    "daily_nobody_did": "Nobody played it on its day.",
    "daily_your_points": "Your points",
    "daily_place": "Your place",
    "daily_place_of": "{place} of {count}",
    "daily_mean": "Mean of all",
    "daily_distribution": "What everybody made of it",
    "daily_you": "you",
    "daily_bot": "bot",
    "daily_best": "best",
    "daily_ranking": "The best games",
    "daily_rank_row": "{place}. {name}",
    "daily_result": "Your game",
    "daily_review": "Review your game",
    "daily_next_hint": "Days change at midnight UTC. What you begin on a day counts if you finish it within an hour "
    "after it.",
    "daily_sealed_until": "This day is over. Games that were begun on it may still end; at one o'clock UTC everything "
    "is open.",
    "daily_archive": "All days",
    "daily_archive_hint": "Play any day since the first: as practice, apart from what counted on the day itself.",
    "daily_before": "The day before",
    "daily_after": "The day after",
    "daily_today": "Today",
    "daily_fair": "Is it fair?",
    "daily_fair_hint": "The tiles of every day were fixed before the first: each day's key, told afterwards, proves "
    "all keys before it, down to the fingerprint that was known from the start.",
    "daily_fingerprint": "Fingerprint of the calendar",
    "daily_key": "Key of this day",
    "daily_key_later": "It is told when the day is over.",
    "daily_how": "How it works, and how to check it",
    "daily_not_played": "not played",
    "daily_back": "To the results of the day",
    "daily_share_head": "Partake daily deal, {date}: {game}",
    "daily_share_points": ("{points} point", "{points} points"),
    "daily_share_place": "place {place} of {count}",
    "daily_share_best": "{percent} % of the best possible board",
    "daily_share_ahead": ("{count} point ahead of the bot", "{count} points ahead of the bot"),
    "daily_share_behind": ("{count} point behind the bot", "{count} points behind the bot"),
    "daily_share_even": "as many as the bot",
    "daily_preview": "Everybody gets the same tiles. How many points do you make of them?",
}
"""A part of `partake.web.text.pages.ENGLISH`."""
DAILY_SCRIPT: Mapping[str, str | tuple[str, str]] = {
    "left_next": "The next two deals come in {time}.",
    "left_hours": "{hours} h {minutes} min",
    "left_minutes": "{minutes} min",
    "left_soon": "less than a minute",
}
"""A part of `partake.web.text.scripts.SCRIPT`."""
