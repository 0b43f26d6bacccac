"""Waiting for what events bring."""

from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QTimer

LOOKED_EVERY_MS = 5


def until(is_so: Callable[[], bool], limit_ms: int) -> bool:
    """Let events come until something is so; return whether it came to that."""
    loop = QEventLoop()
    limit = QTimer()
    limit.setSingleShot(True)
    limit.timeout.connect(lambda: loop.exit(1))
    look = QTimer()
    look.timeout.connect(lambda: loop.exit(0) if is_so() else None)
    limit.start(limit_ms)
    look.start(LOOKED_EVERY_MS)
    return loop.exec() == 0 or is_so()  # A busy machine may reach the limit without a look.
