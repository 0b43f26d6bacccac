"""Cables in the window: the schedule of all of them, and their sums."""
