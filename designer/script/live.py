"""A session on a design that is open elsewhere: edits are its own, figures those of others."""

from collections.abc import Callable

from designer.catalog.catalog import Catalog
from designer.document.document import Document
from designer.engine.report import Check, Report
from designer.script.arranging import ArrangeEdits
from designer.script.devices import DeviceEdits
from designer.script.errors import ScriptError
from designer.script.racks import RackEdits
from designer.script.records import RecordEdits
from designer.script.room import RoomEdits


class LiveSession(RackEdits, DeviceEdits, RoomEdits, ArrangeEdits, RecordEdits):
    """What a console works on: every edit of a `Session`, on a document that others edit as well.

    Parameters
    ----------
    catalog
        Gives the parts as they are when a call needs them: a file may bring some of its own.
    report
        Gives what follows from the design as it stands; None while that is being computed.
    """

    def __init__(
        self,
        document: Document,
        catalog: Callable[[], Catalog],
        report: Callable[[], Report | None],
    ) -> None:
        super().__init__(document, catalog())
        self._catalog_now, self._report_now = catalog, report

    def renew(self) -> None:
        """Take the parts as they are now."""
        self._catalog = self._catalog_now()

    def report(self) -> Report:
        """Return everything that follows from the design as it stands.

        Raises
        ------
        ScriptError
            While it is being computed.
        """
        found = self._report_now()
        if found is None:
            raise ScriptError("report", "the design is being sized", "ask again in a moment")
        return found

    def check(self) -> tuple[Check, ...]:
        """Return the findings of the design rules, errors first; waived ones are marked.

        Raises
        ------
        ScriptError
            While they are being computed.
        """
        return self.report().checks
