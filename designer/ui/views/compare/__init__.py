"""Two designs beside each other: sides, floor, table of changes, what follows."""
