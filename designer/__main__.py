"""The program's first lines: `cluster-designer`, and `python -m designer`.

Ctrl+C ends a command without a word at any moment, also while its modules are being imported and
while Python winds itself up; so it is seen to here, before anything else is imported.
"""

# The part of `signal` that Python holds already: importing the rest of it takes a while.
import _signal  # type: ignore[import-not-found]

_signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # nothing is half-written yet: simply end

import os  # noqa: E402
import sys  # noqa: E402
from types import FrameType  # noqa: E402
from typing import Final, NoReturn  # noqa: E402

INTERRUPTED: Final = 130


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
    from designer.app.main import main  # not before Ctrl+C is seen to

    interrupt = _Interrupt()
    code = INTERRUPTED
    try:
        sys.unraisablehook = interrupt.swallowed
        _signal.signal(_signal.SIGINT, interrupt.take)
        code = main(is_interrupted=lambda: interrupt.came)
    except BaseException:
        if not interrupt.came:
            raise
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    sys.exit(INTERRUPTED if interrupt.came else code)


if __name__ == "__main__":
    run()
