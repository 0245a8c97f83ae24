"""The clauses of which reviews of hexagon games make their sentences: one for each thing, change and comparison."""

from __future__ import annotations

from collections.abc import Mapping

from partake.rules.messages import Message

THE_SCRAPYARD = Message("the scrapyard")
"""The place of a tile that is scrapped, after "with"."""


def _alike(clause: Message) -> tuple[Message, Message]:
    return clause, clause


CLAUSES: Mapping[tuple[str, str], tuple[Message, Message]] = {
    ("line", "completes"): _alike(Message("it completes the {number}s {first}–{last}, {points}")),
    ("line", "breaks"): _alike(Message("it breaks the {number}s {first}–{last}, {points} that were {was} likely")),
    ("line", "forgoes"): _alike(
        Message("with {best} the {number}s {first}–{last} ({points}) would need {need} more ({other})")
    ),
    ("line", "misses"): _alike(Message("with {best} the {number}s {first}–{last} would be complete, {points}")),
    ("line", "ends"): (
        Message(
            "the {number}s {first}–{last} can no longer be completed ({need} needed, {left} left), "
            "{points}, {was} before"
        ),
        Message(
            "the {number}s {first}–{last} can no longer be completed ({need} needed, {left} left), "
            "{points}, {other} with {best}"
        ),
    ),
    ("line", "raises"): (
        Message("it leaves the {number}s {first}–{last} ({points}) needing {need} more ({now})"),
        Message("for that, it leaves the {number}s {first}–{last} ({points}) needing {need} more ({now})"),
    ),
    ("line", "lowers"): _alike(
        Message("the {number}s {first}–{last} ({points}) need {need} more ({now}), with {best} {fewer} ({other})")
    ),
    ("line", "falls"): _alike(Message("the {number}s {first}–{last} ({points}) fall from {was} to {now}")),
    ("line", "binds"): _alike(Message("it binds {first}–{last} to {bound}s, where {number}s were {was} likely")),
    ("line", "keeps"): (
        Message("it keeps {first}–{last} free for {number}s ({points}, {now})"),
        Message("for that, it keeps {first}–{last} free for {number}s ({points}, {now})"),
    ),
    ("sun", "completes"): _alike(Message("it completes the sunray {first}–{last}, {points}")),
    ("sun", "breaks"): _alike(Message("it breaks the sunray {first}–{last}, {points} that were {was} likely")),
    ("sun", "forgoes"): _alike(
        Message("with {best} the sunray {first}–{last} ({points}) would need {need} more ({other})")
    ),
    ("sun", "misses"): _alike(Message("with {best} the sunray {first}–{last} would be complete, {points}")),
    ("sun", "ends"): (
        Message(
            "the sunray {first}–{last} can no longer be completed ({need} needed, {left} left), {points}, {was} before"
        ),
        Message(
            "the sunray {first}–{last} can no longer be completed ({need} needed, {left} left), "
            "{points}, {other} with {best}"
        ),
    ),
    ("sun", "raises"): (
        Message("it leaves the sunray {first}–{last} ({points}) needing {need} more ({now})"),
        Message("for that, it leaves the sunray {first}–{last} ({points}) needing {need} more ({now})"),
    ),
    ("sun", "lowers"): _alike(
        Message("the sunray {first}–{last} ({points}) needs {need} more ({now}), with {best} {fewer} ({other})")
    ),
    ("sun", "falls"): _alike(Message("the sunray {first}–{last} ({points}) falls from {was} to {now}")),
    ("moon", "completes"): _alike(Message("it completes the moonray {first}–{last}, {points}")),
    ("moon", "breaks"): _alike(Message("it breaks the moonray {first}–{last}, {points} that were {was} likely")),
    ("moon", "forgoes"): _alike(
        Message("with {best} the moonray {first}–{last} ({points}) would need {need} more ({other})")
    ),
    ("moon", "misses"): _alike(Message("with {best} the moonray {first}–{last} would be complete, {points}")),
    ("moon", "ends"): (
        Message(
            "the moonray {first}–{last} can no longer be completed ({need} needed, {left} left), {points}, {was} before"
        ),
        Message(
            "the moonray {first}–{last} can no longer be completed ({need} needed, {left} left), "
            "{points}, {other} with {best}"
        ),
    ),
    ("moon", "raises"): (
        Message("it leaves the moonray {first}–{last} ({points}) needing {need} more ({now})"),
        Message("for that, it leaves the moonray {first}–{last} ({points}) needing {need} more ({now})"),
    ),
    ("moon", "lowers"): _alike(
        Message("the moonray {first}–{last} ({points}) needs {need} more ({now}), with {best} {fewer} ({other})")
    ),
    ("moon", "falls"): _alike(Message("the moonray {first}–{last} ({points}) falls from {was} to {now}")),
    ("bonus", "falls"): (
        Message("the three lines through the bonus tile on {first}, {points}, all score with {now}, {was} before"),
        Message(
            "the three lines through the bonus tile on {first}, {points}, all score with {now}, {other} with {best}"
        ),
    ),
}
"""What is said of a line, a ray of suns or moons, or a bonus tile that a move changed so: of the best move itself, and
of another one. A bonus tile is told alike whatever changed."""
