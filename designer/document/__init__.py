"""How a design changes: `Document`, its history, and edits (pure functions `Design -> Design`).

No Qt. May import `catalog` and `model`; knows nothing of the engine.
"""
