"""What `report` does before its work: no heavy module imported, and no look for garbage."""

import json
import os
import subprocess
import sys

import pytest

from designer.catalog.load import load_shipped
from designer.io.design_file import save
from designer.model.design import Design
from tests.helpers.gates import REPOSITORY

_HEAVY = ("PySide6", "scipy", "concurrent.futures", "logging", "tomlkit", "yaml", "pyqtgraph")
_CODE = f"""
import gc, json, os, sys
looked = []
gc.callbacks.append(lambda phase, info: looked.append(phase) if phase == "stop" else None)
end = os._exit
def told(code):
    heavy = [name for name in {_HEAVY!r} if name in sys.modules]
    print(json.dumps([heavy, len(looked), gc.isenabled()]), file=sys.stderr, flush=True)
    end(code)
os._exit = told
import designer.__main__ as program
program.run()
"""


@pytest.fixture(scope="module")
def started(tmp_path_factory) -> tuple[list[str], int, bool]:
    home = tmp_path_factory.mktemp("home")
    path = home / "empty.cluster.toml"
    save(path, Design(), load_shipped())
    ran = subprocess.run(
        [sys.executable, "-c", _CODE, "report", str(path)],
        cwd=REPOSITORY, check=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=120,
        env=os.environ | {"CLUSTER_DESIGNER_HOME": str(home)},
    )  # fmt: skip
    assert ran.stdout
    heavy, looked, collects = json.loads(ran.stderr)
    return heavy, looked, collects


def test_no_module_is_imported_that_only_other_commands_need(started):
    assert started[0] == []


def test_what_is_imported_is_not_looked_through_for_garbage(started):
    looked, collects = started[1:]
    assert looked <= 1  # what Python itself looked through before the program's first line
    assert collects, "a large design must still be looked through"
