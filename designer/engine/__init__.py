"""What follows from a design: `(Design, Catalog) -> Report`. No Qt, no files.

May import `designer.catalog` and `designer.model`. A new subject is a module of its own with pure
functions, and one stage in `evaluate.py`; a calculation for the command line is one entry in
`calc.py`.
"""
