"""What is known: parts one can buy and a library beside them, with figures, sources and prices.

No Qt. May import `designer.model`. The data stand in `catalogs/*.toml`, one family a file, and in
`catalogs/library`; `records` holds the library's schemas, `derived` what follows from figures.
"""
