"""The console: each action as the call that makes it, and lines of Python on the open design."""
