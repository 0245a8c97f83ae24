"""The pages: one module of routes for each, and what their templates are given."""
