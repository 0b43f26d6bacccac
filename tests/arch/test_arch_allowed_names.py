"""What is not on the lists of what a room may use, and records and errors by further ways."""

import pytest

from tests.helpers.planted import assert_found_where_marked, assert_nothing_found, name_of

PURE = "clock, chance, files"
ABOVE = "name of a room above"
TYPES = "hidden from types"
MODEL, ENGINE, IO, UI = (f"designer/{room}/a.py" for room in ("model", "engine", "io", "ui"))
APP = "designer/app/a.py"
FOR_TYPES = "from typing import TYPE_CHECKING\n"

# Rule, place, violation. Lines that must be found end in `#!`.
PLANTED = [
    ("library", MODEL, "from pydantic import PastDate  #!\n"),
    ("library", MODEL, "from pydantic.types import FutureDatetime  #!\n"),
    ("library", MODEL, "import pydantic\nX = pydantic.types.FilePath  #!\n"),
    ("library", MODEL, "import pydantic as p\nX = p.AwareDatetime  #!\n"),
    ("library", MODEL, "import pydantic\nX = getattr(pydantic, 'FilePath')  #!\n"),
    ("library", MODEL, "import pydantic.dataclasses  #!\n"),
    ("library", ENGINE, "from pydantic import SkipValidation  #!\n"),
    ("library", MODEL, "import numpy as np\nx = np.rec.fromfile('f')  #!\n"),
    ("library", MODEL, "import numpy as np\nx = np.random.default_rng()  #!\n"),
    ("library", IO, "from importlib.metadata import EntryPoint  #!\n"),
    ("library", APP, "from importlib import metadata\nmetadata.entry_points()  #!\n"),
    ("library", IO, "import logging.config  #!\n"),
    ("library", "designer/runtime/a.py", "import logging\nlogging.config.dictConfig({})  #!\n"),
    ("library", "designer/runtime/a.py", "from logging import handlers  #!\n"),
    ("library", IO, "import timeit  #!\ntimeit.timeit('import PySide6')  #!\n"),
    ("library", ENGINE, "import cProfile  #!\nimport doctest  #!\nimport unittest.mock  #!\n"),
    ("library", UI, "import json\njson.codecs.open('x')  #!\n"),
    ("library", UI, "import random  #!\nROLL = random.Random()  #!\n"),
    ("library", UI, "from PySide6 import QtAsyncio  #!\n"),
    ("library", UI, "import PySide6.QtAsyncio as q  #!\n"),
    ("library", APP, "import faulthandler  #!\n"),
    ("library", APP, "from _thread import start_new_thread  #!\n"),
    ("library", UI, "import multiprocessing as m  #!\n"),
    ("library", UI, "from PySide6 import QtNetwork  #!\n"),
    ("library", UI, "import requests  #!\n"),
    ("library", IO, "from contextlib import ExitStack  #!\n"),
    ("library", "designer/catalog/a.py", "import platformdirs  #!\n"),
    (PURE, MODEL, "x = Design.parse_file('a')  #!\n"),
    (PURE, MODEL, "def f(values):\n    values.dump('a')  #!\n"),
    (PURE, MODEL, "def f(values):\n    return values.rec.fromfile('a')  #!\n"),
    (PURE, MODEL, "def f(moment):\n    return moment.timestamp()  #!\n"),
    (PURE, MODEL, "def f(moment):\n    return moment.astimezone()  #!\n"),
    (
        "catalogue as an argument",
        ENGINE,
        "from designer.catalog.input_file import read_input  #!\n",
    ),
    ("catalogue as an argument", ENGINE, "from designer.catalog import input_file  #!\n"),
    ("catalogue as an argument", ENGINE, "import designer.catalog.plain_toml as p  #!\n"),
    (
        "catalogue as an argument",
        "designer/planning/a.py",
        "def f():\n    from designer.catalog.own_text import x  #!\n",
    ),
    (ABOVE, IO, "load('shiboken6:Shiboken')  #!\n"),
    (ABOVE, ENGINE, "timeit('import PySide6')  #!\nx = {'()': 'PyQt6.QtCore.QObject'}  #!\n"),
    (ABOVE, IO, "NAME = 'Py' + 'Side6'  #!\nNAME = ''.join(['Py', 'Qt5'])  #!\n"),
    (ABOVE, "designer/wiring/a.py", "NAME = f'PySide{6}.{part}'  #!\nNAME = b'pyside6'  #!\n"),
    (ABOVE, "designer/document/a.py", "NAME = 'designer.ui.kit'  #!\n"),
    (TYPES, UI, f"{FOR_TYPES}if TYPE_CHECKING:  #!\n    import a\nelse:\n    a = None\n"),
    (TYPES, IO, "import typing as t\nif not t.TYPE_CHECKING:  #!\n    x = 1\n"),
    (TYPES, IO, f"{FOR_TYPES}if TYPE_CHECKING or f():  #!\n    x = 1\n"),
    (TYPES, IO, f"{FOR_TYPES}RUNS = not TYPE_CHECKING  #!\n"),
    (TYPES, IO, f"{FOR_TYPES}x = 1 if TYPE_CHECKING else f()  #!\n"),
    (TYPES, IO, "MYPY = False  #!\nif not MYPY:  #!\n    x = 1\n"),
    (TYPES, IO, "if False:  #!\n    x = 1\n"),
    (
        "broad handler",
        IO,
        "import contextlib\nclass Quiet(contextlib.suppress):  #!\n    pass\n",
    ),
    (
        "broad handler",
        IO,
        "from contextlib import suppress\nfrom functools import partial\n"
        "quiet = partial(suppress, Exception)  #!\n",
    ),
    ("broad handler", IO, "from contextlib import suppress\nquiet = suppress(Exception)  #!\n"),
    ("broad handler", IO, "from contextlib import suppress as s\nquiet = s  #!\n"),
    (
        "broad handler",
        IO,
        "import contextlib\nstack = contextlib.ExitStack()  #!\nstack.push(lambda *a: True)\n",
    ),
    ("broad handler", IO, "class Quiet:\n    __exit__ = lambda self, *a: True  #!\n"),
    ("broad handler", IO, "Quiet.__exit__ = answer  #!\n"),
    (
        "broad handler",
        IO,
        "class Quiet:\n    def __exit__(self, *a):\n        return self.quiet  #!\n",
    ),
    (
        "broad handler",
        IO,
        "def f():\n    try:\n        g()\n    finally:\n        return 1  #!\n",
    ),
    ("unvalidated change", IO, "x = Design.construct(name=1)  #!\n"),
    (
        "unvalidated change",
        IO,
        "from operator import methodcaller\nx = methodcaller('model_copy', update={})  #!\n",
    ),
    (
        "unvalidated change",
        IO,
        "import operator\nx = operator.attrgetter('__dict__')(r)  #!\n",
    ),
]  # fmt: skip

INNOCENT = [
    (
        "broad handler",
        IO,
        "import contextlib\nfrom contextlib import suppress\n"
        "with suppress(OSError), g():\n    f()\n"
        "with contextlib.suppress(KeyError, ValueError):\n    f()\n"
        "def g():\n    try:\n        f()\n    finally:\n        close()\n",
    ),
    (
        "catalogue as an argument",
        ENGINE,
        "from designer.catalog.part import Part\nfrom designer.catalog.catalog import Catalog\n",
    ),
    ("library", APP, "from importlib import metadata\nmetadata.version('x')\n"),
    (PURE, MODEL, "import json\nx = json.dumps(record.model_dump())\n"),
    ("unvalidated change", IO, "from operator import attrgetter\nattrgetter('rack.id')\n"),
]


@pytest.mark.parametrize(("rule", "place", "text"), PLANTED, ids=name_of)
def test_what_is_not_on_the_list_is_found(rule, place, text):
    assert_found_where_marked(rule, place, text)


@pytest.mark.parametrize(("rule", "place", "text"), INNOCENT, ids=name_of)
def test_what_is_on_the_list_passes(rule, place, text):
    assert_nothing_found(rule, place, text)
