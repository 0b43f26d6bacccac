"""What every test of the suite stands on: a place of its own, no display, no unexpected warning.

No network either, and nothing that runs on after the test: a thread, a timer or a process that it
left behind would act in a later one, which then fails for no reason of its own, and so it would by
another environment or working folder.

A test fails when Python warns (`filterwarnings = error`), when Qt warns (`qt_log_level_fail`) or
when anything is logged at WARNING or above, unless it says beforehand which text it expects with
`@pytest.mark.expect_log("regular expression")`. `tests/arch/test_arch_warnings.py` has seen each
of the three fail.
"""

import atexit
import gc
import itertools
import logging
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from tests.helpers import guards, network_rules, seed_coverage
from tests.helpers.x_server import x_server

# Before any Qt or project import: both read the environment when they are first used. The folder
# belongs to the process, so that parallel workers do not meet in it.
_HOME = Path(tempfile.mkdtemp(prefix="cluster-designer-tests-"))
atexit.register(shutil.rmtree, _HOME, ignore_errors=True)

_PLACES = {
    "HOME": "home",
    "CLUSTER_DESIGNER_HOME": "designer",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "XDG_STATE_HOME": "state",
    "XDG_CACHE_HOME": "cache",
    "XDG_RUNTIME_DIR": "runtime",
}
for _name, _folder in _PLACES.items():
    (_HOME / _folder).mkdir(mode=0o700)
    os.environ[_name] = str(_HOME / _folder)
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Children are out of reach of the guard below: these make them refuse by themselves.
os.environ.update(network_rules.NO_NETWORK)
# Figures and dates are compared as text: the machine's language must not decide them.
os.environ["LC_ALL"] = "C.UTF-8"

_NETWORK = guards.NetworkGuard()
_NETWORK.install()
guards.ThreadWatch.install()
_TIMERS = guards.TimerWatch()
_TIMERS.install()
_ANIMATIONS = guards.AnimationWatch()
_ANIMATIONS.install()
_PROCESSES = guards.ProcessWatch()
_PROCESSES.install()
_QT_THREADS = guards.QtThreadWatch()
_QT_THREADS.install()

LOGGED_AND_HARMLESS: tuple[str, ...] = ()
"""Log messages (regular expressions) that no test needs to expect. Each states its reason."""

# Deterministic by default, so that a red suite is red for everybody; `search` looks further.
hypothesis.settings.register_profile(
    "suite",
    deadline=None,
    max_examples=40,
    derandomize=True,
    database=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.register_profile(
    "search", parent=hypothesis.settings.get_profile("suite"), max_examples=1000, derandomize=False
)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))


def pytest_configure(config: pytest.Config) -> None:
    """Declare the suite's own marker."""
    config.addinivalue_line("markers", "expect_log(pattern): a log message this test provokes")


_LONG_FILES = (
    "unit/test_mutation.py",
    "unit/test_engine_every_figure.py",
    "arch/test_arch_tools.py",
    "unit/test_engine_halls_edited.py",
    "unit/test_app_standard_output.py",
    "e2e/",
    "gui/test_runtime_attacks.py",
    "gui/test_runtime_benches.py",
    "gui/test_ui_guide.py",
    "unit/test_engine_",
    # Last by their names: a third of a minute each.
    "unit/test_wiring_",
)
"""Files of long tests, by how their place begins: a worker that meets one last leaves the others
without work."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the files that take longest first; otherwise the order is as it was."""
    root = Path(__file__).parent

    def turn(item: pytest.Item) -> int:
        own = item.path.is_relative_to(root)
        place = item.path.relative_to(root).as_posix() if own else ""
        late = len(_LONG_FILES)
        return next((n for n, at in enumerate(_LONG_FILES) if place.startswith(at)), late)

    items.sort(key=turn)


def pytest_collection_finish() -> None:
    """Leave the tests themselves out of every later collection of garbage.

    They are some millions of objects that live until the end, and looking through them again and
    again took a fifth of the time of the suite. What the tests make is looked through seldom:
    reports and trees of source are no garbage, and grow by thousands of objects a moment.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say where the facts of the founding documents live, when that was tested."""
    tested = (
        report
        for reports in terminalreporter.stats.values()
        for report in reports
        if "test_seed_coverage" in getattr(report, "nodeid", "")
    )
    if next(tested, None) is not None:
        terminalreporter.section("founding documents")
        for line in seed_coverage.summary():
            terminalreporter.line(line)


class _Collector(logging.Handler):
    """Keeps every record at WARNING or above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture(autouse=True)
def _nothing_left_running() -> Iterator[None]:
    """Fail a test that speaks to a network, leaves something running or changes the process."""
    threads = guards.ThreadWatch()
    state, was_bare = guards.StateWatch(), guards.bare_application()
    _TIMERS.forget()
    _ANIMATIONS.forget()
    _PROCESSES.forget()
    _QT_THREADS.forget()
    _NETWORK.refused.clear()
    yield
    left = [
        *_NETWORK.refused, *threads.left(), *_TIMERS.left(), *_ANIMATIONS.left(),
        *_PROCESSES.left(), *_QT_THREADS.left(), *state.changed(),
    ]  # fmt: skip
    if guards.bare_application() and not was_bare:
        left.append("an application without widgets was made: use the fixture `qapp`")
    if left:
        pytest.fail("the test used the network or left something behind\n" + "\n".join(left), False)


@pytest.fixture(autouse=True)
def _no_unexpected_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that logs a warning it did not announce."""
    collector = _Collector()
    root = logging.getLogger()
    root.addHandler(collector)
    yield
    root.removeHandler(collector)
    allowed = [*LOGGED_AND_HARMLESS]
    allowed += [str(mark.args[0]) for mark in request.node.iter_markers("expect_log")]
    unexpected = [
        f"{record.name}: {record.levelname}: {record.getMessage()}"
        for record in collector.records
        if not any(re.search(pattern, record.getMessage()) for pattern in allowed)
    ]
    if unexpected:
        pytest.fail("unexpected log message\n" + "\n".join(unexpected), pytrace=False)


@pytest.fixture(scope="session")
def _user_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield folders; `mktemp` looks through all that there are for a name that is free."""
    place = tmp_path_factory.mktemp("designer-homes")
    return (place / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def _own_user_folders(_user_folders: Iterator[Path]) -> Iterator[None]:
    """Give every test user folders of its own: no recent file, journal or lock of another test."""
    before, own = os.environ["CLUSTER_DESIGNER_HOME"], next(_user_folders)
    own.mkdir(mode=0o700)
    os.environ["CLUSTER_DESIGNER_HOME"] = str(own)
    yield
    os.environ["CLUSTER_DESIGNER_HOME"] = before


@pytest.fixture(scope="session")
def x_display() -> Iterator[str]:
    """Give the name of a display for a real window; skip, visibly, where there can be none.

    The test's own process stays offscreen: start the program in a process with this `DISPLAY` and
    `QT_QPA_PLATFORM=xcb`.
    """
    with x_server() as display:
        yield display
