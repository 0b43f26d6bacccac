"""Carbon in the making of hardware, as single sources have it: they disagree, so each stands alone.

They stand in `catalogs/embodied.toml`.
"""

from designer.catalog.citation import NOTHING_CITED, Citation
from designer.catalog.entry import SourceKind
from designer.model.record import Record


class EmbodiedCarbon(Record):
    """What one source says of one part.

    Attributes
    ----------
    part
        Id of the part, such as a GPU.
    kg
        CO2e of one, kg.
    """

    id: str
    part: str
    kg: float
    source: str
    kind: SourceKind
    note: str = ""
    cited: Citation = NOTHING_CITED
