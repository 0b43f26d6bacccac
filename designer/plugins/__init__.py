"""Plug-ins that other distributions bring by entry points: found, loaded and called in isolation.

It knows nothing of clusters: what a plug-in of a kind is called with, and what it has to give, says
whoever calls it. `designer.script.plugins` documents that for authors.
"""

from typing import Final

SWITCH: Final = "CLUSTER_DESIGNER_PLUGINS"
"""Variable of the environment that switches all plug-ins off where it is `0`, `no` or `off`."""
