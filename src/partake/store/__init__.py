"""Games as append-only logs in a database, with the people, tables and seats they belong to."""
