"""The rule book: every rule of every game as a sentence with gaps, and when it is in force; examples that the engine
counts.

`partake.rulebook.book` puts it together: `whole_book(edition)` for everything that an edition can be played by,
`book_in_force(setup)` for exactly the rules of one table. The rules pages, the terminal and the documents of the games
show the same book.
"""
