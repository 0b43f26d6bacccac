"""Every kind of thing as a table: lines, columns, search, sums, changes in bulk. No widgets."""
