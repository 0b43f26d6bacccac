"""The printers of this machine.

Imported when somebody may print: QtPrintSupport looks for them.
"""

from PySide6.QtPrintSupport import QPrinterInfo


def printer_names() -> list[str]:
    """Return the printers of this machine; empty where none is set up."""
    return list(QPrinterInfo.availablePrinterNames())
