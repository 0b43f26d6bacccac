"""Sums over the whole design."""
