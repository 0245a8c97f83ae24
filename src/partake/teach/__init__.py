"""First games, step by step: positions to act in, goals that the engine decides, and what is said about an answer."""
