"""Capital and running cost."""
