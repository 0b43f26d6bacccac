"""Power shelves of filled racks: what each carries, its whip and the bus bar, after each loss."""
