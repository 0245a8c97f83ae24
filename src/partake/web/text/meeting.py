"""The texts of coming together and of the end: invitations, partners, rematches; comparing, sharing, challenges."""

from __future__ import annotations

from collections.abc import Mapping

JOINING: Mapping[str, str | tuple[str, str]] = {
    "second": "This link is for {name}, with whom this seat is shared.",
    "second_is_me": "I am {name}",
    "partner_link": "The link for {name}",
    "partner_hint": "Whoever has this link plays with you on your board. Send it to {name} and to nobody else.",
    "partner_qr": "QR code with the link for {name}",
    "invites": "{name} invites you to {game}",
    "invites_pair": "{name} invite you to {game}",
    "invites_match": (
        "{name} invites you to {game}, a match of {count} game",
        "{name} invites you to {game}, a match of {count} games",
    ),
    "invites_match_pair": (
        "{name} invite you to {game}, a match of {count} game",
        "{name} invite you to {game}, a match of {count} games",
    ),
    "invites_players": "{name} invites you to {game}, a match of one game for each player",
    "invites_players_pair": "{name} invite you to {game}, a match of one game for each player",
    "invited": "You are invited to {game}",
    "invited_match": (
        "You are invited to {game}, a match of {count} game",
        "You are invited to {game}, a match of {count} games",
    ),
    "invited_players": "You are invited to {game}, a match of one game for each player",
    "particular": "{what}: {value}",
    "name_taken": "Somebody named {name} sits here already.",
    "sit_down_as": "Sit down as {name}",
    "asked_again": "{name} wants to play {game} again. Do you?",
    "asked_again_pair": "{name} want to play {game} again. Do you?",
    "accept": "Yes, let us play",
    "decline": "Not now",
    "is_asked": "{name} is asked, no answer yet",
    "is_asked_pair": "{name} are asked, no answer yet",
    "has_declined": "{name} does not play this time",
    "has_declined_pair": "{name} do not play this time",
}
"""What guests, partners and people who are asked to play again read."""

ENDING: Mapping[str, str | tuple[str, str]] = {
    "no_win": ("{points} point each: nobody wins", "{points} points each: nobody wins"),
    "preview_playing": "{game}: {names} are playing",
    "preview_playing_one": "{game}: {name} is playing",
    "preview_playing_one_pair": "{game}: {name} are playing",
    "preview_over": "{game}: {result}",
    "preview_row": "{name} {points}",
    "own_best": "Your best so far",
    "own_mean": ("Your mean ({count} game)", "Your mean ({count} games)"),
    "own_mean_one": "Your other game",
    "own_first": "Your first game by these rules: from now on there is something to beat.",
    "new_best": "A new best: {gain} more than ever before!",
    "bot_made": "The bot on the same tiles",
    "best_proven": "Best possible board",
    "best_found": "Best board found",
    "comparing": "Looking what else could have been made of these tiles …",
    "share": "Share",
    "more_of_it": "More of this game",
    "challenge": "Challenge a friend",
    "challenge_hint": "This link is for one friend: the same tiles in the same order, one by one as you saw them. "
    "Afterwards both boards stand beside each other, on your page of this game and on theirs.",
    "challenge_text": "{name} challenges you to {game}, on the very same tiles",
    "challenges": "{name} challenges you to {game}",
    "challenges_hint": "You get the same tiles in the same order. What was made of them is shown when you have played.",
    "same_tiles": "The same tiles, by others",
    "picture": "Save the picture",
    "share_text": "{title} ({told})",
}
"""What is said of a game that is over, and of what can be made of it."""
