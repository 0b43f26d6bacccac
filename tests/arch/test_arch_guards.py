"""A test that speaks to a network or leaves something running must fail: each planted once."""

import shutil
import sys
from xml.etree import ElementTree

import pytest

from tests.arch.test_arch_warnings import run_planted
from tests.helpers.gates import REPOSITORY
from tests.helpers.sandbox import run

INNOCENT = {
    "pipe": """
import socket

def test_planted(tmp_path):
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind(str(tmp_path / "pipe"))
        server.listen()
        client.connect(str(tmp_path / "pipe"))
""",
    "application with widgets": """
from PySide6.QtGui import QGuiApplication

def test_planted(qapp):
    assert QGuiApplication.instance() is qapp
""",
    "thread that ended": """
import threading

def test_planted():
    thread = threading.Thread(target=print)
    thread.start()
    thread.join()
""",
    "thread without a name that ended": """
import _thread, os

def test_planted():
    read, write = os.pipe()
    _thread.start_new_thread(os.write, (write, b"x"))
    assert os.read(read, 1) == b"x"
    os.close(read)
    os.close(write)
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
    QTimer.singleShot(60_000, widget.show)
""",
    "single shots that came": """
from PySide6.QtCore import QObject, QTimer

class Kept(QObject):
    def method(self):
        CAME.append("method")

CAME, KEPT = [], []

def test_planted(qtbot):
    KEPT.append(Kept())
    QTimer.singleShot(1, KEPT[0].method)
    QTimer.singleShot(1, KEPT[0], lambda: CAME.append("function"))
    QTimer.singleShot(0, KEPT[0], KEPT[0].method)
    Kept().deleteLater()
    QTimer.singleShot(1, Kept().method)
    qtbot.waitUntil(lambda: len(CAME) == 3)
    assert sorted(CAME) == ["function", "method", "method"]
""",
    "animations that stopped": """
from PySide6.QtCore import QObject, QPropertyAnimation, QTimeLine

KEPT = []

def test_planted(qapp):
    KEPT.extend((QObject(), QTimeLine(60_000)))
    KEPT.append(QPropertyAnimation(KEPT[0], b"objectName", KEPT[0], duration=60_000))
    KEPT[2].setEndValue("x")
    for one in KEPT[1:]:
        one.start()
        one.stop()
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
    "timers that were stopped": """
from PySide6.QtCore import QBasicTimer, QObject
from PySide6.QtWidgets import QWidget

KEPT = []

def test_planted(qtbot):
    owner, basic, widget = QObject(), QBasicTimer(), QWidget()
    KEPT.extend((owner, basic))
    owner.killTimer(owner.startTimer(60_000))
    basic.start(60_000, owner)
    basic.stop()
    qtbot.addWidget(widget)
    widget.startTimer(60_000)
""",
    "processes that ended": """
import subprocess, sys
from PySide6.QtCore import QProcess

KEPT = []

def test_planted(qapp):
    KEPT.append(subprocess.Popen([sys.executable, "-c", ""]))
    KEPT[0].wait()
    KEPT.append(QProcess())
    KEPT[1].start(sys.executable, ["-c", ""])
    assert KEPT[1].waitForFinished()
""",
    "threads of Qt that ended": """
from PySide6.QtCore import QThread, QThreadPool

def test_planted(qapp):
    thread = QThread()
    thread.start()
    thread.quit()
    assert thread.wait(10_000)
    pool = QThreadPool.globalInstance()
    pool.start(print)
    assert pool.waitForDone(10_000)
""",
    "a process of a module": """
import subprocess, sys
import pytest

@pytest.fixture(scope="module", autouse=True)
def outer():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        yield
        child.kill()

def test_planted():
    pass
""",
    "what is put back": """
import os

def test_planted(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PLANTED", "1")
    monkeypatch.delenv("HOME")
    assert "HOME" not in os.environ
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
    "a thread without a name": ("""
import _thread, atexit, os

def test_planted():
    read, write = os.pipe()
    _thread.start_new_thread(lambda: os.read(read, 1), ())
    atexit.register(os.write, write, b"x")
""", "which has no name, still runs"),
    "a thread without a name that is slow to begin": ("""
import atexit, os, sys
from _thread import start_new_thread

def test_planted():
    read, write = os.pipe()
    usual = sys.getswitchinterval()
    sys.setswitchinterval(60)
    start_new_thread(os.read, (read, 1))
    sys.setswitchinterval(usual)
    atexit.register(os.write, write, b"x")
""", "which has no name, still runs"),
    "a thread without a name that can be joined": ("""
import _thread, atexit, os

def test_planted():
    read, write = os.pipe()
    start = getattr(_thread, "start_joinable_thread", None)  # from Python 3.13 on
    start = start or (lambda function: _thread.start_new_thread(function, ()))
    start(lambda: os.read(read, 1))
    atexit.register(os.write, write, b"x")
""", "which has no name, still runs"),
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
    "a single shot of an object that lives on": ("""
from PySide6.QtCore import QObject, QTimer

class Kept(QObject):
    def method(self):
        pass

KEPT = []

def test_planted(qapp):
    KEPT.append(Kept())
    QTimer.singleShot(60_000, KEPT[0].method)
""", "a single shot after 60000 ms calls Kept.method"),
    "a single shot with a receiver that lives on": ("""
from PySide6.QtCore import QObject, QTimer

KEPT = []

def test_planted(qapp):
    KEPT.append(QObject())
    QTimer.singleShot(60_000, KEPT[0], print)
""", "a single shot after 60000 ms calls print"),
    "an animation": ("""
from PySide6.QtCore import QObject, QPropertyAnimation

KEPT = []

def test_planted(qapp):
    KEPT.append(QObject())
    KEPT.append(QPropertyAnimation(KEPT[0], b"objectName", KEPT[0], duration=60_000))
    KEPT[1].setEndValue("x")
    KEPT[1].start()
""", "QPropertyAnimation still runs"),
    "a time line": ("""
from PySide6.QtCore import QTimeLine

KEPT = []

def test_planted(qapp):
    KEPT.append(QTimeLine(60_000))
    KEPT[0].start()
""", "QTimeLine still runs"),
    "a timer that is told to start by its name": ("""
from PySide6.QtCore import QMetaObject, Qt, QTimer

KEPT = []

def test_planted(qapp):
    KEPT.append(QTimer(interval=60_000))
    QMetaObject.invokeMethod(KEPT[0], "start", Qt.ConnectionType.DirectConnection)
""", "a timer of 60000 ms still runs"),
    "a timer by its number": ("""
from PySide6.QtCore import QObject

KEPT = []

def test_planted(qapp):
    KEPT.append(QObject())
    KEPT[0].startTimer(60_000)
""", "a timer of 60000 ms still runs, started by startTimer"),
    "a timer by its number, of a class of its own": ("""
from PySide6.QtWidgets import QWidget

class Blinking(QWidget):
    def __init__(self):
        super().__init__()
        self.startTimer(60_000)

KEPT = []

def test_planted(qapp):
    KEPT.append(Blinking())
""", "a timer of 60000 ms still runs, started by startTimer"),
    "a basic timer": ("""
from PySide6.QtCore import QBasicTimer, QObject

KEPT = []

def test_planted(qapp):
    KEPT.extend((QObject(), QBasicTimer()))
    KEPT[1].start(60_000, KEPT[0])
""", "a QBasicTimer still runs"),
    "a process": ("""
import subprocess, sys

KEPT = []

def test_planted():
    KEPT.append(subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE))
""", "still runs: ["),
    "a process of Qt": ("""
import sys
from PySide6.QtCore import QProcess

KEPT = []

def test_planted(qapp):
    KEPT.append(QProcess())
    KEPT[0].start(sys.executable, ["-c", "input()"])
    assert KEPT[0].waitForStarted()
""", "still runs: "),
    "a process of Qt by its command": ("""
import sys
from PySide6.QtCore import QProcess

KEPT = []

def test_planted(qapp):
    KEPT.append(QProcess())
    KEPT[0].startCommand(f'{sys.executable} -c "input()"')
    assert KEPT[0].waitForStarted()
""", "still runs: "),
    "a process of Qt that is opened": ("""
import sys
from PySide6.QtCore import QProcess

KEPT = []

def test_planted(qapp):
    KEPT.append(QProcess())
    KEPT[0].setProgram(sys.executable)
    KEPT[0].setArguments(["-c", "input()"])
    KEPT[0].open()
    assert KEPT[0].waitForStarted()
""", "still runs: "),
    "a thread of Qt": ("""
import atexit
from PySide6.QtCore import QThread

KEPT = []

def test_planted(qapp):
    KEPT.append(QThread())
    KEPT[0].start()
    atexit.register(KEPT[0].wait)
""", "QThread"),
    "the common pool of Qt": ("""
import atexit, os
from PySide6.QtCore import QThreadPool

def test_planted(qapp):
    read, write = os.pipe()
    QThreadPool.globalInstance().start(lambda: os.read(read, 1))
    atexit.register(os.write, write, b"x")
""", "still runs something"),
    "a pool of Qt": ("""
import atexit, os
from PySide6.QtCore import QThreadPool

KEPT = []

def test_planted(qapp):
    read, write = os.pipe()
    KEPT.append(QThreadPool())
    KEPT[0].start(lambda: os.read(read, 1))
    atexit.register(os.write, write, b"x")
""", "still runs something"),
    "a variable of the environment": ("""
import os

def test_planted():
    os.environ["PLANTED"] = "1"
""", "the environment has PLANTED='1', it had None"),
    "a variable that is gone": ("""
import os

def test_planted():
    del os.environ["HOME"]
""", "the environment has HOME=None, it had "),
    "a working folder": ("""
import os

def test_planted(tmp_path):
    os.chdir(tmp_path)
""", "the working folder is "),
    "an application without widgets": ("""
from PySide6.QtGui import QGuiApplication

KEPT = []

def test_planted():
    KEPT.append(QGuiApplication([]))
""", "an application without widgets was made"),
}  # fmt: skip


ALONE = ("an application without widgets", "the common pool of Qt")
"""What would spoil the tests that come after it in the same process."""


@pytest.fixture(scope="module")
def failures(tmp_path_factory):
    """What is said of each planted test, "" where it passed: all in one process."""
    texts = INNOCENT | {name: text for name, (text, _) in LEAKING.items() if name not in ALONE}
    folder = tmp_path_factory.mktemp("planted")
    shutil.copy(REPOSITORY / "tests/conftest.py", folder)
    for number, text in enumerate(texts.values()):
        (folder / f"test_planted_{number}.py").write_text(text)
    done = run(
        *(sys.executable, "-m", "pytest", "-c", str(REPOSITORY / "pyproject.toml")),
        *(f"--rootdir={folder}", "-p", "no:cacheprovider", "-p", "no:xdist"),
        *(f"--junitxml={folder / 'told.xml'}", str(folder)),
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    told = dict.fromkeys(texts, "")
    cases = list(ElementTree.parse(folder / "told.xml").iter("testcase"))
    assert {one.get("name") for one in cases} == {"test_planted"}
    assert len({one.get("classname") for one in cases}) == len(texts)
    for case in cases:
        name = list(texts)[int(case.get("classname").rpartition("_")[2])]
        told[name] += "".join(f"{one.get('message')}{one.text}" for one in case)
    return told


@pytest.mark.parametrize("kind", INNOCENT)
def test_what_ends_with_its_test_passes(failures, kind):
    assert failures[kind] == ""


@pytest.mark.parametrize("kind", [name for name in LEAKING if name not in ALONE])
def test_a_planted_leak_fails(failures, kind):
    assert LEAKING[kind][1] in failures[kind]


@pytest.mark.parametrize("kind", ALONE)
def test_a_planted_leak_that_spoils_the_process_fails(tmp_path, kind):
    text, said = LEAKING[kind]
    code, output = run_planted(tmp_path, text)
    assert code == 1, output
    assert said in output


def test_a_child_is_refused_the_network_by_its_environment():
    code = "import urllib.request as r; r.urlopen('http://example.com', timeout=5)"
    done = run(sys.executable, "-c", code)
    assert done.returncode != 0
    assert "refused" in done.stderr
    assert "gai" not in done.stderr


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")
def test_git_is_refused_the_network_by_its_environment():
    done = run("git", "ls-remote", "https://example.com/x")
    assert "transport 'https' not allowed" in done.stderr
