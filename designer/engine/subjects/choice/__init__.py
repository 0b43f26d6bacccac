"""Own or rent: published advice held against a design, and what work costs either way."""
