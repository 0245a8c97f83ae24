"""What is true before a game: boards, tile sets, editions and options, read from TOML files and checked on load."""
