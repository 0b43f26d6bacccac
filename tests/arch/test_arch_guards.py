"""A test that speaks to a network or leaves something running must fail: each planted once."""

import pytest

from tests.arch.test_arch_warnings import run_planted

INNOCENT = {
    "pipe": """
import socket

def test_planted(tmp_path):
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind(str(tmp_path / "pipe"))
        server.listen()
        client.connect(str(tmp_path / "pipe"))
""",
    "thread that ended": """
import threading

def test_planted():
    thread = threading.Thread(target=print)
    thread.start()
    thread.join()
""",
    "timer of a closed widget": """
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

def test_planted(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    timer = QTimer(widget)
    timer.start(60_000)
    QTimer.singleShot(0, print)
    QTimer.singleShot(60_000, widget, print)
""",
    "timer of a module": """
import pytest
from PySide6.QtCore import QTimer

@pytest.fixture(scope="module", autouse=True)
def outer(qapp):
    timer = QTimer()
    timer.start(60_000)
    yield
    timer.stop()

def test_planted(qapp):
    assert qapp
""",
}
LEAKING = {
    "a connection": ("""
import socket

def test_planted():
    with socket.socket() as client:
        client.connect(("192.0.2.1", 80))
""", "socket.connect"),
    "a connection to this machine": ("""
import socket

def test_planted():
    socket.create_connection(("127.0.0.1", 9))
""", "socket."),
    "a server": ("""
import socket

def test_planted():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
""", "socket.bind"),
    "a look-up": ("""
import socket

def test_planted():
    socket.getaddrinfo("example.com", 80)
""", "socket.getaddrinfo"),
    "a name of an address": ("""
import socket

def test_planted():
    socket.getnameinfo(("127.0.0.1", 80), 0)
""", "socket.getnameinfo"),
    "a datagram": ("""
import socket

def test_planted():
    with socket.socket(type=socket.SOCK_DGRAM) as sender:
        sender.sendto(b"x", ("192.0.2.1", 53))
""", "socket.sendto"),
    "a page, with its error swallowed": ("""
import contextlib, urllib.request

def test_planted():
    with contextlib.suppress(Exception):
        urllib.request.urlopen("http://example.com")
""", "socket."),
    "a thread": ("""
import threading

def test_planted():
    threading.Thread(target=threading.Event().wait, name="planted", daemon=True).start()
""", "thread 'planted' still runs"),
    "a pool": ("""
from concurrent.futures import ThreadPoolExecutor

POOL = ThreadPoolExecutor(1)

def test_planted():
    POOL.submit(print).result()
""", "thread 'ThreadPoolExecutor-0_0' still runs"),
    "a timer": ("""
from PySide6.QtCore import QObject, QTimer

KEPT = []

def test_planted(qapp):
    KEPT.append(QTimer(interval=60_000))
    KEPT[0].start()
""", "a timer of 60000 ms still runs"),
    "a timer of a widget that lives on": ("""
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

KEPT = []

def test_planted(qapp):
    KEPT.append(QWidget())
    QTimer(KEPT[0]).start(60_000)
""", "a timer of 60000 ms still runs"),
    "a single shot": ("""
from PySide6.QtCore import QTimer

def planted():
    pass

def test_planted(qapp):
    QTimer.singleShot(60_000, planted)
""", "a single shot after 60000 ms calls planted"),
}  # fmt: skip


@pytest.mark.parametrize("kind", INNOCENT)
def test_what_ends_with_its_test_passes(tmp_path, kind):
    code, output = run_planted(tmp_path, INNOCENT[kind])
    assert code == 0, output


@pytest.mark.parametrize("kind", LEAKING)
def test_a_planted_leak_fails(tmp_path, kind):
    text, said = LEAKING[kind]
    code, output = run_planted(tmp_path, text)
    assert code == 1, output
    assert said in output
