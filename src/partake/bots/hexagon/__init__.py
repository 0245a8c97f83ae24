"""Bots for the hexagon games, and what they share: how likely open lines are to score."""
