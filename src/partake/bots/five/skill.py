"""How well a reader plays: what it remembers, and how far it looks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Skill:
    """One level of play; weaker ones forget and look less far, none makes mistakes on purpose."""

    summary: str
    memory: int | None
    """How many face-down pawns it can keep in mind, the latest ones it saw; None for all of them."""
    worlds: int
    """In how many ways the hidden pawns could lie it tries a turn out."""
    reply: bool
    """Whether it thinks of what the others can reach from where it leaves the pieces."""
    infers: bool
    """Whether it asks why somebody who saw a pawn left it where it is."""


SKILLS = (
    Skill("keeps two pawns in mind and thinks only of its own hand", 2, 1, reply=False, infers=False),
    Skill("keeps four pawns in mind and thinks only of its own hand", 4, 8, reply=False, infers=False),
    Skill("keeps eight pawns in mind and sees what the others can reach", 8, 8, reply=True, infers=False),
    Skill("remembers everything and reads what the others do", None, 16, reply=True, infers=True),
    Skill("remembers everything and weighs every turn in many worlds", None, 96, reply=True, infers=True),
)
"""The five levels, weakest first."""

STRONG = SKILLS[3]
"""What a reader plays like when it is not told."""
