"""The pages in a real browser: one Chromium for all modules that a process runs in a row."""
