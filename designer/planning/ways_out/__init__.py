"""Ways out where a replacement does not fit: fewer in a rack, as published, or keep and build.

A talk asks what a design would do and is told; who runs it has the engine. No window, no clock.
"""

from designer.planning.ways_out.asked import AsItIs, Question, Replacement, share_of
from designer.planning.ways_out.published import PUBLISHED, Density
from designer.planning.ways_out.talk import Talk, answered, ways_out
from designer.planning.ways_out.way import KINDS, WayKind, WayOut

__all__ = [
    "KINDS", "PUBLISHED", "AsItIs", "Density", "Question", "Replacement", "Talk", "WayKind",
    "WayOut", "answered", "share_of", "ways_out",
]  # fmt: skip
