"""Ctrl+C and the end of the session end the program in good order."""

import os
import signal
import subprocess
import sys

import pytest

SCRIPT = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer
from designer.app.signals import end_on_signals
app = QCoreApplication([])
end_on_signals(app)
QTimer.singleShot(0, lambda: print("ready", flush=True))
code = app.exec()
print("cleaned up", flush=True)
sys.exit(code)
"""


DRAGGED = """
import os, signal, sys
from PySide6.QtCore import QTimer
from PySide6.QtGui import QDrag, QGuiApplication
from designer.app.signals import end_on_signals
app = QGuiApplication([])
end_on_signals(app)
QDrag.cancel = staticmethod(lambda: print("let go", flush=True))
QTimer.singleShot(0, lambda: os.kill(os.getpid(), signal.SIGTERM))
sys.exit(app.exec())
"""


def test_a_signal_lets_go_of_what_is_dragged() -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", DRAGGED], capture_output=True, text=True, timeout=60,
        env=environment, check=False,
    )  # fmt: skip
    assert (done.stdout, done.returncode) == ("let go\n", 0), done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_event_loop_and_what_comes_after_it_runs(number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
            child.send_signal(number)
            out, errors = child.communicate(timeout=60)
        finally:
            child.kill()
    assert (out, errors, child.returncode) == ("cleaned up\n", "", 0)
