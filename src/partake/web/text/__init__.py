"""Every sentence of the pages, by key."""
