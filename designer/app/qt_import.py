"""Import Qt and keep Python's own import.

PySide puts an import of its own in place of Python's, for `from __feature__ import ...`; from then
on it reads the source text of every module that is imported, to see whether it names PySide. No
module here asks for such a feature, and a window imports a thousand modules: it took a tenth of
the start.
"""

import builtins


def import_qt() -> None:
    """Import QtCore, and put Python's own import back.

    Call it when what Qt needs of the machine is known to be there, before any other part of Qt.
    """
    python_import = builtins.__import__
    import PySide6.QtCore  # noqa: F401 - it changes the import when it is first imported

    vars(builtins)["__import__"] = python_import
