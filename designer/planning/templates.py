"""The reference designs that can be built. A new one: its own module, and a line in `TEMPLATES`."""

import difflib
from collections.abc import Mapping
from typing import Final

from designer.catalog.catalog import Catalog, UnknownPartError
from designer.model.design import Design
from designer.planning.arguments import Parameter, Template, TemplateError, check, fail
from designer.planning.basepod import BASEPOD
from designer.planning.dgx_pod import DGX_POD
from designer.planning.empty_room import EMPTY_ROOM
from designer.planning.gb200 import SUPERPOD_GB200, SUPERPOD_GB300
from designer.planning.inference_row import INFERENCE_ROW
from designer.planning.lab import LAB
from designer.planning.pods.ethernet import (
    GAUDI_3_POD,
    HGX_SPECTRUM_X,
    MI300X_POD,
    MI355X_POD,
)
from designer.planning.pods.nvidia import (
    SUPERPOD_A100,
    SUPERPOD_B200,
    SUPERPOD_B300,
    SUPERPOD_B300_SPECTRUM,
    SUPERPOD_H100,
)
from designer.planning.starter import STARTER
from designer.wiring.network_request import FabricError

TEMPLATES: Final[tuple[Template, ...]] = (
    SUPERPOD_H100,
    SUPERPOD_A100,
    SUPERPOD_B200,
    SUPERPOD_B300,
    SUPERPOD_B300_SPECTRUM,
    SUPERPOD_GB200,
    SUPERPOD_GB300,
    HGX_SPECTRUM_X,
    MI300X_POD,
    MI355X_POD,
    GAUDI_3_POD,
    BASEPOD,
    DGX_POD,
    INFERENCE_ROW,
    STARTER,
    LAB,
    EMPTY_ROOM,
)

__all__ = ["TEMPLATES", "Parameter", "Template", "TemplateError", "build", "find"]


def find(template_id: str) -> Template:
    """Return a template by id, in capitals or not.

    Raises
    ------
    TemplateError
        If there is none; it names the nearest.
    """
    for template in TEMPLATES:
        if template.id == template_id.casefold():
            return template
    ids = [template.id for template in TEMPLATES]
    near = difflib.get_close_matches(template_id.casefold(), ids)
    mend = f"did you mean {near[0]}?" if near else f"templates: {', '.join(ids)}"
    raise fail("template", f"no template {template_id!r}", mend)


def build(template_id: str, arguments: Mapping[str, str], catalog: Catalog) -> Design:
    """Return a complete, laid-out design.

    Parameters
    ----------
    arguments
        Parameter names and values as text; what is left out takes its default.

    Raises
    ------
    TemplateError
        If the template, a parameter or a value is not known, or the design cannot be built.
    """
    template = find(template_id)
    checked = check(template, arguments)
    try:
        return template.builder(checked, catalog)
    except FabricError as error:
        raise fail(template_id, str(error), "choose another size") from error
    except UnknownPartError as error:
        raise fail(template_id, str(error), "add the part to the catalogue") from error
