"""Recompute a design from its file and the catalogue's files, by other code than the program's.

Nothing here imports `designer`: files are read with `tomllib`, and the rules are written anew from
the documentation of the figures (README: bounds, "Decisions") and from the sources that
`catalogs/` names. `tests/unit/test_engine_recomputed.py` compares the results with the engine's
JSON report, bounds included, and proves that nothing of the engine is imported.
"""
