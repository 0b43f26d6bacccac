"""Feeds of racks: PDUs, supplies, what a lost feed leaves."""
