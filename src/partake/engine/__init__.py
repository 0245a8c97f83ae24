"""What happens in a game: the contract, both families of games, scores with their reasons, records and chance."""
