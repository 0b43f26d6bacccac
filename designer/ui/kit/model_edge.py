"""The edge of models: what cells and headings say, as it is read (`render/edge.py`)."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from PySide6.QtCore import QAbstractItemModel, Qt

from designer.render.edge import presented
from designer.ui.kit.tip_width import folded

_SAID: Final = frozenset({
    Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole,
})  # fmt: skip
_AT: Final = {"data": 1, "headerData": 2}
"""How many arguments stand before the role."""
_Model = TypeVar("_Model", bound=QAbstractItemModel)
_Given = ParamSpec("_Given")


def as_read(
    method: Callable[Concatenate[_Model, _Given], Any],
) -> Callable[Concatenate[_Model, _Given], Any]:
    """Return the `data` or `headerData` of a model with its words as they are read, tips folded."""
    at, is_heading = _AT[method.__name__], method.__name__ == "headerData"

    @wraps(method)
    def asked(self: _Model, /, *given: _Given.args, **named: _Given.kwargs) -> Any:  # noqa: ANN401 - as Qt asks
        found = method(self, *given, **named)
        chosen = presented()
        if not isinstance(found, str):
            return found
        role = named.get("role", given[at] if len(given) > at else Qt.ItemDataRole.DisplayRole)
        if role in _SAID and not chosen.is_plain:
            found = chosen.text(chosen.heading(found) if is_heading else found)
        return folded(found) if role == Qt.ItemDataRole.ToolTipRole else found

    return asked
