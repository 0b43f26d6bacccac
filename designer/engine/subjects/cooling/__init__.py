"""How racks are cooled."""
