"""What counts as waiting by time in a test, under whichever name.

Waiting for an event with a limit (`waitUntil`, `Popen.wait(timeout=…)`, `select` on something) is
no sleep: it ends when the event comes. Whether that event ever comes cannot be read: a wait for a
signal that nobody sends, with an error at its limit, fails and so is no way to pass time. A helper
that waits is found where it is written, not where it is called.
"""

import ast
import re
from collections.abc import Iterator

from tests.helpers.shell_commands import commands_of
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
    f"{name}{suffix}"
    for name in (
        "time", "monotonic", "perf_counter", "process_time", "thread_time", "clock_gettime",
    )
    for suffix in ("", "_ns")
) | frozenset(
    {
        "localtime", "gmtime", "now", "utcnow", "today", "elapsed", "nsecsElapsed", "hasExpired",
        "msecsTo", "remainingTime", "remainingTimeNSecs", "currentTime", "currentDateTime",
        "currentDateTimeUtc", "currentMSecsSinceEpoch", "currentSecsSinceEpoch", "times",
    }
)  # fmt: skip
"""What says how late it is, by the last part of its name, whoever offers it."""
_SELECTS = frozenset({"select.select"})
_SIGNALS = frozenset(
    {"threading.Event", "threading.Condition", "threading.Barrier", "asyncio.Event"}
)
_POLLS = frozenset(
    {
        "select.poll", "select.epoll", "selectors.DefaultSelector", "selectors.SelectSelector",
        "selectors.PollSelector", "selectors.EpollSelector",
    }
)  # fmt: skip
_TIME_OVER = frozenset({"TimeoutError", "TimeoutExpired", "Empty"})
"""Errors that come when a limit is reached."""
_SLEEP_LINE = re.compile(
    r"(?:^|[;&|(]\s*|\s-c\s+[\"']?|\b(?:do|then|exec)\s+)(?:/\S*/)?u?sleep\s+[\d.$]"
)
"""A line for a shell in which a sleep is a command, and no word."""
_SLEEP_CALL = re.compile(r"\bu?sleep\s*\(\s*[\w.]|\b(?:import|as)\s+u?sleep\b|\bimport sleep\b")
"""Code for a child process that sleeps."""
_DELAYED = {
    **dict.fromkeys(("keyClick", "keyClicks", "keyPress", "keyRelease", "keyEvent"), 3),
    **dict.fromkeys(("mouseClick", "mouseDClick", "mousePress", "mouseRelease"), 4),
    "mouseMove": 2,
}
"""Which argument of `QTest` is the delay before a stroke or a click."""


def sleeps(source: Source) -> Iterator[Finding]:
    """Yield what waits for a time instead of for an event."""
    for node, name in source.references:
        # `wait` alone means many things; with QTest, qtbot and QThread before it, one.
        if name in _SLEEPERS or name.endswith(_QT_SLEEPERS):
            yield node.lineno, ast.unparse(node)
    for call, name in source.calls:
        yield from _by_call(source, call, name)
    for node in source.nodes:
        if isinstance(node, ast.While) and _passes_time(source, node):
            yield node.lineno, "busy loop"
        elif isinstance(node, ast.Constant | ast.JoinedStr) and _SLEEP_CALL.search(_written(node)):
            yield node.lineno, "code that sleeps"
        elif isinstance(node, ast.Assert) and _denies_a_wait(node.test):
            yield node.lineno, "waits for what does not come"
        elif isinstance(node, ast.With | ast.Try) and _waits_for_the_limit(node):
            yield node.lineno, "waits until the time is over"


def _written(node: ast.Constant | ast.JoinedStr) -> str:
    """Return what is written out of a text; `x` stands for what is put into it."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(one.value) if isinstance(one, ast.Constant) else "x" for one in parts)


def _denies_a_wait(test: ast.expr) -> bool:
    """Return whether what is asserted is that a wait ends by its limit."""
    denied = (
        test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else None
    )
    if isinstance(test, ast.Compare) and ast.unparse(test.comparators[-1]) == "False":
        denied = test.left
    called = denied.func if isinstance(denied, ast.Call) else None
    waits = isinstance(called, ast.Attribute) and called.attr.startswith("wait")
    return waits and isinstance(denied, ast.Call) and bool(denied.args or denied.keywords)


def _waits_for_the_limit(node: ast.With | ast.Try) -> bool:
    """Return whether the error of a limit is expected, or dropped: then it is a wait for a time."""
    if isinstance(node, ast.Try):
        return any(
            handler.type is not None
            and _is_time_over(handler.type)
            and all(isinstance(one, ast.Pass | ast.Continue) for one in handler.body)
            for handler in node.handlers
        )
    made = [one.context_expr for one in node.items if isinstance(one.context_expr, ast.Call)]
    return any(
        ast.unparse(one.func).rpartition(".")[2] in ("raises", "suppress")
        and any(map(_is_time_over, one.args))
        for one in made
    )


def _is_time_over(error: ast.expr) -> bool:
    errors = error.elts if isinstance(error, ast.Tuple) else [error]
    return any(ast.unparse(one).rpartition(".")[2] in _TIME_OVER for one in errors)


def _by_call(source: Source, call: ast.Call, name: str) -> Iterator[Finding]:
    last = name.rpartition(".")[2]
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    if name in _SELECTS and all(_is_empty(argument) for argument in call.args[:3]):
        yield call.lineno, "select on nothing"
    elif last in ("poll", "select") and owner and given and _is_poll_of_nothing(source, owner):
        yield call.lineno, "poll on nothing"
    elif last in ("wait", "wait_for") and owner and given and _nobody_sets(source, owner):
        yield call.lineno, f"{ast.unparse(call)} on what nobody sets"
    elif _ends_by_timer(source, call, owner, last):
        yield call.lineno, "an event loop that a timer ends"
    elif last.lower().startswith(("wait", "until")) and any(_asks_clock(source, g) for g in given):
        yield call.lineno, "waits for a clock"
    elif last.startswith("wait") and _is_for_time(last, call):
        yield call.lineno, "waits for a timer, or for nothing"
    elif last == "wait" and owner and _is_spy_of_timer(source, owner):
        yield call.lineno, "waits for a timer"
    elif last == "wait" and owner and given and _is_bot(source, owner):
        yield call.lineno, f"{ast.unparse(call)} of the test's robot"
    elif last == "assertNotEmitted" and _is_given(call, "wait", 1):
        yield call.lineno, "waits for what does not come"
    elif last in _DELAYED and _is_given(call, "delay", _DELAYED[last]):
        yield call.lineno, f"{last} after a delay"
    elif last == "qWaitFor" and given and _never(given[0]):
        yield call.lineno, "waits for nothing"
    elif last in ("get", "acquire", "join") and owner and _waits_on_own(source, call, owner):
        yield call.lineno, f"{ast.unparse(call)} with a limit"
    elif last in ("usleep", "nanosleep", "Sleep") or name in ("asyncio.wait_for", "asyncio.wait"):
        yield call.lineno, name
    asked = any(name in ("sleep", "usleep") and rest for name, *rest in commands_of(call))
    if asked or any(_is_sleep_command(argument) for argument in given):
        yield call.lineno, "the command sleep"


def _passes_time(source: Source, loop: ast.While) -> bool:
    """Return whether a loop does nothing of its own until a clock ends it.

    Then it passes, lets Qt go on, sets names without asking anybody but the clock, and leaves by
    what the clock says.
    """
    by_clock = [one for one in loop.body if _leaves_by_clock(source, one)]
    rest = [one for one in loop.body if one not in by_clock]
    if not by_clock and not _reads_clock(source, loop.test):
        return False
    return all(_is_idle(source, one) for one in rest)


def _leaves_by_clock(source: Source, statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.If)
        and _reads_clock(source, statement.test)
        and all(isinstance(one, ast.Break | ast.Return) for one in statement.body)
    )


def _is_idle(source: Source, statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Pass | ast.Continue) or _turns(statement):
        return True
    plain = isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr)
    return plain and not _calls_of(source, statement)


def _calls_of(source: Source, node: ast.AST) -> list[ast.Call]:
    """Return what a statement calls beside the clock."""
    calls = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
    return [one for one in calls if not _reads_clock(source, one)]


def _turns(statement: ast.stmt) -> bool:
    called = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(called, ast.Call) and ast.unparse(called.func).rpartition(".")[2] in (
        "processEvents",
        "sendPostedEvents",
    )


def _is_poll_of_nothing(source: Source, owner: ast.expr) -> bool:
    """Return whether what is polled was made here, and nothing was registered with it."""
    if isinstance(owner, ast.Call):
        return source.dotted(owner.func) in _POLLS
    name = ast.unparse(owner)
    made = any(
        isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and source.dotted(node.value.func) in _POLLS
        and name in map(ast.unparse, node.targets)
        for node in source.nodes
    )
    return made and not any(
        isinstance(node, ast.Attribute) and ast.unparse(node) == f"{name}.register"
        for node in source.nodes
    )


def _is_for_time(last: str, call: ast.Call) -> bool:
    """Return whether a wait ends by a timer, or at its limit without an error."""
    named = {one.arg: one.value for one in call.keywords}
    quiet = named.get("raising")
    is_quiet = isinstance(quiet, ast.Constant) and quiet.value is False
    return is_quiet or (last.startswith("waitSignal") and any(map(_is_timeout, call.args)))


def _is_given(call: ast.Call, name: str, position: int) -> bool:
    """Return whether an argument asks for a time above 0."""
    given = [one.value for one in call.keywords if one.arg == name] + call.args[position:][:1]
    return any(ast.unparse(one) not in ("0", "-1") for one in given)


def _is_bot(source: Source, owner: ast.expr) -> bool:
    """Return whether a name is pytest-qt's `qtbot`: so called, so typed, or set to it."""
    name = ast.unparse(owner)
    if name.rpartition(".")[2].endswith("bot"):
        return True
    typed = (
        argument.annotation is not None and "QtBot" in ast.unparse(argument.annotation)
        for node in source.nodes
        if isinstance(node, ast.arguments)
        for argument in (*node.posonlyargs, *node.args, *node.kwonlyargs)
        if argument.arg == name
    )
    named = (
        ast.unparse(node.value).endswith("qtbot")
        for node in source.nodes
        if isinstance(node, ast.Assign) and name in map(ast.unparse, node.targets)
    )
    return any(typed) or any(named)


def _is_timeout(node: ast.expr) -> bool:
    return any(isinstance(one, ast.Attribute) and one.attr == "timeout" for one in ast.walk(node))


def _is_spy_of_timer(source: Source, owner: ast.expr) -> bool:
    """Return whether a `QSignalSpy` looks at a timer, made on the spot or under a name."""
    made = [owner]
    if isinstance(owner, ast.Name):
        made = [
            node.value
            for node in source.nodes
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == owner.id
        ]
    return any(
        isinstance(one, ast.Call)
        and source.dotted(one.func).endswith("QSignalSpy")
        and any(_is_timeout(argument) for argument in one.args)
        for one in made
    )


def _never(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Lambda) and isinstance(node.body, ast.Constant) and not node.body.value
    )


def _waits_on_own(source: Source, call: ast.Call, owner: ast.expr) -> bool:
    """Return whether a queue or a lock made here is waited for that nobody else has."""
    if not (call.args or call.keywords):
        return False
    if isinstance(owner, ast.Call):
        return _is_shared_thing(source, owner)
    name = ast.unparse(owner)
    made = any(
        isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and _is_shared_thing(source, node.value)
        and name in map(ast.unparse, node.targets)
        for node in source.nodes
    )
    return made and not _is_given_away(source, name)


def _is_shared_thing(source: Source, made: ast.Call) -> bool:
    return source.dotted(made.func).partition(".")[0] in ("queue", "threading", "multiprocessing")


def _is_given_away(source: Source, name: str) -> bool:
    """Return whether somebody may fill a queue or open a lock: by its method, or handed it."""
    opened = {f"{name}.{how}" for how in ("put", "put_nowait", "release", "start")}
    handed = (
        ast.unparse(given)
        for call, _ in source.calls
        for given in (*call.args, *(keyword.value for keyword in call.keywords))
    )
    return name in handed or any(
        isinstance(node, ast.Attribute) and ast.unparse(node) in opened for node in source.nodes
    )


def _asks_clock(source: Source, given: ast.expr) -> bool:
    if isinstance(given, ast.Name):
        return any(
            isinstance(node, ast.Return)
            and node.value is not None
            and isinstance(node.value, ast.Compare)
            and _reads_clock(source, node.value)
            for function in source.functions
            if function.name == given.id
            for node in ast.walk(function)
        )
    return (
        isinstance(given, ast.Lambda)
        and isinstance(given.body, ast.Compare)
        and _reads_clock(source, given.body)
    )


def _is_empty(node: ast.expr) -> bool:
    return isinstance(node, ast.List | ast.Tuple) and not node.elts


def _reads_clock(source: Source, node: ast.expr) -> bool:
    return any(
        isinstance(part, ast.Call) and source.dotted(part.func).rpartition(".")[2] in _CLOCKS
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
        return any(
            isinstance(one, ast.Constant)
            and (one.value == "sleep" or _SLEEP_CALL.search(str(one.value)))
            for one in node.elts
        )
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return False
    # The other is code for a child process.
    return bool(_SLEEP_LINE.search(node.value) or _SLEEP_CALL.search(node.value))


def _ends_by_timer(source: Source, call: ast.Call, owner: ast.expr | None, last: str) -> bool:
    """Return whether a timer is told to end an event loop, and to do nothing else."""
    if last == "singleShot":
        return _quits(call.args[-1:]) and ast.unparse(call.args[0]) != "0"
    if last == "QTimer":
        return _quits([one.value for one in call.keywords if one.arg == "timeout"])
    if last != "connect" or owner is None or not _is_timeout(owner):
        return False
    if any(isinstance(one, ast.Attribute) and one.attr in _ENDS for one in call.args):
        return True
    # In a function without a condition, and nothing else ends that loop: no limit of a wait.
    return any(
        isinstance(one, ast.Lambda)
        and isinstance(one.body, ast.Call)
        and isinstance(one.body.func, ast.Attribute)
        and one.body.func.attr in _ENDS
        and not _ended_elsewhere(source, one.body.func)
        for one in call.args
    )


_ENDS = ("quit", "exit")


def _ended_elsewhere(source: Source, end: ast.Attribute) -> bool:
    loop = ast.unparse(end.value)
    return any(
        isinstance(node, ast.Attribute)
        and node is not end
        and node.attr in _ENDS
        and ast.unparse(node.value) == loop
        for node in source.nodes
    )


def _quits(given: list[ast.expr]) -> bool:
    """Return whether an event loop is ended, by its method or by a function around it."""
    return any(
        isinstance(one, ast.Attribute) and one.attr in _ENDS
        for argument in given
        for one in ast.walk(argument)
    )
