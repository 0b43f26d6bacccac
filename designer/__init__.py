"""Cluster Designer: draw an AI cluster and see it sized while the hand is still on the mouse.

The rooms, from the bottom up: `model`, `catalog`, `engine` and `document`, `planning`, `io`,
`render`, `runtime`, `ui`, `app`. Each imports only rooms below it; `pyproject.toml` holds the
contract and `tests/arch` proves that it guards.
"""

__version__ = "0.4.0.dev0"
