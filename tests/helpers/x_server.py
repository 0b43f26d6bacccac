"""An X server of the test's own, without a screen, for tests that need a real window."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

NEEDED = ("Xvfb", "xdotool")


@contextmanager
def x_server(size: str = "1680x1050x24") -> Iterator[str]:
    """Start Xvfb on a free display and yield its name, such as `:101`; end it afterwards.

    Skips the test, visibly, where Xvfb or xdotool is not installed.
    """
    lacking = [name for name in NEEDED if shutil.which(name) is None]
    if lacking:
        pytest.skip(f"real-window test: {' and '.join(lacking)} not installed")
    read, write = os.pipe()
    # The server writes its display's number when it is ready: nothing to wait for by time.
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", size, "-nolisten", "tcp"],
        pass_fds=(write,),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with open(read, encoding="ascii") as ready:
            number = ready.readline().strip()
        if not number:
            raise RuntimeError("Xvfb ended before it was ready")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()
