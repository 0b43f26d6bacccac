"""An end to Python that does not end by itself, in the thread that runs it."""

import contextlib
import ctypes
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType

_AGAIN_S = 0.01


class TooLong(BaseException):
    """Raised in what runs longer than it may; no `except Exception` keeps it."""


@contextlib.contextmanager
def time_limit(
    seconds: float, told: str, leave: Callable[[FrameType], bool] = lambda _: False
) -> Iterator[None]:
    """Raise `TooLong` in the block once it has run that long.

    A call into C that does not return, such as a long sleep, is not broken off before it does.

    Parameters
    ----------
    told
        What the exception says.
    leave
        Frames that are brought to their end first, as an edit is that would else be done by half.
    """
    thread, over, lock = threading.get_ident(), threading.Event(), threading.Lock()

    def watch() -> None:
        wait = seconds
        while not over.wait(wait):
            wait = _AGAIN_S
            with lock:
                if not over.is_set() and not _holds(sys._current_frames().get(thread), leave):
                    _raise(thread, _told_as(told))
                    return

    watcher = threading.Thread(target=watch, name="time-limit", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        with lock:
            over.set()
            _raise(thread, None)
        watcher.join()


def _told_as(told: str) -> type[TooLong]:
    """Return an exception that says something when it is raised without words, as C raises it."""

    def __init__(self: TooLong) -> None:  # noqa: N807 - of the class that is made below
        BaseException.__init__(self, told)

    return type("TooLong", (TooLong,), {"__init__": __init__, "__module__": "builtins"})


def _holds(frame: FrameType | None, leave: Callable[[FrameType], bool]) -> bool:
    while frame is not None:
        if leave(frame):
            return True
        frame = frame.f_back
    return False


def _raise(thread: int, error: type[BaseException] | None) -> None:
    """Let a thread raise an exception at its next step, or forget the one it was to raise."""
    given = ctypes.py_object(error) if error is not None else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), given)
