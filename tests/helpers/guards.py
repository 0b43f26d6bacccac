"""What watches over every test while it runs: no network, no thread and no timer left behind.

`tests/conftest.py` puts them around each test; `tests/arch/test_arch_guards.py` has seen each of
them stop a planted one. Processes that a test starts are not watched, nor are `QTimeLine`,
`QBasicTimer`, `startTimer`, Qt's own sockets (whose import a rule forbids), the environment or the
working folder.
"""

import socket
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PySide6.QtCore import QTimer


class NetworkRefusedError(RuntimeError):
    """A test spoke to another machine, or to its own by a network protocol."""


class NetworkGuard:
    """Refuses every socket that is not a local pipe, whichever library opens it.

    An audit hook sees what Python's own `socket` does under any name. Nothing in the suite needs
    the loopback address; local pipes (AF_UNIX) pass. A hook stays until the process ends.
    """

    _WITH_ADDRESS = frozenset({"socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"})
    _LOOKUPS = frozenset(
        {
            "socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr",
            "socket.getnameinfo",
        }
    )  # fmt: skip

    def __init__(self) -> None:
        self.refused: list[str] = []

    def install(self) -> None:
        sys.addaudithook(self._hook)

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not event.startswith("socket."):
            return
        if event in self._WITH_ADDRESS:
            local = arguments[0].family == getattr(socket, "AF_UNIX", None)
            if local or arguments[1] is None:
                return
        elif event not in self._LOOKUPS:
            return
        what = f"{event} {arguments[1] if event in self._WITH_ADDRESS else arguments[0]!r}"
        self.refused.append(what)
        raise NetworkRefusedError(f"{what}: tests use no network")


def new_threads(before: set[threading.Thread]) -> list[str]:
    """Return the threads that run now and did not before."""
    return [
        f"thread {thread.name!r} still runs"
        for thread in threading.enumerate()
        if thread not in before and thread.is_alive()
    ]


class TimerWatch:
    """Remembers which Qt timers Python code started.

    Qt offers no list of its timers, so `QTimer.start` and `QTimer.singleShot` are wrapped; timers
    that Qt's own widgets start inside C++ are not seen, and die with their widget.
    """

    def __init__(self) -> None:
        self._started: dict[int, weakref.ref[QTimer]] = {}
        self._outer: set[int] = set()
        self._pending: dict[object, str] = {}

    def install(self) -> None:
        """Wrap the two ways to start a timer."""
        # Imported here: the suite sets Qt's environment before Qt is imported.
        from PySide6.QtCore import QObject, QTimer

        start, single_shot = QTimer.start, QTimer.singleShot

        def watched_start(timer: QTimer, *arguments: int) -> None:
            self._started[id(timer)] = weakref.ref(timer)
            start(timer, *arguments)

        def watched_single_shot(ms: int, *rest: Any) -> None:
            # With a receiver Qt drops the call when the receiver dies.
            free = len(rest) == 1 and not isinstance(getattr(rest[0], "__self__", None), QObject)
            single_shot(ms, *([self._noted(ms, rest[0])] if free and callable(rest[0]) else rest))

        QTimer.start = watched_start  # type: ignore[method-assign]  # the point of this class
        QTimer.singleShot = staticmethod(watched_single_shot)  # type: ignore[assignment]  # as above

    def _noted(self, ms: int, call: Callable[[], object]) -> Callable[[], None]:
        token = object()
        self._pending[token] = f"a single shot after {ms} ms calls {_name_of(call)}"

        def called() -> None:
            self._pending.pop(token, None)
            call()

        return called

    def forget(self) -> None:
        """Leave aside what runs already: it belongs to a fixture of a wider scope."""
        self._started = {k: r for k, r in self._started.items() if _active(r())}
        self._outer = set(self._started)
        self._pending.clear()

    def left(self) -> Iterator[str]:
        """Yield the timers that this test started and nobody stopped or deleted."""
        from PySide6.QtCore import QCoreApplication, QEvent

        if QCoreApplication.instance() is not None:
            # What `deleteLater` was called on dies with the next turn of an event loop: here.
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        for key, reference in self._started.items():
            timer = reference()
            if key not in self._outer and timer is not None and _active(timer):
                yield f"a timer of {timer.interval()} ms still runs, its parent is {timer.parent()}"
        yield from self._pending.values()


def _active(timer: "QTimer | None") -> bool:
    from shiboken6 import isValid

    return timer is not None and isValid(timer) and timer.isActive()


def _name_of(call: object) -> str:
    return getattr(call, "__qualname__", repr(call))
