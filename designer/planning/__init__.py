"""Reference designs and plans from requirements: pure functions that write whole designs.

No Qt. May import `engine`, `document`, `catalog`, `model`.
"""
