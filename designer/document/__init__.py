"""How a design changes: `Document`, `History`, edits. No Qt; may import `catalog` and `model`."""
