"""What watches over every test while it runs: no network, nothing left running, nothing changed.

`tests/conftest.py` puts them around each test; `tests/arch/test_arch_guards.py` has seen each of
them stop a planted one. Not watched are Qt's own sockets (whose import a rule
forbids), and processes that neither `subprocess` nor a `QProcess` that lives on started.
"""

import _thread
import functools
import os
import socket
import subprocess
import sys
import threading
import time
import types
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from PySide6.QtCore import QBasicTimer, QObject, QProcess, QThread, QThreadPool, QTimer

_ENDS_WITHIN_S: Final = 1.0
_OF_PYTEST: Final = frozenset({b"PYTEST_CURRENT_TEST"})


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


class ThreadWatch:
    """Remembers which threads of Python's ran before, also those that have no `Thread`."""

    def __init__(self) -> None:
        self._before = set(threading.enumerate())
        self._numbers = set(sys._current_frames())

    @staticmethod
    def install() -> None:
        """Wrap the ways to start a thread that has no `Thread`."""
        # The second came with Python 3.13.
        for name in ("start_new_thread", "start_joinable_thread"):
            if start := getattr(_thread, name, None):
                setattr(_thread, name, _begun_when_started(start))

    def left(self) -> Iterator[str]:
        """Yield the threads that run now and did not before."""
        named = {thread.ident for thread in threading.enumerate()}
        for thread in threading.enumerate():
            if thread not in self._before and thread.is_alive():
                yield f"thread {thread.name!r} still runs"
        for number in self._nameless(named):
            yield f"thread {number}, which has no name, still runs"

    def _nameless(self, named: "set[int | None]") -> set[int]:
        """Return the threads without a `Thread`; one that just ends is listed for a moment."""
        end = time.monotonic() + _ENDS_WITHIN_S
        left = sys._current_frames().keys() - self._numbers - named
        while left and time.monotonic() < end:
            left = left & sys._current_frames().keys()
        return left


def _begun_when_started(start: Callable[..., Any]) -> Callable[..., Any]:
    """Return a way to start a thread that comes back when the thread runs, as `Thread.start` does.

    Before that, nothing lists the thread: a test may end between the two.
    """

    @functools.wraps(start)
    def watched(function: Callable[..., object], *given: Any, **named: Any) -> Any:
        if not callable(function):
            return start(function, *given, **named)
        begun = threading.Event()

        @functools.wraps(function)
        def run(*arguments: Any, **keywords: Any) -> None:
            begun.set()
            function(*arguments, **keywords)

        number = start(run, *given, **named)
        begun.wait()
        return number

    return watched


def bare_application() -> bool:
    """Return whether the process has an application that can draw and cannot hold widgets.

    There is one application a process. A test that lets the program make its own, which a command
    that draws does, takes from every later one of the process the window it asks `qapp` for.
    """
    gui = sys.modules.get("PySide6.QtGui")
    running = gui.QGuiApplication.instance() if gui else None
    return running is not None and not running.inherits("QApplication")


class StateWatch:
    """Remembers the environment and the working folder, and puts them back."""

    def __init__(self) -> None:
        self._environment = self._now()
        self._folder = os.getcwd()

    @staticmethod
    def _now() -> dict[bytes, bytes]:
        # As it is held: decoding all of it twice was a fifth of what happens around a test.
        held: dict[bytes, bytes] = os.environ._data.copy()  # type: ignore[attr-defined]  # bytes, on POSIX
        for name in _OF_PYTEST:
            held.pop(name, None)
        return held

    def changed(self) -> Iterator[str]:
        """Yield what is not as it was, and make it so."""
        now = self._now()
        if now != self._environment:
            yield from self._put_back(now)
        try:
            folder = os.getcwd()
        except FileNotFoundError:
            folder = "a folder that is gone"
        if folder != self._folder:
            yield f"the working folder is {folder}, it was {self._folder}"
            os.chdir(self._folder)

    def _put_back(self, now: dict[bytes, bytes]) -> Iterator[str]:
        for key in sorted(now.keys() | self._environment.keys()):
            name = os.fsdecode(key)
            was, is_now = (
                None if value is None else os.fsdecode(value)
                for value in (self._environment.get(key), now.get(key))
            )
            if was == is_now:
                continue
            yield f"the environment has {name}={is_now!r}, it had {was!r}"
            if was is None:
                del os.environ[name]
            else:
                os.environ[name] = was


class ProcessWatch:
    """Remembers which processes were started by `subprocess` or `QProcess`."""

    def __init__(self) -> None:
        self._children: weakref.WeakSet[subprocess.Popen[Any]] = weakref.WeakSet()
        self._of_qt: dict[int, weakref.ref[QProcess]] = {}

    def install(self) -> None:
        """Wrap the two ways to start a process."""
        from PySide6.QtCore import QProcess

        begin = subprocess.Popen.__init__

        def watched_begin(child: subprocess.Popen[Any], *given: Any, **named: Any) -> None:
            begin(child, *given, **named)
            self._children.add(child)

        subprocess.Popen.__init__ = watched_begin  # type: ignore[method-assign]  # the point
        for name in ("start", "startCommand", "open"):
            _watch_starts(QProcess, name, self._of_qt)

    def forget(self) -> None:
        """Leave aside what runs already: it belongs to a fixture of a wider scope."""
        self._children.clear()
        self._of_qt.clear()

    def left(self) -> Iterator[str]:
        """Yield the processes that this test started and nobody ended, and end them."""
        for child in list(self._children):
            if child.poll() is None:
                yield f"process {child.pid} still runs: {child.args}"
                child.kill()
                child.wait()
        for reference in self._of_qt.values():
            process = reference()
            if process is not None and _valid(process) and process.processId():
                yield f"process {process.processId()} still runs: {process.program()}"
                process.kill()
                process.waitForFinished()


class QtThreadWatch:
    """Remembers which threads of Qt were started, its common pool's among them."""

    def __init__(self) -> None:
        self._started: dict[int, weakref.ref[QThread]] = {}
        self._pools: dict[int, weakref.ref[QThreadPool]] = {}

    def install(self) -> None:
        """Wrap the ways to start one."""
        from PySide6.QtCore import QThread, QThreadPool

        _watch_starts(QThread, "start", self._started)
        for name in ("start", "tryStart"):
            _watch_starts(QThreadPool, name, self._pools)

    def forget(self) -> None:
        """Leave aside what runs already: it belongs to a fixture of a wider scope."""
        self._started.clear()
        self._pools.clear()

    def left(self) -> Iterator[str]:
        """Yield the threads that this test started and nobody ended."""
        for reference in self._started.values():
            thread = reference()
            if thread is not None and _valid(thread) and thread.isRunning():
                yield f"{thread} still runs"
                thread.quit()
        pools = [known() for known in self._pools.values()]
        if core := sys.modules.get("PySide6.QtCore"):
            # Python's side of the common pool lives no longer than somebody names it.
            pools.append(core.QThreadPool.globalInstance())
        for pool in pools:
            if pool is not None and _valid(pool) and pool.activeThreadCount():
                yield f"{pool} still runs something"


def _watch_starts(owner: Any, name: str, started: dict[int, Any]) -> None:
    """Wrap a method of a class of Qt's, so that those on whom it is called are remembered."""
    start = getattr(owner, name)

    def watched(one: Any, *given: Any, **named: Any) -> Any:
        started[id(one)] = weakref.ref(one)
        return start(one, *given, **named)

    setattr(owner, name, watched)


class AnimationWatch:
    """Remembers which animations and time lines Python code started: each is a timer of Qt's."""

    def __init__(self) -> None:
        self._started: dict[int, weakref.ref[Any]] = {}

    def install(self) -> None:
        """Wrap the ways to start one."""
        from PySide6.QtCore import QAbstractAnimation, QTimeLine

        for owner in (QAbstractAnimation, QTimeLine):
            for name in ("start", "resume"):
                _watch_starts(owner, name, self._started)

    def forget(self) -> None:
        """Leave aside what runs already: it belongs to a fixture of a wider scope."""
        self._started.clear()

    def left(self) -> Iterator[str]:
        """Yield what this test started and nobody stopped or deleted."""
        for reference in self._started.values():
            one = reference()
            if one is not None and _valid(one) and one.state() == type(one).State.Running:
                yield f"{type(one).__name__} still runs"
                one.stop()


class TimerWatch:
    """Remembers which Qt timers Python code started.

    Qt offers no list of its timers, so what starts one is wrapped: `QTimer.start`,
    `QTimer.singleShot`, `QBasicTimer.start`, `QObject.startTimer`, `QMetaObject.invokeMethod`.
    Calls with a receiver and after no time at all are not counted. Timers that Qt's own widgets
    start inside C++ are not seen, and die with their widget.
    """

    def __init__(self) -> None:
        self._started: dict[int, weakref.ref[QTimer]] = {}
        self._basic: dict[int, weakref.ref[QBasicTimer]] = {}
        self._numbered: dict[tuple[int, int], tuple[weakref.ref[QObject], int]] = {}
        self._outer: set[object] = set()
        self._pending: dict[object, tuple[str, weakref.ref[QObject] | None]] = {}

    def install(self) -> None:
        """Wrap the ways to start a timer."""
        # Imported here: the suite sets Qt's environment before Qt is imported.
        from PySide6.QtCore import QObject, QTimer

        self._watch_basic_timers()
        start, single_shot = QTimer.start, QTimer.singleShot

        def watched_start(timer: QTimer, *arguments: int) -> None:
            self._started[id(timer)] = weakref.ref(timer)
            start(timer, *arguments)

        def watched_single_shot(ms: int, *rest: Any) -> None:
            # With a receiver Qt drops the call when the receiver dies.
            call = rest[-1]
            receiver = rest[-2] if len(rest) > 1 else getattr(call, "__self__", None)
            if not callable(call) or (ms <= 0 and isinstance(receiver, QObject)):
                single_shot(ms, *rest)
            elif not isinstance(receiver, QObject):
                single_shot(ms, *rest[:-1], self._noted(ms, call))
            else:
                owner = () if len(rest) > 1 else (receiver,)
                single_shot(ms, *rest[:-1], *owner, self._noted(ms, call, receiver))

        QTimer.start = watched_start  # type: ignore[method-assign]  # the point of this class
        QTimer.singleShot = staticmethod(watched_single_shot)  # type: ignore[assignment]  # as above

    def _watch_basic_timers(self) -> None:
        from PySide6.QtCore import QBasicTimer, QMetaObject, QObject, QTimer

        start_basic, start, kill = QBasicTimer.start, QObject.startTimer, QObject.killTimer

        def watched_basic(timer: QBasicTimer, *arguments: Any) -> None:
            self._basic[id(timer)] = weakref.ref(timer)
            start_basic(timer, *arguments)

        def watched_start(receiver: QObject, ms: int, *more: Any) -> int:
            number = start(receiver, ms, *more)
            self._numbered[id(receiver), int(number)] = (weakref.ref(receiver), ms)
            return number

        def watched_kill(receiver: QObject, number: int) -> None:
            self._numbered.pop((id(receiver), int(number)), None)
            kill(receiver, number)

        invoke = QMetaObject.invokeMethod

        def watched_invoke(receiver: QObject, *more: Any) -> Any:
            if isinstance(receiver, QTimer):
                self._started[id(receiver)] = weakref.ref(receiver)
            return invoke(receiver, *more)

        QMetaObject.invokeMethod = staticmethod(watched_invoke)  # type: ignore[assignment]  # as below
        QBasicTimer.start = watched_basic  # type: ignore[method-assign,assignment]  # as below
        QObject.startTimer = watched_start  # type: ignore[method-assign,assignment]  # as below
        QObject.killTimer = watched_kill  # type: ignore[method-assign,assignment]  # as below

    def _noted(
        self, ms: int, call: Callable[..., object], receiver: "QObject | None" = None
    ) -> Callable[[], None]:
        token = object()
        words = f"a single shot after {ms} ms calls {_name_of(call)}"
        self._pending[token] = (words, None if receiver is None else weakref.ref(receiver))
        # A method must not keep its object, as Qt would not either.
        of_object = isinstance(call, types.MethodType) and receiver is not None
        known = weakref.WeakMethod(call) if of_object else lambda: call

        def called() -> None:
            self._pending.pop(token, None)
            asked = known()
            if asked is not None:
                asked()

        return called

    def forget(self) -> None:
        """Leave aside what runs already: it belongs to a fixture of a wider scope."""
        self._started = {k: r for k, r in self._started.items() if _active(r())}
        self._basic = {k: r for k, r in self._basic.items() if _active(r())}
        self._numbered = {k: n for k, n in self._numbered.items() if _valid(n[0]())}
        self._outer = {*self._started, *self._basic, *self._numbered}
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
        for key, basic in self._basic.items():
            if key not in self._outer and _active(basic()):
                yield "a QBasicTimer still runs"
        for number, (receiver, ms) in self._numbered.items():
            if number not in self._outer and _valid(receiver()):
                yield f"a timer of {ms} ms still runs, started by startTimer of {receiver()}"
        for words, known in self._pending.values():
            if known is None or _valid(known()):
                yield words


def _active(timer: "QTimer | QBasicTimer | None") -> bool:
    return timer is not None and _valid(timer) and timer.isActive()


def _valid(owner: object) -> bool:
    """Return whether an object of Qt is there, on both sides."""
    from shiboken6 import isValid

    return owner is not None and isValid(owner)


def _name_of(call: object) -> str:
    return getattr(call, "__qualname__", repr(call))
