"""Reviews and hints of hexagon games."""
