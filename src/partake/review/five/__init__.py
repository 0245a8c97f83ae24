"""Reviews and hints of Take Five."""
