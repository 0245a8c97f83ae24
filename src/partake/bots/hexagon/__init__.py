"""Bots for the hexagon games, and the prospects of lines that they and the reviews share."""
