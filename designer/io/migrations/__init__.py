"""Steps that lift plain data from one schema version to the next.

A step works on plain tables and never imports today's model, which will change under it. The next
step is a module `step_3_to_4.py` with a function `migrate`, added to `STEPS`.
"""

from collections.abc import Callable
from typing import Any, Final

from designer.io.migrations import step_0_to_1, step_1_to_2, step_2_to_3

Step = Callable[[dict[str, Any]], tuple[dict[str, Any], list[str]]]

STEPS: Final[dict[int, Step]] = {
    0: step_0_to_1.migrate,
    1: step_1_to_2.migrate,
    2: step_2_to_3.migrate,
}
"""Schema version a step starts from, and the step."""


def migrate(data: dict[str, Any], version: int, wanted: int) -> tuple[dict[str, Any], list[str]]:
    """Return data of the wanted version, and what was changed on the way, in words.

    Parameters
    ----------
    data
        Plain tables as a file holds them; left as they are.
    version, wanted
        Versions to start from and to reach.
    """
    messages: list[str] = []
    for step in range(version, wanted):
        data, said = STEPS[step](data)
        messages += said
    return data, messages
