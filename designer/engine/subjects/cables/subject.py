"""The subject of cables: how many, by medium."""

from designer.engine.subject import Subject
from designer.engine.subjects.cables import rules
from designer.engine.subjects.cables.cables import CABLES, cables_of
from designer.engine.subjects.cables.routing import ROUTING
from designer.engine.subjects.cables.writing import written
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.engine.subjects.fabrics.network import NETWORK

SUBJECT = Subject(
    key=CABLES,
    title="Cables",
    design=("cables", "racks", "devices", "assemblies", "fabrics", "trays"),
    reads=(NETWORK, FABRICS, ROUTING),
    compute=cables_of,
    section="cables",
    checks=(rules.types_are_known,),
    write=written,
)
