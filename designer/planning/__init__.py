"""Reference designs and plans from requirements: pure functions that write whole designs. No Qt; may import `engine`, `document`, `catalog`, `model`."""
