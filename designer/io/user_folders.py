"""Where the program keeps what belongs to the user and not to a design.

`CLUSTER_DESIGNER_HOME` moves all of it, for tests and for portable use. Folders are made when first
asked for, readable by the user alone. May import nothing of this project.
"""

import os
from pathlib import Path
from typing import Final

import platformdirs

HOME_VARIABLE: Final = "CLUSTER_DESIGNER_HOME"
_NAME: Final = "cluster-designer"


def state_folder() -> Path:
    """Return the folder of journals, locks and recent files."""
    return _made("state", platformdirs.user_state_path(_NAME, appauthor=False))


def settings_folder() -> Path:
    """Return the folder of settings."""
    return _made("settings", platformdirs.user_config_path(_NAME, appauthor=False))


def catalogs_folder() -> Path:
    """Return the folder of the user's own parts."""
    return _made("catalogs", platformdirs.user_data_path(_NAME, appauthor=False) / "catalogs")


def journals_folder() -> Path:
    """Return the folder of autosave journals."""
    return _made_here(state_folder() / "journals")


def locks_folder() -> Path:
    """Return the folder of locks on design files."""
    return _made_here(state_folder() / "locks")


def _made(name: str, usual: Path) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    return _made_here(Path(home) / name if home else usual)


def _made_here(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
