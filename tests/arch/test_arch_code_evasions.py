"""The rules of `tests/helpers/code_rules.py` against the same deeds under other names."""

import pytest

from tests.helpers import code_rules, reach_rules
from tests.helpers.planted import assert_found_where_marked, assert_nothing_found, name_of

# Rule, place, violation. Lines that must be found end in `#!`.
PLANTED = [
    ("dynamic import", "designer/engine/a.py", "from pydantic import ImportString as S\nS  #!\n"),
    ("dynamic import", "designer/ui/a.py", "import pydantic\nx = pydantic.ImportString  #!\n"),
    (
        "dynamic import",
        "designer/engine/a.py",
        "import collections\nm = collections._sys.modules['PySide6']  #!\n",
    ),
    ("dynamic import", "designer/io/a.py", "import sys\nm = sys.modules['designer.ui']  #!\n"),
    ("dynamic import", "designer/io/a.py", "from sys import modules\nmodules['x']  #!\n"),
    ("dynamic import", "designer/io/a.py", "import pydoc  #!\npydoc.locate('PySide6')\n"),
    ("dynamic import", "designer/io/a.py", "from pkgutil import resolve_name  #!\n"),
    ("dynamic import", "designer/io/a.py", "import pickle  #!\n"),
    ("whole package", "designer/ui/kit/a.py", "from designer import ui  #!\n"),
    ("whole package", "designer/ui/kit/a.py", "from ... import ui  #!\n"),
    ("whole package", "designer/ui/kit/a.py", "import designer.ui  #!\nx = designer.ui  #!\n"),
    ("whole package", "designer/ui/a.py", "from designer.runtime.feed import *  #!\n"),
    ("clock, chance, files", "designer/model/a.py", "from statistics import random  #!\n"),
    (
        "clock, chance, files",
        "designer/model/a.py",
        "import statistics\nx = statistics.NormalDist().samples(3)  #!\n",
    ),
    ("clock, chance, files", "designer/model/a.py", "def f(d):\n    return type(d).today()  #!\n"),
    ("clock, chance, files", "designer/model/a.py", "def f(d):\n    return d.now()  #!\n"),
    (
        "clock, chance, files",
        "designer/model/a.py",
        "from datetime import date\nDAY = date.fromtimestamp(0)  #!\n",
    ),
    (
        "clock, chance, files",
        "designer/model/a.py",
        "import dataclasses\nx = dataclasses.sys  #!\n",
    ),
    (
        "clock, chance, files",
        "designer/model/a.py",
        "import numpy as np\nnp.fromregex('f', 'x', float)  #!\nNOW = 'now'\n"
        "np.datetime64(NOW)  #!\nnp.ctypeslib.load_library('c', '/')  #!\n",
    ),
    (
        "clock, chance, files",
        "designer/model/a.py",
        "from pydantic import FilePath\nX = FilePath  #!\n",
    ),
    ("clock, chance, files", "designer/model/a.py", "import inspect  #!\nimport locale  #!\n"),
    (
        "broad handler",
        "designer/io/a.py",
        "ALL: Final = (OSError, Exception)\ntry:\n    f()\nexcept ALL:  #!\n    pass\n",
    ),
    (
        "broad handler",
        "designer/io/a.py",
        "def g():\n    some = (OSError, Exception)\n    try:\n        f()\n"
        "    except some:  #!\n        pass\n",
    ),
    (
        "broad handler",
        "designer/io/a.py",
        "from designer.io.b import ALL\ntry:\n    f()\nexcept ALL:  #!\n    pass\n",
    ),
    (
        "broad handler",
        "designer/io/a.py",
        "A = (Exception,)\ntry:\n    f()\nexcept (OSError, *A):  #!\n    pass\n",
    ),
    (
        "broad handler",
        "designer/io/a.py",
        "A = (OSError,) + (Exception,)\ntry:\n    f()\nexcept A:  #!\n    pass\n",
    ),
    (
        "broad handler",
        "designer/io/a.py",
        "E: type[Exception] = Exception\ntry:\n    f()\nexcept E:  #!\n    pass\n",
    ),
    ("broad handler", "designer/io/a.py", "try:\n    f()\nexcept errors():  #!\n    pass\n"),
    ("broad handler", "designer/io/a.py", "try:\n    f()\nexcept* Exception:  #!\n    pass\n"),
    (
        "broad handler",
        "designer/io/a.py",
        "class Quiet:\n    def __exit__(self, *a):\n        return True  #!\n",
    ),
    ("threads", "designer/runtime/a.py", "import os\nos.fork()  #!\n"),
    ("threads", "designer/runtime/a.py", "import _thread  #!\n"),
    ("threads", "designer/runtime/a.py", "from os import posix_spawn as go\ngo()  #!\n"),
    ("threads", "designer/runtime/a.py", "import signal\nsignal.setitimer(0, 1)  #!\n"),
    (
        "threads",
        "designer/ui/a.py",
        "from PySide6 import QtCore\nQtCore.QMetaObject.invokeMethod(x, 'start')  #!\n",
    ),
    ("network", "designer/io/a.py", "import _socket  #!\n"),
    ("network", "packaging/a.py", "import urllib.request  #!\n"),
    ("unvalidated change", "designer/io/a.py", "def f(r):\n    r.__dict__['x'] = 1  #!\n"),
    ("unvalidated change", "designer/io/a.py", "def f(r):\n    r.__dict__.update(x=1)  #!\n"),
    ("unvalidated change", "designer/io/a.py", "def f(r):\n    vars(r)['x'] = 1  #!\n"),
    ("unvalidated change", "designer/io/a.py", "def f(r):\n    r.copy(update={'x': 1})  #!\n"),
    ("unvalidated change", "designer/io/a.py", "def f(r):\n    r.__setstate__({})  #!\n"),
    ("unvalidated change", "designer/ui/a.py", "x = Design.model_construct(name=1)  #!\n"),
    ("unvalidated change", "designer/ui/a.py", "make = Design.model_construct  #!\n"),
    (
        "cached factories",
        "designer/ui/a.py",
        "from functools import cache\nclass A:\n    @classmethod\n    @cache\n"
        "    def current(cls) -> 'A':  #!\n        return cls()\n",
    ),
    ("network", "designer/ui/a.py", "import webbrowser  #!\n"),
    ("network", "designer/io/a.py", "import urllib\nurllib.request.urlopen(x)  #!\n"),
    (
        "dynamic import",
        "designer/io/a.py",
        "from importlib import metadata\nmetadata.import_module('os')  #!\n",
    ),
    (
        "waiting by time",
        "tests/unit/a.py",
        "import time\nwhile time.monotonic() < end:  #!\n    x = 1\n",
    ),
    (
        "waiting by time",
        "tests/unit/a.py",
        "import time\nwhile True:  #!\n    if time.monotonic() > end:\n        break\n",
    ),
    (
        "waiting by time",
        "tests/unit/a.py",
        "import time\nwhile True:  #!\n    now = time.monotonic()\n"
        "    if time.monotonic() > end:\n        return\n    app.processEvents()\n",
    ),
    (
        "waiting by time",
        "tests/gui/a.py",
        "with qtbot.assertNotEmitted(s, wait=500):  #!\n    f()\n",
    ),
    ("waiting by time", "tests/gui/a.py", "QTest.keyClick(w, key, none, 500)  #!\n"),
    ("waiting by time", "tests/gui/a.py", "QTest.mouseClick(w, left, delay=500)  #!\n"),
    ("waiting by time", "tests/gui/a.py", "def f(bot):\n    bot.wait(10)  #!\n"),
    ("waiting by time", "tests/gui/a.py", "def f(q: QtBot):\n    q.wait(10)  #!\n"),
    ("waiting by time", "tests/gui/a.py", "def f(qtbot):\n    q = qtbot\n    q.wait(10)  #!\n"),
    (
        "unvalidated change",
        "designer/model/a.py",
        "class A:\n    def __post_init__(self):\n        object.__setattr__(SHARED, 'x', 1)  #!\n",
    ),
    (
        "bare directive",
        "designer/io/a.py",
        "from typing import no_type_check as n\nn  #!\n",
    ),
    ("bare directive", "packaging/a.py", "x = 1  # type: " + "ignore\n"),
    ("bare directive", "designer/io/a.py", "# pyri" + "ght: basic, as this is old\n"),
    ("bare directive", "designer/io/a.py", "# iso" + "rt: skip_file\n"),
    ("bare directive", "designer/io/a.py", "# ru" + "ff: disable[E711]\n"),
    ("bare directive", "designer/io/a.py", "# ru" + "ff: file-ignore[E711] as it is old\n"),
    (
        "process-wide state",
        "designer/ui/a.py",
        "from types import SimpleNamespace\nSTATE = SimpleNamespace()  #!\n",
    ),
    ("process-wide state", "designer/ui/a.py", "import itertools\nids = itertools.count()  #!\n"),
    (
        "process-wide state",
        "designer/ui/a.py",
        "from contextvars import ContextVar\nnow: object = ContextVar('x')  #!\n",
    ),
    (
        "process-wide state",
        "designer/ui/a.py",
        "import itertools\nclass A:\n    ids = itertools.count()  #!\n",
    ),
    (
        "process-wide state",
        "designer/ui/a.py",
        "import numpy as np\nSEEN = np.zeros(4)\ndef f():\n    SEEN[0] = 1  #!\n",
    ),
    (
        "process-wide state",
        "designer/ui/a.py",
        "class A:\n"
        "    seen: ClassVar[list[int]] = []\n"
        "    def f(self):\n"
        "        self.seen.append(1)  #!\n",
    ),
    (
        "process-wide state",
        "designer/ui/a.py",
        "def f(w):\n    QApplication.instance().workspace = w  #!\n",
    ),
    (
        "cached factories",
        "designer/ui/a.py",
        "from functools import cache\n"
        "@cache\n"
        "def f(name: str = 'x') -> dict[str, int]:  #!\n"
        "    return {}\n",
    ),
    ("cached factories", "designer/ui/a.py", "from functools import cache\ng = cache(f)  #!\n"),
    (
        "waiting by time",
        "tests/gui/a.py",
        "def test(qtbot, timer):\n    with qtbot.waitSignal(timer.timeout):  #!\n        pass\n",
    ),
    (
        "waiting by time",
        "tests/gui/a.py",
        "def test(qtbot, x):\n"
        "    with qtbot.waitSignal(x.never, timeout=300, raising=False):  #!\n"
        "        pass\n",
    ),
    (
        "waiting by time",
        "tests/gui/a.py",
        "def test(qtbot, x):\n    qtbot.waitSignals([x.timeout])  #!\n",
    ),
    (
        "waiting by time",
        "tests/gui/a.py",
        "from PySide6.QtTest import QSignalSpy\n"
        "spy = QSignalSpy(timer.timeout)\n"
        "spy.wait(300)  #!\n"
        "QSignalSpy(timer.timeout).wait(300)  #!\n",
    ),
    (
        "waiting by time",
        "tests/gui/a.py",
        "import time\nwhile time.monotonic() < end:  #!\n    app.processEvents()\n",
    ),
    ("waiting by time", "tests/gui/a.py", "QTimer.singleShot(100, lambda: loop.quit())  #!\n"),
    (
        "waiting by time",
        "tests/gui/a.py",
        "import time\n"
        "def later():\n"
        "    return time.time() > 5\n"
        "def test(qtbot):\n"
        "    qtbot.waitUntil(later)  #!\n",
    ),
    (
        "waiting by time",
        "tests/gui/a.py",
        "from PySide6.QtTest import QTest\nQTest.qWaitFor(lambda: False, 100)  #!\n",
    ),
    ("waiting by time", "tests/unit/a.py", "import queue\nqueue.Queue().get(timeout=1)  #!\n"),
    (
        "waiting by time",
        "tests/unit/a.py",
        "import threading\nthreading.Lock().acquire(timeout=1)  #!\n",
    ),
    (
        "waiting by time",
        "tests/unit/a.py",
        "run([sys.executable, '-c', 'import time; time.sleep(1)'])  #!\n",
    ),
    ("waiting by time", "tests/unit/a.py", "import ctypes\nctypes.CDLL(None).usleep(100000)  #!\n"),
    (
        "waiting by time",
        "tests/unit/a.py",
        "import asyncio\nasyncio.run(asyncio.wait_for(asyncio.Future(), 1))  #!\n",
    ),
]

INNOCENT = [
    (
        "waiting by time",
        "tests/gui/a.py",
        "with qtbot.waitSignal(watch.changed, timeout=500):\n    f()\n"
        "while time() < end:\n    app.processEvents()\n    if seen:\n        break\n"
        "answer = queue.get(timeout=5)\nspy = QSignalSpy(watch.changed)\nspy.wait(5)\n",
    ),
    (
        "process-wide state",
        "designer/ui/a.py",
        "NONE = np.empty(0)\nclass A:\n    table: ClassVar[dict[str, str]] = {}\n"
        "    def f(self):\n        return self.table\n",
    ),
    (
        "dynamic import",
        "designer/io/a.py",
        "import sys\nx = sys.argv\ndef f(modules):\n    return modules\n",
    ),
    (
        "whole package",
        "designer/ui/kit/a.py",
        "from designer import __version__\n",
    ),
    ("whole package", "designer/ui/kit/a.py", "import designer\nx = designer.__file__\n"),
    (
        "clock, chance, files",
        "designer/model/a.py",
        "from collections.abc import Iterator\nimport numpy as np\nx = np.copy(np.zeros(3))\n"
        "now = 1\nprint_it = re.compile('x')\n",
    ),
    (
        "broad handler",
        "designer/io/a.py",
        "import json\nBAD = (OSError, ValueError)\ntry:\n    f()\nexcept BAD:\n    pass\n"
        "except (json.JSONDecodeError, KeyError):\n    pass\n"
        "class A:\n    def __exit__(self, *a):\n        return None\n",
    ),
    (
        "unvalidated change",
        "designer/io/a.py",
        "class A:\n    def __post_init__(self):\n        object.__setattr__(self, 'x', 1)\n"
        "names = names.copy()\n",
    ),
    (
        "cached factories",
        "designer/ui/a.py",
        "from functools import cache\nclass A:\n    @classmethod\n    @cache\n"
        "    def named(cls, name: str) -> 'A':\n        return cls()\n",
    ),
    ("network", "designer/io/a.py", "from urllib import parse\nparse.quote(x)\n"),
    (
        "dynamic import",
        "designer/io/a.py",
        "from importlib import metadata\nx = metadata.version('designer')\n",
    ),
    (
        "waiting by time",
        "tests/unit/a.py",
        "import time\nwhile time.monotonic() < end:\n    if arrived():\n        break\n"
        "while True:\n    take()\n    if time.monotonic() > end:\n        break\n",
    ),
    (
        "waiting by time",
        "tests/gui/a.py",
        "with qtbot.assertNotEmitted(s):\n    QTest.keyClick(w, key, none)\n"
        "QTest.mouseClick(w, left, none, at)\nQTest.mouseMove(w, at)\nprocess.wait(10)\n",
    ),
]


@pytest.mark.parametrize(("rule", "place", "text"), PLANTED, ids=name_of)
def test_a_planted_evasion_is_found(rule, place, text):
    assert_found_where_marked(rule, place, text)


@pytest.mark.parametrize(("rule", "place", "text"), INNOCENT, ids=name_of)
def test_what_only_looks_like_an_evasion_passes(rule, place, text):
    assert_nothing_found(rule, place, text)


def test_the_window_is_handed_nothing_of_the_engine_but_its_report():
    assert reach_rules.passed_on(list(code_rules.repository_sources("designer"))) == []


@pytest.mark.parametrize("room", ["designer/runtime/a.py", "designer/render/a.py"])
def test_a_planted_name_of_the_engine_that_is_passed_on_is_found(room):
    between = room.removesuffix(".py").replace("/", ".")
    sources = [
        *code_rules.planted("designer/engine/evaluate.py", "def evaluate(): ...\n"),
        *code_rules.planted(room, "from designer.engine.evaluate import evaluate as work\n"),
        *code_rules.planted("designer/io/b.py", f"from {between} import work as job\n"),
        *code_rules.planted("designer/ui/state/a.py", f"from {between} import work\n"),
        *code_rules.planted("designer/ui/state/b.py", "\nfrom designer.io.b import job\n"),
    ]
    assert reach_rules.passed_on(sources) == [
        f"designer/ui/state/a.py:1: {between}.work is designer.engine.evaluate.evaluate",
        "designer/ui/state/b.py:2: designer.io.b.job is designer.engine.evaluate.evaluate",
    ]


def test_a_planted_name_that_the_report_passes_on_is_found():
    sources = [
        *code_rules.planted("designer/engine/report.py", "from designer.engine.calc import add\n"),
        *code_rules.planted("designer/engine/calc.py", "def add(): ...\n"),
        *code_rules.planted("designer/ui/a.py", "from designer.engine.report import add, Report\n"),
    ]
    assert reach_rules.passed_on(sources) == [
        "designer/ui/a.py:1: designer.engine.report.add is designer.engine.calc.add"
    ]
