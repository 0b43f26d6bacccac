"""Ctrl+C and the end of the session end the program in good order."""

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
