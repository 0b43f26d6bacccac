"""Starts the engine's process: `python -m designer.engine.start`.

What is imported now stays as long as the process. To look through it for garbage while it grows
took a tenth of the time until the first report.
"""

import gc


def main() -> None:
    """Import the engine and serve."""
    gc.disable()
    from designer.engine import worker  # not before the collector rests

    worker.main()


if __name__ == "__main__":
    main()
