"""Lists to find one's way: the outline of the design and the history of its edits."""
