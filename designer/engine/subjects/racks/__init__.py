"""Reports of racks and rows."""
