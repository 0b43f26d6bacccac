"""What the engine says, live: totals, plots, checks.

Its figures are shown as they are. Computed here are only their units, and for the bars what share
of a whole each part is and what is left of it.
"""
