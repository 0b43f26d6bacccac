"""The power one-line: from sources to racks, and what each loss does."""
