"""The main window: its frame, its strips, and the wiring of views and commands."""
