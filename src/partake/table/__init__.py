"""The authority over running games: check, store, publish, answer; seats, clocks and bots."""
