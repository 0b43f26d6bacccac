"""Waiting by time under further names: `tests/helpers/waiting_rules.py` finds each."""

import pytest

from tests.helpers.planted import assert_found_where_marked, assert_nothing_found

LOOP = "loop = QEventLoop()\n"
PLANTED = [
    "def test(spy):\n    assert not spy.wait(300)  #!\n",
    "def test(spy):\n    assert spy.wait(300) is False  #!\n",
    "def test(process):\n    assert not process.waitForFinished(300)  #!\n",
    (
        "def test(qtbot):\n    with pytest.raises(TimeoutError):  #!\n"
        "        qtbot.waitUntil(lambda: False, timeout=300)\n"
    ),
    (
        "def test(qtbot, x):\n    with pytest.raises(qtbot.TimeoutError):  #!\n"
        "        with qtbot.waitSignal(x.never, timeout=300):\n            pass\n"
    ),
    "with suppress(subprocess.TimeoutExpired, OSError):  #!\n    child.wait(timeout=1)\n",
    "try:  #!\n    child.wait(timeout=1)\nexcept TimeoutExpired:\n    pass\n",
    "try:  #!\n    q.get(timeout=1)\nexcept (queue.Empty, OSError):\n    pass\n",
    "def test(qtbot):\n    with qtbot.waitCallback(raising=False):  #!\n        pass\n",
    f"{LOOP}timer = QTimer(interval=300, timeout=loop.quit)  #!\n",
    f"{LOOP}timer = QTimer(None, singleShot=True, timeout=lambda: loop.exit(0))  #!\n",
    f"{LOOP}timer.timeout.connect(lambda: loop.quit())  #!\n",
    "from datetime import datetime\nwhile datetime.now() < end:  #!\n    pass\n",
    "import datetime as d\nwhile d.datetime.now(d.UTC) < end:  #!\n    app.processEvents()\n",
    "while QDateTime.currentMSecsSinceEpoch() < end:  #!\n    pass\n",
    "while QTime.currentTime().msecsTo(end) > 0:  #!\n    pass\n",
    "while timer.nsecsElapsed() < 10**9:  #!\n    app.processEvents()\n",
    "while deadline.remainingTime():  #!\n    pass\n",
    "import time\nwhile time.clock_gettime(1) < end:  #!\n    pass\n",
    "import time\nwhile time.localtime() < end:  #!\n    pass\n",
    "def test(qtbot):\n    qtbot.waitUntil(lambda: datetime.now() > end)  #!\n",
    "import threading\nthreading.Condition().wait_for(lambda: False, 1)  #!\n",
    "import threading as t\nc = t.Condition()\nwith c:\n    c.wait_for(f, timeout=1)  #!\n",
    "from threading import Barrier\nBarrier(2).wait(1)  #!\n",
    "import select\nselect.poll().poll(500)  #!\n",
    "import select\np = select.poll()\np.poll(500)  #!\n",
    "from select import epoll\nepoll().poll(1)  #!\n",
    "import selectors\nselectors.DefaultSelector().select(1)  #!\n",
    "run([sys.executable, '-c', 'from time import sleep; sleep(1)'])  #!\n",
    "run_python('import time as t; t.sleep(2)')  #!\n",
    "run_python('from time import sleep as rest; rest(1)')  #!\n",
    "CODE = 'import time; time.sleep(1)'  #!\nrun_python(CODE)\n",
    "run_python(f'import time; time.sleep({n})')  #!\n",
    "run(sys.executable, '-c', 'import trio as t; t.sleep(1)')  #!\n",
]

INNOCENT = (
    "import select, threading\n"
    "def test(spy, process, qtbot):\n    assert spy.wait(300)\n"
    "    if not process.waitForFinished(300):\n        process.kill()\n"
    "    assert not process.waits\n    with qtbot.waitCallback() as called:\n        f(called)\n"
    "try:\n    child.wait(timeout=9)\nexcept TimeoutExpired:\n    child.kill()\n"
    "with pytest.raises(ValueError):\n    f()\n"
    "p = select.poll()\np.register(pipe)\np.poll(500)\nchild.poll()\n"
    "c = threading.Condition()\nstart(c.notify)\nc.wait_for(ready, 5)\n"
    "limit.timeout.connect(lambda: loop.exit(1))\n"
    "look.timeout.connect(lambda: loop.exit(0) if is_so() else None)\n"
    "timer = QTimer(interval=300, timeout=panel.refresh)\n"
    "while not done:\n    app.processEvents()\n"
    "while datetime.now() < end:\n    step()\n"
    "say('asleep (or nearly)')\nsay('it sleeps')\n"
)


@pytest.mark.parametrize("text", PLANTED)
def test_a_planted_wait_by_time_is_found(text):
    assert_found_where_marked("waiting by time", "tests/gui/a.py", text)


def test_a_wait_for_an_event_passes():
    assert_nothing_found("waiting by time", "tests/gui/a.py", INNOCENT)
