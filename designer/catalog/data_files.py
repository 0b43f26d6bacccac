"""Where the shipped data stand: `catalogs/` and `resources/`, in a checkout and in an install."""

from pathlib import Path
from typing import Literal

_PACKAGE = Path(__file__).resolve().parent.parent


def data_folder(name: Literal["catalogs", "resources"]) -> Path:
    """Return the folder of shipped data.

    A wheel carries it inside the package as `designer/_data/<name>`; a checkout has it at the top
    of the repository, beside the package.

    Raises
    ------
    FileNotFoundError
        If neither is there: the installation is damaged.
    """
    for folder in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(
        f"the {name!r} folder is missing beside {_PACKAGE}; install cluster-designer again"
    )
