"""Widgets, painters and words that know nothing of the design; may import no other floor."""
