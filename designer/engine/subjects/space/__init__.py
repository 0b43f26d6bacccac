"""Rack units, depth and mass of what is in a rack."""
