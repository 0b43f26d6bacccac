"""How much of what no rack holds any more is kept, so that undo finds it again.

An undo goes back some few steps, each of which changed some few racks. What is kept beyond that is
memory that grows for an hour before it is given back. May import nothing.
"""

from typing import Final

STALE: Final = 512
"""Contents of racks kept beyond those in use."""
