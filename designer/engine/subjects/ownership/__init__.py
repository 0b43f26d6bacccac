"""Owning over some years against renting the same GPUs."""
