"""The fabric: tiers, units, rails and planes, the worst cut, and what each loss does."""
