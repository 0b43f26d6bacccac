"""The catalogue browser: families, search, every figure with its source, comparison."""
