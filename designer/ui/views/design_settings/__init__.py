"""What holds for the whole design: site, room, feeds, fabrics, prices, title block, remarks."""
