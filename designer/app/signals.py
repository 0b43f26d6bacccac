"""Ends the program in good order when the terminal or the system asks it to."""

import signal

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtGui import QDrag, QGuiApplication

POLL_MS = 200


def end_on_signals(application: QCoreApplication) -> None:
    """Stop the event loop on SIGINT (Ctrl+C) and SIGTERM (end of the session).

    No question is asked, because nobody may be there to answer it: the event loop ends with the
    window still open, and whoever cleans up keeps the journal of unsaved work.
    """

    def end(*_: object) -> None:
        # The event loop may not run yet; then it ends as soon as it does.
        QTimer.singleShot(0, leave)

    def leave() -> None:
        # A drag has a loop of its own, which on some platforms ends only when the button is let go.
        if isinstance(application, QGuiApplication):
            QDrag.cancel()
        QCoreApplication.exit(0)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    # Python runs signal handlers between its own instructions; a timer makes it have some.
    timer = QTimer(application)
    timer.timeout.connect(lambda: None)
    timer.start(POLL_MS)
