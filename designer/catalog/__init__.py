"""What can be bought: part types with figures and sources; load, look up, search, price.

No Qt. May import `designer.model`. The data stand in `catalogs/*.toml`, one family a file.
"""
