"""Records: a game or match as text or JSON, verified on reading."""
