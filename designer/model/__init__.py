"""What a design is: frozen records, ids, problems, and the difference of two designs.

No Qt, no input or output, no clock, no randomness. May import nothing of this project.
A new kind of record goes into `design.py` (and into `Design`, if it is a collection), or into a
module of its own that `design.py` imports.
"""
