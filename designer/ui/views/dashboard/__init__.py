"""What the engine says, live: totals, plots, checks. No arithmetic beyond choosing a unit."""
