"""Where racks stand: aisles, the load on the floor."""
