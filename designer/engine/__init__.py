"""What follows from a design: `(Design, Catalog) -> Report`. No Qt, no files.

May import `designer.wiring`, `designer.catalog` and `designer.model`. A new subject is a folder in
`subjects` with a `Subject` (what it reads, computes and checks, its calculations, how it is
written) and one entry in the list there; nothing else names it. Formulas stand in the folder of
their subject; figures are added and scaled by `designer.model.figures` alone.
"""
