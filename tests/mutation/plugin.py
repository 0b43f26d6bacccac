"""Loaded into pytest by `-p`: notes which test runs, or runs chosen tests only.

With `MUTATION_NOTES` set, a coverage measurement that runs in the process gets each test as its
context, and so do processes that the test starts; what each took is written to that file. With
`MUTATION_CHOICE` set, only the tests listed in that file run, in its order.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

CONTEXT = "MUTATION_CONTEXT"
NOTES = "MUTATION_NOTES"
CHOICE = "MUTATION_CHOICE"

_STASH = pytest.StashKey[dict[str, float]]()
_FAILED = pytest.StashKey[set[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_STASH] = {}
    config.stash[_FAILED] = set()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Name the test to the measurement while it runs, fixtures included."""
    if NOTES not in os.environ:
        return (yield)
    from coverage import Coverage  # only where it measures

    measuring, begin = Coverage.current(), _spent()
    os.environ[CONTEXT] = item.nodeid
    if measuring:
        measuring.switch_context(item.nodeid)
    try:
        return (yield)
    finally:
        if measuring:
            measuring.switch_context("")
        os.environ[CONTEXT] = ""
        item.config.stash[_STASH][item.nodeid] = _spent() - begin


def _spent() -> float:
    """Return the seconds of processor that went into this process and those it waited for.

    The clock on the wall would say what else the machine did meanwhile.
    """
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    if report.outcome != "passed":
        item.config.stash[_FAILED].add(item.nodeid)
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write how long each test took that passed."""
    if NOTES in os.environ:
        durations = session.config.stash[_STASH]
        failed = session.config.stash[_FAILED]
        passed = {name: spent for name, spent in durations.items() if name not in failed}
        Path(os.environ[NOTES]).write_text(json.dumps(passed), encoding="utf-8")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the chosen tests. A file of which none is found has other names now: it runs whole."""
    if CHOICE not in os.environ:
        return
    chosen = json.loads(Path(os.environ[CHOICE]).read_text(encoding="utf-8"))
    order = {name: number for number, name in enumerate(chosen)}
    found = [item for item in items if item.nodeid in order]
    known = {item.nodeid.partition("::")[0] for item in found}
    found.sort(key=lambda item: order[item.nodeid])
    found += [item for item in items if item.nodeid.partition("::")[0] not in known]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(found)])
    items[:] = found
