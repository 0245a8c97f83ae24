"""Partake in the browser and over HTTP."""
