"""Work that cannot be divided into steps, in a thread of its own: who asks meanwhile is answered.

For libraries that give other threads their turn, as HiGHS does while it solves a program.
"""

from collections.abc import Callable, Generator
from typing import Final, TypeVar

T = TypeVar("T")

STEP_S: Final = 0.02
"""How long a step waits for the work to end."""


def in_background(work: Callable[[], T]) -> Generator[None, None, T]:
    """Return what some work returns, step by step; what it raises is raised here.

    Who ends the steps early leaves the thread to its own end: the work must have one.
    """
    # Not before a design needs it: it brings a log, and threads, into every report.
    from concurrent.futures import ThreadPoolExecutor, wait

    pool = ThreadPoolExecutor(max_workers=1)
    result = pool.submit(work)
    while not wait((result,), timeout=STEP_S).done:
        yield
    pool.shutdown()
    return result.result()
