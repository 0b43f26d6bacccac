"""One module a command: `configure(parser)` declares its arguments, `run(arguments)` does it.

`run` returns the exit code and raises `CommandError` for bad input. Qt and everything else that is
slow to import is imported inside the function that needs it.
"""
