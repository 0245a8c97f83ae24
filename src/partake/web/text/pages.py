"""Every text of the pages, by key, so that another language is one more mapping."""

from __future__ import annotations

from collections.abc import Mapping

from partake.bots import LEVELS
from partake.rules.errors import PartakeError, capitalised
from partake.rules.languages import current
from partake.rules.messages import Message, said
from partake.rules.names import shown_name
from partake.rules.options import Chosen
from partake.web.text.call import CALL
from partake.web.text.daily import DAILY
from partake.web.text.hints import HINTS
from partake.web.text.home import HOME
from partake.web.text.learn import LEARN
from partake.web.text.meeting import ENDING, JOINING
from partake.web.text.offline import OFFLINE
from partake.web.text.progress import LEADERS, PROGRESS
from partake.web.text.puzzles import PUZZLES
from partake.web.text.rules import RULES
from partake.web.text.score import SCORE
from partake.web.text.scripts import SCRIPT
from partake.web.text.settings import SETTINGS
from partake.web.text.shared import LEVEL_NAMES, SHARED
from partake.web.text.tournaments import TOURNAMENTS

Text = str | tuple[str, str]
"""A text; of one that depends on the number `count` that for one and that for more."""

ENGLISH: Mapping[str, Text] = {
    **HOME,
    **LEARN,
    **JOINING,
    **ENDING,
    **SETTINGS,
    **CALL,
    **SCORE,
    **OFFLINE,
    **HINTS,
    **PUZZLES,
    **PROGRESS,
    **LEADERS,
    **DAILY,
    **TOURNAMENTS,
    **RULES,
    "name": "Partake",
    "tagline": "Take it Easy!, Take it to the Limit! and Take Five: alone, against bots, with friends anywhere.",
    "skip": "Skip to the content",
    "home": "Home",
    "language": "Language",
    "language_choose": "Choose",
    "me": "Me",
    "documents": "Rules, guides and the Python reference",
    "documents_missing": "The documents are not built here: script/docs builds them.",
    "lobby": "Open tables",
    "lobby_empty": "No table is open at the moment. Start one and show it in the lobby.",
    "join": "Join",
    "watch": "Watch",
    "free_seats": ("{free} of {count} seat free", "{free} of {count} seats free"),
    "nickname": "Your name at the table",
    "guest": "Guest",
    "rename": "Rename",
    "carried": "Go on as {name} on this device?",
    "carried_yes": "Yes, that is me",
    "nickname_hint": "No account needed.",
    "pair": "Two of you on one seat?",
    "partner": "The other one's name",
    "pair_hint": "Two people can share a seat and its board: on one device, or the second comes by a link of their "
    "own, which you find here afterwards.",
    "rays": "Rays",
    "placement": "Placement",
    "draw": "Tiles at a time",
    "stamens": "Stamens",
    "scrapyard": "Scrapyard",
    "symbols": "Tiles in the bag",
    "takeback": "Take-back",
    "waiting_hint": "Send the link, or let somebody scan the code. The host starts the game when everybody is here; "
    "it starts by itself when the last place is taken.",
    "waiting_unlimited": "Send the link, or let people scan the code. Start when everybody is here.",
    "start": "Start now",
    "places_free": ("One place is free.", "{count} places are free."),
    "add_bot": "Add a bot",
    "level": "Level",
    "invite": "Invite",
    "invite_watch": "Let others watch",
    "copy": "Copy the link",
    "qr": "QR code with the link to this table",
    "sit_down": "Sit down",
    "leave": "Leave the table",
    "come_back": "Come back to your seat",
    "was_left": "You left this table, or a bot plays for you. Your seat is still yours.",
    "was_closed": "This table is closed.",
    "was_closed_hint": "This is how far the game came. It counts for nobody.",
    "come_late_hint": "You can still sit down: a bot has placed what you missed, without knowing what came next.",
    "was_removed": "You were removed from this table. You can watch.",
    "remove": "Remove {name}",
    "remove_short": "Remove",
    "readmit": "Let those who were removed sit down again",
    "people": "Players",
    "close_table": "Close the table",
    "stand_in": "the usual bot",
    "you_decide": "You decide for the table while the host is away.",
    "rematch": "Play again",
    "to_rematch": "To the next game",
    "board_of": "Board of {name}",
    "my_board": "Your board: arrow keys move, Enter places, Backspace takes back",
    "scrapyard_title": "Scrapyard",
    "scrapyard_of": "Scrapyard of {name}, held by you",
    "scrapyard_held": "Scrapyard, held by {name}",
    "reserve_title": "Reserve",
    "called": "Called",
    "confirm": "Confirm placing",
    "enlarge": "Show the board of {name} larger",
    "place_here": "Place here",
    "back": "Take back",
    "done": "Done",
    "continue": "Continue",
    "pause_own": "Time to take back",
    "pause_own_seconds": "Take back: {seconds} s",
    "pause_own_until": "Take back: no limit",
    "offer": "Too late: the next tile is drawn. Shall every placement be confirmed by a second tap?",
    "offer_yes": "Ask before placing",
    "offer_no": "No, thanks",
    "understood": "Understood",
    "this_game": "This game",
    "swap": "Show the board of {name} large",
    "scrap": "Scrap it",
    "points": "points",
    "your_points": "What scores",
    "no_points": "Nothing scores yet.",
    "scored_nothing": "Nothing scored.",
    "bag": "In the bag",
    "left": "Tiles left",
    "others": "The others",
    "more": ("And {count} more", "And {count} more"),
    "best_rays": "Best rays so far",
    "standings": "Standings",
    "total": "Total",
    "game_n": "Game {game}",
    "game_of": "Game {game}: {name}, {points}",
    "board_points": "{name}, {points}",
    "player": "Player",
    "rules": "Rules of this table",
    "signals": "Signals",
    "signals_hint": "When it is your turn, and when everybody waits for you. The bell at the top turns all off.",
    "signal_sound": "A sound",
    "signal_vibration": "A vibration",
    "signal_notice": "A notification when you look at another page",
    "over": "The game is over",
    "wins": "{name} wins",
    "wins_pair": "{name} win",
    "share_win": "{names} share the win",
    "your_total": ("{points} point", "{points} points"),
    "record": "Download the record",
    "replay": "Replay",
    "replay_of": "Replay: {game}",
    "replay_step": "Move {at} of {moves}",
    "told_start": "Before the first move",
    "tile_of": "tile {drawn} of {draws}",
    "first": "First",
    "before": "Back",
    "next": "Next",
    "last": "Last",
    "explained": "Every point explained",
    "my_games": "My games",
    "paper": "At the cardboard table",
    "paper_of": "{game}, at the cardboard table",
    "called_best_hint": "The best board that these tiles allow, and what the bot makes of them, call by call.",
    "paper_hint": "Kept at a cardboard table: it is counted apart from the games that are played here.",
    "no_games": "You have not finished a game yet.",
    "games": "Games",
    "best": "Best",
    "mean": "Mean",
    "won": "Won",
    "distribution": "How often how many points",
    "progress": "From the first game to the latest",
    "carry": "Carry on elsewhere",
    "carry_hint": "Open this link on another device to be the same player there. It works once; keep it to yourself.",
    "carry_make": "Show the link",
    "tokens": "Tokens for programs",
    "tokens_hint": "A program with a token plays as you.",
    "tokens_docs": "How that is done",
    "token_label": "What it is for",
    "token_make": "Make a token",
    "token_manage": "It may also decide about me: rename me, make tokens and links, sign me out, delete my data",
    "token_plays": "Only plays",
    "token_manages": "Decides about you too",
    "token_copy": "Copy the token",
    "token_drop": "Delete",
    "token_once": "This is the token. It is shown only now; keep it to yourself.",
    "sign_out": "Sign out everywhere",
    "sign_out_hint": "Other browsers that are you become strangers, links to other devices are void. Here you stay.",
    "sign_out_tokens": "Delete all tokens too",
    "signed_out": "Done: you are signed in here only.",
    "delete": "Delete my data",
    "delete_hint": "Your name disappears from all tables, and this browser is a stranger again.",
    "status_waiting": "waits for players",
    "status_playing": "being played",
    "status_closed": "closed",
    "result": "Result",
    "open": "Open",
    "open_game": "Open: {game}",
    "turn_title": "A turn",
    "phase_score": "Score: five different pawns; the fifth must make your total the highest.",
    "phase_21": "21: exactly 21 with three to five pawns. Over 21, or five below it: you are out.",
    "phase_quinte": "Quinte: five consecutive values, in any order.",
    "turn_rule": "Move two different pieces. On a pawn: look secretly, or take it for all to see, once a turn.",
    "notebook": "Notebook: remember what I saw",
    "moves": "Moves of this round",
    "markers": ("{won} of {count} marker", "{won} of {count} markers"),
    "out": "Out",
    "rounds_won": "The rounds",
    "won_score": "Round {round}, Score: {name} won with {total}",
    "won_21": "Round {round}, 21: {name} won with exactly 21",
    "won_left": "Round {round}, 21: {name} won, as everybody else was out",
    "won_quinte": "Round {round}, Quinte: {name} won with five in a row",
    "error": "That did not work",
    "news": "News",
    "typing": "Type a move",
    "typing_hexagon": "c3, or 978 c3",
    "typing_five": "N?d4 looks, Nxd4 takes",
}

VALUES: Mapping[str, Mapping[str, str]] = {
    "placement": {
        "free": "Anywhere",
        "adjacent": "Next to another tile",
        "symbol": "Suns next to suns, moons next to moons",
    },
    "draw": {"1": "One at a time", "2": "Two at a time"},
    "rays": {
        "none": "No rays",
        "each": "Every ray counts",
        "best": "The best rays of the table",
        "longest": "Your longest ray",
    },
    "stamens": {
        "open": "Like other cells",
        "first": "First of all",
        "last": "Last of all",
        "reserve": "From the reserve",
    },
    "scrapyard": {
        "threshold": "Worth enough, or pay",
        "lowest": "The lowest pays",
        "passed": "Passed to the neighbour",
        "none": "Without",
    },
    "symbols": {"sun": "Suns only", "moon": "Moons only", "both": "Suns and moons"},
    "takeback": {"yes": "Until the next tile", "no": "Never"},
    "rounds": {"1": "One", "players": "One per player"},
}
"""What the values of options are called."""
QUOTED: Mapping[str, str] = {"en": "“{}”", "fr": "«\u202f{}\u202f»", "de": "„{}“", "ro": "„{}”"}
"""Quotation marks of each language."""
PAIR = "_pair"
"""How the key of a sentence about two who share a seat ends, if it is not that about one player."""


def say(key: str, **values: object) -> str:
    """A text with its gaps filled; where `name` is that of two at one seat, the text for a pair if there is one."""
    if isinstance(name := values.get("name"), str):
        values["name"] = shown_name(name)
    is_pair = isinstance(name, str) and " & " in name
    found = f"{key}{PAIR}" if is_pair and f"{key}{PAIR}" in ENGLISH else key
    return said(Message.keyed(f"page.{found}", ENGLISH[found], values))


def script_word(key: str) -> str | dict[str, str]:
    """A text of the scripts as they get it, its gaps open; all plural forms of one that depends on a number."""
    language = current()
    if key in SHARED:
        return language.text(SHARED[key])
    text = SCRIPT[key]
    return language.text(text, f"script.{key}") if isinstance(text, str) else language.plurals(*text, f"script.{key}")


def plainly(problem: PartakeError) -> str:
    """A refusal of options for a page."""
    return named_plainly(problem.message)


def named_plainly(message: Message) -> str:
    """A sentence about options for a page: their values as the page calls them, in quotation marks."""
    values = {gap: _named(value) if isinstance(value, Chosen) else value for gap, value in message.values.items()}
    return capitalised(said(message.filled(**values)))


def _named(chosen: Chosen) -> str:
    return QUOTED[current().code].format(value_name(chosen.option, chosen.value))


def level_name(bot: str) -> str:
    """How well a bot plays, within a sentence; a bot that is no level has its own name."""
    below, *above = (said(LEVEL_NAMES.get(level, level)) for level in LEVELS.around(bot))
    return said(Message("between {below} and {above}", below=below, above=above[0])) if above else below


def value_name(option: str, value: str) -> str:
    """What a value of an option is called; a number is its own name."""
    text = VALUES.get(option, {}).get(value)
    return value if text is None else current().text(text, f"value.{option}.{value}")
