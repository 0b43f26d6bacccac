"""The composition root: command line, wiring, crash handling."""
