"""The texts of the lessons: each step has a title, what is asked, and what is told when it is done.

Every number in them is a gap that `partake.teach.facts` fills; a test finds those that are written out.
"""

from __future__ import annotations

from collections.abc import Mapping

LEARN: Mapping[str, str] = {
    "learn": "Learn",
    "learn_hint": "A first game, step by step: place, see why it scores, and try the options.",
    "learn_now": "Learn it in two minutes",
    "learn_how": "Learn how it is played",
    "learn_which": "Which game do you want to learn?",
    "learn_lead": "You play, and the rules answer. Skip whatever you know; this device remembers how far you came.",
    "learn_of": "Learn: {game}",
    "learn_step": "Step {step} of {steps}",
    "learn_all": "All steps",
    "learn_part_game": "The game",
    "learn_part_option": "Options",
    "learn_an_option": "Option",
    "learn_skip": "Skip this step",
    "learn_leave": "Skip the lesson",
    "learn_next": "Next",
    "learn_finish": "To the end",
    "learn_right": "Right!",
    "learn_wrong": "Not quite.",
    "learn_again": "Try another way.",
    "learn_brought": "What it brought",
    "learn_cost": "What it cost",
    "learn_answer": "Your answer",
    "learn_try": "Try it",
    "learn_keys": "Tap a cell; or arrow keys to walk, Enter to act.",
    "learn_pawn": "Give up {value}",
    "learn_keep": "Keep it",
    "learn_return": "Send it back",
    "learn_you": "You",
    "learn_other": "The other player",
    "learn_end": "That is {game}",
    "learn_end_lead": "You know all it takes. The rest comes with playing.",
    "learn_play": "Play your first game",
    "learn_play_bot": "Play against a casual bot",
    "learn_on": "Next lesson: {game}",
    "learn_once_more": "Once more from the beginning",
    "learn_elsewhere": "Options that the lesson of {game} shows",
    "learn_place": "Place a tile",
    "learn_place_ask": "A tile is called, and all players put this same tile on their own boards, each wherever they "
    "like. Now it is {tile}. Put it on any empty cell.",
    "learn_place_told": "There it lies. Tiles are never turned, and what lies stays: you can take it back only until "
    "the next tile is drawn.",
    "learn_line": "Complete a line",
    "learn_line_ask": "A line runs straight across the board from edge to edge, in one of {directions} directions: "
    "vertical, rising or falling. It scores when every cell of it holds a tile and all of them show the same number in "
    "that direction. From {first} to {last} a single cell is empty. Complete the line with {tile}.",
    "learn_line_told": "{length} × {number} = {worth}: a line scores its length times its number. The other stripes of "
    "a tile count for the other lines on which it lies.",
    "learn_most": "Long lines, high numbers",
    "learn_most_ask": "{tile} can complete more than one line here, but it lies only once. Longer lines and higher "
    "numbers are worth more: where does it bring the most points?",
    "learn_most_told": "{length} × {number} = {worth}. No other cell brings more.",
    "learn_broken": "Break a line",
    "learn_broken_ask": "A different number breaks a line: then it scores nothing, whatever comes later. Try it, and "
    "put {tile} where it breaks a line.",
    "learn_broken_told": "That line is broken. It happens in every game, as a tile has {directions} stripes: the art "
    "is to break what is worth least.",
    "learn_spare": "Do no harm",
    "learn_spare_ask": "{tile} completes nothing here. Find a cell on which it breaks nothing: every line through it "
    "could still score.",
    "learn_spare_told": "Well seen: all lines through {cell} can still score.",
    "learn_end_step": "The last tile",
    "learn_end_step_ask": "A single cell is empty. Every tile that is drawn must be placed, so {tile} goes there. "
    "Finish the game.",
    "learn_end_step_told": "Everything is full, and the game ends. {draws} of the {tiles} tiles were drawn; {left} "
    "stay in the bag, and nobody knew which. Together all that scores makes {total}. The highest total wins; equal "
    "totals share the win.",
    "learn_rays": "Rays",
    "learn_rays_ask": "Tiles carry suns and moons. With this option a line of suns only is a sunray and scores "
    "{sunray} for each tile, whatever the numbers are; a line of moons only is a moonray, {moonray} for each tile. "
    "Complete the sunray with {tile}.",
    "learn_rays_told": "{ray} × {sunray} = {worth}, on top of what the line itself scores. There is also a race for "
    "the best rays: then only the longest sunray and the longest moonray of the table count, on lines that score, and "
    "bring {best_ray} each.",
    "learn_adjacent": "Next to another tile",
    "learn_adjacent_ask": "With this option a tile must touch another one that already lies. Put {tile} where it may "
    "go; or somewhere else first, and hear what the rules say.",
    "learn_adjacent_told": "{cell} touches another tile. Only the first tile of a game is free to go anywhere.",
    "learn_symbol": "Suns next to suns",
    "learn_symbol_ask": "With this option suns must touch suns, and moons must touch moons. {tile} carries a sun: put "
    "it next to a sun.",
    "learn_symbol_told": "{cell} touches a sun. The first sun and the first moon are free, and so is a tile for which "
    "no such cell is left.",
    "learn_two": "Two at a time",
    "learn_two_ask": "With this option tiles are called in pairs, and you place them in the order that you like. Now "
    "it is {called}. Choose the tile that can complete the line, then its cell.",
    "learn_two_told": "{length} × {number} = {worth}. Then the other tile of the pair is placed: both are known before "
    "you place either.",
    "learn_wild": "Wildcards",
    "learn_wild_ask": "A wild stripe counts as the number that its line needs. {tile} is wild where there is a star: "
    "in the rising and in the falling direction. Put it where it brings the most points.",
    "learn_wild_told": "It completes both lines at once and brings {points}. A line of wild stripes alone counts as "
    "the highest number of its direction.",
    "learn_stamens_open": "The stamens",
    "learn_stamens_open_ask": "The board is made of {specials} flowers, each with a stamen in the middle. In the plain "
    "game stamens are cells like all others. Complete the line through a stamen with {tile}.",
    "learn_stamens_open_told": "{length} × {number} = {worth}, and {cell} is a stamen.",
    "learn_stamens_first": "Stamens first",
    "learn_stamens_first_ask": "With this option everybody's first tiles go on the stamens, until all {specials} are "
    "full. Put {tile} where it may go.",
    "learn_stamens_first_told": "{cell} is a stamen. When all of them are full, the rest of the board is free.",
    "learn_stamens_last": "Stamens last",
    "learn_stamens_last_ask": "With this option the stamens stay empty until everything else is full: the last "
    "{specials} tiles go there. Put {tile} where it may go now.",
    "learn_stamens_last_told": "{cell} is no stamen. Keep lines through stamens open for many numbers: nobody knows "
    "which tiles come last.",
    "learn_reserve": "The reserve",
    "learn_reserve_ask": "With this option no tile goes on a stamen during the game; {slots} of the tiles go into the "
    "reserve beside the board, whenever you like. Put {tile} into the reserve.",
    "learn_reserve_told": "It waits beside the board. When all tiles are placed, tiles of the reserve may move onto "
    "stamens.",
    "learn_stamens_move": "From the reserve to the stamens",
    "learn_stamens_move_ask": "All tiles are placed, and now tiles of the reserve may move onto stamens. Choose a tile "
    "of the reserve, then a stamen: which move brings the most?",
    "learn_stamens_move_told": "{moved} on {cell} brings {points}. A line through an empty stamen scores nothing, and "
    "a tile with a wild stripe must stay in the reserve. You may move them all, or none.",
    "learn_bonus": "Bonus tiles",
    "learn_bonus_ask": "Gold and silver tiles bring a bonus when the lines that cross on them score. When all "
    "{crossed} do, it is {gold} for gold and {silver} for silver. Put the gold tile {tile} where all {crossed} lines "
    "score.",
    "learn_bonus_told": "The gold tile brings {bonus}, and with its lines {points} in all. When all lines but one "
    "score, it brings half of that, {half}; with fewer lines, nothing.",
    "learn_longest_ray": "Your longest ray",
    "learn_longest_ray_ask": "Tiles carry suns and moons. A line of suns only, or of moons only, is a ray, whatever "
    "its numbers are. Your longest ray scores {longest_ray} for each tile. Complete a ray with {tile}.",
    "learn_longest_ray_told": "{ray} × {longest_ray} = {worth}. Only your longest ray counts, and only on the board.",
    "learn_scrapyard": "The scrapyard",
    "learn_scrapyard_ask": "{tile} would do harm on the board. Beside it lies the scrapyard: {yard} cells for tiles "
    "that you do not want. Put it there.",
    "learn_scrapyard_told": "It lies on the scrapyard, and what lies stays there, too. In the end board and scrapyard "
    "are both full: {draws} tiles.",
    "learn_penalty": "What the scrapyard costs",
    "learn_penalty_ask": "A scrapyard is worth its best lines together, or its best bonus tiles, whichever is more. "
    "If that is less than {threshold} in the end, it costs {penalty} points. Fill its last cell so that it costs "
    "nothing.",
    "learn_penalty_told": "It is worth {value}, so there is no penalty. With another option only the lowest scrapyard "
    "of the table pays: {penalty} points.",
    "learn_passed": "Passed scrapyards",
    "learn_passed_ask": "With this option a neighbour holds your scrapyard. If you scrap a tile, the neighbour chooses "
    "its cell. Scrap {tile}.",
    "learn_passed_told": "Now your neighbour chooses the cell. In the end the highest scrapyard of the table costs "
    "{penalty} points: everybody tries to make that of a neighbour a good one.",
    "learn_no_scrapyard": "Without a scrapyard",
    "learn_no_scrapyard_ask": "With this option there is the board alone: {draws} tiles and no penalty. {tile} must "
    "lie on it. Find a cell where it breaks nothing.",
    "learn_no_scrapyard_told": "All lines through {cell} can still score. The game is shorter this way, but nothing "
    "can be put aside.",
    "learn_orchid_line": "Around the orchids",
    "learn_orchid_line_ask": "The {specials} orchid cells take no tile during the game. A line through an empty orchid "
    "cell counts without it. Complete the line from {first} to {last} with {tile}.",
    "learn_orchid_line_told": "{length} × {number} = {worth}. The empty orchid cell is not counted, and does no harm.",
    "learn_orchid_reserve": "The reserve",
    "learn_orchid_reserve_ask": "{slots} of the tiles that are called go into the reserve beside the board, whenever "
    "you like. Put {tile} into the reserve.",
    "learn_orchid_reserve_told": "It waits beside the board. In the end tiles of the reserve may move onto orchid "
    "cells; what stays in the reserve counts for nothing, good or bad.",
    "learn_orchids": "Moves to the orchids",
    "learn_orchids_ask": "All tiles are placed, and now tiles of the reserve may move onto orchid cells. There they "
    "belong to their lines and must match. Choose a tile of the reserve, then an orchid cell: which move brings the "
    "most?",
    "learn_orchids_told": "{moved} on {cell} changes your total by {points}. A tile on an orchid cell makes its lines "
    "longer, or breaks them.",
    "learn_enough": "Know when to stop",
    "learn_enough_ask": "No tile of the reserve must move. Would a move bring anything here? Move a tile, or say that "
    "you are done.",
    "learn_enough_told": "Right: even the best move would change your total by {gains}. When all players are done, the "
    "game ends. {draws} of the {tiles} tiles were drawn; {left} stay in the bag, and nobody knew which. Together all "
    "that scores makes {total}. The highest total wins; equal totals share the win.",
    "learn_both": "Suns and moons",
    "learn_both_ask": "The plain game has the tiles with suns only, or those with moons only. With this option all are "
    "in the bag, and your longest ray counts: a line of suns only, or of moons only, scores {longest_ray} for each "
    "tile, whatever its numbers are. Complete a ray with {tile}.",
    "learn_both_told": "{ray} × {longest_ray} = {worth}. Only your longest ray counts, once.",
    "learn_look": "Move and look",
    "learn_look_ask": "{pawns} pawns lie face down, the values {lowest} to {highest}, {copies} of each. All players "
    "share the same {pieces} pieces, which move as in chess. The rook slides straight ahead, back or aside. Move the "
    "rook onto a pawn, and look at it.",
    "learn_look_told": "On {square} lies {value}. Only you have seen it, so remember it. The pawn stays where it is, "
    "with the rook on it.",
    "learn_take": "Take a pawn",
    "learn_take_ask": "The knight jumps: ahead, and then a little aside, over everything. Move the knight onto a pawn, "
    "and take it this time.",
    "learn_take_told": "It is {value}. A pawn that is taken is shown to all and lies open before you; the knight stays "
    "on the empty square.",
    "learn_second": "A turn",
    "learn_second_ask": "In a turn you move a piece, and then a different piece. At most once in a turn you may take a "
    "pawn. You have moved the rook and taken a pawn with it: now move another piece, and look.",
    "learn_second_told": "You have seen {value}. Your turn is over, and the next player moves.",
    "learn_bishop": "Pieces in the way",
    "learn_bishop_ask": "Bishops slide diagonally. Rook and bishops pass over pawns, but never over another piece, and "
    "no piece captures another. Move the black bishop onto a pawn, and look.",
    "learn_bishop_told": "On {square} lies {value}. A pawn under a piece can be neither looked at nor taken until the "
    "piece moves away.",
    "learn_score": "A round of Score",
    "learn_score_ask": "There are {kinds} kinds of rounds, in turn. In Score you need {hand} pawns, all different, and "
    "the last must make your total higher than that of every other player. You have {own}, the other player has "
    "{other}. You have looked at some pawns: take the one that wins.",
    "learn_score_told": "{sum} is more than {other}: the round is yours, and brings you a marker.",
    "learn_low": "Sent back",
    "learn_low_ask": "In Score a pawn that you already have must go back; and any pawn that you have just taken may go "
    "back if it is too low for you. This one is low: send it back.",
    "learn_low_told": "It lies face down on its square again, and everybody has seen it. That has a price: you must "
    "give up a pawn that you took earlier.",
    "learn_give_up": "Given up",
    "learn_give_up_ask": "A pawn of yours goes face down onto an empty square of your choice. Choose the lower one of "
    "your pawns, then an empty square.",
    "learn_give_up_told": "There it lies, and anybody may take it. Whoever has no other pawn gives up nothing.",
    "learn_twenty_one": "A round of {target}",
    "learn_twenty_one_ask": "Now you need exactly {target}, with {fewest} to {hand} pawns; equal values are allowed. "
    "With more than {target}, or with {hand} pawns below it, you are out of the round, and the last player left wins "
    "it. You have {own}: take the pawn that wins.",
    "learn_twenty_one_told": "It is {value}: exactly {sum}, and the round is yours. In this round no pawn goes back.",
    "learn_quinte": "A round of Quinte",
    "learn_quinte_ask": "In Quinte you need {hand} values in a row, taken in any order. A pawn that cannot belong to "
    "such a row with those you have must go back, and you give one up. Take the pawn that completes your row.",
    "learn_quinte_told": "With {value} you have {hand} in a row. After each round all pawns are shuffled and laid out "
    "again, and the player to the left of the winner begins.",
    "learn_markers": "Win the game",
    "learn_markers_ask": "Each round that you win brings a marker, and {markers} markers win the game. You have {won}. "
    "It is a round of Score again: you have {own}, the other player has {other}. Take the pawn that wins.",
    "learn_markers_told": "{sum} is more than {other}. That is your last marker: with {markers} markers you win the "
    "game.",
}
"""A part of `partake.web.text.pages.ENGLISH`."""

LEARN_SCRIPT: Mapping[str, str] = {
    "lesson_resume": "Go on with step {step} of {steps}",
    "lesson_done": "Done",
    "lesson_failed": "That could not be checked: is there a network?",
    "lesson_chosen": "Chosen: {tile}",
}
"""What the script of the lessons says."""
