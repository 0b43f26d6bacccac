"""What is bought and what its energy costs: prices of what stands on the floor, by category."""
