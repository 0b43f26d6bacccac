"""What the engine's process gives back to the system while nobody asks."""

import ctypes
import sys


def give_back_memory() -> None:
    """Give the system the memory back that earlier reports left, where the allocator can.

    Columns of several designs come and go with each edit; what they leave between others stays
    with the process else: a fifth of it at 16,384 GPUs, up to a half at 98,304.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)
