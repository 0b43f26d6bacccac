"""The selection's fields, edited one at a time or many at once, and a part's figures."""
