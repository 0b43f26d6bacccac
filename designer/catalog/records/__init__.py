"""Schemas of the library: what the catalogue knows beside parts."""
