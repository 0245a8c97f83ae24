"""Puzzles from positions of real games: made, graded, proven and rated."""
