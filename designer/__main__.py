"""The program's first lines: `cluster-designer`, and `python -m designer`.

Ctrl+C ends a command without a word at any moment, also while its modules are being imported and
while Python winds itself up; so it is seen to here, before anything else is imported. What is
imported stays: to look through it for garbage while it grows took a tenth of a small report.
"""

# The part of `signal` that Python holds already: importing the rest of it takes a while.
import _signal  # type: ignore[import-not-found]  # a module of Python without a stub
import gc

_signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # nothing is half-written yet: simply end
gc.disable()  # until a command, or the window, has imported what it needs

from designer.app.process import run  # noqa: E402 - not before Ctrl+C is seen to

__all__ = ["run"]

if __name__ == "__main__":
    run()
