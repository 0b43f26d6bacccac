"""What stands is set aside: the collector does not go through it again and again."""

import gc


def set_aside(*, anew: bool) -> None:
    """Look through all once, and set aside what is left.

    Parameters
    ----------
    anew
        Whether what was set aside before is looked through as well: it may be garbage by now.
    """
    if anew:
        gc.unfreeze()
    gc.collect()
    gc.freeze()
