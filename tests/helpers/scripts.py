"""Programs that stand outside every package, as modules."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from tests.helpers.gates import REPOSITORY


def load_script(place: str) -> ModuleType:
    """Return a script of the checkout, such as `packaging/pictures.py`, without running it."""
    name = f"script_{Path(place).stem}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, REPOSITORY / place)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # its dataclasses look for it there
        spec.loader.exec_module(module)
    return sys.modules[name]
