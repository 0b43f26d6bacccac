"""How much of what no rack holds any more is kept, so that undo finds it again.

Each step of a history changes some few racks, and it holds a thousand steps. What is kept beyond
that is memory that grows for hours before it is given back. May import nothing.
"""

from typing import Final

STALE: Final = 1024
"""Contents of racks kept beyond those in use."""
