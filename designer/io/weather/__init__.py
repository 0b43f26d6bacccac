"""Weather files of other programs, read once into a design."""
