"""Comments of a review as a list: written, answered, settled."""
