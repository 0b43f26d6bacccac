"""How many GPUs a design has over a year: what fails, what it takes, and how often."""
