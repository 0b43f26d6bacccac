"""Every rule of `tests/helpers/code_rules.py` holds, and finds each violation planted here."""

import pytest

from tests.helpers import code_rules
from tests.helpers.code_rules import RULES
from tests.helpers.planted import assert_found_where_marked, assert_nothing_found, name_of

pytestmark = pytest.mark.timeout(400)  # the whole tree is read once, by a machine that may be busy

# Rule, place, violation. Lines that must be found end in `#!`.
PLANTED = [
    ("library", "designer/ui/a.py", "import timeit  #!\n"),
    ("name of a room above", "designer/engine/a.py", "NAME = 'PySide6.QtCore'  #!\n"),
    (
        "hidden from types",
        "designer/ui/a.py",
        "from typing import TYPE_CHECKING\nif not TYPE_CHECKING:  #!\n    x = 1\n",
    ),
    ("dynamic import", "designer/engine/a.py", "import importlib  #!\n"),
    ("dynamic import", "designer/wiring/a.py", "from importlib import import_module  #!\n"),
    ("dynamic import", "designer/model/a.py", "import importlib.util as tools  #!\n"),
    ("dynamic import", "designer/io/a.py", "qt = __import__('PySide6')  #!\n"),
    ("dynamic import", "designer/catalog/a.py", "load = __import__  #!\nqt = load('x')  #!\n"),
    ("dynamic import", "designer/document/a.py", "import builtins\nbuiltins.__import__('x')  #!\n"),
    (
        "dynamic import",
        "designer/planning/a.py",
        "import builtins\ngetattr(builtins, '__import__')('x')  #!\n",
    ),
    ("dynamic import", "designer/ui/a.py", "exec('import PySide6')  #!\n"),
    ("dynamic import", "designer/io/a.py", "import runpy  #!\nimport pkgutil  #!\n"),
    ("clock, chance, files", "designer/model/a.py", "import time  #!\n"),
    ("clock, chance, files", "designer/model/a.py", "import random  #!\nimport secrets  #!\n"),
    ("clock, chance, files", "designer/model/a.py", "from uuid import uuid4  #!\n"),
    ("clock, chance, files", "designer/model/a.py", "from pathlib import Path  #!\n"),
    ("clock, chance, files", "designer/model/a.py", "import os  #!\nimport io  #!\n"),
    ("clock, chance, files", "designer/model/a.py", "from subprocess import run  #!\n"),
    ("clock, chance, files", "designer/engine/a.py", "data = open('x').read()  #!\n"),
    (
        "clock, chance, files",
        "designer/engine/a.py",
        "import builtins  #!\nbuiltins.open('x')  #!\n",
    ),
    ("clock, chance, files", "designer/engine/a.py", "def f(path):\n    path.read_text()  #!\n"),
    ("clock, chance, files", "designer/engine/a.py", "from time import perf_counter as p  #!\n"),
    ("clock, chance, files", "designer/engine/a.py", "def f():\n    print('x')  #!\n"),
    (
        "clock, chance, files",
        "designer/wiring/a.py",
        "import numpy as np\nrng = np.random.default_rng()  #!\nnp.load('x')  #!\n",
    ),
    (
        "clock, chance, files",
        "designer/document/a.py",
        "import datetime as d\nnow = d.datetime.now  #!\ntoday = d.date.today()  #!\n",
    ),
    (
        "clock, chance, files",
        "designer/planning/a.py",
        "import numpy as np\nnow = np.datetime64('now')  #!\n",
    ),
    (
        "catalogue as an argument",
        "designer/document/a.py",
        "from designer.catalog.load import load_shipped  #!\n",
    ),
    (
        "catalogue as an argument",
        "designer/engine/cooling.py",
        "def f():\n    from designer.catalog import data_files  #!\n",
    ),
    ("broad handler", "designer/io/a.py", "try:\n    f()\nexcept:  #!\n    pass\n"),
    ("broad handler", "designer/io/a.py", "try:\n    f()\nexcept Exception:  #!\n    pass\n"),
    (
        "broad handler",
        "designer/ui/a.py",
        "try:\n    f()\nexcept (ValueError, BaseException) as e:  #!\n    print(e)\n",
    ),
    (
        "broad handler",
        "designer/ui/a.py",
        "ALL = (OSError, Exception)\ntry:\n    f()\nexcept ALL:  #!\n    pass\n",
    ),
    (
        "broad handler",
        "designer/ui/a.py",
        "Any = Exception\ntry:\n    f()\nexcept Any:  #!\n    pass\n",
    ),
    (
        "broad handler",
        "designer/io/a.py",
        "def f():\n    try:\n        g()\n    except Exception:  #!\n        if h():\n"
        "            return 1\n        raise\n",
    ),
    (
        "broad handler",
        "designer/io/a.py",
        "import contextlib\nwith contextlib.suppress(Exception):  #!\n    f()\n",
    ),
    (
        "broad handler",
        "designer/io/a.py",
        "from contextlib import suppress as quiet\n"
        "with quiet(OSError, BaseException):  #!\n    f()\n",
    ),
    (
        "broad handler",
        "designer/io/a.py",
        "from contextlib import suppress\nwith suppress(*errors):  #!\n    f()\n",
    ),
    (
        "items of Python",
        "designer/ui/a.py",
        "from PySide6.QtWidgets import QListWidgetItem\nitem = QListWidgetItem('x')  #!\n",
    ),
    (
        "items of Python",
        "designer/ui/a.py",
        "def f(grid):\n    return grid.itemAt(0)  #!\n",
    ),
    (
        "items of Python",
        "designer/ui/a.py",
        "ask = grid.itemAtPosition  #!\n",
    ),
    (
        "items of Python",
        "designer/ui/a.py",
        "def f(row):\n    while row.count():\n        row.takeAt(0)  #!\n",
    ),
    ("threads", "designer/runtime/a.py", "import threading  #!\n"),
    ("threads", "designer/runtime/a.py", "from concurrent.futures import Executor  #!\n"),
    ("threads", "designer/io/a.py", "def f():\n    import asyncio  #!\n"),
    ("threads", "designer/io/a.py", "from multiprocessing.pool import ThreadPool  #!\n"),
    ("threads", "designer/ui/a.py", "from PySide6.QtCore import QThread\nQThread()  #!\n"),
    (
        "threads",
        "designer/ui/a.py",
        "from PySide6 import QtCore\nQtCore.QThreadPool.globalInstance()  #!\n",
    ),
    ("threads", "designer/ui/a.py", "from PySide6.QtCore import QRunnable as R\nR()  #!\n"),
    ("network", "designer/io/a.py", "from urllib.request import urlopen  #!\n"),
    ("network", "designer/ui/a.py", "from PySide6.QtNetwork import QTcpSocket  #!\n"),
    ("network", "designer/ui/a.py", "from PySide6 import QtNetwork  #!\n"),
    ("network", "tests/unit/a.py", "import http.client  #!\nimport requests  #!\n"),
    ("process-wide state", "designer/ui/a.py", "def f():\n    global x  #!\n    x = 1\n"),
    (
        "process-wide state",
        "designer/ui/a.py",
        "class A:\n    @classmethod\n    def instance(cls):  #!\n        return cls._one\n",
    ),
    (
        "process-wide state",
        "designer/ui/a.py",
        "class A:\n    def __new__(cls):\n        cls._one = object.__new__(cls)  #!\n",
    ),
    (
        "process-wide state",
        "designer/ui/a.py",
        "class A:\n    seen = None\n    def f(self):\n        A.seen = 1  #!\n"
        "        type(self).seen = 2  #!\n        self.__class__.seen = 3  #!\n",
    ),
    (
        "process-wide state",
        "designer/ui/a.py",
        "class A:\n    parts = {'a': 1}\n    def f(self):\n        A.parts['x'] = 1  #!\n"
        "        A.parts.update(x=1)  #!\n        setattr(A, 'parts', {})  #!\n",
    ),
    ("process-wide state", "designer/ui/a.py", "REGISTRY: dict[str, int] = {}  #!\n"),
    ("process-wide state", "designer/ui/a.py", "seen = set()  #!\nopen_ones = list()  #!\n"),
    (
        "process-wide state",
        "designer/ui/a.py",
        "from collections import defaultdict\ntable = defaultdict(list)  #!\n",
    ),
    (
        "process-wide state",
        "designer/ui/a.py",
        "WORDS = {'a': 1}\ndef f(x):\n    WORDS[x] = 1  #!\n    WORDS.pop('a')  #!\n"
        "    del WORDS[x]  #!\n",
    ),
    (
        "process-wide state",
        "designer/ui/a.py",
        "from designer.catalog.load import PART_TABLES as tables\n"
        "def f():\n    tables['x'] = None  #!\n    tables.clear()  #!\n",
    ),
    (
        "process-wide state",
        "designer/ui/a.py",
        "from designer.io import journal\ndef f():\n    journal.folder = 1  #!\n",
    ),
    ("process-wide state", "designer/ui/a.py", "def f():\n    f.calls = 1  #!\n"),
    ("process-wide state", "designer/ui/a.py", "def f():\n    globals()['x'] = 1  #!\n"),
    (
        "cached factories",
        "designer/ui/a.py",
        "from functools import cache\n@cache\ndef f() -> dict[str, int]:  #!\n    return {}\n",
    ),
    (
        "cached factories",
        "designer/ui/a.py",
        "import functools\n@functools.lru_cache(maxsize=None)\ndef f():  #!\n    return A()\n",
    ),
    (
        "cached factories",
        "designer/io/a.py",
        "from functools import cache\n@cache\n"
        "def f() -> tuple[list[int], ...]:  #!\n    return ()\n",
    ),
    ("unvalidated change", "designer/io/a.py", "def f(r):\n    r.model_copy(update={})  #!\n"),
    ("unvalidated change", "designer/ui/a.py", "def f(r):\n    copy = r.model_copy  #!\n"),
    (
        "unvalidated change",
        "designer/ui/a.py",
        "def f(r):\n    getattr(r, 'model_copy')()  #!\n",
    ),
    (
        "unvalidated change",
        "designer/model/a.py",
        "def f(r):\n    object.__setattr__(r, 'name', 'x')  #!\n",
    ),
    ("bare directive", "designer/io/a.py", "x = 1  # type: " + "ignore\n"),
    ("bare directive", "designer/io/a.py", "x = 1  # type: " + "ignore[misc]\n"),
    ("bare directive", "designer/io/a.py", "x = 1  # no" + "qa\n"),
    ("bare directive", "tests/unit/a.py", "x = 1  # no" + "qa: E501\n"),
    ("bare directive", "tests/unit/a.py", "x = 1  # NO" + "QA because I say so\n"),
    ("bare directive", "tests/unit/a.py", "x = 1  # no" + "qa: E501  # fmt: skip\n"),
    ("bare directive", "designer/io/a.py", "# ruff: no" + "qa: E501 - long tables\n"),
    ("bare directive", "designer/io/a.py", "# my" + "py: ignore-errors, since it is old\n"),
    ("bare directive", "designer/io/a.py", "x = 1  # type: " + "ignore  # the stub is wrong\n"),
    ("waiting by time", "tests/unit/a.py", "from time import sleep as rest\nrest(1)  #!\n"),
    ("waiting by time", "tests/unit/a.py", "import time as t\nt.sleep(1)  #!\n"),
    ("waiting by time", "tests/unit/a.py", "import time\nnap = time.sleep  #!\nnap(1)  #!\n"),
    ("waiting by time", "tests/unit/a.py", "import time\ngetattr(time, 'sleep')(1)  #!\n"),
    ("waiting by time", "tests/unit/a.py", "import asyncio\nasyncio.sleep(1)  #!\n"),
    ("waiting by time", "tests/gui/a.py", "def test(qtbot):\n    qtbot.wait(10)  #!\n"),
    (
        "waiting by time",
        "tests/gui/a.py",
        "from PySide6.QtTest import QTest\nQTest.qWait(5)  #!\nQTest.qSleep(5)  #!\n",
    ),
    (
        "waiting by time",
        "tests/gui/a.py",
        "from PySide6.QtTest import QTest as Q\nwait = Q.qWait  #!\nwait(5)  #!\n",
    ),
    (
        "waiting by time",
        "tests/gui/a.py",
        "from PySide6.QtCore import QThread\nQThread.msleep(5)  #!\n"
        "QThread.usleep(5)  #!\nQThread.sleep(5)  #!\n",
    ),
    ("waiting by time", "tests/unit/a.py", "import threading\nthreading.Event().wait(1)  #!\n"),
    (
        "waiting by time",
        "tests/unit/a.py",
        "from threading import Event\ne = Event()\ne.wait(timeout=1)  #!\n",
    ),
    ("waiting by time", "tests/unit/a.py", "import select\nselect.select([], [], [], 1)  #!\n"),
    ("waiting by time", "tests/unit/a.py", "import select\nselect.poll().poll(50)  #!\n"),
    (
        "waiting by time",
        "tests/unit/a.py",
        "import subprocess\nsubprocess.run(['sleep', '1'])  #!\n",
    ),
    ("waiting by time", "tests/unit/a.py", "import os\nos.system('sleep 1')  #!\n"),
    ("waiting by time", "tests/e2e/a.py", "run(('xdotool', 'click', '1', 'sleep', '1'))  #!\n"),
    (
        "waiting by time",
        "tests/unit/a.py",
        "import time\nend = 3\nwhile time.monotonic() < end:  #!\n    pass\n",
    ),
    (
        "waiting by time",
        "tests/gui/a.py",
        "import time\ndef test(qtbot):\n    qtbot.waitUntil(lambda: time.time() > 5)  #!\n",
    ),
    (
        "waiting by time",
        "tests/gui/a.py",
        "loop = QEventLoop()\nQTimer.singleShot(100, loop.quit)  #!\nloop.exec()\n",
    ),
]

INNOCENT = [
    (
        "library",
        "designer/io/a.py",
        "import os\nimport urllib.parse\nfrom collections.abc import Iterator\nimport numpy as np\n"
        "x = os.path.join(urllib.parse.quote('a'), os.sep)\ny = np.zeros(3).dtype\n"
        "def f(logging):\n    logging.config = 1\n",
    ),
    ("name of a room above", "designer/engine/a.py", "NAME = 'designer.engine, a quiet site'\n"),
    (
        "hidden from types",
        "designer/ui/a.py",
        "import typing\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import x\n"
        "if typing.TYPE_CHECKING:\n    import y\nwhile True:\n    break\n",
    ),
    ("dynamic import", "designer/io/a.py", "from importlib import metadata, resources\n"),
    ("dynamic import", "designer/io/a.py", "import re\npattern = re.compile('x')\n"),
    ("dynamic import", "designer/ui/a.py", "def f(dialog):\n    dialog.exec()\n"),
    (
        "clock, chance, files",
        "designer/model/a.py",
        "import math, re\nfrom datetime import date\nfrom functools import cached_property\n"
        "import numpy as np\nday = date(2026, 1, 1)\nzeros = np.zeros(3)\n",
    ),
    ("clock, chance, files", "designer/io/a.py", "import time\nopen('x')\n"),
    (
        "broad handler",
        "designer/io/a.py",
        "try:\n    f()\nexcept BaseException:\n    undo()\n    raise\n",
    ),
    (
        "broad handler",
        "designer/io/a.py",
        "from contextlib import suppress\nwith suppress(OSError):\n    f()\n",
    ),
    ("threads", "designer/runtime/a.py", "from PySide6.QtCore import QProcess\nQProcess()\n"),
    (
        "items of Python",
        "designer/ui/a.py",
        "from PySide6.QtWidgets import QListWidget\nQListWidget().addItems(['x'])\n",
    ),
    ("network", "designer/io/a.py", "from urllib.parse import quote\n"),
    (
        "process-wide state",
        "designer/ui/a.py",
        "from designer.catalog.load import PART_TABLES\n"
        "WORDS = {'a': 1}\nclass A:\n    def __init__(self):\n        self.words = dict(WORDS)\n"
        "        self.words['x'] = 1\n    def f(self, WORDS):\n        WORDS['x'] = 1\n"
        "def g():\n    tables = {}\n    tables['x'] = PART_TABLES['part']\n"
        "    tables.update(a=1)\n",
    ),
    (
        "cached factories",
        "designer/ui/a.py",
        "from functools import cache\n"
        "@cache\ndef f() -> 'frozenset[str] | None':\n    return None\n"
        "@cache\ndef g(name: str) -> dict[str, int]:\n    return {}\n",
    ),
    (
        "unvalidated change",
        "designer/io/a.py",
        "def f(r):\n    r.evolve(name='x')\nclass A:\n    def __post_init__(self):\n"
        "        object.__setattr__(self, 'name', 'x')\n",
    ),
    (
        "bare directive",
        "designer/io/a.py",
        "x = 1  # type: " + "ignore[misc] # no" + "qa: B008 - Qt's own default\n"
        "y = '# no" + "qa'  # fmt: skip\n# what mypy: cannot see\n",
    ),
    (
        "waiting by time",
        "tests/unit/a.py",
        "import select, threading, time\nbegin = time.perf_counter()\nready = threading.Event()\n"
        "start(ready.set)\nready.wait(5)\nchild.wait(timeout=30)\n"
        "select.select([pipe], [], [], 5)\n"
        "while time.monotonic() < end:\n    step()\nQTimer.singleShot(0, loop.quit)\n"
        "say('sleep')\nqtbot.waitUntil(lambda: seen)\n",
    ),
]


@pytest.fixture(scope="module")
def found():
    """What each rule finds in the repository, exceptions included: read once for all tests.

    One file after the other: the trees of all of them at once are a gigabyte.
    """
    everything = {name: [] for name in RULES}
    for source in code_rules.repository_sources():
        for name, rule in RULES.items():
            everything[name] += rule.found([source])
    return everything


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_holds(found, rule):
    assert RULES[rule].not_excepted(found[rule]) == []


@pytest.mark.parametrize("rule", RULES)
def test_every_exception_has_a_reason_and_is_needed(found, rule):
    assert all(len(reason) > 10 for reason in RULES[rule].excepted.values())
    assert RULES[rule].unneeded(found[rule]) == []


@pytest.mark.parametrize(("rule", "place", "text"), PLANTED, ids=name_of)
def test_a_planted_violation_is_found(rule, place, text):
    assert_found_where_marked(rule, place, text)


@pytest.mark.parametrize(("rule", "place", "text"), INNOCENT, ids=name_of)
def test_what_only_looks_alike_passes(rule, place, text):
    assert_nothing_found(rule, place, text)


def test_every_rule_has_been_seen_to_find_and_to_pass():
    # What packages may import is shown its violations in `test_arch_code_evasions`.
    assert {rule for rule, _, _ in PLANTED} == set(RULES) - {"whole package"}
    unlike = {"catalogue as an argument", "whole package"}
    assert {rule for rule, _, _ in INNOCENT} == set(RULES) - unlike


def test_an_exception_that_excepts_nothing_is_found():
    rule = code_rules.Rule(code_rules.threads, ("designer",), {"designer/a.py": "no longer there"})
    source = code_rules.planted("designer/b.py", "import threading\n")
    assert rule.unneeded(rule.found(source)) == ["designer/a.py"]
    assert rule.broken(source) == ["designer/b.py:1: import of threading"]
