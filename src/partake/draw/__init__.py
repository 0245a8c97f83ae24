"""Pictures: `partake.draw.svg.svg` for pages, notebooks and documents, `partake.draw.text.text` for the terminal."""
