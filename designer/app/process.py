"""One run of the program as a process: what Ctrl+C does to it, and how it ends."""

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

from designer.app.main import INTERRUPTED, main


class _Interrupt:
    """Ctrl+C while a command runs: unwinds it, so that nothing half-written is left behind."""

    def __init__(self) -> None:
        self.came = False

    def take(self, _number: int, _frame: FrameType | None) -> NoReturn:
        """Break off what is under way; what that makes others complain of is not for the user."""
        if not self.came:
            self.came = True
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        raise KeyboardInterrupt

    def swallowed(self, unraisable: "sys.UnraisableHookArgs") -> None:
        """End the process where Python could only have complained and gone on."""
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            os._exit(INTERRUPTED)
        sys.__unraisablehook__(unraisable)


def run() -> NoReturn:
    """Run the program and end the process."""
    interrupt = _Interrupt()
    code = INTERRUPTED
    try:
        sys.unraisablehook = interrupt.swallowed
        signal.signal(signal.SIGINT, interrupt.take)
        code = main(is_interrupted=lambda: interrupt.came)
    except BaseException:
        if not interrupt.came:
            raise
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(INTERRUPTED if interrupt.came else code)
