"""One run of the program as a process: what Ctrl+C does to it, and how it ends.

A command makes objects until it ends, of which next to none are garbage: it looks for that seldom
(`main`), and ends without giving all of them back one by one. Both took longer than a small report.
"""

import contextlib
import os
import signal
import sys
from types import FrameType
from typing import Final, NoReturn

from designer.app.main import INTERRUPTED, main, opens_window

_IMPORTS: Final = "<frozen importlib"
"""How the files of Python's own import are called in a frame."""
_SOON_S: Final = 0.05
_LATER_S: Final = 3.0


class _Interrupt:
    """Ctrl+C while a command runs: unwinds it, so that nothing half-written is left behind.

    An import is brought to its end first: a library in C that is broken off while it sets itself
    up may abort the process, as Qt's bindings do. Where what called Python keeps the exception to
    itself, as Qt does, the process is asked again some seconds later, when all is cleaned up.
    """

    def __init__(self) -> None:
        self.came = False

    def take(self, _number: int, frame: FrameType | None) -> None:
        """Break off what is under way; what that makes others complain of is not for the user."""
        if not self.came:
            self.came = True
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        waits = _imports(frame) and _ask_again(_SOON_S)
        if not waits:
            _ask_again(_LATER_S)
            raise KeyboardInterrupt

    def swallowed(self, unraisable: "sys.UnraisableHookArgs") -> None:
        """End the process where Python could only have complained and gone on."""
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            os._exit(INTERRUPTED)
        sys.__unraisablehook__(unraisable)


def _imports(frame: FrameType | None) -> bool:
    """Return whether a module is being imported."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(_IMPORTS):
            return True
        frame = frame.f_back
    return False


def _ask_again(after_s: float) -> bool:
    """Let Ctrl+C come once more after a while; return whether the system can do that."""
    if sys.platform == "win32":
        return False
    signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, after_s)
    return True


def _ask_no_more() -> None:
    """Forget what would still come: Python gives the signals back before the process has ended."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, signal.SIG_IGN)


def run() -> NoReturn:
    """Run the program and end the process."""
    interrupt = _Interrupt()
    code = INTERRUPTED
    window = opens_window(sys.argv[1:])
    try:
        sys.unraisablehook = interrupt.swallowed
        signal.signal(signal.SIGINT, interrupt.take)
        code = main(is_interrupted=lambda: interrupt.came)
    except BaseException:
        if not interrupt.came:
            raise
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _ask_no_more()
    code = INTERRUPTED if interrupt.came else code
    if window:
        sys.exit(code)
    _end_at_once(code)


def _end_at_once(code: int) -> NoReturn:
    """End a command that has written all it had to say: nothing is left to tidy up."""
    for stream in (sys.stdout, sys.stderr):
        # What was printed is flushed already, and what could not be written is told.
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)
