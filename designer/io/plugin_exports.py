"""Formats of plug-ins, beside those of the program.

A plug-in of `cluster_designer.exporters` is called with `(design, catalog, report)` and gives a
text or bytes. The name of its entry point is the format: `racks.csv`.
"""

from collections.abc import Callable
from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.report import Report
from designer.model.design import Design
from designer.plugins.registry import PlugIn, UnfitError


def exported(plugin: PlugIn, design: Design, catalog: Catalog, report: Report) -> str | bytes:
    """Return what a plug-in writes.

    Raises
    ------
    PlugInError
        If it is off: it failed, or gave neither a text nor bytes.
    """
    return plugin.use(_written(design, catalog, report))


def _written(design: Design, catalog: Catalog, report: Report) -> Callable[[Any], str | bytes]:
    def write(loaded: Any) -> str | bytes:  # noqa: ANN401 - of others
        if not callable(loaded):
            what = type(loaded).__name__
            raise UnfitError(f"it is a {what}, and not a function of design, catalogue and report")
        data: object = loaded(design, catalog, report)
        if not isinstance(data, str | bytes):
            raise UnfitError(f"it returned a {type(data).__name__}, and neither text nor bytes")
        if isinstance(data, str):
            data.encode()
        return data

    return write
