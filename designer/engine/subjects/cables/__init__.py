"""Cables by medium."""
