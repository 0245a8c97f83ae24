"""The hexagon family: Take it Easy! and Take it to the Limit!, placed tile by tile and scored line by line."""
