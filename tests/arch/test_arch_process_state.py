"""State that belongs to the process, by further ways: in the source, and in what runs."""

import itertools
import random
import types

import numpy as np
import pytest

from tests.helpers import state_rules
from tests.helpers.planted import assert_found_where_marked, assert_nothing_found

PLANTED = [
    "HELD = ([], [])\ndef f():\n    HELD[0].append(1)  #!\n",
    "HELD = {'a': []}\ndef f(x):\n    HELD['a'].append(x)  #!\n    HELD['a'][0] = x  #!\n",
    "HELD = {'a': []}\ndef f(x):\n    HELD.get('a').append(x)  #!\n",
    "HELD = {'a': []}\ndef f(x):\n    for held in HELD.values():\n        held.append(x)  #!\n",
    "WORDS = ['a']\ndef f(x):\n    words = WORDS\n    words.append(x)  #!\n",
    "WORDS = {'a': 1}\ndef f(x):\n    one = WORDS\n    two = one\n    two[x] = 1  #!\n",
    "WORDS = ['a']\nwords = WORDS\ndef f(x):\n    words.append(x)  #!\n",
    "HELD = (A(),)\ndef f(x):\n    held = HELD[0]\n    held.name = x  #!\n",
    "HELD = {'a': []}\ndef f(x):\n    next(iter(HELD.values())).append(x)  #!\n",
    "HELD = make()\ndef f(x):\n    HELD.names.append(x)  #!\n",
    "def f(x):\n    if (words := WORDS):\n        words.append(x)  #!\nWORDS = ['a']\n",
    (
        "from designer.catalog.load import PART_TABLES\n"
        "def f(x):\n    tables = PART_TABLES\n    tables['x'] = x  #!\n"
        "    PART_TABLES['a'].append(x)  #!\n"
    ),
    "class A:\n    held = ([],)\n    def f(self, x):\n        self.held[0].append(x)  #!\n",
    "class A:\n    held = {'a': 1}\n    def f(self, x):\n        self.held[x] = 1  #!\n",
]

INNOCENT = (
    "WORDS = ['a']\nTABLE = {'a': ('b',)}\n"
    "def f(x):\n    words = list(WORDS)\n    words.append(x)\n"
    "    row = [*TABLE['a']]\n    row.append(x)\n    own = TABLE.get(x)\n    own = [own]\n"
    "    own.append(x)\n    for word in WORDS:\n        x.append(word)\n"
    "    made = TABLE[x]()\n    made.name = x\n"
    "def g(words):\n    words = words or WORDS\n    words.append(1)\n"
    "class A:\n    names = ()\n    def __init__(self):\n        self.names = []\n"
    "        self.names.append(1)\n"
)


@pytest.mark.parametrize("text", PLANTED)
def test_a_planted_change_of_shared_state_is_found(text):
    assert_found_where_marked("process-wide state", "designer/ui/a.py", text)


def test_a_change_of_what_is_ones_own_passes():
    assert_nothing_found("process-wide state", "designer/ui/a.py", INNOCENT)


@pytest.mark.parametrize(
    "value",
    [
        (word for word in "ab"), iter("ab"), itertools.count(), random.Random(1), ([],), ({},),
        {"a": []}, [["a"]], types.MappingProxyType({"a": []}), bytearray(b"a"), np.zeros(2),
        types.SimpleNamespace(), np.random.default_rng(1),
        ("a", ("b", {"c"})),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_a_planted_object_that_changes_is_found(value):
    module = types.ModuleType("designer.planted")
    module.held = value
    assert state_rules.changeable_globals([module]) == [
        f"designer.planted.held: {type(value).__name__}"
    ]


def test_what_stays_as_it_is_passes():
    module = types.ModuleType("designer.planted")
    still = np.zeros(2)
    still.flags.writeable = False
    module.array, module.empty = still, np.empty(0)
    module.words, module.table, module.rows = {"a"}, {"a": ("b", 1)}, ["a", ("b",)]
    module.view = types.MappingProxyType({"a": frozenset({"b"})})
    assert state_rules.changeable_globals([module]) == []
