"""What counts as waiting by time in a test, under whichever name.

Waiting for an event with a limit (`waitUntil`, `Popen.wait(timeout=…)`, `select` on something) is
no sleep: it ends when the event comes.
"""

import ast
from collections.abc import Iterator

from tests.helpers.source import Finding, Source

_SLEEPERS = frozenset(
    {
        "time.sleep", "asyncio.sleep", "trio.sleep", "anyio.sleep", "gevent.sleep",
        "signal.sigtimedwait", "signal.alarm", "signal.setitimer", "threading.Timer",
    }
)  # fmt: skip
_QT_SLEEPERS = (
    "QTest.qWait", "QTest.qSleep", "qtbot.wait", "QThread.sleep", "QThread.msleep",
    "QThread.usleep", "QThread.wait",
)  # fmt: skip
_CLOCKS = frozenset(
    f"time.{name}{suffix}"
    for name in ("time", "monotonic", "perf_counter", "process_time")
    for suffix in ("", "_ns")
)
_SELECTS = frozenset({"select.select"})
_SIGNALS = frozenset({"threading.Event", "threading.Condition", "asyncio.Event"})
_QT_CLOCKS = ("QElapsedTimer.elapsed", "QElapsedTimer.hasExpired", "QDeadlineTimer.hasExpired")


def sleeps(source: Source) -> Iterator[Finding]:
    """Yield what waits for a time instead of for an event."""
    for node, name in source.references:
        # `wait` alone means many things; with QTest, qtbot and QThread before it, one.
        if name in _SLEEPERS or name.endswith(_QT_SLEEPERS):
            yield node.lineno, ast.unparse(node)
    for call, name in source.calls:
        yield from _by_call(source, call, name)
    for node in source.nodes:
        if isinstance(node, ast.While) and _reads_clock(source, node.test) and _is_idle(node.body):
            yield node.lineno, "busy loop"


def _by_call(source: Source, call: ast.Call, name: str) -> Iterator[Finding]:
    last = name.rpartition(".")[2]
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    if name in _SELECTS and all(_is_empty(argument) for argument in call.args[:3]):
        yield call.lineno, "select on nothing"
    elif last == "poll" and owner and given and source.dotted(owner) == "?":
        yield call.lineno, "poll on nothing"
    elif last == "wait" and owner and given and _nobody_sets(source, owner):
        yield call.lineno, f"{ast.unparse(call)} on what nobody sets"
    elif last == "singleShot" and _quits(call.args[-1:]) and ast.unparse(call.args[0]) != "0":
        yield call.lineno, "an event loop that a timer ends"
    elif last.lower().startswith(("wait", "until")) and any(_asks_clock(source, g) for g in given):
        yield call.lineno, "waits for a clock"
    if any(_is_sleep_command(argument) for argument in given):
        yield call.lineno, "the command sleep"


def _is_idle(body: list[ast.stmt]) -> bool:
    return all(isinstance(one, ast.Pass | ast.Continue) for one in body)


def _asks_clock(source: Source, given: ast.expr) -> bool:
    return (
        isinstance(given, ast.Lambda)
        and isinstance(given.body, ast.Compare)
        and _reads_clock(source, given.body)
    )


def _is_empty(node: ast.expr) -> bool:
    return isinstance(node, ast.List | ast.Tuple) and not node.elts


def _reads_clock(source: Source, node: ast.expr) -> bool:
    return any(
        isinstance(part, ast.Call)
        and (
            source.dotted(part.func) in _CLOCKS
            or source.dotted(part.func).endswith(_QT_CLOCKS)
            or (isinstance(part.func, ast.Attribute) and part.func.attr == "hasExpired")
        )
        for part in ast.walk(node)
    )


def _nobody_sets(source: Source, waited: ast.expr) -> bool:
    """Return whether an event that is waited for is made here and never set."""
    if isinstance(waited, ast.Call):
        return source.dotted(waited.func) in _SIGNALS
    name = ast.unparse(waited)
    made = any(
        isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and source.dotted(node.value.func) in _SIGNALS
        and any(ast.unparse(target) == name for target in node.targets)
        for node in source.nodes
    )
    setters = {f"{name}.set", f"{name}.notify", f"{name}.notify_all"}
    set_somewhere = any(
        isinstance(node, ast.Attribute) and ast.unparse(node) in setters for node in source.nodes
    )
    return made and not set_somewhere


def _is_sleep_command(node: ast.expr) -> bool:
    """Return whether an argument is the command, alone, in a list, or as a line for a shell."""
    if isinstance(node, ast.List | ast.Tuple):
        return any(isinstance(one, ast.Constant) and one.value == "sleep" for one in node.elts)
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return False
    words = node.value.split()
    return words[:1] == ["sleep"] and any(word[:1].isdigit() for word in words[1:2])


def _quits(given: list[ast.expr]) -> bool:
    return any(isinstance(one, ast.Attribute) and one.attr in ("quit", "exit") for one in given)
