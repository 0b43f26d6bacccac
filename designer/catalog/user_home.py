"""What the folders of the user's own are called, and what moves all of them.

`CLUSTER_DESIGNER_HOME` does, for tests and for portable use. May import nothing of this project.
"""

import os
from pathlib import Path
from typing import Final

import platformdirs

HOME_VARIABLE: Final = "CLUSTER_DESIGNER_HOME"
FOLDER_NAME: Final = "cluster-designer"


def placed(name: str, usual: Path) -> Path:
    """Return a folder of the user: `name` within the home that was named, else the usual one."""
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) / name if home else usual


def cache_place() -> Path:
    """Return where is kept what can be made again at any time; nothing there may be missed."""
    return placed("cache", platformdirs.user_cache_path(FOLDER_NAME, appauthor=False))
