"""What placed storage delivers."""
