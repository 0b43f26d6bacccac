"""Loaded into pytest by `-p`: notes which test runs, or runs chosen tests only.

With `MUTATION_NOTES` set, a coverage measurement that runs in the process gets each test as its
context, and so do processes that the test starts. With `MUTATION_CHOICE` set, only the tests listed
in that file run, in its order. With `MUTATION_RESULTS` set, what became of each test is written to
that file.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

CONTEXT = "MUTATION_CONTEXT"
NOTES = "MUTATION_NOTES"
CHOICE = "MUTATION_CHOICE"
RESULTS = "MUTATION_RESULTS"

_STASH = pytest.StashKey[dict[str, float]]()
_VERDICTS = pytest.StashKey[dict[str, str]]()

PASSED, SKIPPED, FAILED, LATE = "passed", "skipped", "failed", "late"
_BY_WEIGHT = (PASSED, SKIPPED, FAILED, LATE)
_TIME_LIMIT = "from pytest-timeout"


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_STASH] = {}
    config.stash[_VERDICTS] = {}


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
    _note(item.config, item.nodeid, report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    """Note a file that cannot be imported: none of its tests runs."""
    report = yield
    if report.outcome == "failed":
        _note(collector.config, collector.nodeid, report)
    return report


def _note(config: pytest.Config, name: str, report: "pytest.TestReport") -> None:
    """Keep the worst of what setting up, running and clearing away a test came to."""
    verdict = str(report.outcome)
    if verdict == FAILED and _TIME_LIMIT in report.longreprtext:
        verdict = LATE
    verdicts = config.stash[_VERDICTS]
    verdicts[name] = max(verdicts.get(name, PASSED), verdict, key=_BY_WEIGHT.index)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write what became of each test, and how long each took."""
    if RESULTS in os.environ:
        _write(RESULTS, session.config.stash[_VERDICTS])
    if NOTES in os.environ:
        _write(NOTES, session.config.stash[_STASH])


def _write(name: str, found: object) -> None:
    Path(os.environ[name]).write_text(json.dumps(found), encoding="utf-8")


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
